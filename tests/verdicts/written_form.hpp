// SPDX-License-Identifier: Apache-2.0
// From a rewritten system to its text and what is known of it.
#pragma once

#include "tests/verdicts/rewritings.hpp"

namespace involute::testing {

using Taylor = std::vector<Real>;

inline Taylor taylor(const Curve& curve, Real t, int count)
{
    Taylor a;
    Real factorial = 1;
    for (int k = 0; k < count; ++k) {
        if (k > 0) factorial *= Real(k);
        a.push_back(derivative(curve, k, t) / factorial);
    }
    return a;
}

inline Taylor product(const Taylor& a, const Taylor& b)
{
    Taylor c(a.size(), 0);
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; i + j < a.size(); ++j) c[i + j] += a[i] * b[j];
    return c;
}

inline Taylor sum(const Taylor& a, const Taylor& b, Real factor = 1)
{
    Taylor c = a;
    for (std::size_t i = 0; i < a.size(); ++i) c[i] += factor * b[i];
    return c;
}

/// The unknowns of the text, from those of the formulas: changes undone, the last one first.
inline std::vector<Taylor> unknowns_of_the_text(const Rewritten& r, Real t, int count)
{
    std::vector<Taylor> x;
    for (const Curve& curve : r.of.solution) x.push_back(taylor(curve, t, count));
    for (std::size_t k = r.changes.size(); k-- > 0;) {
        const Change& c = r.changes[k];
        const Real since = t - Real(r.of.start);
        const Taylor sine = taylor({{{Curve::Kind::sine, 1, c.rate}}}, since, count);
        const Taylor cosine = taylor({{{Curve::Kind::cosine, 1, c.rate}}}, since, count);
        const Taylor a = x[c.i], b = x[c.j];
        x[c.i] = sum(c.rotation ? product(a, cosine) : a, product(b, sine), -1);
        if (c.rotation) x[c.j] = sum(product(a, sine), product(b, cosine));
    }
    for (std::size_t i = 0; i < r.units.size(); ++i)
        for (Real& a : x[i]) a /= Real(r.units[i]);
    return x;
}

/// How much of the start is said: the free values with the others as guesses, near or exact; or
/// everything; or free values with 16 digits of 1, what is zero among them, and near guesses; or
/// everything, one value that follows from the others being wrong.
enum class Said { near, exact, everything, rounded, one_is_wrong };

/// The last unknown of a chain, or a multiplier; in explicit systems everything is free.
inline bool follows_from_others(const Manufactured& m, std::size_t unknown)
{
    return int(unknown) == (is_sphere(m) ? m.unknowns() : m.index) - 1;
}

/// By how much the start value of an unknown is off, where its size is 1.
inline double off(const Rewritten& r, std::size_t unknown, bool free, Said said, Dice& dice)
{
    if (said == Said::rounded && free) return dice.uniform(-1e-16, 1e-16);
    if (said == Said::near || said == Said::rounded) return free ? 0 : dice.uniform(-0.05, 0.05);
    return said == Said::one_is_wrong && follows_from_others(r.of, unknown) ? 1 : 0;
}

inline std::string start_of(const Rewritten& r, Said said, Dice& dice)
{
    std::string start = fmt::format("start t = {}", r.of.start), guess;
    const auto x = unknowns_of_the_text(r, Real(r.of.start), 3);
    const bool everything = said == Said::everything || said == Said::one_is_wrong;
    const auto add = [&](const StartValue& v, bool free) {
        std::string& to = free || everything ? start : guess;
        const Real unit = r.units.empty() ? 1 : Real(r.units[v.unknown]);
        to += fmt::format(
            "{}x{}{} = {:.21g}", to.empty() ? "guess " : ", ", v.unknown + 1,
            std::string(std::size_t(v.order), '\''),
            x[v.unknown][std::size_t(v.order)] + Real(off(r, v.unknown, free, said, dice)) / unit);
    };
    for (const StartValue& v : r.of.free) add(v, true);
    for (std::size_t i = 0; i < x.size(); ++i)
        if (std::ranges::none_of(r.of.free, [&](const StartValue& v) { return v.unknown == i; }))
            add({.unknown = i}, false);
    return start + "\n" + guess + "\n";
}

inline KnownSystem known(const Rewritten& r, Said said, Dice& dice)
{
    KnownSystem k;
    std::string& text = k.text;
    for (int i = 0; i < r.of.unknowns(); ++i) k.names.push_back(fmt::format("x{}", i + 1));
    text = fmt::format("var {}\n", fmt::join(k.names, ", "));
    for (const std::string& let : r.lets) text += let + "\n";
    for (const std::string& row : r.rows) text += row + " = 0\n";
    text += start_of(r, said, dice) + fmt::format("solve to {}\n", r.of.end);
    k.verdict = r.verdict;
    k.wrong_start = said == Said::one_is_wrong && r.of.index > 0;
    k.dimension = int(r.of.free.size());
    if (r.same_index) k.index = r.of.index;
    k.start = r.of.start;
    k.end = r.of.end;
    k.solution = [r](Real t, int count) { return unknowns_of_the_text(r, t, count); };
    return k;
}

}  // namespace involute::testing
