// SPDX-License-Identifier: Apache-2.0
#include "involute/witness/written_input.hpp"

#include <algorithm>
#include <limits>

#include "involute/base/scalar.hpp"

namespace involute {
namespace {

// Roundings of x within which it may be a breakpoint.
constexpr double roundings = 64;

/// h[i-1] M[i-1] + 2 (h[i-1] + h[i]) M[i] + h[i] M[i+1] = 6 (d[i] - d[i-1]), with what holds at the
/// ends, by Gauss's elimination with the last column kept: it is full where the table is periodic.
struct BendRow {
    Quad below = 0, at = 0, above = 0, last = 0, right = 0;
};

std::vector<Quad> bends_of(const InputTable& table)
{
    const std::size_t n = table.t.size();
    const auto h = [&](std::size_t i) { return table.t[i + 1] - table.t[i]; };
    const auto d = [&](std::size_t i) { return (table.u[i + 1] - table.u[i]) / h(i); };
    const bool periodic = table.beyond == InputTable::Beyond::periodic;
    const bool level = table.beyond == InputTable::Beyond::hold;
    if (n == 2 && !level) return {0, 0};
    if (n == 3 && !level && !periodic)
        return std::vector<Quad>(3, 2 * (d(1) - d(0)) / (h(0) + h(1)));
    // Unknowns: the bends at points 0 .. n - 1. Rows 1 .. n - 2 are of inner points.
    std::vector<BendRow> rows(n);
    for (std::size_t i = 1; i + 1 < n; ++i)
        rows[i] = {h(i - 1), 2 * (h(i - 1) + h(i)), h(i), 0, 6 * (d(i) - d(i - 1))};
    // The bend at the first point as a + b * (that at the last one), then one row after another.
    std::vector<Quad> a(n, 0), b(n, 0), c(n, 0);  // M[i] = a + b M[i+1] + c M[n-1]
    if (periodic) {
        c[0] = 1;  // M[0] = M[n-1]
    } else if (level) {
        a[0] = 3 * d(0) / h(0);
        b[0] = Quad(-1) / 2;
    } else {  // (M1 - M0)/h0 = (M2 - M1)/h1; put into row 1
        const Quad f = h(0) / h(1);
        rows[1] = {0, rows[1].at + rows[1].below * (1 + f), rows[1].above - rows[1].below * f, 0,
                   rows[1].right};
    }
    for (std::size_t i = 1; i + 1 < n; ++i) {
        const BendRow& r = rows[i];
        const Quad pivot = r.at + r.below * b[i - 1];
        a[i] = (r.right - r.below * a[i - 1]) / pivot;
        b[i] = -r.above / pivot;
        c[i] = -r.below * c[i - 1] / pivot;
    }
    // All as p + q M[n-1], from the last inner point back.
    std::vector<Quad> p(n, 0), q(n, 0);
    q[n - 1] = 1;
    for (std::size_t i = n - 1; i-- > 0;) {
        p[i] = a[i] + b[i] * p[i + 1];
        q[i] = b[i] * q[i + 1] + c[i];
    }
    Quad last = 0;
    if (periodic) {  // the row of the first and last point
        const Quad w = h(n - 2), v = h(0);
        last = (6 * (d(0) - d(n - 2)) - w * p[n - 2] - v * p[1]) /
               (2 * (w + v) + w * q[n - 2] + v * q[1]);
    } else if (level) {
        const Quad w = h(n - 2);
        last = (-6 * d(n - 2) - w * p[n - 2]) / (2 * w + w * q[n - 2]);
    } else {  // (M[n-1] - M[n-2])/w = (M[n-2] - M[n-3])/v
        const Quad w = h(n - 2), v = h(n - 3), f = w / v;
        last = ((1 + f) * p[n - 2] - f * p[n - 3]) / (1 - (1 + f) * q[n - 2] + f * q[n - 3]);
    }
    std::vector<Quad> bends(n, 0);
    for (std::size_t i = 0; i < n; ++i) bends[i] = p[i] + q[i] * last;
    if (!periodic && !level) bends[0] = bends[1] - (bends[2] - bends[1]) * h(0) / h(1);
    return bends;
}

}  // namespace

WrittenInput::WrittenInput(const Input& input) : input_(input)
{
    const auto* table = std::get_if<InputTable>(&input_);
    if (table && table->between == InputTable::Between::cubic) bends_ = bends_of(*table);
}

/// The polynomial that holds at x, around x: its coefficients.
std::vector<Quad> WrittenInput::around(const Quad& x, bool& at_breakpoint) const
{
    const auto& [t, u, between, beyond] = std::get<InputTable>(input_);
    const std::size_t n = t.size();
    Quad s = x;
    if (beyond == InputTable::Beyond::periodic) {
        const Quad period = t[n - 1] - t[0];
        s = x - period * floor((x - t[0]) / period);
    }
    const Quad close =
        roundings * std::numeric_limits<double>::epsilon() * std::max<Quad>(abs(x), abs(s));
    const auto near = [&](const Quad& place) { return abs(s - place) <= close; };
    const std::size_t right = std::size_t(std::ranges::upper_bound(t, s) - t.begin());
    for (const std::size_t i : {right, right - 1})
        if (i < n && near(t[i])) at_breakpoint = true;
    if (beyond == InputTable::Beyond::hold && (s < t[0] || !(s < t[n - 1])))
        return {s < t[0] ? u[0] : u[n - 1]};
    const std::size_t i = std::min(std::max<std::size_t>(right, 1), n - 1) - 1;
    const Quad h = t[i + 1] - t[i], from = s - t[i], to = t[i + 1] - s;
    if (bends_.empty()) return {(u[i] * to + u[i + 1] * from) / h, (u[i + 1] - u[i]) / h};
    const Quad &M = bends_[i], &N = bends_[i + 1];
    return {(M * to * to * to + N * from * from * from) / (6 * h) + (u[i] / h - M * h / 6) * to +
                (u[i + 1] / h - N * h / 6) * from,
            (N * from * from - M * to * to) / (2 * h) + (u[i + 1] - u[i]) / h - (N - M) * h / 6,
            (M * to + N * from) / (2 * h), (N - M) / (6 * h)};
}

template <class S>
TreeValue<S> WrittenInput::at(const S& x, std::size_t length) const
{
    TreeValue<S> found{.series = Series<S>(std::vector<S>(length, S(0))), .shifts = 0};
    std::vector<S>& c = found.series.c;
    if (const auto* number = std::get_if<double>(&input_)) {
        c[0] = S(*number);
    } else if (const auto* code = std::get_if<InputCode>(&input_)) {
        std::vector<double> values(std::min(length, std::size_t(code->derivatives) + 1), 0.0);
        code->code(to_double(x), values);
        S factorial(1);
        for (std::size_t k = 0; k < length; ++k) {
            if (k > 1) factorial = factorial * S(double(k));
            c[k] = k < values.size() ? S(S(values[k]) / factorial)
                                     : std::numeric_limits<S>::quiet_NaN();
        }
    } else {
        const std::vector<Quad> taylor = around(Quad(x), found.at_kink);
        for (std::size_t k = 0; k < std::min(length, taylor.size()); ++k)
            c[k] = from_quad<S>(taylor[k]);
    }
    found.largest = std::abs(to_double(c[0]));
    return found;
}

template TreeValue<double> WrittenInput::at(const double&, std::size_t) const;
template TreeValue<Quad> WrittenInput::at(const Quad&, std::size_t) const;

}  // namespace involute
