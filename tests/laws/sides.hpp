// SPDX-License-Identifier: Apache-2.0
// Random systems v' = f - i of which another equation holds on either side of a switch: i = k t
// there (index 1, v free), v = a + q (t - c) here (index 2). Both sides have the same v = a at the
// switch, so that the solution goes on, and it is known in closed form.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"

namespace involute::testing {

class TwoSided {
public:
    explicit TwoSided(unsigned seed) : random_(seed)
    {
        f0_ = any(-1, 1), f1_ = any(-1, 1), w_ = any(0.5, 2), k_ = any(0.3, 2);
        c_ = any(-0.5, 1), a_ = any(-1, 1), q_ = any(-1, 1);
        free_first_ = one_of(2) == 0;
        // From far before the switch to as far beyond it.
        constexpr double before[] = {0.7, 0.3, 0.05, 1e-3, 1e-6, 0, -1e-6, -1e-3, -0.05, -0.4};
        distance_ = before[one_of(10)];
        start_ = c_ - distance_;
        end_ = std::max(start_ + any(0.3, 1.7), c_ + 0.2);
    }

    std::string text()
    {
        const std::string free = fmt::format("(i - {:.17g}*t)", k_);
        const std::string held =
            fmt::format("(v - ({:.17g}) - ({:.17g})*(t - ({:.17g})))", a_, q_, c_);
        const std::string& low = free_first_ ? free : held;
        const std::string& high = free_first_ ? held : free;
        std::string text = fmt::format(
            "var v, i, z\nz' = 1\nv' = {:.17g} + ({:.17g})*sin({:.17g}*t) - i\n", f0_, f1_, w_);
        const char* forms[] = {
            "0 = if(t < {0:.17g}, {1}, {2})\n",
            "0 = if(t <= {0:.17g}, {1}, {2})\n",
            "0 = if(z < {0:.17g}, {1}, {2})\n",
            "0 = if(max(z, t - 1) < {0:.17g}, {1}, {2})\n",
            "0 = {1}*(1 - sign(t - ({0:.17g})))/2 + {2}*(1 + sign(t - ({0:.17g})))/2\n",
            "0 = if(t < {0:.17g} or z > 50, {1}, if(t > {0:.17g} and z < 40, {2}, 0))\n"};
        text += fmt::format(fmt::runtime(forms[one_of(6)]), c_, low, high);
        text += fmt::format("start t = {0:.17g}, z = {0:.17g}", start_);
        if (is_free(start_)) text += fmt::format(", v = {:.17g}", v(start_));
        return text + "\n";
    }

    double v(double t) const
    {
        return is_free(t) ? a_ + integral(t) - integral(c_) : a_ + q_ * (t - c_);
    }
    double i(double t) const { return is_free(t) ? k_ * t : f0_ + f1_ * std::sin(w_ * t) - q_; }
    const char* method()
    {
        constexpr const char* all[] = {"auto", "dop853", "dopri54", "radau", "taylor"};
        return all[one_of(5)];
    }
    double end() const { return end_; }
    double place() const { return c_; }

private:
    double any(double low, double high)
    {
        return low + (high - low) * double(random_()) / 4294967296.0;
    }
    unsigned one_of(unsigned count) { return unsigned(random_() % count); }
    bool is_free(double t) const { return (t < c_) == free_first_; }
    double integral(double t) const
    {
        return f0_ * t - f1_ / w_ * std::cos(w_ * t) - k_ * t * t / 2;
    }

    std::mt19937 random_;
    double f0_ = 0, f1_ = 0, w_ = 1, k_ = 0, c_ = 0, a_ = 0, q_ = 0;
    double distance_ = 0, start_ = 0, end_ = 0;
    bool free_first_ = true;
};

/// Rows beside the switch itself are those of the solution. At rtol 1e-8, of which steps use a
/// hundredth each, errors of v and the places of hops stay far below 1e-6, and i, where it is v',
/// loses no digits to them.
inline void expect_solution(const Solution& run, const TwoSided& system, const std::string& text)
{
    for (const std::vector<double>& row : run.rows) {
        if (std::abs(row[0] - system.place()) < 1e-9) continue;
        ASSERT_NEAR(row[1], system.v(row[0]), 1e-6) << " t = " << row[0] << text;
        ASSERT_NEAR(value(run, "i", std::size_t(&row - run.rows.data())), system.i(row[0]), 1e-5)
            << " t = " << row[0] << text;
    }
}

/// Whether the run ends where it is to. Where it does not, it says so, and what it returned is
/// right all the same.
inline bool follows_both_sides(unsigned seed, std::string& words)
{
    TwoSided system(seed);
    const std::string text = system.text();
    const char* method = system.method();
    const Solution run = solve(read_system(text), {.to = system.end(), .method = method});
    words = fmt::format("{} {}\n{}{}\n", seed, method, text, run.reason);
    expect_solution(run, system, words);
    if (run.code != Outcome::finished) return false;
    EXPECT_TRUE(run.singular_points.empty()) << words;
    EXPECT_EQ(run.rows.back()[0], system.end()) << words;
    return true;
}

}  // namespace involute::testing
