// SPDX-License-Identifier: Apache-2.0
// The limit: what the same method costs when nothing is general. DOP853 on the underlying ODE with
// the end point of every step projected onto the position and velocity constraints (in the metric
// of the mass matrix, one Newton step each: what is left is quadratic in the error of the step).
// Sizes, coefficients and equations are known to the compiler.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "bench/dop853_table.hpp"
#include "bench/forms.hpp"
#include "bench/run.hpp"

namespace bench {

template <class P>
class Limit {
    static constexpr int n = P::n, m = P::m, size = 2 * n;

public:
    Limit(double rtol, double atol) : rtol_(rtol), atol_(atol) {}

    Run run(double* y)
    {
        Run run;
        std::copy(P::start.begin(), P::start.end(), y);
        double t = 0;
        ode<P>(t, y, k_[0]);
        double h = first_step(t, y);
        bool rejected = false;
        while (t < P::end) {
            const bool last = t + 1.01 * h >= P::end;
            if (last) h = P::end - t;
            stages<1>(t, h, y);
            combine<dop853::end_point>(h, y, end_);
            const double error = h * estimate(y, end_);
            const double factor = std::clamp(0.8 * std::pow(error, -0.125), 0.2, 6.0);
            if (!(error <= 1)) {
                h *= std::isfinite(factor) ? factor : 0.2;
                rejected = true;
                if (++run.rejected > 100000) return run;
                continue;
            }
            t = last ? P::end : t + h;
            project(t, end_);
            std::copy(end_, end_ + size, y);
            ode<P>(t, y, k_[0]);
            h *= rejected ? std::min(factor, 1.0) : factor;
            rejected = false;
            ++run.steps;
        }
        run.reached = true;
        return run;
    }

private:
    /// Σ_j weight(Row, j) k_j of one component, without the zeros; weight(Row, 0) is never zero.
    template <int Row, std::size_t... J>
    double sum(int i, std::index_sequence<J...>) const
    {
        double s = dop853::weight(Row, 0) * k_[0][i];
        (
            [&] {
                constexpr double w = dop853::weight(Row, J + 1);
                if constexpr (w != 0) s += w * k_[J + 1][i];
            }(),
            ...);
        return s;
    }
    template <int Row>
    double slope(int i) const
    {
        return sum<Row>(i, std::make_index_sequence<std::min(Row, dop853::stages) - 1>{});
    }
    template <int Row>
    void combine(double h, const double* y, double* out) const
    {
        for (int i = 0; i < size; ++i) out[i] = y[i] + h * slope<Row>(i);
    }
    template <int S>
    void stages(double t, double h, const double* y)
    {
        combine<S>(h, y, stage_);
        ode<P>(t + dop853::c[S] * h, stage_, k_[S]);
        if constexpr (S + 1 < dop853::stages) stages<S + 1>(t, h, y);
    }

    double scale(double a, double b) const
    {
        return atol_ + rtol_ * std::max(std::abs(a), std::abs(b));
    }
    /// err5² / √(err5² + 0.01 err3²), per unit step.
    double estimate(const double* y, const double* end) const
    {
        double sum5 = 0, sum3 = 0;
        for (int i = 0; i < size; ++i) {
            const double s = 1 / scale(y[i], end[i]);
            const double e5 = slope<dop853::estimate5>(i) * s, e3 = slope<dop853::estimate3>(i) * s;
            sum5 += e5 * e5;
            sum3 += e3 * e3;
        }
        const double denominator = sum5 + 0.01 * sum3;
        return denominator > 0 ? sum5 / std::sqrt(denominator * size) : 0;
    }
    /// Solving ODE I, II.4: an Euler step compares the slopes at its two ends.
    double first_step(double t, const double* y)
    {
        const auto norm = [&](const double* x) {
            double sum = 0;
            for (int i = 0; i < size; ++i) sum += std::pow(x[i] / scale(y[i], y[i]), 2);
            return std::sqrt(sum / size);
        };
        const double d0 = norm(y), d1 = norm(k_[0]);
        const double h0 = std::min(d0 < 1e-10 || d1 < 1e-10 ? 1e-6 : 0.01 * d0 / d1, P::end);
        for (int i = 0; i < size; ++i) stage_[i] = y[i] + h0 * k_[0][i];
        ode<P>(t + h0, stage_, end_);
        for (int i = 0; i < size; ++i) end_[i] -= k_[0][i];
        const double slope = std::max(d1, norm(end_) / h0);
        const double h1 =
            slope <= 1e-15 ? std::max(1e-6, 1e-3 * h0) : std::pow(0.01 / slope, 0.125);
        return std::min({100 * h0, h1, P::end});
    }
    static void project(double t, double* y)
    {
        static constexpr double no_force[n] = {};
        double defect[m], move[n];
        const auto correct = [&](const auto& frame, double* x) {
            for (double& d : defect) d = -d;
            P::solve(frame, P::factor(frame), no_force, defect, move);
            for (int i = 0; i < n; ++i) x[i] += move[i];
        };
        const auto frame = P::frame(t, y);
        P::position(frame, defect);
        correct(frame, y);
        const auto moved = P::frame(t, y);
        P::velocity(moved, y + n, defect);
        correct(moved, y + n);
    }

    double rtol_, atol_;
    double k_[dop853::stages][size];
    double stage_[size], end_[size];
};

}  // namespace bench
