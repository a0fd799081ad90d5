// SPDX-License-Identifier: Apache-2.0
// The NAND gate of the Test Set for IVP Solvers: models/nand.ode says with max and min what the
// test set says in cases, and its solution has the published digits. Two of its transistors do not
// conduct at the start.
#include <array>
#include <random>

#include "involute/expr/evaluate.hpp"
#include "tests/laws/support.hpp"

namespace involute::testing {
namespace {

using Nodes = std::array<double, 15>;  // 1 to 14

/// Shichman and Hodges, case by case, for a voltage v > 0 in the direction of the current.
double half_current(double beta, double over_threshold, double v)
{
    if (over_threshold <= 0) return 0;
    const double channel = 1 + 0.02 * v;
    if (over_threshold <= v) return beta * over_threshold * over_threshold * channel;
    return beta * v * (2 * over_threshold - v) * channel;
}

struct Transistor {
    double threshold, body, potential, forwards, backwards;
};
constexpr Transistor load{-2.43, 0.2, 1.28, 5.35e-4, 5.35e-4};
constexpr Transistor gate{0.2, 0.035, 1.01, 1.748e-3, 1.748e-4};

double drain_current(const Transistor& t, double ds, double gs, double bs, double gd, double bd)
{
    const auto over = [&](double g, double b) {
        return g - t.threshold - t.body * (std::sqrt(t.potential - b) - std::sqrt(t.potential));
    };
    if (ds > 0) return half_current(t.forwards, over(gs, bs), ds);
    return -half_current(t.backwards, over(gd, bd), -ds);
}

double leak(double v)
{
    return v <= 0 ? 1e-14 * (1 - std::exp(v / 25.85)) : 0;
}

double capacity(double v)
{
    return v <= 0 ? 2.4e-5 / std::sqrt(1 - v / 0.87) : 2.4e-5 * (1 + v / (2 * 0.87));
}

struct Signal {
    double value = 0, slope = 0;
};

/// 0 up to `delay`, up to 5 in 5, 5 for `high`, down in 5, 0 to the end of the period.
Signal signal(double t, double delay, double high, double period)
{
    const double s = std::fmod(t, period) - delay;
    if (s <= 0 || s > high + 10) return {0, 0};
    if (s <= 5) return {s, 1};
    if (s <= high + 5) return {5, 0};
    return {high + 10 - s, -1};
}

/// Currents that flow into every node, and those that the capacities take.
Nodes residuals(double t, const Nodes& y, const Nodes& d)
{
    const Signal a = signal(t, 5, 5, 20), b = signal(t, 15, 15, 40);
    const double C = 0.6e-4, node = 0.5e-4, supply = 5, bulk = -2.5;
    const double i1 =
        drain_current(load, y[2] - y[1], y[5] - y[1], y[3] - y[5], y[5] - y[2], y[4] - supply);
    const double i2 =
        drain_current(gate, y[7] - y[6], a.value - y[6], y[8] - y[10], a.value - y[7], y[9] - y[5]);
    const double i3 =
        drain_current(gate, y[12] - y[11], b.value - y[11], y[13], b.value - y[12], y[14] - y[10]);
    const auto charging = [](double v, double dv) { return capacity(v) * dv - leak(v); };
    const double q3 = charging(y[3] - y[5], d[3] - d[5]), q9 = charging(y[9] - y[5], d[9] - d[5]);
    const double q8 = charging(y[8] - y[10], d[8] - d[10]);
    const double q14 = charging(y[14] - y[10], d[14] - d[10]);
    Nodes r{};
    r[1] = C * (d[1] - d[5]) - (y[5] - y[1]) / 4 - i1;
    r[2] = C * (d[2] - d[5]) - (supply - y[2]) / 4 + i1;
    r[3] = q3 - (bulk - y[3]) / 10;
    r[4] = charging(y[4] - supply, d[4]) - (bulk - y[4]) / 10;
    r[5] = node * d[5] + C * (2 * d[5] - d[1] - d[2]) - q3 - q9 - (y[1] + y[7] - 2 * y[5]) / 4;
    r[6] = C * (d[6] - a.slope) - (y[10] - y[6]) / 4 - i2;
    r[7] = C * (d[7] - a.slope) - (y[5] - y[7]) / 4 + i2;
    r[8] = q8 - (bulk - y[8]) / 10;
    r[9] = q9 - (bulk - y[9]) / 10;
    r[10] = node * d[10] - q8 - q14 - (y[6] + y[12] - 2 * y[10]) / 4;
    r[11] = C * (d[11] - b.slope) + y[11] / 4 - i3;
    r[12] = C * (d[12] - b.slope) - (y[10] - y[12]) / 4 + i3;
    r[13] = charging(y[13], d[13]) - (bulk - y[13]) / 10;
    r[14] = q14 - (bulk - y[14]) / 10;
    return r;
}

std::vector<double> model_residuals(const System& system, double t, const Nodes& y, const Nodes& d)
{
    std::vector<NodeId> equations;
    for (const Equation& equation : system.equations) equations.push_back(equation.f);
    return evaluate<double>(system.graph, equations, [&](NodeId id) {
        const Node node = system.graph[id];
        if (node.op != Op::jet) return t;
        return node.b == 0 ? y[node.a + 1] : d[node.a + 1];
    });
}

TEST(Nand, TheModelSaysWhatTheTestSetSaysInCases)
{
    // Bulk voltages stay below the surface potentials; all other branches are met many times.
    const System system = model("nand");
    std::mt19937 random(1);
    const auto any = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    for (int k = 0; k < 1000; ++k) {
        Nodes y{}, d{};
        for (std::size_t i = 1; i <= 14; ++i) {
            const bool at_bulk = i == 3 || i == 4 || i == 8 || i == 9 || i == 13 || i == 14;
            y[i] = at_bulk ? any(-2.6, 0.9) : any(-0.1, 5.2);
            d[i] = any(-1, 1);
        }
        const double t = any(0, 80);
        const Nodes expected = residuals(t, y, d);
        const std::vector<double> found = model_residuals(system, t, y, d);
        ASSERT_EQ(found.size(), 14u);
        for (std::size_t i = 1; i <= 14; ++i)
            // Sums of a few currents of at most 1.3: rounding leaves 1e-15.
            EXPECT_NEAR(found[i - 1], expected[i], 4e-15) << "equation " << i << " at " << t;
    }
}

TEST(Nand, CurrentsAndCapacitiesHaveNoJumpsWhereCasesMeet)
{
    const double tiny = 1e-12;
    for (const double over : {0.1, 1.0, 3.0})
        EXPECT_NEAR(half_current(1, over, over - tiny), half_current(1, over, over + tiny), 1e-9);
    EXPECT_NEAR(half_current(1, tiny, 1), 0, 1e-9);
    EXPECT_NEAR(drain_current(gate, tiny, 3, 0, 3, 0), drain_current(gate, -tiny, 3, 0, 3, 0),
                1e-9);
    EXPECT_NEAR(capacity(-tiny), capacity(tiny), 1e-15);
    EXPECT_NEAR(leak(-tiny), leak(tiny), 1e-25);
}

/// At t = 80, published (PSIDE, tolerance 1e-16). A Runge-Kutta method of order 4 with 4 million
/// equal steps agrees with all of them to 4e-13.
constexpr double published[] = {4.971088699385777,   4.999752103929311,      -2.499998781491227,
                                -2.499999999999975,  4.970837023296724,      -0.2091214032073855,
                                4.970593243278363,   -2.500077409198803,     -2.499998781491227,
                                -0.2090289583878100, -0.2399999999966269e-3, -0.2091214032073855,
                                -2.499999999999991,  -2.500077409198803};

void expect_published_digits(const Solution& solution, double tolerance)
{
    ASSERT_EQ(word_of(solution.code), "finished") << solution.reason;
    for (std::size_t i = 0; i < std::size(published); ++i)
        EXPECT_NEAR(end_value(solution, "y[" + std::to_string(i + 1) + "]"), published[i],
                    tolerance);
}

TEST(Nand, HasThePublishedDigits)
{
    // 100 times the tolerance, voltages being of size 5: the gate forgets, nothing grows.
    for (const char* method : {"auto", "radau"})
        for (const double rtol : {1e-6, 1e-8, 1e-10}) {
            SCOPED_TRACE(std::string(method) + " " + std::to_string(std::log10(rtol)));
            SolveOptions options{.method = method, .rtol = rtol, .atol = rtol / 100};
            options.max_seconds = 60;
            options.sampling.only_end = true;
            const Solution solution = solve(model("nand"), options);
            expect_published_digits(solution, 500 * rtol);
            // Voltages that rest at a kink do not keep steps as short as they were there.
            EXPECT_LT(solution.statistics.steps, 20000);
        }
}

}  // namespace
}  // namespace involute::testing
