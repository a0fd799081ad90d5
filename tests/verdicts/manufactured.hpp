// SPDX-License-Identifier: Apache-2.0
// Systems whose index, dimension and solution are known by construction: chains
//     a_k(x_1 .. x_k, z, t)*x_(k+1) = x_k' - g_k(x_1 .. x_k, z),   k = 1 .. n-1,   c(x_1, z) = 0
// beside states z' = phi(z, x). A chain of n has index n, since x_n depends on the derivative n-1
// of what c is, and no free value: every x_k follows from z and t. So the index is the length of
// the longest chain, or 0, and the dimension the number of states. For that z may enter the chains
// from g_p on, and phi may contain x_1 .. x_q, only with q <= p + 1: x_q is a function of z and t
// before z' is asked for. Two cases are made, p = 0 with q = 1 (`early`), and p = n - 1 with q = n.
//
// Beside these there are explicit systems, of index 0, and points on moving spheres, of index 3.
//
// Every formula F is an expression; the equation is F(x) - F(X) = 0, X the solution wanted, a curve
// in closed form (curve.hpp).
#pragma once

#include "tests/verdicts/curve.hpp"

namespace involute::testing {

using Unknowns = std::vector<int>;

struct StartValue {
    std::size_t unknown = 0;
    int order = 0;
};

struct Manufactured {
    std::vector<std::string> formulas{};  // "$0' - $1": unknowns by number
    std::vector<Curve> solution{};        // by unknown
    std::vector<StartValue> free{};       // as many as the dimension, and they determine the rest
    int index = 0;
    Unknowns alike{};  // of one order: a change of these among each other leaves the index alone
    double start = 0, end = 0;

    int unknowns() const { return int(solution.size()); }
};

/// A formula with other words for its unknowns: "$0*$1" is "x1*x2".
inline std::string in_words(const std::string& formula, const std::vector<std::string>& words)
{
    std::string text;
    for (std::size_t i = 0; i < formula.size(); ++i) {
        if (formula[i] != '$') {
            text += formula[i];
            continue;
        }
        std::size_t end = i + 1;
        while (end < formula.size() && std::isdigit(formula[end])) ++end;
        text += words[std::size_t(std::stoi(formula.substr(i + 1, end - i - 1)))];
        i = end - 1;
    }
    return text;
}

inline std::string name(int unknown)
{
    return fmt::format("${}", unknown);
}

inline std::string any_of(const Unknowns& list, Dice& dice)
{
    return name(list[std::size_t(dice.whole(0, int(list.size()) - 1))]);
}

/// A smooth term of some of the unknowns, with slopes below 1/2 where these are of size 1.
inline std::string small_term(const Unknowns& from, Dice& dice)
{
    if (from.empty()) return "0";
    const std::string x = any_of(from, dice), y = any_of(from, dice);
    const std::string factor = written(of_either_sign(dice.rounded(0.1, 0.4), dice));
    switch (dice.whole(0, 5)) {
        case 0:
            return fmt::format("{}*{}", factor, x);
        case 1:
            return fmt::format("{}*sin({})", factor, x);
        case 2:
            return fmt::format("{}*{}*{}", factor, x, y);
        case 3:
            return fmt::format("{}*cos({} + {})", factor, x, y);
        case 4:
            return fmt::format("{}*{}^2", factor, x);
        default:
            return fmt::format("{}*exp(-{}^2)", factor, x);
    }
}

/// A factor that does not vanish.
inline std::string coefficient(const Unknowns& from, Dice& dice)
{
    switch (dice.whole(0, 5)) {
        case 0:
            return from.empty() ? "2" : fmt::format("(2 + sin({}))", any_of(from, dice));
        case 1:
            return from.empty() ? "3" : fmt::format("(1 + {}^2)", any_of(from, dice));
        case 2:
            return "(1 + 0.5*cos(t))";
        default:
            return "1";
    }
}

/// x, or a monotone function of it.
inline std::string monotone(int unknown, Dice& dice)
{
    const std::string x = name(unknown);
    if (dice.whole(0, 2) > 0) return x;
    return fmt::format("({} + {}*{}^3)", x, dice.rounded(0.1, 0.4), x);
}

/// Unknowns in order; z: states that may enter, `early`: from the constraint on, else in the last
/// equation only.
inline void add_chain(Manufactured& m, const Unknowns& x, const Unknowns& z, bool early, Dice& dice)
{
    const std::size_t n = x.size();
    for (std::size_t k = 0; k + 1 < n; ++k) {
        const bool last = k + 2 == n;
        Unknowns known(x.begin(), x.begin() + std::ptrdiff_t(k) + 1);
        if (early || last) known.insert(known.end(), z.begin(), z.end());
        const std::string factor = coefficient(known, dice);
        const std::string next = last ? monotone(x[k + 1], dice) : name(x[k + 1]);
        m.formulas.push_back(
            fmt::format("{}' - {}*{} + {}", name(x[k]), factor, next, small_term(known, dice)));
    }
    const std::string first = monotone(x[0], dice);
    m.formulas.push_back(first + " + " + small_term(early || n == 1 ? z : Unknowns{}, dice));
}

/// Damped, with slopes below 1, so that errors do not grow much.
inline void add_state(Manufactured& m, int state, const Unknowns& with, Dice& dice)
{
    const double damping = dice.rounded(0.2, 1);
    m.formulas.push_back(
        fmt::format("{}' + {}*{} + {}", name(state), damping, name(state), small_term(with, dice)));
    m.free.push_back({std::size_t(state), 0});
}

/// The next ones, `count` of them, with curves that begin alike.
inline Unknowns take(Manufactured& m, int count, Beginning beginning, Dice& dice)
{
    Unknowns list;
    for (; count > 0; --count) {
        list.push_back(m.unknowns());
        m.solution.push_back(random_curve(dice, beginning));
    }
    return list;
}

inline Manufactured chains(int index, Beginning beginning, Dice& dice)
{
    Manufactured m;
    m.index = index;
    const bool early = dice.whole(0, 1) == 0;
    const Unknowns x = take(m, index, beginning, dice);
    const int more = index < 5 && dice.whole(0, 2) == 0 ? std::min(dice.whole(1, 2), index) : 0;
    const Unknowns y = take(m, more, beginning, dice);
    const int states = index == 0 ? 3 : dice.whole(index == 1 ? 1 : 0, index > 4 ? 1 : 2);
    const Unknowns z = take(m, states, beginning, dice);
    if (!x.empty()) add_chain(m, x, z, early, dice);
    if (!y.empty()) add_chain(m, y, early ? Unknowns{} : z, false, dice);
    Unknowns felt = z;
    if (!x.empty()) felt.insert(felt.end(), x.begin(), early ? x.begin() + 1 : x.end());
    for (const int state : z) add_state(m, state, felt, dice);
    for (int i = 0; i < m.unknowns(); ++i) m.alike.push_back(i);
    return m;
}

/// A point on a sphere of moving radius, q'' = -lambda q + .., of two or three coordinates: index
/// 3, two free values less than it has without the sphere. The first coordinate stays above 0.
inline Manufactured sphere(Beginning beginning, Dice& dice)
{
    Manufactured m;
    m.index = 3;
    const Unknowns q = take(m, dice.whole(2, 3), beginning, dice);
    const int lambda = take(m, 1, beginning, dice)[0];
    m.solution[0].terms.push_back({Curve::Kind::power, 3, 0});
    std::string square = "0";
    for (const int i : q) {
        m.formulas.push_back(
            fmt::format("{}'' + {}*{} + {}", name(i), name(lambda), name(i), small_term(q, dice)));
        square += fmt::format(" + {}^2", name(i));
        if (i > 0) m.free.insert(m.free.end(), {{std::size_t(i), 0}, {std::size_t(i), 1}});
    }
    m.formulas.push_back(square);
    m.alike = q;
    return m;
}

/// The multiplier alone is not alike.
inline bool is_sphere(const Manufactured& m)
{
    return int(m.alike.size()) < m.unknowns();
}

/// Seeds in turn: index 1 to 6, 0, and a sphere. Beginnings at zero and at rest are at t = 0.
inline Manufactured manufactured(unsigned seed)
{
    Dice dice(seed * 2654435761u + 77);
    const auto beginning = Beginning(dice.whole(0, 2));
    const int kind = int(seed % 8);
    Manufactured m = kind == 7 ? sphere(beginning, dice) : chains((kind + 1) % 7, beginning, dice);
    m.start = beginning == Beginning::generic && dice.whole(0, 1) == 0 ? dice.rounded(0.1, 1) : 0;
    m.end = m.start + 1;
    return m;
}

}  // namespace involute::testing
