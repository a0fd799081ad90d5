// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/spline.hpp"

namespace involute {
namespace {

/// Rows below s[i-1] + at s[i] + above s[i+1] = right; no pivots are needed: they dominate.
struct Rows {
    explicit Rows(std::size_t n) : below(n, 0), at(n, 0), above(n, 0), right(n, 0) {}
    std::vector<Quad> below, at, above, right;
};

std::vector<Quad> solve(Rows rows)
{
    const std::size_t n = rows.at.size();
    for (std::size_t i = 1; i < n; ++i) {
        const Quad factor = rows.below[i] / rows.at[i - 1];
        rows.at[i] -= factor * rows.above[i - 1];
        rows.right[i] -= factor * rows.right[i - 1];
    }
    std::vector<Quad> x(n, 0);
    for (std::size_t i = n; i-- > 0;)
        x[i] =
            (rows.right[i] - (i + 1 < n ? Quad(rows.above[i] * x[i + 1]) : Quad(0))) / rows.at[i];
    return x;
}

/// The same with the first and the last unknown side by side, by Sherman and Morrison: corner is
/// the last one's factor in the first row, other that of the first in the last row.
std::vector<Quad> solve_cyclic(Rows rows, const Quad& corner, const Quad& other)
{
    const std::size_t n = rows.at.size();
    const Quad gamma = -rows.at[0];
    rows.at[0] -= gamma;
    rows.at[n - 1] -= other * corner / gamma;
    Rows aside = rows;
    for (Quad& r : aside.right) r = 0;
    aside.right[0] = gamma;
    aside.right[n - 1] = other;
    const std::vector<Quad> x = solve(std::move(rows)), z = solve(std::move(aside));
    const Quad along = (x[0] + corner * x[n - 1] / gamma) / (1 + z[0] + corner * z[n - 1] / gamma);
    std::vector<Quad> both(n, 0);
    for (std::size_t i = 0; i < n; ++i) both[i] = x[i] - along * z[i];
    return both;
}

}  // namespace

std::vector<Quad> spline_slopes(const std::vector<Quad>& t, const std::vector<Quad>& u,
                                SplineEnds ends)
{
    const std::size_t n = t.size();
    std::vector<Quad> h, d;  // widths, and slopes of the chords
    for (std::size_t i = 0; i + 1 < n; ++i) {
        h.push_back(t[i + 1] - t[i]);
        d.push_back((u[i + 1] - u[i]) / h[i]);
    }
    const auto inner = [&](Rows& rows, std::size_t i, std::size_t before) {
        rows.below[i] = h[i];
        rows.at[i] = 2 * (h[before] + h[i]);
        rows.above[i] = h[before];
        rows.right[i] = 3 * (h[i] * d[before] + h[before] * d[i]);
    };
    if (ends == SplineEnds::periodic) {
        if (n == 2) return {0, 0};
        Rows rows(n - 1);
        inner(rows, 0, n - 2);
        for (std::size_t i = 1; i + 1 < n; ++i) inner(rows, i, i - 1);
        std::vector<Quad> slopes = solve_cyclic(rows, rows.below[0], rows.above[n - 2]);
        slopes.push_back(slopes[0]);
        return slopes;
    }
    if (ends == SplineEnds::not_a_knot && n < 4) {
        if (n == 2) return {d[0], d[0]};
        const Quad bend = (d[1] - d[0]) / (h[0] + h[1]);  // the parabola through three points
        return {d[0] - bend * h[0], d[0] + bend * h[0], d[1] + bend * h[1]};
    }
    Rows rows(n);
    for (std::size_t i = 1; i + 1 < n; ++i) inner(rows, i, i - 1);
    if (ends == SplineEnds::level) {
        rows.at[0] = rows.at[n - 1] = 1;
        return solve(std::move(rows));
    }
    const Quad first = h[0] + h[1], last = h[n - 3] + h[n - 2];
    rows.at[0] = h[1];
    rows.above[0] = first;
    rows.right[0] = ((h[0] + 2 * first) * h[1] * d[0] + h[0] * h[0] * d[1]) / first;
    rows.below[n - 1] = last;
    rows.at[n - 1] = h[n - 3];
    rows.right[n - 1] =
        (h[n - 2] * h[n - 2] * d[n - 3] + (2 * last + h[n - 2]) * h[n - 3] * d[n - 2]) / last;
    return solve(std::move(rows));
}

PolynomialPiece cubic_piece(const std::vector<Quad>& t, const std::vector<Quad>& u,
                            const std::vector<Quad>& slopes, std::size_t i)
{
    const Quad h = t[i + 1] - t[i], chord = (u[i + 1] - u[i]) / h;
    return {t[i],
            {u[i], slopes[i], (3 * chord - 2 * slopes[i] - slopes[i + 1]) / h,
             (slopes[i] + slopes[i + 1] - 2 * chord) / (h * h)}};
}

}  // namespace involute
