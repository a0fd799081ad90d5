// SPDX-License-Identifier: Apache-2.0
// The same problem has the same bits when run twice, with either backend, in any thread; written in
// other units or another order of the equations it has the same results up to round-off.
#include <cstring>
#include <thread>

#include "tests/drive/support.hpp"

namespace involute {
namespace {

using testing::model;

bool same_bits(const std::vector<std::vector<double>>& a, const std::vector<std::vector<double>>& b)
{
    if (a.size() != b.size()) return false;
    for (std::size_t k = 0; k < a.size(); ++k)
        if (a[k].size() != b[k].size() ||
            std::memcmp(a[k].data(), b[k].data(), a[k].size() * sizeof(double)) != 0)
            return false;
    return true;
}

void expect_same(const Solution& a, const Solution& b, const std::string& what)
{
    EXPECT_EQ(a.code, b.code) << what;
    EXPECT_TRUE(same_bits(a.rows, b.rows)) << what;
    EXPECT_EQ(a.residual, b.residual) << what;
    EXPECT_EQ(a.statistics.steps, b.statistics.steps) << what;
    ASSERT_EQ(a.crossings.size(), b.crossings.size());
    for (std::size_t k = 0; k < a.crossings.size(); ++k)
        EXPECT_TRUE(same_bits(a.crossings[k].rows, b.crossings[k].rows)) << what;
}

SolveOptions short_run(const System& system)
{
    SolveOptions options{.rtol = 1e-9, .atol = 1e-11};
    if (system.solve.to) options.to = 0.2 * *system.solve.to;
    if (system.solve.length) options.length = 5;
    return options;
}

const std::vector<std::string> some_models = {
    "pendulum",        "pendulum_energy", "andrews", "discharge_pressure",
    "six_point_chain", "henon_heiles",    "sphere",  "stiff_pendulum_0.1"};

TEST(Reproducibility, TwiceInOneProcess)
{
    for (const std::string& name : some_models) {
        const System system = model(name);
        const SolveOptions options = short_run(system);
        expect_same(solve(system, options), solve(system, options), name);
        // Solving does not change the system object.
        expect_same(solve(system, options), solve(model(name), options), name);
    }
}

TEST(Reproducibility, OfNativeCodeAndInterpreter)
{
    for (const std::string& name : some_models) {
        const System system = model(name);
        SolveOptions options = short_run(system);
        const Solution native = solve(system, options);
        options.native = false;
        expect_same(native, solve(system, options), name);
    }
}

TEST(Reproducibility, InManyThreads)
{
    const System system = model("pendulum");
    const SolveOptions options = short_run(system);
    const Solution alone = solve(system, options);
    std::vector<Solution> together(4);
    std::vector<std::thread> threads;
    for (Solution& solution : together)
        threads.emplace_back([&] { solution = solve(system, options); });
    for (std::thread& thread : threads) thread.join();
    for (const Solution& solution : together) expect_same(alone, solution, "thread");
}

void expect_close(const Solution& a, const Solution& b, double tolerance)
{
    ASSERT_EQ(a.code, Outcome::finished) << a.reason;
    ASSERT_EQ(b.code, Outcome::finished) << b.reason;
    ASSERT_EQ(a.rows.size(), b.rows.size());
    for (std::size_t k = 0; k < a.rows.size(); ++k)
        for (std::size_t i = 0; i < a.rows[k].size(); ++i)
            EXPECT_NEAR(a.rows[k][i], b.rows[k][i], tolerance * (1 + std::abs(a.rows[k][i])))
                << "row " << k << ", column " << i;
}

std::string pendulum_in_units(const std::string& first, const std::string& last)
{
    return "var x, y, lambda\n" + first + "*(x'' + lambda*x) = 0\ny'' + lambda*y + 1 = 0\n" + last +
           "*(x^2 + y^2 - 1) = 0\nstart x = 1, x' = 0\n";
}

// With powers of two nothing is rounded differently: the same rows to round-off of the different
// orders of elimination, which the swing amplifies by less than a thousand up to t = 5.
TEST(Units, OfTheEquationsDoNotMatter)
{
    const SolveOptions options{.to = 5.0, .rtol = 1e-8, .atol = 1e-10, .sampling = {.points = 20}};
    const Solution plain = solve(read_system(pendulum_in_units("1", "1")), options);
    for (const auto& [first, last] :
         {std::pair{"1048576", "1/1048576"}, {"1e6", "1e-6"}, {"1e-6", "1e6"}}) {
        const Solution scaled = solve(read_system(pendulum_in_units(first, last)), options);
        EXPECT_EQ(scaled.statistics.steps, plain.statistics.steps);
        expect_close(plain, scaled, 1e-12);
    }
}

// t = 1e3 s, g = 1e-6: the same swing in other units of time, with atol scaled like the speeds.
TEST(Units, OfTimeDoNotMatter)
{
    const SolveOptions options{.to = 5.0, .rtol = 1e-9, .atol = 1e-11, .sampling = {.points = 11}};
    SolveOptions slow = options;
    slow.to = 5000.0;
    slow.atol = 1e-15;
    const Solution a = solve(read_system(testing::pendulum), options);
    const Solution b = solve(read_system("var x, y, lambda\n"
                                         "x'' + lambda*x = 0\n"
                                         "y'' + lambda*y + 1e-6 = 0\n"
                                         "x^2 + y^2 = 1\n"
                                         "start x = 1, x' = 0\n"),
                             slow);
    ASSERT_EQ(a.rows.size(), b.rows.size());
    for (std::size_t k = 0; k < a.rows.size(); ++k)
        for (const std::string name : {"x", "y"})
            EXPECT_NEAR(a.rows[k][column(a, name)], b.rows[k][column(b, name)], 1e-7);
}

TEST(Order, OfTheEquationsDoesNotMatter)
{
    for (const std::string name : {"pendulum", "four_bar", "discharge_pressure", "andrews"}) {
        System system = model(name);
        SolveOptions options = short_run(system);
        options.sampling.points = 10;
        const Solution plain = solve(system, options);
        std::reverse(system.equations.begin(), system.equations.end());
        // Both are within some hundred tolerances of the solution.
        expect_close(plain, solve(system, options), 1e-6);
    }
}

TEST(Order, OfTheUnknownsDoesNotMatter)
{
    const SolveOptions options{.to = 3.0, .rtol = 1e-9, .atol = 1e-11, .sampling = {.points = 5}};
    const Solution a = solve(read_system(testing::pendulum), options);
    const Solution b = solve(read_system("var lambda, y, x\n"
                                         "x'' + lambda*x = 0\n"
                                         "y'' + lambda*y + 1 = 0\n"
                                         "x^2 + y^2 = 1\n"
                                         "start x = 1, x' = 0\n"),
                             options);
    for (std::size_t k = 0; k < a.rows.size(); ++k)
        for (const std::string& name : a.names)
            EXPECT_NEAR(a.rows[k][column(a, name)], b.rows[k][column(b, name)], 1e-7) << name;
}

// y'' = -y as one equation of second order and as two of first.
TEST(Form, OfAnEquationDoesNotMatter)
{
    const SolveOptions options{.to = 10.0, .rtol = 1e-9, .atol = 1e-11, .sampling = {.points = 9}};
    const Solution one = solve(read_system(testing::oscillator), options);
    const Solution two =
        solve(read_system("var y, v\ny' = v\nv' = -y\nstart y = 0, v = 1\n"), options);
    for (std::size_t k = 0; k < one.rows.size(); ++k) {
        const double t = one.rows[k][0];
        EXPECT_NEAR(one.rows[k][column(one, "y")], std::sin(t), 1e-8);
        EXPECT_NEAR(two.rows[k][column(two, "y")], std::sin(t), 1e-8);
        EXPECT_NEAR(two.rows[k][column(two, "v")], std::cos(t), 1e-8);
    }
}

}  // namespace
}  // namespace involute
