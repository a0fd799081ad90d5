// SPDX-License-Identifier: Apache-2.0
// How likely it is that expressions which differ agree at a random point of a prime field. An
// expression is a fraction of polynomials in leaves and atoms; bounds of their degrees and of the
// binary digits of their coefficients follow from how it is written.
#include <algorithm>
#include <cmath>

#include "involute/expr/binary_power.hpp"
#include "involute/expr/formal.hpp"
#include "involute/expr/function_rows.hpp"
#include "involute/expr/subgraph.hpp"

namespace involute {

namespace {

// There are more primes with 61 bits, 3 modulo 4, than 2^53.
constexpr double primes = 0x1p53;
constexpr double prime = 0x1p60;

}  // namespace

struct Formal::Bound {
    double above = 0, below = 0;  // degrees
    double bits = 0;              // of the coefficients

    double degree() const { return above + below; }
};

double Formal::chance_of_accident(bool true_roots) const
{
    std::vector<Bound> bounds;
    double atoms = 0, largest_argument = 1, variables = 2;
    for (const Step& step : steps_)
        variables +=
            step.kind == Kind::leaf || step.node.op == Op::call || step.node.op == Op::input;
    const double per_degree = std::log2(variables);
    const auto product = [&](const Bound& a, const Bound& b) {
        return Bound{a.above + b.above, a.below + b.below,
                     a.bits + b.bits + std::min(a.degree(), b.degree()) * per_degree};
    };
    const auto inverse = [](const Bound& a) { return Bound{a.below, a.above, a.bits}; };
    const auto sum = [&](const Bound& a, const Bound& b) {
        return Bound{std::max(a.above + b.below, b.above + a.below), a.below + b.below,
                     product(a, b).bits + 1};
    };
    const auto power = [&](const Bound& a, double n) {
        return Bound{a.above * n, a.below * n, (a.bits + a.degree() * per_degree) * n};
    };
    const auto note_atom = [&](const Bound& argument) {
        ++atoms;
        largest_argument = std::max(largest_argument, argument.degree());
    };
    for (const Step& step : steps_) {
        const int operands = step.kind == Kind::operation || step.kind == Kind::half_power
                                 ? operand_count(step.node)
                                 : 0;
        const Bound a = operands > 0 ? bounds[step.a] : Bound{};
        const Bound b = operands > 1 ? bounds[step.b] : Bound{};
        Bound found{1, 0, 1};
        if (step.kind == Kind::fraction) {
            found = {0, 0, double(fractions_[step.a].bits())};
        } else if (step.kind == Kind::half_power) {
            note_atom(a);
            // A root has at most the degree of what it is the root of.
            found =
                power({std::max(1.0, a.above), a.below, a.bits + 1}, std::abs(step.node.exponent));
            if (step.node.exponent < 0) found = inverse(found);
        } else if (step.kind == Kind::operation) {
            switch (step.node.op) {
                case Op::add:
                case Op::subtract:
                    found = sum(a, b);
                    break;
                case Op::multiply:
                    found = product(a, b);
                    break;
                case Op::divide:
                    found = product(a, inverse(b));
                    break;
                case Op::negate:
                    found = a;
                    break;
                case Op::integer_power:
                    found = power(step.node.exponent < 0 ? inverse(a) : a,
                                  double(magnitude(step.node.exponent)));
                    break;
                default:
                    note_atom(operands > 1 ? sum(a, b) : a);
                    // sin, tanh and the like are fractions of degree 2 in their atom; max and abs
                    // multiply theirs by the argument.
                    found = {2 + std::max(a.above, 1.0) + b.above, 2 + a.below + b.below,
                             2 + a.bits + b.bits};
            }
        }
        bounds.push_back(found);
    }
    double degree = 1, bits = 1;
    for (const std::uint32_t place : results_) {
        degree = std::max(degree, bounds[place].degree());
        bits = std::max(bits, bounds[place].bits);
    }
    // The difference of two values, its product over the conjugates of the roots, and arguments of
    // different atoms that happen to agree.
    const double conjugates = true_roots ? std::ldexp(1.0, 2 * roots_) : 1;
    const double accidents =
        2 * degree * conjugates * conjugates + atoms * atoms * 2 * largest_argument;
    const double chance = accidents / prime + 2 * bits * conjugates / 60 / primes;
    return std::isfinite(chance) ? chance : 1;
}

}  // namespace involute
