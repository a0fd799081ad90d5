// SPDX-License-Identifier: Apache-2.0
// Orders of Radau IIA with s stages, measured in extended precision from equations as written.
// Completed equations at the stages: 2s - 1 for positions, velocities and multipliers, whatever the
// index. Raw constraints at the stages (Schropp's method for index 3): 2s - 1 for positions; for
// velocities 2s - 1 with projection, s without; for multipliers s - 1, or, solved for again at the
// projected end point, 2s - 1.
// [Schropp, Projected Runge-Kutta methods for index 3; its theorem promises s, s and s - 1]
#include "tests/drive/support.hpp"

namespace involute {
namespace {

using testing::model;
using testing::slope;
using testing::Swing;

using Names = std::vector<std::string>;
using QuadRows = std::vector<std::vector<Quad>>;

/// What is measured: groups of columns, the multipliers last.
struct Problem {
    System system;
    std::vector<Names> groups;
    double end;
    double largest_step;

    Names columns() const
    {
        Names all;
        for (const Names& group : groups) all.insert(all.end(), group.begin(), group.end());
        return all;
    }
};

constexpr double between = 0.125;  // errors are looked at this often

Problem pendulum()
{
    return {read_system(testing::pendulum), {{"x", "y"}, {"x'", "y'"}, {"lambda"}}, 1, 1.0 / 16};
}

Problem four_bar()
{
    return {model("four_bar"),
            {{"y1", "y2", "y3", "y4"},
             {"y1'", "y2'", "y3'", "y4'"},
             {"lambda[1]", "lambda[2]", "lambda[3]"}},
            0.5,
            1.0 / 32};
}

// The second pendulum's length is the first one's tension: index 5.
Problem two_pendula()
{
    return {read_system("param c = 0.1\n"
                        "var x, y, lambda, u, v, kappa\n"
                        "x'' + lambda*x = 0\n"
                        "y'' + lambda*y + 1 = 0\n"
                        "x^2 + y^2 = 1\n"
                        "u'' + kappa*u = 0\n"
                        "v'' + kappa*v + 1 = 0\n"
                        "u^2 + v^2 = (1 + c*lambda)^2\n"
                        "start y = 0, y' = 0, v = 0, v' = 0\n"
                        "guess x = 1, u = 1\n"),
            {{"x", "y"}, {"x'", "y'"}, {"u", "v"}, {"u'", "v'"}, {"lambda"}, {"kappa"}},
            1,
            1.0 / 16};
}

// u' = f(u, v), v' = k(u, v, lambda), g(u) = 0 with f no mere renaming of v.
Problem hessenberg()
{
    return {read_system("var u1, u2, v1, v2, lambda\n"
                        "u1' = v1*(1 + u2^2)\n"
                        "u2' = v2 + u1*v1/2\n"
                        "v1' = -2*u1*lambda\n"
                        "v2' = -1 - 2*u2*lambda\n"
                        "u1^2 + u2^2 = 1\n"
                        "start u1 = 1, v1 = 0\n"
                        "guess u2 = 0, v2 = 0\n"),
            {{"u1", "u2"}, {"v1", "v2"}, {"lambda"}},
            1,
            1.0 / 16};
}

/// Taylor series with tolerances near round-off: a method that shares nothing with Radau's.
QuadRows reference(const Problem& problem)
{
    SolveOptions options{.to = problem.end,
                         .method = "taylor",
                         .precision = Precision::quad,
                         .rtol = 1e-27,
                         .atol = 1e-29,
                         .columns = problem.columns()};
    options.sampling.every = between;
    const Solution solution = solve(problem.system, options);
    EXPECT_EQ(solution.status, RunStatus::finished) << solution.reason;
    return solution.quad_rows;
}

/// The rows of a run with constant steps at every multiple of `between`. Without projection or
/// with carried multipliers hidden constraints hold to the method's error only, so what is looked
/// at is that the run got to its end.
QuadRows constant_steps(const Problem& problem, const std::string& method, double h,
                        const Technique& technique)
{
    const SolveOptions options{.to = problem.end,
                               .method = method,
                               .precision = Precision::quad,
                               .technique = technique,
                               .rtol = 1e-22,
                               .atol = 1e-24,
                               .step = h,
                               .columns = problem.columns()};
    const Solution solution = solve(problem.system, options);
    EXPECT_EQ(solution.end, problem.end) << solution.reason;
    EXPECT_EQ(solution.quad_rows.size(), std::size_t(problem.end / h) + 1) << solution.reason;
    QuadRows kept;
    const auto stride = std::size_t(between / h);
    for (std::size_t i = 0; i < solution.quad_rows.size(); i += stride)
        kept.push_back(solution.quad_rows[i]);
    return kept;
}

/// The largest error of every group.
std::vector<double> largest_errors(const Problem& problem, const QuadRows& rows,
                                   const QuadRows& exact)
{
    std::vector<double> worst;
    std::size_t column = 1;
    for (const Names& group : problem.groups) {
        double largest = 0;
        for (std::size_t k = 0; k < group.size(); ++k, ++column)
            for (std::size_t i = 0; i < exact.size(); ++i)
                largest = std::max(
                    largest, std::abs(to_double(Quad(rows.at(i).at(column) - exact[i][column]))));
        worst.push_back(largest);
    }
    return worst;
}

void expect_orders(const Problem& problem, const std::string& method, const Technique& technique,
                   const std::vector<double>& expected)
{
    const QuadRows exact = reference(problem);
    std::vector<double> h;
    std::vector<std::vector<double>> errors(problem.groups.size());
    for (const double part : {1.0, 0.5, 0.25}) {
        h.push_back(part * problem.largest_step);
        const QuadRows rows = constant_steps(problem, method, h.back(), technique);
        ASSERT_EQ(rows.size(), exact.size());
        const auto worst = largest_errors(problem, rows, exact);
        for (std::size_t g = 0; g < worst.size(); ++g) errors[g].push_back(worst[g]);
    }
    for (std::size_t g = 0; g < errors.size(); ++g)
        EXPECT_NEAR(slope(h, errors[g]), expected[g], 0.25)
            << method << ", " << problem.groups[g].front() << ": errors " << errors[g].front()
            << " to " << errors[g].back();
}

/// Schropp's method.
Technique raw(ProjectionWay projection, TopValues multipliers)
{
    return {.projection = projection, .collocation = Collocation::written, .tops = multipliers};
}

class RadauOrder : public ::testing::TestWithParam<int> {
protected:
    double stages() const { return GetParam(); }
    double order() const { return 2 * stages() - 1; }

    void expect(const Problem& problem, const Technique& technique,
                const std::vector<double>& expected) const
    {
        expect_orders(problem, "radau" + std::to_string(int(order())), technique, expected);
    }
};

class CompletedRadauOrder : public RadauOrder {
protected:
    void expect_full_order(const Problem& problem) const
    {
        expect(problem, {}, std::vector<double>(problem.groups.size(), order()));
    }
};

TEST_P(CompletedRadauOrder, IsFullForEveryVariableOfThePendulum)
{
    expect_full_order(pendulum());
}

TEST_P(CompletedRadauOrder, IsFullForEveryVariableOfTheFourBar)
{
    expect_full_order(four_bar());
}

TEST_P(CompletedRadauOrder, IsFullForEveryVariableOfIndexFive)
{
    expect_full_order(two_pendula());
}

TEST_P(CompletedRadauOrder, IsFullForEveryVariableOfAFirstOrderHessenbergSystem)
{
    expect_full_order(hessenberg());
}

class SchroppOrder : public RadauOrder {
protected:
    void expect_schropps_orders(const Problem& problem) const
    {
        const double s = stages(), full = order();
        const auto sweep = ProjectionWay::sweep, none = ProjectionWay::none;
        expect(problem, raw(sweep, TopValues::recomputed), {full, full, full});
        expect(problem, raw(sweep, TopValues::carried), {full, full, s - 1});
        expect(problem, raw(none, TopValues::carried), {full, s, s - 1});
    }
};

TEST_P(SchroppOrder, IsObservedOnThePendulum)
{
    expect_schropps_orders(pendulum());
}

TEST_P(SchroppOrder, IsObservedOnTheFourBar)
{
    expect_schropps_orders(four_bar());
}

TEST_P(SchroppOrder, IsObservedOnAFirstOrderHessenbergSystem)
{
    expect_schropps_orders(hessenberg());
}

constexpr auto name_of = [](const auto& stages) { return std::to_string(stages.param); };
INSTANTIATE_TEST_SUITE_P(Stages, CompletedRadauOrder, ::testing::Values(2, 3, 5), name_of);
INSTANTIATE_TEST_SUITE_P(Stages, SchroppOrder, ::testing::Values(2, 3), name_of);

// Checks the reference of the tests above against the closed form.
TEST(RadauOrderReference, IsThePendulumsClosedForm)
{
    const QuadRows rows = reference(pendulum());
    ASSERT_EQ(rows.size(), 9U);
    for (const auto& row : rows) {
        const Swing<Quad> exact(row[0]);
        const Quad expected[] = {exact.x, exact.y, exact.dx, exact.dy, exact.lambda};
        for (std::size_t k = 0; k < 5; ++k)
            EXPECT_LE(std::abs(to_double(Quad(row[k + 1] - expected[k]))), 1e-25);
    }
}

}  // namespace
}  // namespace involute
