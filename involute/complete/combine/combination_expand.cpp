// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/combine/combination_expand.hpp"

#include <map>
#include <vector>

#include "involute/expr/calculus.hpp"
#include "involute/expr/identity.hpp"
#include "involute/expr/subgraph.hpp"

namespace involute {

namespace {

struct Limits {
    std::size_t nodes = 400;
    std::size_t monomials = 120;
};
constexpr Limits larger{1500, 300};  // where everything depends on what cancels
constexpr int largest_power = 6;     // of a sum that is multiplied out

using Monomial = std::map<NodeId, int>;  // factor -> exponent

struct Coefficient {
    NodeId value = 0;  // a constant
    Quad size = 0;     // of the largest number that went into it
};

using Polynomial = std::map<Monomial, Coefficient>;

class Algebra {
public:
    explicit Algebra(Graph& graph) : graph_(graph), one_(graph.constant(1)) {}

    Polynomial number(NodeId constant) const
    {
        return {{Monomial{}, {constant, abs(graph_.value(constant))}}};
    }
    Polynomial atom(NodeId id) const { return {{Monomial{{id, 1}}, {one_, 1}}}; }

    Polynomial scaled(Polynomial p, NodeId factor)
    {
        for (auto& [monomial, c] : p)
            c = {graph_.multiply(c.value, factor), c.size * abs(graph_.value(factor))};
        return p;
    }

    Polynomial sum(Polynomial p, const Polynomial& q)
    {
        for (const auto& [monomial, c] : q) add_to(p, monomial, c.value, c.size);
        return p;
    }

    Polynomial product(const Polynomial& p, const Polynomial& q)
    {
        Polynomial result;
        for (const auto& [a, c] : p)
            for (const auto& [b, k] : q) {
                Monomial both = a;
                for (const auto& [factor, exponent] : b)
                    if ((both[factor] += exponent) == 0) both.erase(factor);
                add_to(result, both, graph_.multiply(c.value, k.value), c.size * k.size);
            }
        return result;
    }

private:
    void add_to(Polynomial& sum, const Monomial& monomial, NodeId value, const Quad& size)
    {
        const auto [at, is_new] = sum.try_emplace(monomial, Coefficient{value, size});
        if (is_new) return;
        at->second = {graph_.add(at->second.value, value), std::max(at->second.size, size)};
    }

    Graph& graph_;
    NodeId one_;
};

// Operands come before their users, so no recursion is needed. Empty when there are too many terms.
std::optional<Polynomial> polynomial_of(Graph& graph, NodeId e, const Limits& most,
                                        std::size_t* work)
{
    Algebra algebra(graph);
    const NodeId minus = graph.constant(-1);
    const Subgraph part = subgraph(graph, {e});
    if (part.visits.size() > most.nodes) return std::nullopt;
    std::vector<Polynomial> found;
    for (const Visit& visit : part.visits) {
        const Node node = graph[visit.id];
        const auto a = [&]() -> const Polynomial& { return found[visit.a]; };
        const auto b = [&]() -> const Polynomial& { return found[visit.b]; };
        Polynomial p;
        if (node.op == Op::constant) {
            if (!graph.is_constant(visit.id, 0)) p = algebra.number(visit.id);
        } else if (node.op == Op::add) {
            p = algebra.sum(a(), b());
        } else if (node.op == Op::subtract) {
            p = algebra.sum(a(), algebra.scaled(b(), minus));
        } else if (node.op == Op::negate) {
            p = algebra.scaled(a(), minus);
        } else if (node.op == Op::multiply) {
            p = algebra.product(a(), b());
        } else if (node.op == Op::divide && graph.is_constant(node.b) &&
                   graph.is_constant(graph.divide(graph.constant(1), node.b))) {
            p = algebra.scaled(a(), graph.divide(graph.constant(1), node.b));
        } else if (node.op == Op::integer_power && node.exponent > 0 &&
                   node.exponent <= largest_power) {
            p = a();
            for (int k = 1; k < node.exponent && p.size() <= most.monomials; ++k)
                p = algebra.product(p, a());
        } else {
            p = algebra.atom(visit.id);
        }
        if (p.size() > most.monomials) return std::nullopt;
        if (work) {
            if (*work < p.size()) return std::nullopt;
            *work -= p.size();
        }
        found.push_back(std::move(p));
    }
    return found[part.roots[0]];
}

NodeId write(Graph& graph, const Monomial& monomial)
{
    NodeId product = graph.constant(1);
    for (const auto& [factor, exponent] : monomial)
        product =
            graph.multiply(product, exponent == 1 ? factor : graph.integer_power(factor, exponent));
    return product;
}

std::optional<NodeId> expanded_within(Graph& graph, NodeId e, double round_off, const Limits& most,
                                      std::size_t* work)
{
    const std::optional<Polynomial> p = polynomial_of(graph, e, most, work);
    if (!p) return std::nullopt;
    // Numbers last: x^2 + y^2 - 1.
    NodeId sum = graph.constant(0), last = graph.constant(0);
    for (const auto& [monomial, c] : *p) {
        if (!graph.is_constant(c.value)) return std::nullopt;  // beyond the range of a number
        if (abs(graph.value(c.value)) <= round_off * c.size && round_off > 0) continue;
        if (is_proved_zero(graph, c.value)) continue;
        if (monomial.empty())
            last = c.value;
        else
            sum = graph.add(sum, graph.multiply(c.value, write(graph, monomial)));
    }
    return graph.add(sum, last);
}

NodeId expanded_if_shorter(Graph& graph, NodeId e, std::size_t& work)
{
    if (operand_count(graph[e]) == 0) return e;
    const auto out = expanded_within(graph, e, 0, larger, &work);
    if (!out || *out == e) return e;
    const auto size = [&](NodeId node) { return subgraph(graph, {node}).visits.size(); };
    return size(*out) <= 2 * size(e) ? *out : e;
}

}  // namespace

NodeId tidied(Graph& graph, NodeId e, std::size_t& work)
{
    const Subgraph part = subgraph(graph, {e});
    std::vector<NodeId> made;
    for (const Visit& visit : part.visits) {
        const Node node = graph[visit.id];
        const int operands = operand_count(node);
        const bool inside = node.op == Op::call || node.op == Op::power || node.op == Op::divide;
        const auto operand = [&](std::uint32_t place) {
            return inside ? expanded_if_shorter(graph, made[place], work) : made[place];
        };
        const NodeId a = operands > 0 ? operand(visit.a) : 0,
                     b = operands > 1 ? operand(visit.b) : 0;
        made.push_back(with_operands(graph, visit.id, a, b));
    }
    return expanded_if_shorter(graph, made[part.roots[0]], work);
}

std::optional<NodeId> expanded(Graph& graph, NodeId e, double round_off)
{
    return expanded_within(graph, e, round_off, {}, nullptr);
}

}  // namespace involute
