// SPDX-License-Identifier: Apache-2.0
// Smooth functions of t whose derivatives of any order are closed forms: the solutions that systems
// are made for.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/laws/random_systems.hpp"

namespace involute::testing {

/// A sum of a sin(w t), a cos(w t), a exp(w t) and a t^n.
struct Curve {
    enum class Kind { sine, cosine, exponential, power };
    struct Term {
        Kind kind{};
        double factor = 0;
        double rate = 0;  // w, or n
    };
    std::vector<Term> terms{};
};

inline std::string text_of(const Curve::Term& term)
{
    const std::string factor = written(term.factor), rate = written(term.rate);
    switch (term.kind) {
        case Curve::Kind::sine:
            return fmt::format("{}*sin({}*t)", factor, rate);
        case Curve::Kind::cosine:
            return fmt::format("{}*cos({}*t)", factor, rate);
        case Curve::Kind::exponential:
            return fmt::format("{}*exp({}*t)", factor, rate);
        case Curve::Kind::power:
            break;
    }
    return term.rate == 0 ? factor : fmt::format("{}*t^{}", factor, int(term.rate));
}

inline std::string text_of(const Curve& curve)
{
    std::string text;
    for (const Curve::Term& term : curve.terms) text += (text.empty() ? "" : " + ") + text_of(term);
    return text.empty() ? "0" : text;
}

/// The k-th derivative of the sine at an angle; what is zero is exactly that.
inline Real sine(Real angle, int k)
{
    const Real value = k % 2 == 0 ? std::sin(angle) : std::cos(angle);
    return k % 4 < 2 ? value : -value;
}

/// The k-th derivative of a term at t.
inline Real derivative(const Curve::Term& term, int k, Real t)
{
    const Real rate = term.rate;
    Real value = term.factor;
    switch (term.kind) {
        case Curve::Kind::sine:
            return value * std::pow(rate, k) * sine(rate * t, k);
        case Curve::Kind::cosine:
            return value * std::pow(rate, k) * sine(rate * t, k + 1);
        case Curve::Kind::exponential:
            return value * std::pow(rate, k) * std::exp(rate * t);
        case Curve::Kind::power:
            break;
    }
    if (k > int(rate)) return 0;
    for (int i = 0; i < k; ++i) value *= rate - Real(i);
    return value * std::pow(t, int(rate) - k);
}

inline Real derivative(const Curve& curve, int k, Real t)
{
    Real sum = 0;
    for (const Curve::Term& term : curve.terms) sum += derivative(term, k, t);
    return sum;
}

/// A function rather than a product: which factor is drawn first must not depend on the compiler.
inline double of_either_sign(double size, Dice& dice)
{
    return size * dice.sign();
}

/// Where a solution starts at t = 0: anywhere, at zero, or at rest in zero.
enum class Beginning { generic, zero, rest };

/// Of size 1 and with rates of about 1. A curve that begins at rest has no term below t^2.
inline Curve random_curve(Dice& dice, Beginning beginning)
{
    using Kind = Curve::Kind;
    const double a = of_either_sign(dice.rounded(0.3, 1), dice);
    const double b = of_either_sign(dice.rounded(0.2, 0.6), dice);
    const double w = dice.rounded(0.5, 1.5), v = dice.rounded(-1, 1);
    if (beginning == Beginning::rest)
        return {{{Kind::cosine, a, w}, {Kind::power, -a, 0}, {Kind::power, b, 2}}};
    if (beginning == Beginning::zero) return {{{Kind::sine, a, w}, {Kind::power, b, 2}}};
    switch (dice.whole(0, 3)) {
        case 0:
            return {{{Kind::sine, a, w}, {Kind::exponential, b, v}}};
        case 1:
            return {{{Kind::cosine, a, w}, {Kind::power, b, double(dice.whole(1, 3))}}};
        case 2:
            return {{{Kind::sine, a, w}, {Kind::cosine, b, dice.rounded(0.5, 1.5)}}};
        default:
            return {{{Kind::power, b, 0}, {Kind::power, a, 1}, {Kind::sine, b, w}}};
    }
}

}  // namespace involute::testing
