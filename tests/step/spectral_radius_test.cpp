// SPDX-License-Identifier: Apache-2.0
// What `auto` sees of stiffness.
#include <gtest/gtest.h>

#include <cmath>

#include "involute/step/switching.hpp"
#include "tests/step/small_problems.hpp"

namespace involute {
namespace {

/// q'' = -ω² q: the eigenvalues are ±iω.
class Oscillator final : public Problem<double> {
public:
    explicit Oscillator(double rate) : rate_(rate) {}

    int size() const override { return 3; }
    Factored slope(const double* p, double* v) override
    {
        v[0] = 1;
        v[1] = p[2];
        v[2] = -rate_ * rate_ * p[1];
        return {};
    }
    Projection project(double*, double) override { return {.converged = true}; }
    Projection project_along(const double*, double*, double) override
    {
        return {.converged = true};
    }
    void accepted(const double*, const double*) override {}
    void at_parameter(double* p, double t) const override { p[0] = t; }

private:
    double rate_;
};

double radius_of(Problem<double>& problem, const std::vector<double>& p)
{
    WalkOptions options;
    options.rtol = options.atol = 1e-6;
    SpectralRadius<double> radius(problem, options);
    std::vector<double> at = p, v(std::size_t(padded(problem.size())));
    at.resize(v.size());
    problem.slope(at.data(), v.data());
    return radius.estimate(at.data(), v.data());
}

// Differences are of size 1e-8 in scale, so that roundings of 1e-16 are 1e-8 of them; of q and q'
// of sizes up to 1e4 apart, 1e-4.
constexpr double rounding = 1e-3;

TEST(SpectralRadius, OfAnOscillationIsItsRateWhereverItStands)
{
    for (const double rate : {1.0, 100.0})
        for (const double phase : {0.0, 0.3, 1.5, 2.0}) {
            Oscillator oscillator(rate);
            const std::vector<double> p{0, std::cos(phase), -rate * std::sin(phase)};
            EXPECT_NEAR(radius_of(oscillator, p), rate, rounding * rate) << rate << " " << phase;
        }
}

TEST(SpectralRadius, OfDecayIsItsRate)
{
    testing::LinearProblem<double> decay({-1000});
    EXPECT_NEAR(radius_of(decay, {0, 1}), 1000, 1);
}

}  // namespace
}  // namespace involute
