// SPDX-License-Identifier: Apache-2.0
// The constants of a graph: interned by what they are exactly, folded without rounding where they
// are fractions.
#include <array>

#include "involute/expr/binary_power.hpp"
#include "involute/expr/functions.hpp"
#include "involute/expr/graph.hpp"
#include "involute/expr/hash.hpp"
#include "involute/expr/identity.hpp"

namespace involute {

namespace {

// Longer fractions are remembered by how they were computed.
constexpr std::size_t most_bits = 4096;
// A difference below this part of its terms may be one of equal numbers.
constexpr double cancelled = 1e-25;
// Sums and products of smaller integers are exact in Quad.
const Quad small_integer = ldexp(Quad(1), 55);

std::uint64_t hash_of(const Quad& value)
{
    const auto [low, high] = words(value);
    return mixed(low, high + 1);
}

std::uint64_t hash_of(const Node& origin)
{
    const std::uint64_t kind = std::uint64_t(origin.op) << 8 | origin.function;
    return mixed(std::uint64_t(origin.a) << 32 | origin.b,
                 ~(kind << 32 | static_cast<std::uint32_t>(origin.exponent)));
}

/// pi, correctly rounded.
Quad value_of(NamedConstant)
{
    return Quad("3.14159265358979323846264338327950288419716939937510582097");
}

bool is_unary(const Node& operation)
{
    return operation.op == Op::negate || operation.op == Op::integer_power ||
           (operation.op == Op::call && functions()[operation.function].arity == 1);
}

/// The value of a function that is known exactly: at 0 and 1, where floating point gives 0 or 1,
/// that is the value (sin 0, exp 0, log 1, acos 1, ...); square roots of squares; choices.
std::optional<Rational> exact_call(FunctionId function, const Rational& a, const Rational* b,
                                   const Quad& value)
{
    if (function == sqrt_function()) return exact_root(a);
    if (function == abs_function()) return a < Rational(0) ? -a : a;
    if (b && function == max_function()) return a > *b ? a : *b;
    if (b && function == min_function()) return a < *b ? a : *b;
    if (function == sign_function())
        return Rational(a > Rational(0) ? 1 : a < Rational(0) ? -1 : 0);
    if (function == floor_function()) {
        Rational below(value);  // of what was rounded
        if (below > a) below -= Rational(1);
        if (below + Rational(1) <= a) below += Rational(1);
        return below;
    }
    const auto simple = [](const Rational& x) { return x == Rational(0) || x == Rational(1); };
    if (simple(a) && (!b || simple(*b)) && (value == 0 || value == 1))
        return Rational(value == 0 ? 0 : 1);
    return std::nullopt;
}

/// Whether this is the sign or the floor of a number that is clearly no place where these jump:
/// then it is an integer, whatever the last digits of that number are.
bool is_off_its_jump(const Graph& graph, const Node& call)
{
    if (call.op != Op::call) return false;
    const Quad& at = graph.value(call.a);
    const Quad clear = 1e-10 * (1 + abs(at));
    if (call.function == sign_function()) return abs(at) > clear;
    return call.function == floor_function() && abs(at - round(at)) > clear;
}

}  // namespace

std::uint64_t Graph::constant_hash(NodeId id) const
{
    const Form& known = form(id);
    return known.kind == Form::Kind::computed ? hash_of(origins_[known.index]) : hash_of(value(id));
}

template <class Same>
NodeId Graph::intern_constant(std::uint64_t hash, const Quad& value, Form form, Same&& same)
{
    const auto next = NodeId(nodes_.size());
    const NodeId id = constant_ids_.find_or_add(hash, next, same,
                                                [&](NodeId other) { return constant_hash(other); });
    if (id == next) {
        nodes_.push_back({.op = Op::constant, .a = NodeId(constants_.size())});
        constants_.push_back(value);
        forms_.push_back(form);
    }
    return id;
}

NodeId Graph::constant(const Quad& value)
{
    const Quad stored = value == 0 ? Quad(0) : value;  // +0 and -0 are one constant
    return intern_constant(hash_of(stored), stored, {}, [&](NodeId other) {
        return form(other).kind == Form::Kind::value && this->value(other) == stored;
    });
}

NodeId Graph::exact_constant(const Rational& value)
{
    return exact_constant(value, value.nearest());
}

NodeId Graph::exact_constant(const Rational& value, const Quad& nearest)
{
    if (value.is_quad()) return constant(nearest);
    const Form next{Form::Kind::fraction, std::uint32_t(fractions_.size())};
    const std::size_t before = nodes_.size();
    const NodeId id = intern_constant(hash_of(nearest), nearest, next, [&](NodeId other) {
        const Form& known = form(other);
        return known.kind == Form::Kind::fraction && this->value(other) == nearest &&
               *fractions_[known.index] == value;
    });
    if (id == before) fractions_.push_back(std::make_shared<const Rational>(value));
    return id;
}

NodeId Graph::constant(NamedConstant name)
{
    return computed(value_of(name), {.op = Op::constant, .exponent = std::int32_t(name)});
}

NodeId Graph::computed(const Quad& value, const Node& origin)
{
    const Form next{Form::Kind::computed, std::uint32_t(origins_.size())};
    const std::size_t before = nodes_.size();
    const NodeId id = intern_constant(hash_of(origin), value, next, [&](NodeId other) {
        const Form& known = form(other);
        return known.kind == Form::Kind::computed && origins_[known.index] == origin;
    });
    if (id == before) origins_.push_back(origin);
    return id;
}

bool Graph::is_constant(NodeId id, int value) const
{
    return is_constant(id) && this->value(id) == value && form(id).kind == Form::Kind::value;
}

std::optional<Rational> Graph::fraction(NodeId id) const
{
    switch (form(id).kind) {
        case Form::Kind::value:
            return Rational(value(id));
        case Form::Kind::fraction:
            return *fractions_[form(id).index];
        case Form::Kind::computed:
            break;
    }
    return std::nullopt;
}

bool Graph::is_integer(NodeId constant) const
{
    return form(constant).kind == Form::Kind::value && value(constant) == trunc(value(constant));
}

Quad Graph::fold_in_quad(const Node& operation) const
{
    const Quad& a = value(operation.a);
    const Quad& b = is_unary(operation) ? a : value(operation.b);
    const auto times = [](const Quad& x, const Quad& y) { return Quad(x * y); };
    switch (operation.op) {
        case Op::add:
            return a + b;
        case Op::subtract:
            return a - b;
        case Op::multiply:
            return a * b;
        case Op::divide:
            return a / b;
        case Op::negate:
            return -a;
        case Op::power:
            return pow(a, b);
        case Op::integer_power: {
            const Quad power = binary_power(a, magnitude(operation.exponent), times);
            return operation.exponent < 0 ? 1 / power : power;
        }
        default: {
            const Function& f = functions()[operation.function];
            return f.arity == 1 ? f.quad_unary(a) : f.quad_binary(a, b);
        }
    }
}

std::optional<Rational> Graph::fold_exactly(const Node& operation) const
{
    const bool unary = is_unary(operation);
    const std::optional<Rational> x = fraction(operation.a);
    const std::optional<Rational> y = unary ? x : fraction(operation.b);
    if (!x || !y) return std::nullopt;
    const auto times = [](const Rational& a, const Rational& b) { return a * b; };
    switch (operation.op) {
        case Op::add:
            return *x + *y;
        case Op::subtract:
            return *x - *y;
        case Op::multiply:
            return *x * *y;
        case Op::divide:
            if (*y == Rational(0)) return std::nullopt;
            return *x / *y;
        case Op::negate:
            return -*x;
        case Op::integer_power:
            if (double(x->bits()) * magnitude(operation.exponent) > double(most_bits) ||
                operation.exponent < 0)
                return std::nullopt;
            return binary_power(*x, magnitude(operation.exponent), times);
        case Op::call:
            return exact_call(operation.function, *x, unary ? nullptr : &*y,
                              fold_in_quad(operation));
        default:
            return std::nullopt;
    }
}

/// r where a constant is r · pi.
std::optional<Rational> Graph::parts_of_pi(NodeId id) const
{
    if (form(id).kind != Form::Kind::computed) return std::nullopt;
    const Node& origin = this->origin(id);
    if (origin.op == Op::constant && origin.exponent == std::int32_t(NamedConstant::pi))
        return Rational(1);
    if (origin.op == Op::negate)
        if (const auto r = parts_of_pi(origin.a)) return -*r;
    if (origin.op != Op::multiply && origin.op != Op::divide) return std::nullopt;
    const auto below = fraction(origin.b);
    if (const auto r = parts_of_pi(origin.a); r && below)
        return origin.op == Op::multiply ? *r * *below : *r / *below;
    const auto factor = fraction(origin.a);
    if (const auto r = parts_of_pi(origin.b); r && factor && origin.op == Op::multiply)
        return *r * *factor;
    return std::nullopt;
}

/// sin and cos of multiples of pi/2.
std::optional<NodeId> Graph::fold_angle(const Node& call)
{
    const bool sine = call.function == sin_function();
    if (call.op != Op::call || (!sine && call.function != cos_function())) return std::nullopt;
    const auto r = parts_of_pi(call.a);
    if (!r) return std::nullopt;
    const Rational halves = *r * Rational(2);
    if (!halves.is_integer()) return std::nullopt;
    const std::uint64_t quarters = (halves.numerator_modulo(4) + (sine ? 0 : 1)) % 4;
    constexpr int values[] = {0, 1, 0, -1};
    return constant(values[quarters]);
}

std::optional<NodeId> Graph::fold(const Node& operation)
{
    if (const auto known = fold_angle(operation)) return known;
    const bool unary = is_unary(operation);
    const bool sums = operation.op == Op::add || operation.op == Op::subtract ||
                      operation.op == Op::multiply || operation.op == Op::negate;
    const auto small = [&](NodeId id) { return is_integer(id) && abs(value(id)) < small_integer; };
    if (sums && small(operation.a) && (unary || small(operation.b)))
        return constant(fold_in_quad(operation));
    if (const auto exact = fold_exactly(operation); exact && exact->bits() <= most_bits) {
        const Quad nearest = exact->nearest();
        if (!isfinite(nearest)) return std::nullopt;
        return exact_constant(*exact, nearest);
    }
    const Quad value = fold_in_quad(operation);
    if (!isfinite(value)) return std::nullopt;
    if (is_off_its_jump(*this, operation)) return constant(value);
    Node origin = operation;
    // Sums and products have one form whichever way they were written.
    if ((origin.op == Op::add || origin.op == Op::multiply) && origin.b < origin.a)
        std::swap(origin.a, origin.b);
    if (unary) origin.b = 0;
    const NodeId found = computed(value, origin);
    // What is left of numbers that cancel may be nothing.
    const bool cancels = (origin.op == Op::add || origin.op == Op::subtract) &&
                         abs(value) <= cancelled * abs(this->value(origin.a));
    if (cancels && is_proved_zero(*this, found)) return constant(0);
    return found;
}

NodeId Graph::opposite(NodeId constant)
{
    return *fold({.op = Op::negate, .a = constant});
}

}  // namespace involute
