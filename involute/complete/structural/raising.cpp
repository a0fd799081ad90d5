// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/structural/raising.hpp"

#include <algorithm>

#include "involute/complete/structural/affinity.hpp"
#include "involute/complete/structural/blocks.hpp"
#include "involute/expr/calculus.hpp"

namespace involute {

namespace {

class Raiser {
public:
    Raiser(Structure& structure, Graph& graph, const std::vector<NodeId>& equations, Probe& probe)
        : structure_(structure),
          graph_(graph),
          equations_(equations),
          probe_(probe),
          block_of_(structure.d.size())
    {
        for (int b = 0; b < int(structure.blocks.size()); ++b)
            for (int j : structure.blocks[b].columns) block_of_[j] = b;
    }

    // An equation with c_i >= 1 is affine once differentiated, so only c_i = 0 is looked at.
    void raise_nonaffine_blocks()
    {
        std::vector<int> nonaffine;
        for (int b = 0; b < int(structure_.blocks.size()); ++b)
            if (!is_affine_in_itself(structure_.blocks[b])) nonaffine.push_back(b);
        raise(nonaffine);
    }

    // One pass is enough: raising removes z from the tight pattern of the equations that are not
    // raised.
    void raise_until_jointly_affine()
    {
        for (const Block& block : structure_.blocks)
            for (int i : block.rows)
                while (structure_.c[i] == 0) {
                    const auto culprit = nonlinear_block(i);
                    if (!culprit) break;
                    raise({*culprit});
                }
    }

private:
    NodeId top(int unknown) { return graph_.jet(unknown, structure_.d[unknown]); }

    bool is_affine_in_itself(const Block& block)
    {
        return std::all_of(block.rows.begin(), block.rows.end(), [&](int i) {
            if (structure_.c[i] > 0) return true;
            std::vector<NodeId> own;
            for (int j : structure_.pattern[i])
                if (&structure_.blocks[block_of_[j]] == &block) own.push_back(top(j));
            return !nonlinear_pair(graph_, equations_[i], own, probe_);
        });
    }

    // The block to raise for an equation that is not affine in all tops jointly. One of the two
    // blocks is enough: not the equation's own, since raising that raises the other too; else the
    // earlier one, which depends on fewer blocks.
    std::optional<int> nonlinear_block(int i)
    {
        const std::vector<int>& columns = structure_.pattern[i];
        std::vector<NodeId> tops;
        for (int j : columns) tops.push_back(top(j));
        const auto pair = nonlinear_pair(graph_, equations_[i], tops, probe_);
        if (!pair) return std::nullopt;
        return std::min(block_of_[columns[pair->first]], block_of_[columns[pair->second]]);
    }

    // Marks the blocks and, walking back through the solving order, all they depend on.
    void raise(const std::vector<int>& blocks)
    {
        if (blocks.empty()) return;
        std::vector<char> marked(structure_.blocks.size(), 0);
        for (int b : blocks) marked[b] = 1;
        for (int b = int(marked.size()) - 1; b >= 0; --b)
            if (marked[b])
                for (int i : structure_.blocks[b].rows)
                    for (int j : structure_.pattern[i]) marked[block_of_[j]] = 1;
        for (int b = 0; b < int(marked.size()); ++b)
            if (marked[b]) raise(structure_.blocks[b]);
        structure_.pattern = tight_pattern(structure_.signature, structure_.c, structure_.d);
    }

    void raise(Block& block)
    {
        block.raised = true;
        for (int i : block.rows) ++structure_.c[i];
        for (int j : block.columns) ++structure_.d[j];
    }

    Structure& structure_;
    Graph& graph_;
    const std::vector<NodeId>& equations_;
    Probe& probe_;
    std::vector<int> block_of_;  // by unknown
};

// The equation and all it depends on through the pattern.
std::vector<int> dependencies(const Structure& structure, const std::vector<int>& row_of, int row)
{
    std::vector<char> seen(structure.c.size(), 0);
    std::vector<int> found{row};
    seen[row] = 1;
    for (std::size_t k = 0; k < found.size(); ++k)
        for (int j : structure.pattern[found[k]]) {
            const int other = row_of[j];
            if (!seen[other]) found.push_back(other);
            seen[other] = 1;
        }
    return found;
}

// Blocks that are not raised do not change: raised unknowns are no longer in their patterns.
void find_blocks(Structure& structure)
{
    structure.blocks = matched_blocks(structure.pattern, structure.match);
    for (Block& block : structure.blocks)
        block.raised = std::any_of(block.rows.begin(), block.rows.end(), [&](int i) {
            return structure.c[i] > structure.canonical_c[i];
        });
}

}  // namespace

std::vector<std::vector<int>> tight_pattern(const Signature& sigma, const std::vector<int>& c,
                                            const std::vector<int>& d)
{
    std::vector<std::vector<int>> pattern(sigma.size());
    for (std::size_t i = 0; i < sigma.size(); ++i)
        for (const auto& [j, order] : sigma[i])
            if (d[j] - c[i] == order) pattern[i].push_back(j);
    return pattern;
}

void raise_blocks(Structure& structure, Graph& graph, const std::vector<NodeId>& equations,
                  Probe& probe, bool jointly)
{
    Raiser raiser(structure, graph, equations, probe);
    raiser.raise_nonaffine_blocks();
    if (jointly) raiser.raise_until_jointly_affine();
    // A raised equation may now use z of blocks that stay, and those no longer use raised ones.
    std::stable_partition(structure.blocks.begin(), structure.blocks.end(),
                          [](const Block& block) { return !block.raised; });
}

bool raise_to(Structure& structure, Graph& graph, const std::vector<int>& orders,
              std::size_t max_nodes)
{
    std::vector<int> row_of(structure.match.size());
    for (std::size_t i = 0; i < row_of.size(); ++i) row_of[structure.match[i]] = int(i);
    bool changed = false;
    for (std::size_t j = 0; j < orders.size(); ++j)
        while (structure.d[j] < orders[j]) {
            for (int i : dependencies(structure, row_of, row_of[j])) {
                ++structure.c[i];
                ++structure.d[structure.match[i]];
                auto& levels = structure.derivatives[i];
                levels.push_back(total_derivative(graph, levels.back()));
            }
            if (graph.size() > max_nodes) return false;
            structure.pattern = tight_pattern(structure.signature, structure.c, structure.d);
            changed = true;
        }
    if (changed) find_blocks(structure);
    return true;
}

}  // namespace involute
