// SPDX-License-Identifier: Apache-2.0
// An integrator that shares nothing with the library: extrapolation of the midpoint rule (Gragg,
// Bulirsch, Stoer) with 2, 4, .., 12 substeps, order 12, in long double, on the tests' own
// formulas. And how much a solution changes when it is disturbed.
#pragma once

#include "tests/laws/random_systems.hpp"

namespace involute::testing {

using Point = std::vector<Real>;

/// States, then algebraic unknowns.
inline Point with_values(const RandomSystem& s, Real t, const Point& states)
{
    Point all(states.begin(), states.begin() + s.states());
    all.resize(std::size_t(s.unknowns()), 0);
    for (std::size_t k = 0; k < s.values.size(); ++k)
        all[std::size_t(s.states()) + k] = value_of(s.values[k], t, all);
    return all;
}

inline Point rates_at(const RandomSystem& s, Real t, const Point& states)
{
    const Point all = with_values(s, t, states);
    Point rates;
    for (const F& rate : s.rates) rates.push_back(value_of(rate, t, all));
    return rates;
}

/// y + h*f
inline Point moved(const Point& y, Real h, const Point& f)
{
    Point z = y;
    for (std::size_t i = 0; i < y.size(); ++i) z[i] += h * f[i];
    return z;
}

/// Gragg's midpoint rule with n substeps and smoothing at the end, even in h (Hairer, Nørsett,
/// Wanner, Solving Ordinary Differential Equations I, II.9).
inline Point gragg(const RandomSystem& s, Real t, const Point& y, const Point& f, Real h, int n)
{
    const Real step = h / n;
    Point older, before = y, here = moved(y, step, f);
    for (int k = 1; k <= n; ++k) {
        Point next = moved(before, 2 * step, rates_at(s, t + k * step, here));
        older = std::move(before);
        before = std::move(here);
        here = std::move(next);
    }
    for (std::size_t i = 0; i < y.size(); ++i) here[i] = (older[i] + 2 * before[i] + here[i]) / 4;
    return here;
}

struct Extrapolated {
    Point end{};
    Real error = 0;  // of the column before the last, relative to 1 + |y|
};

inline Extrapolated extrapolate(const RandomSystem& s, Real t, const Point& y, Real h)
{
    constexpr int columns = 6;
    const Point f = rates_at(s, t, y);
    std::vector<Point> row;  // T(j, 0), .., T(j, j)
    for (int j = 0; j < columns; ++j) {
        std::vector<Point> next{gragg(s, t, y, f, h, 2 * (j + 1))};
        for (int k = 1; k <= j; ++k) {
            const Real ratio = Real(j + 1) / Real(j + 1 - k);
            Point better = next.back();
            for (std::size_t i = 0; i < y.size(); ++i)
                better[i] += (next.back()[i] - row[std::size_t(k - 1)][i]) / (ratio * ratio - 1);
            next.push_back(better);
        }
        row = std::move(next);
    }
    Extrapolated result{row.back(), 0};
    for (std::size_t i = 0; i < y.size(); ++i)
        result.error = std::max(result.error, std::abs(row[columns - 1][i] - row[columns - 2][i]) /
                                                  (1 + std::abs(row[columns - 1][i])));
    return result;
}

/// The states at `end`. A step counts where its error is below 1e-13; at a kink steps become so
/// short that what is left of them is below that.
inline Point walk(const RandomSystem& s, Real from, Point y, Real end)
{
    constexpr Real tolerance = 1e-13L;
    const Real longest = Real(s.max_step) / 2;
    Real t = from, h = longest / 10;
    while (t < end) {
        h = std::min({h, longest, end - t});
        const Extrapolated step = extrapolate(s, t, y, h);
        const bool shortest = h < 1e-14L * s.end;
        if (step.error <= tolerance || shortest) {
            t = end - t <= h ? end : t + h;
            y = step.end;
        }
        const Real grow = std::pow(tolerance / (step.error + 1e-30L), Real(1) / 11);
        h *= shortest ? 2 : std::clamp(0.8L * grow, 0.1L, 3.0L);
    }
    return y;
}

/// Where values are compared.
inline std::vector<double> places(const RandomSystem& s)
{
    return {s.end * 0.375, s.end * 0.75, s.end};
}

struct Reference {
    std::vector<Point> rows{};  // at the places, all unknowns
    double condition = 1;       // by how much disturbances grow, at least 1
};

inline Point disturbed(const Point& y, Real by, Dice& dice)
{
    Point z = y;
    for (Real& v : z) v += by * (1 + std::abs(v)) * Real(dice.sign());
    return z;
}

/// By how much a disturbance of the states at one place grows until it is seen at later ones.
inline double growth(const RandomSystem& s, const Reference& r, Real t, const Point& y, Dice& dice)
{
    constexpr Real by = 1e-6L;
    Real most = 1;
    Point z = disturbed(y, by, dice);
    for (std::size_t k = 0; k < r.rows.size(); ++k) {
        const Real place = Real(places(s)[k]);
        if (place < t) continue;
        z = walk(s, t, z, place);
        t = place;
        const Point all = with_values(s, t, z);
        for (std::size_t i = 0; i < all.size(); ++i)
            most = std::max(most, std::abs(all[i] - r.rows[k][i]) / (by * (1 + std::abs(all[i]))));
    }
    return double(most);
}

inline Reference reference(const RandomSystem& s)
{
    Reference r;
    Dice dice(s.seed + 77);
    const Point start(s.start.begin(), s.start.end());
    Point y = start;
    Real t = 0;
    for (const double place : places(s)) {
        y = walk(s, t, y, Real(place));
        t = Real(place);
        r.rows.push_back(with_values(s, t, y));
    }
    r.condition = growth(s, r, 0, start, dice);
    const Point middle(r.rows[0].begin(), r.rows[0].begin() + s.states());
    r.condition = std::max(r.condition, growth(s, r, Real(places(s)[0]), middle, dice));
    r.condition =
        std::max(r.condition, growth(s, r, Real(places(s)[1]),
                                     {r.rows[1].begin(), r.rows[1].begin() + s.states()}, dice));
    return r;
}

}  // namespace involute::testing
