// SPDX-License-Identifier: Apache-2.0
#include "involute/forces/strains.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <tuple>

#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"

namespace involute {
namespace {

/// What is above the fraction line.
std::vector<Factor> upper(const Product& product)
{
    std::vector<Factor> factors = product.factors;
    std::erase_if(factors, [](const Factor& f) { return f.exponent < 0; });
    return factors;
}

bool by_factors(const Product& a, const Product& b)
{
    const auto less = [](const Factor& s, const Factor& t) {
        return std::pair(s.base, s.exponent) < std::pair(t.base, t.exponent);
    };
    if (a.factors.size() != b.factors.size()) return a.factors.size() < b.factors.size();
    return std::ranges::lexicographical_compare(a.factors, b.factors, less);
}

/// c (u + u b/c + ..) for products with the same upper factors u.
Product gather(Graph& graph, std::vector<Product> group)
{
    if (group.size() == 1) return group[0];
    std::ranges::sort(group, by_factors);
    NodeId sum = graph.constant(0);
    for (const Product& p : group) {
        Product lower{p.coefficient / group[0].coefficient, 0, {}};
        for (const Factor& f : p.factors)
            if (f.exponent < 0) lower.factors.push_back(f);
        sum = graph.add(sum, product_node(graph, lower, sum));
    }
    Product whole{group[0].coefficient, group[0].power, upper(group[0])};
    if (graph.is_constant(sum)) {
        whole.coefficient *= graph.value(sum);
        return whole;
    }
    multiply_by(graph, whole, sum, 1);
    return whole;
}

/// The value at the start, with 0 for unknowns that have no start value.
class AtStart {
public:
    explicit AtStart(const System& system) : system_(system)
    {
        for (const auto* list : {&system.guesses, &system.starts})
            for (const Given& g : *list) values_[{g.unknown, g.order}] = g.value;
    }

    Quad size(NodeId e) const
    {
        const auto leaf = [&](NodeId id) {
            const Node& node = system_.graph[id];
            const bool jet = node.op == Op::jet;
            const auto found = values_.find({jet ? int(node.a) : -1, jet ? int(node.b) : 0});
            return found == values_.end() ? Quad(0) : found->second;
        };
        const Quad value = abs(evaluate<Quad>(system_.graph, e, leaf));
        return isfinite(value) ? value : std::numeric_limits<Quad>::max();
    }

private:
    const System& system_;
    std::map<std::pair<int, int>, Quad> values_{};
};

struct Candidate {
    Strain strain{};
    bool bare = false;  // an unknown or a derivative by itself
    Quad size = 0;
    std::vector<int> products{};
    long uncovered = 0;
};

bool depends_on_unknowns(const Graph& graph, NodeId e)
{
    const std::vector<NodeId> found = leaves(graph, e);
    return std::ranges::any_of(found, [&](NodeId id) { return graph[id].op == Op::jet; });
}

std::vector<Candidate> candidates_of(System& system, const std::vector<StrongProduct>& products)
{
    std::vector<Candidate> candidates;
    std::map<std::tuple<NodeId, int, int>, std::size_t> known;
    const AtStart at_start(system);
    for (int k = 0; k < int(products.size()); ++k)
        for (const Factor& factor : upper(products[k].product)) {
            const int power = products[k].product.power;
            const auto [entry, is_new] =
                known.try_emplace({factor.base, factor.exponent, power}, candidates.size());
            if (is_new) {
                const NodeId node = factor_node(system.graph, factor);
                candidates.push_back({{factor, power},
                                      system.graph[factor.base].op == Op::jet,
                                      at_start.size(node)});
                if (!depends_on_unknowns(system.graph, node)) candidates.back().strain.power = 0;
            }
            if (candidates[entry->second].strain.power == power)
                candidates[entry->second].products.push_back(k);
        }
    std::erase_if(candidates, [](const Candidate& c) { return c.strain.power == 0; });
    for (Candidate& c : candidates) c.uncovered = long(c.products.size());
    return candidates;
}

}  // namespace

std::vector<Product> gathered(Graph& graph, const std::vector<Product>& strong)
{
    std::vector<std::vector<Product>> groups;
    for (const Product& p : strong) {
        const auto same = [&](const std::vector<Product>& group) {
            return group[0].power == p.power && upper(group[0]) == upper(p);
        };
        const auto group = std::ranges::find_if(groups, same);
        if (group == groups.end())
            groups.push_back({p});
        else
            group->push_back(p);
    }
    std::vector<Product> result;
    for (std::vector<Product>& group : groups) result.push_back(gather(graph, std::move(group)));
    return result;
}

Strains choose_strains(System& system, std::vector<StrongProduct> products)
{
    Strains result{{}, std::move(products)};
    std::vector<Candidate> candidates = candidates_of(system, result.products);
    const auto worse = [&](std::size_t a, std::size_t b) {
        const Candidate &s = candidates[a], &t = candidates[b];
        return std::tuple(!s.bare, s.uncovered, -s.size) <
               std::tuple(!t.bare, t.uncovered, -t.size);
    };
    // Counts only decrease, so an entry that is up to date when it comes first is the largest.
    std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(worse)> queue(worse);
    for (std::size_t c = 0; c < candidates.size(); ++c) queue.push(c);
    while (!queue.empty()) {
        const std::size_t best = queue.top();
        queue.pop();
        Candidate& candidate = candidates[best];
        std::erase_if(candidate.products, [&](int k) { return result.products[k].strain >= 0; });
        if (candidate.products.empty()) continue;
        if (candidate.uncovered != long(candidate.products.size())) {
            candidate.uncovered = long(candidate.products.size());
            queue.push(best);
            continue;
        }
        for (const int k : candidate.products)
            result.products[k].strain = int(result.chosen.size());
        result.chosen.push_back(candidate.strain);
    }
    // In the order in which they are met when reading.
    std::vector<int> number(result.chosen.size(), -1);
    std::vector<Strain> ordered;
    for (StrongProduct& p : result.products) {
        if (p.strain < 0) continue;
        if (number[p.strain] < 0) {
            number[p.strain] = int(ordered.size());
            ordered.push_back(result.chosen[p.strain]);
        }
        p.strain = number[p.strain];
    }
    result.chosen = std::move(ordered);
    return result;
}

}  // namespace involute
