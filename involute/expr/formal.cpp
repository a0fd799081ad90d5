// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/formal.hpp"

#include <algorithm>
#include <cmath>

#include "involute/expr/binary_power.hpp"
#include "involute/expr/function_rows.hpp"
#include "involute/expr/functions.hpp"
#include "involute/expr/subgraph.hpp"

namespace involute {

namespace {

using Number = Formal::Number;

enum class Atom : std::uint64_t { leaf = 1, named, angle, growth, sign, root, other, input, gate };

/// The value of an atom: looks random, and depends on the values of its arguments alone.
Number atom(const Formal::Point& at, Atom kind, std::uint64_t a, std::uint64_t b = 0)
{
    std::uint64_t h = scrambled(at.seed ^ (std::uint64_t(kind) << 56));
    h = scrambled(h ^ a);
    h = scrambled(h ^ b ^ 0x5bd1e995);
    return at.field.number(h);
}

bool is_root(const Node& node)
{
    return node.op == Op::call && node.function == rows::id_of<rows::Sqrt>;
}

/// An argument without its sign: u and -u give the same.
struct Unsigned {
    Number size;
    bool negative;
};

Unsigned without_sign(const PrimeField& field, Number u)
{
    const bool negative = field.residue(u) > field.modulus() / 2;
    return {negative ? field.negate(u) : u, negative};
}

}  // namespace

/// Where the steps of nodes stand.
class Formal::Writer {
public:
    Writer(const Graph& graph, Formal& formal) : graph_(graph), formal_(formal) {}

    /// Constants, and those they were computed from. A constant is made after its operands.
    void constants(std::vector<NodeId> wanted)
    {
        for (std::size_t k = 0; k < wanted.size(); ++k) {
            if (graph_.fraction(wanted[k])) continue;
            const Node& origin = graph_.origin(wanted[k]);
            const int operands = operand_count(origin);
            for (const NodeId operand : {origin.a, origin.b})
                if (operand == origin.a ? operands > 0 : operands > 1)
                    if (known_.find(operand) == NodeMap::absent) {
                        known_.set(operand, 0);
                        wanted.push_back(operand);
                    }
        }
        std::sort(wanted.begin(), wanted.end());
        wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
        for (const NodeId id : wanted) {
            if (std::optional<Rational> exact = graph_.fraction(id)) {
                add(id, {.kind = Kind::fraction, .a = std::uint32_t(formal_.fractions_.size())});
                formal_.fractions_.push_back(std::move(*exact));
            } else if (graph_.origin(id).op == Op::constant) {
                add(id, {.kind = Kind::named, .node = graph_.origin(id)});
            } else {
                operation(id, graph_.origin(id));
            }
        }
    }

    void node(NodeId id)
    {
        const Node& node = graph_[id];
        if (operand_count(node) == 0)
            add(id, {.kind = Kind::leaf, .node = node, .id = id});
        else
            operation(id, node);
    }

    std::uint32_t place(NodeId id) const { return place_.find(id); }

private:
    void operation(NodeId id, const Node& node)
    {
        const int operands = operand_count(node);
        Step step{.kind = Kind::operation,
                  .node = node,
                  .a = operands > 0 ? place(node.a) : 0,
                  .b = operands > 1 ? place(node.b) : 0};
        if (node.op == Op::power && graph_.is_constant(node.b)) {
            // x^(k/2) is a power of the square root
            const Quad twice = 2 * graph_.value(node.b);
            if (graph_.fraction(node.b) && twice == trunc(twice) && abs(twice) < 1000 &&
                *graph_.fraction(node.b) == Rational(static_cast<long long>(twice), 2)) {
                step.kind = Kind::half_power;
                step.node.exponent = static_cast<int>(twice);
            }
        }
        if (is_root(node) || step.kind == Kind::half_power) {
            if (root_of_.find(step.a) == NodeMap::absent)
                root_of_.set(step.a, std::uint32_t(formal_.roots_++));
            step.root = int(root_of_.find(step.a));
        }
        add(id, step);
    }

    void add(NodeId id, const Step& step)
    {
        place_.set(id, std::uint32_t(formal_.steps_.size()));
        formal_.steps_.push_back(step);
    }

    const Graph& graph_;
    Formal& formal_;
    NodeMap place_{}, known_{};
    NodeMap root_of_{};  // by place of the argument: the number of its square root
};

Formal::Formal(const Graph& graph, const std::vector<NodeId>& expressions)
{
    const Subgraph part = subgraph(graph, expressions);
    std::vector<NodeId> constants;
    for (const Visit& visit : part.visits)
        if (graph.is_constant(visit.id)) constants.push_back(visit.id);
    Writer writer(graph, *this);
    writer.constants(std::move(constants));
    for (const Visit& visit : part.visits)
        if (!graph.is_constant(visit.id)) writer.node(visit.id);
    for (const NodeId e : expressions) results_.push_back(writer.place(e));
    values_.resize(steps_.size());
}

std::optional<std::vector<Number>> Formal::operator()(const Point& point)
{
    for (std::size_t k = 0; k < steps_.size(); ++k)
        if (!evaluate(steps_[k], point, values_[k])) return std::nullopt;
    std::vector<Number> found;
    for (const std::uint32_t place : results_) found.push_back(values_[place]);
    return found;
}

bool Formal::evaluate(const Step& step, const Point& point, Number& value) const
{
    const PrimeField& field = point.field;
    const auto a = [&] { return values_[step.a]; };
    const auto b = [&] { return values_[step.b]; };
    const auto divided = [&](Number above, Number below) {
        if (below == field.one()) return value = above, true;  // most fractions are whole numbers
        const std::optional<Number> inverse = field.inverse(below);
        if (inverse) value = field.multiply(above, *inverse);
        return inverse.has_value();
    };
    const auto power = [&](Number x, int n) {
        const Number size = field.power(x, magnitude(n));
        return n < 0 ? divided(field.one(), size) : (value = size, true);
    };
    switch (step.kind) {
        case Kind::fraction: {
            const Rational& x = fractions_[step.a];
            return divided(field.number(x.numerator_modulo(field.modulus())),
                           field.number(x.denominator_modulo(field.modulus())));
        }
        case Kind::named:
            value = atom(point, Atom::named, std::uint64_t(step.node.exponent));
            return true;
        case Kind::leaf:
            value = atom(point, Atom::leaf, step.id, step.id == point.moved);
            return true;
        case Kind::half_power: {
            Number found;
            return root(step, point, found) && power(found, step.node.exponent);
        }
        case Kind::operation:
            break;
    }
    switch (step.node.op) {
        case Op::add:
            value = field.add(a(), b());
            return true;
        case Op::subtract:
            value = field.subtract(a(), b());
            return true;
        case Op::multiply:
            value = field.multiply(a(), b());
            return true;
        case Op::divide:
            return divided(a(), b());
        case Op::negate:
            value = field.negate(a());
            return true;
        case Op::integer_power: {
            const Step& base = steps_[step.a];
            const int n = step.node.exponent;
            if (is_root(base.node) && n % 2 == 0) return power(values_[base.a], n / 2);
            return power(a(), n);
        }
        case Op::power:
            value = a() == field.one() ? a()
                                       : atom(point, Atom::other, field.residue(a()),
                                              scrambled(field.residue(b())));
            return true;
        case Op::input:
            value = atom(point, Atom::input, field.residue(a()),
                         scrambled(std::uint64_t(step.node.b) << 32 ^
                                   std::uint64_t(step.node.exponent + 1)));
            return true;
        default:
            return call(step, point, value);
    }
}

/// In the field, with the sign asked for; or an atom.
bool Formal::root(const Step& step, const Point& point, Number& value) const
{
    const PrimeField& field = point.field;
    const Number u = values_[step.a];
    if (u == field.zero() || u == field.one()) {
        value = u;
        return true;
    }
    if (!point.true_roots) {
        value = atom(point, Atom::root, field.residue(u));
        return true;
    }
    const std::optional<Number> found = field.square_root(u);
    if (!found) return false;
    value = point.root_signs >> step.root & 1 ? field.negate(*found) : *found;
    return true;
}

bool Formal::call(const Step& step, const Point& point, Number& value) const
{
    using namespace rows;
    const PrimeField& field = point.field;
    const FunctionId function = step.node.function;
    const Number u = values_[step.a];
    if (function == id_of<Sqrt>) return root(step, point, value);

    const auto divided = [&](Number above, Number below) {
        if (below == field.one()) return value = above, true;  // most fractions are whole numbers
        const std::optional<Number> inverse = field.inverse(below);
        if (inverse) value = field.multiply(above, *inverse);
        return inverse.has_value();
    };
    const auto with_sign = [&](bool negative) {
        if (negative) value = field.negate(value);
        return true;
    };
    const auto sign = [&](Number x) {
        if (x == field.zero()) return x;
        const auto [size, negative] = without_sign(field, x);
        const Number s = atom(point, Atom::sign, field.residue(size));
        return negative ? field.negate(s) : s;
    };
    const auto [size, negative] = without_sign(field, u);
    if (function == id_of<Sign>) {
        value = sign(u);
        return true;
    }
    if (function == id_of<Abs>) {
        value = field.multiply(sign(u), u);
        return true;
    }
    if (function == id_of<Max> || function == id_of<Min>) {
        const Number v = values_[step.b], gap = field.subtract(u, v);
        const Number distance = field.multiply(sign(gap), gap), sum = field.add(u, v);
        return divided(
            function == id_of<Max> ? field.add(sum, distance) : field.subtract(sum, distance),
            field.number(2));
    }
    if (is_choice(function)) {
        const Number open = u == field.zero() ? u : atom(point, Atom::gate, field.residue(u));
        value = field.multiply(function == id_of<Gate> ? open : field.subtract(field.one(), open),
                               values_[step.b]);
        return true;
    }
    if (function == id_of<Sin> || function == id_of<Cos> || function == id_of<Tan>) {
        const Number tau = u == field.zero() ? u : atom(point, Atom::angle, field.residue(size));
        const Number square = field.multiply(tau, tau), twice = field.add(tau, tau);
        const Number over = field.subtract(field.one(), square);
        const Number under = field.add(field.one(), square);
        if (function == id_of<Cos>) return divided(over, under);
        return divided(twice, function == id_of<Sin> ? under : over) && with_sign(negative);
    }
    if (function == id_of<Exp> || function == id_of<Sinh> || function == id_of<Cosh> ||
        function == id_of<Tanh>) {
        const Number grown =
            u == field.zero() ? field.one() : atom(point, Atom::growth, field.residue(size));
        const std::optional<Number> inverse = field.inverse(grown);
        if (!inverse) return false;
        value = negative ? *inverse : grown;
        if (function == id_of<Exp>) return true;
        const Number sum = field.add(grown, *inverse), difference = field.subtract(grown, *inverse);
        if (function == id_of<Cosh>) return divided(sum, field.number(2));
        return divided(difference, function == id_of<Sinh> ? field.number(2) : sum) &&
               with_sign(negative);
    }
    const Number v = operand_count(step.node) > 1 ? values_[step.b] : field.zero();
    value = atom(point, Atom::other, field.residue(u),
                 scrambled(field.residue(v) ^ std::uint64_t(function + 1) << 52));
    return true;
}

std::uint32_t Formal::roots_with(NodeId leaf) const
{
    std::vector<char> depends(steps_.size(), 0);
    std::uint32_t found = 0;
    for (std::size_t k = 0; k < steps_.size(); ++k) {
        const Step& step = steps_[k];
        if (step.kind == Kind::leaf) depends[k] = step.id == leaf;
        if (step.kind != Kind::operation && step.kind != Kind::half_power) continue;
        const int operands = operand_count(step.node);
        depends[k] = (operands > 0 && depends[step.a]) || (operands > 1 && depends[step.b]);
        if (step.root >= 0 && step.root < 32 && depends[step.a]) found |= 1u << step.root;
    }
    return found;
}

}  // namespace involute
