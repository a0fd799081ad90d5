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

bool is_integer(const Quad& x)
{
    return x == trunc(x);
}

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
            return {value(id), none};
        case Op::negate:
            return {-1, node.a};
        case Op::multiply:
            if (is_constant(node.a)) return {value(node.a), node.b};
            return {1, id};
        case Op::divide: {
            // c/d = c·(1/d), and (c·x)/d = c·(x/d) for a constant d.
            if (is_constant(node.a) && !is_constant(node.b))
                return {value(node.a), intern({.op = Op::divide, .a = constant(1), .b = node.b})};
            const Node top = nodes_[node.a];
            if (is_constant(node.b) && top.op == Op::multiply && is_constant(top.a))
                return {value(top.a), intern({.op = Op::divide, .a = top.b, .b = node.b})};
            return {1, id};
        }
        default:
            return {1, id};
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
NodeId Graph::scaled(const Quad& coefficient, NodeId base)
{
    if (coefficient == 0) return constant(0);
    if (coefficient == 1) return base;
    const Node node = nodes_[base];
    if (node.op == Op::subtract && coefficient == -1)
        return intern({.op = Op::subtract, .a = node.b, .b = node.a});
    if (node.op == Op::divide && is_constant(node.a, 1) && !is_constant(node.b))
        return intern({.op = Op::divide, .a = constant(coefficient), .b = node.b});
    if (coefficient == -1) return intern({.op = Op::negate, .a = base});
    if (node.op == Op::divide && is_constant(node.b) && !is_constant(node.b, 0))
        return scaled_over(coefficient, node.a, value(node.b));
    return intern({.op = Op::multiply, .a = constant(coefficient), .b = base});
}

/// (coefficient · base) / divisor for a positive divisor; cancels where that is exact.
NodeId Graph::scaled_over(const Quad& coefficient, NodeId base, const Quad& divisor)
{
    if (divisor == 1) return scaled(coefficient, base);
    const Quad times = coefficient / divisor;
    if (is_integer(times) && times * divisor == coefficient) return scaled(times, base);
    const Quad over = divisor / coefficient;
    const bool shortens = is_integer(over) && over * coefficient == divisor;
    const Quad below = shortens ? Quad(abs(over)) : divisor;
    const Quad above = shortens ? Quad(coefficient < 0 ? -1 : 1) : coefficient;
    if (abs(above) != 1) {
        const NodeId top = intern({.op = Op::multiply, .a = constant(above), .b = base});
        return intern({.op = Op::divide, .a = top, .b = constant(below)});
    }
    const Node node = nodes_[base];
    const bool swaps = above < 0 && node.op == Op::subtract;
    const NodeId top = swaps ? intern({.op = Op::subtract, .a = node.b, .b = node.a}) : base;
    const NodeId whole = intern({.op = Op::divide, .a = top, .b = constant(below)});
    return above < 0 && !swaps ? intern({.op = Op::negate, .a = whole}) : whole;
}

/// a · b for terms with coefficient 1.
NodeId Graph::product(NodeId a, NodeId b)
{
    const Factor left(*this, a), right(*this, b);
    if (left.base == right.base && fits(left.exponent + right.exponent))
        return integer_power(left.base, int(left.exponent + right.exponent));
    const auto divisor = [this](const Node& n) { return is_constant(n.b) && !is_constant(n.b, 0); };
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
    NodeId folded;
    if (is_constant(a) && is_constant(b) && fold(value(a) + value(b), folded)) return folded;
    if (is_constant(a, 0)) return b;
    if (is_constant(b, 0)) return a;
    const bool minus_a = is_negative(a), minus_b = is_negative(b);
    if (minus_a && minus_b) return negate(add(negate(a), negate(b)));
    if (minus_b) return subtract(a, negate(b));
    if (minus_a) return subtract(b, negate(a));
    const Term s = term(a), t = term(b);
    if (s.base == t.base && s.base != none && isfinite(s.coefficient + t.coefficient))
        return scaled(s.coefficient + t.coefficient, s.base);
    return intern_sorted(Op::add, a, b);
}

NodeId Graph::subtract(NodeId a, NodeId b)
{
    NodeId folded;
    if (a == b) return constant(0);
    if (is_plain(a) && is_plain(b)) return intern({.op = Op::subtract, .a = a, .b = b});
    if (is_constant(a) && is_constant(b) && fold(value(a) - value(b), folded)) return folded;
    if (is_constant(a, 0)) return negate(b);
    if (is_constant(b, 0)) return a;
    if (is_negative(b)) return add(a, negate(b));
    if (is_negative(a)) return negate(add(negate(a), b));
    const Term s = term(a), t = term(b);
    if (s.base == t.base && s.base != none && isfinite(s.coefficient - t.coefficient))
        return scaled(s.coefficient - t.coefficient, s.base);
    return intern({.op = Op::subtract, .a = a, .b = b});
}

NodeId Graph::negate(NodeId a)
{
    const Term t = term(a);
    return t.base == none ? constant(-t.coefficient) : scaled(-t.coefficient, t.base);
}

NodeId Graph::multiply(NodeId a, NodeId b)
{
    if (is_plain(a) && is_plain(b)) return product(a, b);
    if (is_constant(a, 0) || is_constant(b, 0)) return constant(0);
    const Term s = term(a), t = term(b);
    const Quad coefficient = s.coefficient * t.coefficient;
    if (!isfinite(coefficient) || coefficient == 0) return intern_sorted(Op::multiply, a, b);
    if (s.base == none && t.base == none) return constant(coefficient);
    if (s.base == none) return scaled(coefficient, t.base);
    if (t.base == none) return scaled(coefficient, s.base);
    const Term both = term(product(s.base, t.base));  // x·(1/x) may be a constant again
    if (both.base == none) return constant(coefficient * both.coefficient);
    return scaled(coefficient * both.coefficient, both.base);
}

NodeId Graph::quotient_by_constant(NodeId a, NodeId divisor)
{
    const Quad d = value(divisor);
    NodeId folded;
    if (d == 0) return intern({.op = Op::divide, .a = a, .b = divisor});
    if (is_constant(a)) {
        if (fold(value(a) / d, folded)) return folded;
        return intern({.op = Op::divide, .a = a, .b = divisor});
    }
    if (d < 0) return negate(quotient_by_constant(a, constant(-d)));
    const Term t = term(a);
    const Node node = nodes_[t.base];
    if (node.op == Op::divide && is_constant(node.b) && isfinite(value(node.b) * d))
        return scaled_over(t.coefficient, node.a, value(node.b) * d);
    return scaled_over(t.coefficient, t.base, d);
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
    if (t.coefficient != 1) return multiply(constant(t.coefficient), divide(t.base, b));
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
        if (abs(n) <= std::numeric_limits<int>::max() && n == trunc(n))
            return integer_power(base, static_cast<int>(n));
        NodeId folded;
        if (is_constant(base) && fold(pow(value(base), n), folded)) return folded;
        if (n == Quad(0.5)) return call(sqrt_function(), base);
    }
    if (is_constant(base, 1)) return base;
    return intern({.op = Op::power, .a = base, .b = exponent});
}

NodeId Graph::call(FunctionId function, NodeId a, NodeId b)
{
    const Function& f = functions()[function];
    NodeId folded;
    if (f.arity == 1) {
        if (is_constant(a) && fold(f.quad_unary(value(a)), folded)) return folded;
        return intern({.op = Op::call, .function = function, .a = a});
    }
    if (is_constant(a) && is_constant(b) && fold(f.quad_binary(value(a), value(b)), folded))
        return folded;
    return intern({.op = Op::call, .function = function, .a = a, .b = b});
}

}  // namespace involute
