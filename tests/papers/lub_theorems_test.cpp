// SPDX-License-Identifier: Apache-2.0
// Theorems 2.2, 3.1 and 3.2 of Lubich's paper on stiff mechanical systems, on the spring pendulum.
// Where numbers are compared with two or more digits, they are of separate computations: with
// another program for constants and factors, with 40 digits for solutions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "papers/chapters.hpp"
#include "papers/lub_measure.hpp"

namespace involute::papers {
namespace {

struct Smooth {
    const char* eps;
    const char* start[2];  // y1, v1 at t = 0, where y2 = 0 and v2 = 1/2
    const char* end[4];    // y1, y2, v1, v2 at t = 1
    double tolerance;
};

// By the expansion to ε¹² and, for ε >= 1e-4, by the stiff equation itself.
const Smooth smooth[] = {
    {"0",
     {"1", "0"},
     {"0.99999780904362532103916838", "0.0020933007306806363212802098",
      "0.0010378495483661889871197777", "-0.49579463632330037889968497"},
     1e-25},
    {"1e-2",  // the term ε⁸ left out is 59 ε⁸ in r at the start
     {"1.0000249693825246127075675831246", "-0.00014998877811779619905103565434085"},
     {"1.0000221203997059487387871", "0.0021058600076164387663696351",
      "0.0011927178108865863137277502", "-0.49576929249780649307612298"},
     1e-14},
    {"1e-3",
     {"1.0000002499969375075311836056849", "-0.0000014999988750281249279300111074462"},
     {"0.99999805249790023536707695", "0.0020934263284263081495301734",
      "0.0010393984212552029172135713", "-0.49579438288162978922435536"},
     1e-22},
    {"1e-4",
     {"1.0000000024999996937500075312493", "-0.000000014999999887500028124999279296907"},
     {"0.99999781147820214935067044", "0.0020933019866585933033788629",
      "0.0010378650371141363798601943", "-0.49579463378888332619398635"},
     1e-25},
    {"1e-6",
     {"1.0000000000002499999999969375", "-1.499999999998875000000028125e-12"},
     {"0.99999780904386877875641957", "0.0020933007308062341174837127",
      "0.0010378495499150638011071897", "-0.49579463632304693719406407"},
     1e-25},
};

TEST(SmoothMotion, OfTheSpringPendulumIsKnownToManyDigits)
{
    for (const Smooth& known : smooth) {
        const Quad eps(known.eps);
        const SlowPoint<Quad> start = with_speed<Quad>(0, Quad(1) / 2, eps);
        const MechanicalState<Quad> from = on_slow_manifold(start, eps);
        EXPECT_NEAR(to_double(Quad(from.y[0] - Quad(known.start[0]))), 0, known.tolerance);
        EXPECT_NEAR(to_double(Quad(from.v[0] - Quad(known.start[1]))), 0, known.tolerance);
        EXPECT_NEAR(to_double(Quad(from.v[1] - Quad(1) / 2)), 0, 1e-30);
        const MechanicalState<Quad> to = on_slow_manifold(move_slowly<Quad>(start, eps, 1), eps);
        const Quad* found[] = {&to.y[0], &to.y[1], &to.v[0], &to.v[1]};
        for (int i = 0; i < 4; ++i)
            EXPECT_NEAR(to_double(Quad(*found[i] - Quad(known.end[i]))), 0, known.tolerance)
                << known.eps << ", component " << i;
    }
}

// What is left out is ε⁸, and oscillates with the frequency 1/ε.
TEST(SmoothMotion, DiffersFromTheStiffSolutionByTheOmittedTerm)
{
    const PathError coarse = distance_from_expansion(Quad("0.04"));
    const PathError fine = distance_from_expansion(Quad("0.02"));
    EXPECT_NEAR(std::log2(coarse.y / fine.y), 8, 0.1);
    EXPECT_NEAR(std::log2(coarse.v / fine.v), 7, 0.1);
}

// Theorem 4.1 with Jay's bound for positions.
TEST(ConstrainedErrors, HaveTheOrdersOfIndexThree)
{
    for (const int stages : {2, 3}) {
        const PathError coarse = constrained_error(stages, 40);
        const PathError fine = constrained_error(stages, 80);
        EXPECT_NEAR(std::log2(coarse.y / fine.y), 2 * stages - 1, 0.25) << stages;
        EXPECT_NEAR(std::log2(coarse.v / fine.v), stages, 0.05) << stages;
        EXPECT_NEAR(std::log2(coarse.lambda / fine.lambda), stages - 1, 0.05) << stages;
    }
}

// D_v/(ε² h^(q-2)), two digits; D_y is one power of h better.
TEST(ExtraErrors, OfTheoremThreeOneAreSharpInVelocities)
{
    const double velocities[2][4] = {{4.6, 5.3, 5.6, 5.8}, {0.93, 0.92, 0.90, 0.89}};
    const double positions[2] = {1.3, 0.22};
    const double last_digit[2] = {0.1, 0.01};
    const double eps = 1e-5;
    for (const int stages : {2, 3}) {
        const int row = stages - 2;
        for (int k = 0; k < 4; ++k) {
            const int steps = 10 << k;
            const double h = 1.0 / steps, unit = eps * eps * std::pow(h, stages - 2);
            const PathError extra = extra_error(stages, steps, Quad("1e-5"));
            EXPECT_NEAR(extra.v / unit, velocities[row][k], 0.6 * last_digit[row]) << steps;
            EXPECT_NEAR(extra.y / (unit * h), positions[row], 0.2 * positions[row]) << steps;
        }
    }
}

struct Damping {
    double ratio;      // h/ε
    double factor[2];  // by stages
};
const Damping dampings[] = {{1, {0.9877, 0.9999}},  {2, {0.8745, 0.9931}},
                            {5, {0.4227, 0.6953}},  {10, {0.2044, 0.3214}},
                            {50, {0.0400, 0.0602}}, {500, {0.0040, 0.0060}}};

TEST(Deviations, AreDampedByTheStabilityFunction)
{
    for (const auto& [ratio, known] : dampings)
        for (const int stages : {2, 3}) {
            const double expected = known[stages - 2];
            EXPECT_NEAR(damping_of_oscillations(stages, ratio), expected, 0.6e-4);
            for (const double factor : damping_factors(stages, ratio, 3))
                EXPECT_NEAR(factor, expected, 0.6e-4) << stages << " stages, h/ε = " << ratio;
        }
}

// Smooth motions at angles that differ by O(h²) are O(ε² h²) apart, here ε² = 4e-10.
TEST(Deviations, EndAtAFloorOfHigherOrder)
{
    const std::vector<double> all = deviations(3, 50, 12);
    EXPECT_LT(all.back(), 1e-8 * all.front());
    EXPECT_GT(all.back(), 0.5 * all[all.size() - 2]);
}

TEST(Chapters, CoverTheStatementsOfLubich)
{
    for (const char* name : {"lub-theorem-2.2", "lub-theorem-3.1", "lub-theorem-3.2",
                             "lub-lemma-8.1", "lub-lemma-8.2"})
        EXPECT_TRUE(std::ranges::any_of(chapters(), [&](const Chapter& chapter) {
            return chapter.name == name;
        })) << name;
}

}  // namespace
}  // namespace involute::papers
