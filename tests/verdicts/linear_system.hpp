// SPDX-License-Identifier: Apache-2.0
// A pencil with right-hand sides as a model text, and what is true of it.
#pragma once

#include "tests/verdicts/laws.hpp"
#include "tests/verdicts/pencil.hpp"

namespace involute::testing {

/// What is put on the right-hand side beyond E X' + A X: column*exp(rate t), rate = over/under.
struct Extra {
    std::vector<int> column{};
    int over = 0, under = 1;
};

struct LinearSystem {
    Pencil pencil{};
    std::vector<std::string> names{};
    std::vector<Curve> solution{};  // X; empty: the extras alone, and the solution is not known
    std::vector<Extra> extras{};
    std::vector<double> units{};  // empty, or one an unknown: X = unit*(unknown of the text)

    Real unit(std::size_t j) const { return units.empty() ? 1 : Real(units[j]); }
};

inline std::string term(int factor, const std::string& of)
{
    return fmt::format(" {} {}*{}", factor < 0 ? "-" : "+", std::abs(factor), of);
}

/// Row i of E v' + A v.
inline std::string side(const Pencil& p, std::size_t i, const std::vector<std::string>& v)
{
    std::string text = "0";
    for (std::size_t j = 0; j < v.size(); ++j) {
        if (p.E[i][j] != 0) text += term(p.E[i][j], v[j] + "'");
        if (p.A[i][j] != 0) text += term(p.A[i][j], v[j]);
    }
    return text;
}

inline std::string text_of(const LinearSystem& s)
{
    std::string text = fmt::format("var {}\n", fmt::join(s.names, ", "));
    std::vector<std::string> exact;
    for (std::size_t j = 0; j < s.solution.size(); ++j) {
        exact.push_back(fmt::format("X{}", j + 1));
        text += fmt::format("let {} = {}\n", exact.back(), text_of(s.solution[j]));
    }
    std::vector<std::string> words = s.names;
    for (std::size_t j = 0; j < s.units.size(); ++j)
        words[j] = fmt::format("({}*{})", s.units[j], s.names[j]);
    for (std::size_t i = 0; i < s.pencil.equations(); ++i) {
        text += side(s.pencil, i, words) + " = " + side(s.pencil, i, exact);
        for (const Extra& e : s.extras)
            if (e.column[i] != 0)
                text += e.over == 0
                            ? fmt::format(" + ({})", e.column[i])
                            : term(e.column[i], fmt::format("exp({}*t/{})", e.over, e.under));
        text += "\n";
    }
    return text;
}

/// Those of one rate together: one may make up for what another does.
inline std::vector<Extra> by_rate(const std::vector<Extra>& extras)
{
    std::vector<Extra> sums;
    for (const Extra& e : extras) {
        const auto same = std::ranges::find_if(
            sums, [&](const Extra& s) { return s.over * e.under == e.over * s.under; });
        if (same == sums.end())
            sums.push_back(e);
        else
            std::ranges::transform(same->column, e.column, same->column.begin(), std::plus<>{});
    }
    return sums;
}

inline Verdict verdict_of(const LinearSystem& s)
{
    for (const Extra& e : by_rate(s.extras))
        if (contradicts(s.pencil, e.column, e.over, e.under)) return Verdict::inconsistent;
    return free_directions(s.pencil).empty() ? Verdict::complete : Verdict::underdetermined;
}

/// As many as the kernel has dimensions, and the kernel has an element for every choice of them.
inline bool may_be_free(const LinearSystem& s, const std::vector<std::string>& names)
{
    const ModularMatrix basis = free_directions(s.pencil);
    ModularMatrix part(basis.size());
    for (const std::string& name : names) {
        const auto j = std::size_t(std::ranges::find(s.names, name) - s.names.begin());
        if (j == s.names.size()) return false;
        for (std::size_t k = 0; k < basis.size(); ++k) part[k].push_back(basis[k][j]);
    }
    return names.size() == basis.size() && rank(part) == int(basis.size());
}

inline std::vector<std::vector<Real>> series_of(const LinearSystem& s, Real t, int count)
{
    std::vector<std::vector<Real>> all;
    for (std::size_t j = 0; j < s.names.size(); ++j) {
        all.push_back(taylor(s.solution[j], t, count));
        for (Real& a : all.back()) a /= s.unit(j);
    }
    return all;
}

/// Start values: as many as the dimension says; the solution's where it is known.
inline std::string start_of(const LinearSystem& s, const std::vector<std::size_t>& free)
{
    std::string start = "start t = 0";
    for (const std::size_t j : free)
        start += fmt::format(
            ", {} = {:.21g}", s.names[j],
            s.solution.empty() ? Real(0) : derivative(s.solution[j], 0, Real(0)) / s.unit(j));
    return start + "\n";
}

inline KnownSystem known(const LinearSystem& s)
{
    KnownSystem k;
    k.verdict = verdict_of(s);
    k.names = s.names;
    k.end = 1;
    std::set<std::string> loose;
    for (const std::size_t j : undetermined(s.pencil)) loose.insert(s.names[j]);
    k.may_be_gauge = [loose](const std::vector<std::string>& names) {
        return std::set<std::string>(names.begin(), names.end()) == loose;
    };
    k.may_be_free = [s](const std::vector<std::string>& names) { return may_be_free(s, names); };
    k.text = text_of(s);
    const std::vector<std::size_t> free = free_values(s.pencil);
    k.dimension = int(free.size());
    if (loose.empty()) k.index = index_of(s.pencil);
    k.text += start_of(s, free) + "solve to 1\n";
    if (!s.solution.empty()) k.solution = [s](Real t, int count) { return series_of(s, t, count); };
    return k;
}

}  // namespace involute::testing
