// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/combine/solved_form.hpp"

#include <algorithm>
#include <deque>

#include "involute/complete/combine/combination_content.hpp"
#include "involute/complete/combine/combination_expand.hpp"
#include "involute/complete/combine/nonzero.hpp"
#include "involute/complete/combine/unmix.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/identity.hpp"
#include "involute/expr/subgraph.hpp"

namespace involute {

namespace {

// What it may cost: nodes of one expression and of all, equations looked at, substitutions in one.
constexpr std::size_t longest = 1200;
constexpr std::size_t most_new_nodes = 60'000;
constexpr std::size_t most_work = 200'000;  // monomials
constexpr int looked_at_each = 12;
constexpr int most_substitutions = 60;
// Derivatives of an equation that no rule can be made of.
constexpr int most_derivatives = 3;

/// What was differentiated `orders` times is differentiated further and put into something.
void use(const std::vector<int>& orders, int further, std::vector<int>& into)
{
    for (std::size_t k = 0; k < orders.size(); ++k)
        if (orders[k] >= 0) into[k] = std::max(into[k], orders[k] + further);
}

class Solver {
public:
    Solver(Graph& graph, const std::vector<NodeId>& equations, int unknowns, const Quad& start)
        : graph_(graph), start_(start), nodes_before_(graph.size()), rules_(std::size_t(unknowns))
    {
        const auto apart = unmix(graph, equations);
        for (std::size_t i = 0; i < (apart ? apart->rows.size() : equations.size()); ++i) {
            std::vector<int> orders(equations.size(), -1);
            for (std::size_t k = 0; apart && k < equations.size(); ++k)
                if (apart->factors[i][k] != Rational(0)) orders[k] = 0;
            if (!apart) orders[i] = 0;
            pending_.push_back({apart ? apart->rows[i] : equations[i], 0, std::move(orders)});
        }
        steps_left_ = looked_at_each * int(equations.size() + 4);
    }

    SolvedForm run()
    {
        while (!pending_.empty()) {
            Remainder row = std::move(pending_.front());
            pending_.pop_front();
            if (--steps_left_ < 0 || work_ < longest ||
                graph_.size() > nodes_before_ + most_new_nodes) {
                result_.whole = false;
                break;
            }
            look_at(std::move(row));
        }
        for (const auto& rule : rules_)
            if (rule) result_.rules.push_back(rule->as_is);
        return std::move(result_);
    }

private:
    struct Rule {
        JetRule as_is{};
        Remainder row{};                  // the equation it was made of
        std::vector<NodeId> derivatives;  // of the right side: [0] is it
    };

    std::size_t size(NodeId e) const { return subgraph(graph_, {e}).visits.size(); }

    NodeId tidy(NodeId e) { return tidied(graph_, e, work_); }

    NodeId right_side(Rule& rule, int times)
    {
        while (int(rule.derivatives.size()) <= times)
            rule.derivatives.push_back(tidy(total_derivative(graph_, rule.derivatives.back())));
        return rule.derivatives[std::size_t(times)];
    }

    /// The rules put in until none applies; false where it becomes too long.
    bool reduce(Remainder& row)
    {
        for (int round = 0; round < most_substitutions; ++round) {
            std::vector<NodeId> from, to;
            for (const NodeId leaf : leaves(graph_, row.e)) {
                const Node node = graph_[leaf];
                if (node.op != Op::jet || !rules_[node.a]) continue;
                Rule& rule = *rules_[node.a];
                if (int(node.b) < rule.as_is.order) continue;
                from.push_back(leaf);
                const int times = int(node.b) - rule.as_is.order;
                to.push_back(right_side(rule, times));
                use(rule.as_is.orders, times, row.orders);
            }
            if (from.empty()) return true;
            row.e = tidy(substitute(graph_, row.e, from, to));
            if (size(row.e) > longest) return false;
        }
        return false;
    }

    /// Its jets, highest first; what is proved not to depend on a jet is written without it.
    std::vector<NodeId> jets_of(NodeId& e)
    {
        std::vector<NodeId> jets, absent, all;
        for (const NodeId leaf : leaves(graph_, e))
            if (graph_[leaf].op == Op::jet) all.push_back(leaf);
        const std::vector<char> free = are_proved_free_of(graph_, e, all);
        for (std::size_t k = 0; k < all.size(); ++k) (free[k] ? absent : jets).push_back(all[k]);
        if (!absent.empty())
            e = tidy(substitute(graph_, e, absent,
                                std::vector<NodeId>(absent.size(), graph_.constant(1))));
        std::ranges::stable_sort(jets, std::greater<>{}, [&](NodeId jet) { return graph_[jet].b; });
        return jets;
    }

    bool contains_unknowns(NodeId e) const
    {
        return std::ranges::any_of(leaves(graph_, e),
                                   [&](NodeId leaf) { return graph_[leaf].op == Op::jet; });
    }

    /// The jet to solve for: one of highest order whose factor contains no unknown, best a number.
    std::optional<std::pair<NodeId, NodeId>> leader(NodeId e, const std::vector<NodeId>& jets)
    {
        std::optional<std::pair<NodeId, NodeId>> best;
        Partials partials(graph_, e);
        for (const NodeId jet : jets) {
            if (graph_[jet].b < graph_[jets[0]].b) break;
            const NodeId factor = tidy(partials.by(jet));
            if (contains_unknowns(factor) || !is_nonzero_around(graph_, factor, start_)) continue;
            const bool is_number = graph_.is_constant(factor);
            if (!best || is_number) best = {jet, factor};
            if (is_number) break;
        }
        return best;
    }

    void look_at(Remainder row)
    {
        if (!reduce(row)) {
            result_.whole = false;
            return;
        }
        const std::vector<NodeId> jets = jets_of(row.e);
        if (jets.empty()) {
            if (!is_proved_zero(graph_, row.e)) result_.bare.push_back(std::move(row));
            return;
        }
        if (const auto found = leader(row.e, jets)) {
            make_rule(std::move(row), found->first, found->second);
            return;
        }
        if (row.times < most_derivatives && size(row.e) < longest / 2) {
            std::vector<int> orders(row.orders.size(), -1);
            use(row.orders, 1, orders);
            pending_.push_back({total_derivative(graph_, row.e), row.times + 1, std::move(orders)});
        }
        result_.others.push_back(std::move(row));
    }

    void make_rule(Remainder row, NodeId jet, NodeId factor)
    {
        const Node node = graph_[jet];
        const NodeId rest = tidy(substitute(graph_, row.e, {jet}, {graph_.constant(0)}));
        // t*x - t^2 = 0 is x = t.
        const std::vector<NodeId> without = without_content(graph_, {factor, rest});
        JetRule rule{int(node.a), int(node.b),
                     tidy(graph_.negate(graph_.divide(without[1], without[0]))),
                     graph_.is_constant(without[0]), row.orders};
        auto& place = rules_[node.a];
        if (place) pending_.push_back(place->row);
        const NodeId right = rule.right;
        place = Rule{std::move(rule), std::move(row), {right}};
        // What was left over before may contain the jet.
        std::erase_if(result_.others, [&](Remainder& other) {
            if (!has_jet_from(other.e, int(node.a), int(node.b))) return false;
            pending_.push_back(std::move(other));
            return true;
        });
        for (auto& other : rules_) {
            if (!other || other->as_is.unknown == int(node.a)) continue;
            // With x' -> y' and now y -> x the first may say something else altogether.
            if (other->as_is.order >= int(node.b) &&
                has_jet_from(other->as_is.right, int(node.a), other->as_is.order)) {
                pending_.push_back(std::move(other->row));
                other.reset();
            } else {
                simplify(*other);
            }
        }
    }

    bool has_jet_from(NodeId e, int unknown, int order) const
    {
        return std::ranges::any_of(leaves(graph_, e), [&](NodeId leaf) {
            const Node& node = graph_[leaf];
            return node.op == Op::jet && int(node.a) == unknown && int(node.b) >= order;
        });
    }

    /// The other rules put into the right side of one.
    void simplify(Rule& rule)
    {
        Remainder row{rule.as_is.right, 0, rule.as_is.orders};
        if (!reduce(row) || row.e == rule.as_is.right) return;
        rule.as_is.right = row.e;
        rule.as_is.orders = std::move(row.orders);
        rule.derivatives = {row.e};
    }

    Graph& graph_;
    Quad start_;
    std::size_t nodes_before_;
    std::vector<std::optional<Rule>> rules_;
    std::deque<Remainder> pending_{};
    int steps_left_ = 0;
    std::size_t work_ = most_work;
    SolvedForm result_{};
};

}  // namespace

SolvedForm solved_form(Graph& graph, const std::vector<NodeId>& equations, int unknowns,
                       const Quad& start)
{
    return Solver(graph, equations, unknowns, start).run();
}

}  // namespace involute
