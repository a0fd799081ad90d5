// SPDX-License-Identifier: Apache-2.0
// Sums and products of a graph in their normal form. Every node is a coefficient times a base
// without one; signs and constant factors are moved to the front (-x·y, 2·(x/y), 2·x/3), so that
// equal terms meet whichever way they were written and printed text reads back to the same node.
#include <limits>

#include "involute/expr/functions.hpp"
#include "involute/expr/graph.hpp"

namespace involute {

namespace {

constexpr NodeId none = 0xffffffff;

/// A node seen as base ^ exponent.
struct Factor {
    NodeId base;
    std::int64_t exponent;

    Factor(const Graph& graph, NodeId id)
        : base(graph[id].op == Op::integer_power ? graph[id].a : id),
          exponent(graph[id].op == Op::integer_power ? graph[id].exponent : 1)
    {
    }
};

bool fits(std::int64_t exponent)
{
    return exponent == std::int32_t(exponent);
}

}  // namespace

Graph::Term Graph::term(NodeId id)
{
    const Node node = nodes_[id];
    switch (node.op) {
        case Op::constant:
            return {id, none};
        case Op::negate:
            return {constant(-1), node.a};
        case Op::multiply:
            if (is_constant(node.a)) return {node.a, node.b};
            return {constant(1), id};
        case Op::divide: {
            // c/d = c·(1/d), and (c·x)/d = c·(x/d) for a constant d.
            if (is_constant(node.a) && !is_constant(node.b))
                return {node.a, intern({.op = Op::divide, .a = constant(1), .b = node.b})};
            const Node top = nodes_[node.a];
            if (is_constant(node.b) && top.op == Op::multiply && is_constant(top.a))
                return {top.a, intern({.op = Op::divide, .a = top.b, .b = node.b})};
            return {constant(1), id};
        }
        default:
            return {constant(1), id};
    }
}

/// Whether the node is its own term: most are, and need no arithmetic on coefficients.
bool Graph::is_plain(NodeId id) const
{
    const Node& node = nodes_[id];
    switch (node.op) {
        case Op::constant:
        case Op::negate:
            return false;
        case Op::multiply:
            return !is_constant(node.a);
        case Op::divide:
            return !is_constant(node.a) && !is_constant(node.b);
        default:
            return true;
    }
}

/// Whether the text of the node starts with a minus sign.
bool Graph::is_negative(NodeId id) const
{
    const auto leads = [&](NodeId x) {
        const Node& node = nodes_[x];
        if (node.op == Op::constant) return value(x) < 0;
        return node.op == Op::multiply && is_constant(node.a) && value(node.a) < 0;
    };
    const Node& node = nodes_[id];
    return node.op == Op::negate || leads(id) || (node.op == Op::divide && leads(node.a));
}

/// coefficient · base, where base is a term with coefficient 1.
NodeId Graph::scaled(NodeId coefficient, NodeId base)
{
    if (is_constant(coefficient, 0)) return coefficient;
    if (is_constant(coefficient, 1)) return base;
    const Node node = nodes_[base];
    const bool minus = is_constant(coefficient, -1);
    if (node.op == Op::subtract && minus)
        return intern({.op = Op::subtract, .a = node.b, .b = node.a});
    if (node.op == Op::divide && is_constant(node.a, 1) && !is_constant(node.b))
        return intern({.op = Op::divide, .a = coefficient, .b = node.b});
    if (minus) return intern({.op = Op::negate, .a = base});
    if (node.op == Op::divide && is_constant(node.b) && value(node.b) != 0)
        return scaled_over(coefficient, node.a, node.b);
    return intern({.op = Op::multiply, .a = coefficient, .b = base});
}

/// (coefficient · base) / divisor for a positive divisor; cancels where that is exact.
NodeId Graph::scaled_over(NodeId coefficient, NodeId base, NodeId divisor)
{
    if (is_constant(divisor, 1)) return scaled(coefficient, base);
    if (const auto times = fold({.op = Op::divide, .a = coefficient, .b = divisor});
        times && is_integer(*times))
        return scaled(*times, base);
    const auto over = fold({.op = Op::divide, .a = divisor, .b = coefficient});
    const bool shortens = over && is_integer(*over);
    const NodeId below = !shortens ? divisor : value(*over) < 0 ? opposite(*over) : *over;
    const NodeId above = !shortens ? coefficient : constant(value(coefficient) < 0 ? -1 : 1);
    const bool minus = is_constant(above, -1);
    if (!minus && !is_constant(above, 1)) {
        const NodeId top = intern({.op = Op::multiply, .a = above, .b = base});
        return intern({.op = Op::divide, .a = top, .b = below});
    }
    const Node node = nodes_[base];
    const bool swaps = minus && node.op == Op::subtract;
    const NodeId top = swaps ? intern({.op = Op::subtract, .a = node.b, .b = node.a}) : base;
    const NodeId whole = intern({.op = Op::divide, .a = top, .b = below});
    return minus && !swaps ? intern({.op = Op::negate, .a = whole}) : whole;
}

/// a · b for terms with coefficient 1.
NodeId Graph::product(NodeId a, NodeId b)
{
    const Factor left(*this, a), right(*this, b);
    if (left.base == right.base && fits(left.exponent + right.exponent))
        return integer_power(left.base, int(left.exponent + right.exponent));
    const auto divisor = [this](const Node& n) { return is_constant(n.b) && value(n.b) != 0; };
    const Node p = nodes_[a], q = nodes_[b];
    if (p.op == Op::divide && is_constant(p.a, 1)) return divide(b, p.b);
    if (q.op == Op::divide && is_constant(q.a, 1)) return divide(a, q.b);
    if (p.op == Op::divide && divisor(p)) return divide(multiply(p.a, b), p.b);
    if (q.op == Op::divide && divisor(q)) return divide(multiply(a, q.a), q.b);
    return intern_sorted(Op::multiply, a, b);
}

NodeId Graph::add(NodeId a, NodeId b)
{
    if (a != b && is_plain(a) && is_plain(b)) return intern_sorted(Op::add, a, b);
    if (is_constant(a) && is_constant(b))
        if (const auto folded = fold({.op = Op::add, .a = a, .b = b})) return *folded;
    if (is_constant(a, 0)) return b;
    if (is_constant(b, 0)) return a;
    const bool minus_a = is_negative(a), minus_b = is_negative(b);
    if (minus_a && minus_b) return negate(add(negate(a), negate(b)));
    if (minus_b) return subtract(a, negate(b));
    if (minus_a) return subtract(b, negate(a));
    const Term s = term(a), t = term(b);
    if (s.base == t.base && s.base != none)
        if (const auto sum = fold({.op = Op::add, .a = s.coefficient, .b = t.coefficient}))
            return scaled(*sum, s.base);
    return intern_sorted(Op::add, a, b);
}

NodeId Graph::subtract(NodeId a, NodeId b)
{
    if (a == b) return constant(0);
    if (is_plain(a) && is_plain(b)) return intern({.op = Op::subtract, .a = a, .b = b});
    if (is_constant(a) && is_constant(b))
        if (const auto folded = fold({.op = Op::subtract, .a = a, .b = b})) return *folded;
    if (is_constant(a, 0)) return negate(b);
    if (is_constant(b, 0)) return a;
    if (is_negative(b)) return add(a, negate(b));
    if (is_negative(a)) return negate(add(negate(a), b));
    const Term s = term(a), t = term(b);
    if (s.base == t.base && s.base != none)
        if (const auto rest = fold({.op = Op::subtract, .a = s.coefficient, .b = t.coefficient}))
            return scaled(*rest, s.base);
    return intern({.op = Op::subtract, .a = a, .b = b});
}

NodeId Graph::negate(NodeId a)
{
    const Term t = term(a);
    const NodeId minus = opposite(t.coefficient);
    return t.base == none ? minus : scaled(minus, t.base);
}

NodeId Graph::multiply(NodeId a, NodeId b)
{
    if (is_plain(a) && is_plain(b)) return product(a, b);
    if (is_constant(a, 0) || is_constant(b, 0)) return constant(0);
    const Term s = term(a), t = term(b);
    const auto both = fold({.op = Op::multiply, .a = s.coefficient, .b = t.coefficient});
    // A product that is too small for a Quad is not 0.
    if (!both || value(*both) == 0) return intern_sorted(Op::multiply, a, b);
    if (s.base == none && t.base == none) return *both;
    if (s.base == none) return scaled(*both, t.base);
    if (t.base == none) return scaled(*both, s.base);
    const NodeId bases = product(s.base, t.base);
    if (is_plain(bases)) return scaled(*both, bases);
    const Term rest = term(bases);  // x·(1/x) may be a constant again
    const auto all = fold({.op = Op::multiply, .a = *both, .b = rest.coefficient});
    if (!all) return intern_sorted(Op::multiply, a, b);
    return rest.base == none ? *all : scaled(*all, rest.base);
}

NodeId Graph::quotient_by_constant(NodeId a, NodeId divisor)
{
    if (value(divisor) == 0) {
        // Nothing is computed, but factors stand in front as everywhere else.
        const Term t = term(a);
        if (t.base == none && value(a) < 0)
            return negate(quotient_by_constant(opposite(a), divisor));
        if (t.base == none) return intern({.op = Op::divide, .a = a, .b = divisor});
        return scaled(t.coefficient, intern({.op = Op::divide, .a = t.base, .b = divisor}));
    }
    if (is_constant(a, 0)) return a;
    if (is_constant(a)) {
        if (const auto folded = fold({.op = Op::divide, .a = a, .b = divisor})) return *folded;
        return intern({.op = Op::divide, .a = a, .b = divisor});
    }
    if (value(divisor) < 0) return negate(quotient_by_constant(a, opposite(divisor)));
    const Term t = term(a);
    const Node node = nodes_[t.base];
    if (node.op == Op::divide && is_constant(node.b))
        if (const auto both = fold({.op = Op::multiply, .a = node.b, .b = divisor}))
            return scaled_over(t.coefficient, node.a, *both);
    return scaled_over(t.coefficient, t.base, divisor);
}

NodeId Graph::divide(NodeId a, NodeId b)
{
    if (is_constant(b)) return quotient_by_constant(a, b);
    if (is_constant(a, 0)) return a;
    if (is_negative(b)) return negate(divide(a, negate(b)));
    const Node below = nodes_[b];
    if (below.op == Op::divide) return divide(multiply(a, below.b), below.a);
    if (is_constant(a)) return intern({.op = Op::divide, .a = a, .b = b});

    const Term t = term(a);
    if (!is_constant(t.coefficient, 1)) return multiply(t.coefficient, divide(t.base, b));
    const Factor top(*this, a), bottom(*this, b);
    if (top.base == bottom.base && fits(top.exponent - bottom.exponent))
        return integer_power(top.base, int(top.exponent - bottom.exponent));
    const Node above = nodes_[a];
    if (above.op == Op::divide) return divide(above.a, multiply(above.b, b));
    return intern({.op = Op::divide, .a = a, .b = b});
}

NodeId Graph::power(NodeId base, NodeId exponent)
{
    if (is_constant(exponent)) {
        const Quad n = value(exponent);
        if (is_integer(exponent) && abs(n) <= std::numeric_limits<int>::max())
            return integer_power(base, static_cast<int>(n));
        if (exponent == constant(Quad(0.5))) return call(sqrt_function(), base);
        if (is_constant(base))
            if (const auto folded = fold({.op = Op::power, .a = base, .b = exponent}))
                return *folded;
    }
    if (is_constant(base, 1)) return base;
    return intern({.op = Op::power, .a = base, .b = exponent});
}

NodeId Graph::call(FunctionId function, NodeId a, NodeId b)
{
    if (is_choice(function)) return choice(function, a, b);
    const bool unary = functions()[function].arity == 1;
    const Node made{.op = Op::call, .function = function, .a = a, .b = unary ? 0 : b};
    if (is_constant(a) && (unary || is_constant(b)))
        if (const auto folded = fold(made)) return *folded;
    return intern(made);
}

}  // namespace involute
