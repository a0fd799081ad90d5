// SPDX-License-Identifier: Apache-2.0
// The law of sections, on crossing functions with known zeros: what is separated from tangency by
// more than ten times the error is found, once, and nothing else is.
//
// They are products of factors that vanish where asked: of sin(t/2) and cos(t/2) (y c_i - c s_i
// is sin((t - r_i)/2)), or of exp(t/4), over denominators without zeros or with a pole.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tests/drive/support.hpp"

namespace involute::testing {

struct RandomCrossing {
    std::vector<double> zeros{};  // ascending; a double one occurs twice
    bool trigonometric = true;
    double bump = 0;  // of the denominator 1 + 5 (u - bump)²
    double pole = 0;  // 0: none

    /// The factor of a zero, and the derivatives by the unknowns, weighted with their sizes.
    double factor(double zero, double t) const
    {
        return trigonometric ? std::sin((t - zero) / 2) : std::exp(t / 4) - std::exp(zero / 4);
    }
    double below(double t) const
    {
        const double u = trigonometric ? std::sin(t / 2) : std::exp(t / 4);
        return (1 + 5 * (u - bump) * (u - bump)) * (pole == 0 ? 1 : std::sin((t - pole) / 2));
    }
    double value(double t) const
    {
        double product = 1;
        for (const double zero : zeros) product *= factor(zero, t);
        return product / below(t);
    }
    /// How much the value changes, at most, for errors of 1 in every unknown relative to its size.
    double sensitivity(double t) const
    {
        const double u = trigonometric ? 1 : std::exp(t / 4);
        double sum = 0;
        for (std::size_t i = 0; i < zeros.size(); ++i) {
            double product = 2 * u;
            for (std::size_t k = 0; k < zeros.size(); ++k)
                if (k != i) product *= std::abs(factor(zeros[k], t));
            sum += product;
        }
        const double denominator = 10 * std::abs((trigonometric ? std::sin(t / 2) : u) - bump) * u +
                                   (pole == 0 ? 0 : 2 / std::abs(std::sin((t - pole) / 2)));
        return sum / std::abs(below(t)) + std::abs(value(t)) * denominator;
    }
    std::string text() const
    {
        std::string product;
        const auto line = [](double zero) {
            return fmt::format("({:.17g}*y - {:.17g}*c)", std::cos(zero / 2), std::sin(zero / 2));
        };
        for (const double zero : zeros)
            product +=
                (product.empty() ? "" : "*") +
                (trigonometric ? line(zero) : fmt::format("(w - {:.17g})", std::exp(zero / 4)));
        product += fmt::format("/(1 + 5*({} - {:.17g})^2)", trigonometric ? "y" : "w", bump);
        if (pole != 0) product += "/" + line(pole);
        return product;
    }
};

/// Zeros in (0.1, 5.9), far apart but for a cluster or a double one.
inline RandomCrossing random_crossing(std::mt19937_64& random)
{
    const auto uniform = [&](double a, double b) {
        return std::uniform_real_distribution<>(a, b)(random);
    };
    RandomCrossing made;
    made.trigonometric = random() % 2 == 0;
    made.bump = uniform(-1, 1);
    const auto is_free = [&](double t) {
        return std::ranges::all_of(made.zeros,
                                   [&](double zero) { return std::abs(t - zero) > 0.15; });
    };
    for (int k = 0, n = 1 + int(random() % 5); k < n; ++k)
        if (const double t = uniform(0.1, 5.8); is_free(t)) made.zeros.push_back(t);
    if (const double t = uniform(0.1, 5.8); random() % 3 == 0 && is_free(t)) made.pole = t;
    const double first = made.zeros[0];
    switch (random() % 3) {
        case 0:
            made.zeros.push_back(first);
            break;
        case 1:
            made.zeros.push_back(first + 0.1 * std::pow(10, uniform(-8, 0)));
            break;
        default:
            break;
    }
    std::ranges::sort(made.zeros);
    return made;
}

/// How many zeros had to be found, and how many were too close to tangency for that.
struct LawCount {
    int found = 0, close = 0;
};

/// Checks `count` crossing functions in one run.
inline void check_law(const std::string& method, double rtol, int count, std::mt19937_64& random,
                      LawCount& total)
{
    constexpr double end = 6;
    std::string text = "var y, c, w\ny' = c/2\nc' = -y/2\nw' = w/4\nstart y = 0, c = 1, w = 1\n";
    std::vector<RandomCrossing> asked;
    for (int k = 0; k < count; ++k) {
        asked.push_back(random_crossing(random));
        text += fmt::format("section s{}: {} = 0\n", k, asked.back().text());
    }
    const Solution run =
        solve(read_system(text), {.to = end, .method = method, .rtol = rtol, .atol = rtol / 100});
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    double error = 0.01 * rtol + 1e-15;
    for (const std::vector<double>& row : run.rows) {
        const double t = row[0];
        error = std::max({error, std::abs(row[column(run, "y")] - std::sin(t / 2)),
                          std::abs(row[column(run, "c")] - std::cos(t / 2)),
                          std::abs(row[column(run, "w")] / std::exp(t / 4) - 1)});
    }
    for (int k = 0; k < count; ++k) {
        const RandomCrossing& f = asked[std::size_t(k)];
        const CrossingRecord& record = run.crossings[std::size_t(k)];
        const std::string what = fmt::format("{} at {}: {}", method, rtol, f.text());
        // between two zeros, or a zero and the end, it is seen to be other than zero
        const auto is_seen = [&](double a, double b) {
            for (int i = 1; i < 32; ++i)
                if (const double t = a + (b - a) * i / 32;
                    std::abs(f.value(t)) > 10 * error * f.sensitivity(t))
                    return true;
            return false;
        };
        const std::size_t n = f.zeros.size();
        for (std::size_t i = 0; i < n; ++i) {
            const double zero = f.zeros[i];
            const double before = i > 0 ? f.zeros[i - 1] : 0,
                         after = i + 1 < n ? f.zeros[i + 1] : end;
            const auto near = [&](double t, double reach) { return std::abs(t - zero) < reach; };
            if (is_seen(before, zero) && is_seen(zero, after)) {
                const auto found = std::ranges::count_if(record.rows, [&](const auto& row) {
                    return row[0] > (before + zero) / 2 && row[0] < (zero + after) / 2 &&
                           near(row[0], 0.07);
                });
                ++total.found;
                EXPECT_EQ(found, 1) << what << "\nzero " << zero;
            } else {
                const bool told =
                    std::ranges::any_of(record.rows,
                                        [&](const auto& row) { return near(row[0], 0.07); }) ||
                    std::ranges::any_of(record.touches, [&](const Touch& touch) {
                        return near(touch.from, 0.07) || near(touch.to, 0.07);
                    });
                ++total.close;
                EXPECT_TRUE(told) << what << "\ntouch " << zero;
            }
        }
        for (const auto& row : record.rows)
            EXPECT_LE(std::abs(f.value(row[0])), 10 * error * f.sensitivity(row[0]) + 1e-14)
                << what << "\nfound " << row[0];
        EXPECT_LE(record.rows.size(), n) << what;
    }
}

}  // namespace involute::testing
