// SPDX-License-Identifier: Apache-2.0
#include "involute/method/rooted_trees.hpp"

namespace involute {

namespace {

/// The tree with the given subtrees, equal ones side by side: γ = |t| Π γ_i, σ = Π σ_i Π m_i!
/// with m_i the number of times a subtree occurs.
RootedTree grafted(const std::vector<RootedTree>& trees, const std::vector<int>& children,
                   int nodes)
{
    RootedTree tree{nodes, nodes, 1, children};
    long alike = 0;
    for (std::size_t i = 0; i < children.size(); ++i) {
        const RootedTree& child = trees[std::size_t(children[i])];
        alike = i > 0 && children[i] == children[i - 1] ? alike + 1 : 1;
        tree.density *= child.density;
        tree.symmetry *= child.symmetry * alike;
    }
    return tree;
}

/// Appends every tree with `nodes` nodes whose subtrees are `chosen` and further ones, none of
/// them before `first` in the list: each multiset of subtrees once.
void add_trees(std::vector<RootedTree>& trees, std::vector<int>& chosen, int first, int missing,
               int nodes)
{
    if (missing == 0) {
        trees.push_back(grafted(trees, chosen, nodes));
        return;
    }
    for (int child = first; trees[std::size_t(child)].nodes <= missing; ++child) {
        chosen.push_back(child);
        add_trees(trees, chosen, child, missing - trees[std::size_t(child)].nodes, nodes);
        chosen.pop_back();
        if (child + 1 == int(trees.size())) break;
    }
}

}  // namespace

std::vector<RootedTree> rooted_trees(int nodes)
{
    std::vector<RootedTree> trees{{}};
    for (int n = 2; n <= nodes; ++n) {
        std::vector<int> chosen;
        add_trees(trees, chosen, 0, n - 1, n);
    }
    return trees;
}

}  // namespace involute
