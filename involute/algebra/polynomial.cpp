// SPDX-License-Identifier: Apache-2.0
#include "involute/algebra/polynomial.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/algebra/rational.hpp"
#include "involute/expr/subgraph.hpp"
#include "involute/text/number.hpp"

namespace involute {
namespace {

bool is_ring_operation(const Graph& graph, const Node& node)
{
    switch (node.op) {
        case Op::constant:
        case Op::independent:
        case Op::jet:
        case Op::add:
        case Op::subtract:
        case Op::multiply:
        case Op::negate:
            return true;
        case Op::divide:
            return graph.is_constant(node.b);
        case Op::integer_power:
            return node.exponent > 0;
        case Op::parameter:  // folded before anything comes here
        case Op::power:
        case Op::call:
        case Op::input:
            break;
    }
    return false;
}

/// The innermost part that is no polynomial over the rationals.
std::optional<NodeId> obstacle(const Graph& graph, NodeId e)
{
    for (const Visit& visit : subgraph(graph, {e}).visits) {
        const Node& node = graph[visit.id];
        if (!is_ring_operation(graph, node)) return visit.id;
        if (node.op == Op::constant && !rational_text(graph.value(visit.id))) return visit.id;
    }
    return std::nullopt;
}

/// The text of one node from those of its operands.
std::string operation(const Node& node, const std::string& a, const std::string& b)
{
    switch (node.op) {
        case Op::add:
            return fmt::format("({})+({})", a, b);
        case Op::subtract:
            return fmt::format("({})-({})", a, b);
        case Op::multiply:
            return fmt::format("({})*({})", a, b);
        case Op::divide:
            return fmt::format("({})/({})", a, b);
        case Op::integer_power:
            return fmt::format("({})^{}", a, node.exponent);
        default:
            return fmt::format("-({})", a);
    }
}

std::string variable_name(NodeId leaf, const std::vector<NodeId>& variables)
{
    const auto at = std::find(variables.begin(), variables.end(), leaf);
    return fmt::format("v{}", at - variables.begin() + 1);
}

/// polynomial = [sign] term {sign term};  term = factor {"*" factor};
/// factor = integer ["/" integer] | "v" integer ["^" integer]
class Reader {
public:
    Reader(Graph& graph, std::string_view text, const std::vector<NodeId>& variables)
        : graph_(graph), text_(text), variables_(variables)
    {
    }

    std::optional<NodeId> polynomial()
    {
        NodeId sum = graph_.constant(0);
        do {
            const bool negative = take('-');
            if (!negative && at_ > 0 && !take('+')) return std::nullopt;
            const std::optional<NodeId> t = term();
            if (!t) return std::nullopt;
            sum = negative ? graph_.subtract(sum, *t) : graph_.add(sum, *t);
        } while (at_ < text_.size());
        return sum;
    }

private:
    std::optional<NodeId> term()
    {
        NodeId product = graph_.constant(1);
        do {
            const std::optional<NodeId> f = factor();
            if (!f) return std::nullopt;
            product = graph_.multiply(product, *f);
        } while (take('*'));
        return product;
    }
    std::optional<NodeId> factor()
    {
        if (take('v')) return power();
        const std::optional<Quad> above = integer();
        if (!above) return std::nullopt;
        if (!take('/')) return graph_.constant(*above);
        const std::optional<Quad> below = integer();
        if (!below || *below == 0) return std::nullopt;
        return graph_.constant(*above / *below);
    }
    std::optional<NodeId> power()
    {
        const std::optional<Quad> index = integer();
        if (!index || *index < 1 || *index > Quad(variables_.size())) return std::nullopt;
        const NodeId variable = variables_[static_cast<std::size_t>(*index) - 1];
        if (!take('^')) return variable;
        const std::optional<Quad> exponent = integer();
        if (!exponent || *exponent < 1 || *exponent > largest_exponent) return std::nullopt;
        return graph_.integer_power(variable, static_cast<int>(*exponent));
    }
    std::optional<Quad> integer()
    {
        std::size_t end = at_;
        while (end < text_.size() && text_[end] >= '0' && text_[end] <= '9') ++end;
        if (end == at_) return std::nullopt;
        const Quad value = read_decimal(text_.substr(at_, end - at_));
        at_ = end;
        if (!isfinite(value)) return std::nullopt;
        return value;
    }
    bool take(char c)
    {
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    static constexpr int largest_exponent = 10'000;
    Graph& graph_;
    std::string_view text_;
    const std::vector<NodeId>& variables_;
    std::size_t at_ = 0;
};

}  // namespace

bool is_polynomial(const Graph& graph, NodeId e)
{
    return !obstacle(graph, e);
}

std::optional<std::string> polynomial_obstacle(const Graph& graph, NodeId e, const Names& names)
{
    const std::optional<NodeId> part = obstacle(graph, e);
    if (!part) return std::nullopt;
    return print(graph, *part, names) + (graph.is_constant(*part)
                                             ? " is no rational number with a small denominator"
                                             : " is no polynomial");
}

PolynomialText write_polynomials(const Graph& graph, const std::vector<NodeId>& expressions,
                                 const std::vector<NodeId>& variables)
{
    const Subgraph part = subgraph(graph, expressions);
    PolynomialText text;
    std::vector<std::string> names;
    for (const Visit& visit : part.visits) {
        const Node& node = graph[visit.id];
        if (node.op == Op::constant) {
            names.push_back(*rational_text(graph.value(visit.id)));
        } else if (operand_count(node) == 0) {
            names.push_back(variable_name(visit.id, variables));
        } else {
            names.push_back(fmt::format("e{}", names.size() + 1));
            text.definitions += fmt::format("poly {}={};\n", names.back(),
                                            operation(node, names[visit.a], names[visit.b]));
        }
    }
    for (const std::uint32_t root : part.roots) text.results.push_back(names[root]);
    return text;
}

std::optional<NodeId> read_polynomial(Graph& graph, std::string_view text,
                                      const std::vector<NodeId>& variables)
{
    return Reader(graph, text, variables).polynomial();
}

}  // namespace involute
