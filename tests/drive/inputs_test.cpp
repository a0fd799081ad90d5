// SPDX-License-Identifier: Apache-2.0
// Runs with inputs: against the same model with the input written as a formula, and against closed
// forms. Rows are confirmed by walking the text, which has tables of its own.
#include <cmath>
#include <numbers>
#include <sstream>

#include "involute/drive/simulation.hpp"
#include "involute/model/builder.hpp"
#include "involute/model/with.hpp"
#include "involute/system/inputs.hpp"
#include "involute/system/parameters.hpp"
#include "tests/drive/support.hpp"

namespace involute::testing {
namespace {

using Between = InputTable::Between;
using Beyond = InputTable::Beyond;

// 0 to 2, level, down to -1 and back: corners at 1, 3 and 4.5.
const std::string by_table = "input u = table (0, 0) (1, 2) (3, 2) (4.5, -1) (6, 2)\n";
const std::string by_formula =
    "let u = 2*t - 2*max(0, t - 1) - 2*max(0, t - 3) + 4*max(0, t - 4.5)\n";

std::string refusal(const System& system, const SolveOptions& options)
{
    try {
        solve(system, options);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

void expect_same(const std::string& a, const std::string& b, const std::string& rest,
                 const SolveOptions& asked, double tolerance)
{
    SolveOptions options = asked;
    options.sampling.points = 41;
    const Solution one = solve(read_system(a + rest), options);
    const Solution other = solve(read_system(b + rest), options);
    ASSERT_TRUE(succeeded(one)) << options.method << ": " << one.reason;
    ASSERT_TRUE(succeeded(other)) << options.method << ": " << other.reason;
    ASSERT_EQ(one.rows.size(), other.rows.size());
    for (std::size_t i = 0; i < one.rows.size(); ++i)
        for (std::size_t j = 0; j < one.rows[i].size(); ++j)
            EXPECT_NEAR(one.rows[i][j], other.rows[i][j],
                        tolerance * (1 + std::abs(one.rows[i][j])))
                << options.method << " row " << i << " at " << one.rows[i][0] << ", column " << j;
}

TEST(Inputs, ALinearTableIsWhatItsFormulaIs)
{
    const std::string rest = "var x, y\nx' = u - x*y\ny' = x - u^2/4\nstart x = 1, y = 0\n";
    for (const char* method : {"auto", "dop853", "taylor", "radau", "rkf78"})
        expect_same(by_table, by_formula, rest, {.to = 6, .method = method}, 1e-7);
    expect_same(by_table, by_formula, rest, {.to = 6, .method = "dop853", .rtol = 1e-12}, 1e-10);
}

TEST(Inputs, AlsoBackwardsAndInQuad)
{
    const std::string rest = "var x, y\nx' = u - y\ny' = x - u^2/4\nstart t = 6, x = 1, y = 0\n";
    for (const char* method : {"dop853", "taylor", "radau"})
        expect_same(by_table, by_formula, rest, {.to = 0.5, .method = method}, 1e-7);
    expect_same(by_table, by_formula, rest,
                {.to = 0.5, .method = "dop853", .precision = Precision::quad, .rtol = 1e-14},
                1e-12);
}

// x = u, x' = y: y is the slope of the table, which jumps (c = 1).
TEST(Inputs, ALinearTableMayBeDifferentiatedOnce)
{
    const System system = read_system(by_table + "var x, y\nx = u\nx' = y\nstart t = 0\n");
    for (const char* method : {"dop853", "taylor", "radau"}) {
        SolveOptions options{.to = 6, .method = method};
        options.sampling.at = {0, 0.5, 2, 4, 5, 6};
        const Solution run = solve(system, options);
        ASSERT_TRUE(succeeded(run)) << method << ": " << run.reason;
        const double x[] = {0, 1, 2, 0, 0, 2}, y[] = {2, 2, 0, -2, 2, 2};
        ASSERT_EQ(run.rows.size(), 6u);
        for (std::size_t i = 0; i < 6; ++i) {
            EXPECT_NEAR(run.rows[i][1], x[i], 1e-9);
            EXPECT_NEAR(run.rows[i][std::size_t(run.names.size())], y[i], 1e-9);
        }
    }
}

// x' = u x: x = exp(∫ u). A method of order 4 keeps it over corners that no grid of steps meets.
TEST(Inputs, ConstantStepsKeepTheirOrderOverBreakpoints)
{
    const System system = read_system(by_table + "var x\nx' = u*x\nstart x = 1\n");
    // up to 1: 1; to 3: 4; 3..4: 2 to 0: 1; 4..4.5: -1/4; 4.5..5: -1/4; 5..6: 1
    const double exact = std::exp(1 + 4 + 1 - 0.25 - 0.25 + 1);
    double before = 0;
    for (const int n : {20, 40, 80}) {
        const Solution run = solve(system, {.to = 6, .method = "rk4", .step = 6.0 / (n + 0.3)});
        ASSERT_TRUE(succeeded(run)) << run.reason;
        const double error = std::abs(end_value(run, "x") / exact - 1);
        if (before > 0) {
            EXPECT_GT(before / error, 11) << n;
            EXPECT_LT(before / error, 24) << n;
        }
        before = error;
    }
}

/// Within some roundings, on the side they come from: conditions have one side in a step.
TEST(Inputs, StepsEndAtBreakpoints)
{
    const System system =
        read_system(by_table + "var x, y\nx' = u - x*y\ny = x + u\nstart x = 1\n");
    for (const char* method : {"auto", "dop853", "taylor", "radau", "rkf78"}) {
        const Solution run = solve(system, {.to = 6, .method = method});
        ASSERT_TRUE(succeeded(run)) << method << ": " << run.reason;
        for (const double corner : {1.0, 3.0, 4.5})
            EXPECT_EQ(std::ranges::count_if(run.rows,
                                            [&](const auto& row) {
                                                const double before = corner - row[0];
                                                return before >= 0 && before < 1e-12;
                                            }),
                      1)
                << method << ", t = " << corner;
    }
}

// A pendulum whose support moves as a cubic does, which a cubic table reproduces exactly: the
// constraint contains it and is differentiated twice.
TEST(Inputs, ACubicTableMovesTheSupportOfAPendulum)
{
    const std::string rest = R"(var x, y, lambda
x'' + lambda*(x - s) = 0
y'' + lambda*y + 1 = 0
(x - s)^2 + y^2 = 1
start y = 0, x' = 0
guess x = 1
)";
    const std::string formula = "let s = 0.3*t^2 - 0.1*t^3\n";
    std::string table = "input s = table cubic ";
    for (int i = 0; i <= 6; ++i) {
        const std::string t = std::to_string(i) + "/2";
        table += "(" + t + ", 0.3*(" + t + ")^2 - 0.1*(" + t + ")^3) ";
    }
    for (const char* method : {"auto", "dop853", "taylor", "radau"})
        expect_same(table + "\n", formula, rest, {.to = 3, .method = method}, 3e-6);
    expect_same(table + "\n", formula, rest,
                {.to = 3, .method = "dop853", .rtol = 1e-12, .atol = 1e-14}, 1e-9);
    System given = read_system("input s\n" + rest);
    set_input(given, "s", InputTable{.t = {0, 1, 2}, .u = {0, 0.2, 0.4}});
    const std::string why = refusal(given, {.to = 2});
    EXPECT_TRUE(says(why, "the input `s` is differentiated twice, and must have 2 derivatives"))
        << why;
    EXPECT_TRUE(says(why, "a linear table of 3 points, good for 1")) << why;
}

// Four derivatives are one too many for a spline: x = u, x' = y, y' = z, z' = w, w' = v.
TEST(Inputs, AreRefusedWithTheNumberOfDerivativesNeeded)
{
    const std::string points = "(0, 0) (1, 1) (2, 0) (3, 2) (4, 0)\n";
    const std::string chain = "var x, y, z, w\nx = u\nx' = y\ny' = z\nz' = w\n";
    const System three = read_system("input u = table cubic " + points + chain);
    EXPECT_TRUE(succeeded(solve(three, {.to = 4, .method = "dop853"})));
    const std::string why = refusal(
        read_system("input u = table cubic " + points + "var v\n" + chain + "w' = v\n"), {.to = 4});
    EXPECT_TRUE(says(why, "must have 4 derivatives of which the first 3 are continuous")) << why;
    const std::string held =
        refusal(read_system("input u = table cubic hold " + points + chain), {.to = 4});
    EXPECT_TRUE(says(held, "must have 3 derivatives")) << held;
    const std::string primes = refusal(
        read_system("input u = table " + points + "var x\nx' = u''\nstart x = 0\n"), {.to = 4});
    EXPECT_TRUE(says(primes, "must have 2 derivatives")) << primes;
}

// A triangle of period 2 and height 1: ∫ over a period is 1.
TEST(Inputs, PeriodicTablesGoOnForEver)
{
    const System system =
        read_system("input u = table periodic (0, 0) (1, 1) (2, 0)\nvar x\nx' = u\nstart x = 0\n");
    for (const char* method : {"dop853", "taylor", "radau"}) {
        const Solution on = solve(system, {.to = 101, .method = method});
        ASSERT_TRUE(succeeded(on)) << on.reason;
        EXPECT_NEAR(end_value(on, "x"), 50.5, 1e-9) << method;
        const Solution back = solve(system, {.to = -100.5, .method = method});
        ASSERT_TRUE(succeeded(back)) << back.reason;
        EXPECT_NEAR(end_value(back, "x"), -50.125, 1e-9) << method;
    }
}

// A spike of a thousandth that no step would see.
TEST(Inputs, NoSpikeOfATableIsMissed)
{
    const System system = read_system(
        "input u = table hold (50, 0) (50.0005, 1000) (50.001, 0)\n"
        "var x\nx' = u - x\nstart x = 0\n");
    const Solution run = solve(system, {.to = 51});
    ASSERT_TRUE(succeeded(run)) << run.reason;
    // ∫ u(s) exp(s - 51) ds, u of area 1/2 around 50.0005: exp(-0.9995)/2 (1 + w²/12), w = 0.0005
    EXPECT_NEAR(end_value(run, "x"), std::exp(-0.9995) / 2, 1e-7);
}

TEST(Inputs, AreNotGuessedBeyondTheirTables)
{
    const System system = read_system(by_table + "var x\nx' = u\nstart x = 0\n");
    const std::string why = refusal(system, {.to = 7});
    EXPECT_TRUE(says(why, "the input `u` is a table from t = 0 to 6, and t = 7 lies beyond"))
        << why;
    const std::string before =
        refusal(read_system(by_table + "var x\nx' = u\nstart t = -1, x = 0\n"), {.to = 3});
    EXPECT_TRUE(says(before, "t = -1 lies beyond")) << before;
    const Solution held = solve(
        read_system("input u = table hold (0, 0) (1, 2)\nvar x\nx' = u\nstart t = -1, x = 0\n"),
        {.to = 4});
    ASSERT_TRUE(succeeded(held)) << held.reason;
    EXPECT_NEAR(end_value(held, "x"), 1 + 6, 1e-9);
    const std::string curve = refusal(system, {.to = 3, .curve = true});
    EXPECT_TRUE(says(curve, "along a curve the input `u` cannot be a table")) << curve;
}

TEST(Inputs, MissingOnesAreNamed)
{
    const System system = read_system("input u, v\nvar x\nx' = u + v\nstart x = 0\n");
    const std::string why = refusal(system, {.to = 1});
    EXPECT_TRUE(says(why, "the input `u` is not given")) << why;
    EXPECT_TRUE(says(why, "the input `v` is not given")) << why;
    EXPECT_TRUE(says(why, "--input u=FILE.csv")) << why;
}

// Ten thousand points of a sine: x = 1 - cos(t) to within the error of the spline, h^4/77.
TEST(Inputs, LongTablesAreFollowed)
{
    InputTable table{.between = Between::cubic};
    for (int i = 0; i <= 10000; ++i) {
        table.t.push_back(Quad(i) / 500);
        table.u.push_back(sin(Quad(i) / 500));
    }
    System system = read_system("input u\nvar x\nx' = u\nstart x = 0\n");
    set_input(system, "u", table);
    const Solution run =
        solve(system, {.to = 20, .method = "dop853", .sampling = {.only_end = true}});
    ASSERT_TRUE(succeeded(run)) << run.reason;
    EXPECT_NEAR(end_value(run, "x"), 1 - std::cos(20.0), 1e-11);
}

InputCode sine(int derivatives)
{
    return {[](double t, std::span<double> values) {
                for (std::size_t k = 0; k < values.size(); ++k)
                    values[k] = std::sin(t + double(k) * std::numbers::pi / 2);
            },
            derivatives};
}

TEST(Inputs, OfCodeHaveNoDerivativesBeyondRows)
{
    System system = read_system("input u\nvar x\nx' = u\nstart x = 0\n");
    set_input(system, "u", sine(3));
    const Solution run = solve(system, {.to = 2, .keep_function = true});
    ASSERT_TRUE(succeeded(run)) << run.reason;
    EXPECT_NEAR(run("x", 1.5), 1 - std::cos(1.5), 1e-8);
    EXPECT_NEAR(run.derivative("x", 1.5), std::sin(1.5), 1e-8);
    EXPECT_THROW(run.derivative("x", 1.5, 3), Error);
}

// x = sin(t), y = x', z = y': z = -sin(t) needs two derivatives of the code.
TEST(Inputs, CodeGivesItsDerivatives)
{
    System system = read_system("input u\nvar x, y, z\nx = u\nx' = y\ny' = z\n");
    set_input(system, "u", sine(3));
    for (const char* method : {"auto", "dop853", "radau"}) {
        const Solution run = solve(system, {.to = 5, .method = method});
        ASSERT_TRUE(succeeded(run)) << method << ": " << run.reason;
        EXPECT_NEAR(end_value(run, "z"), -std::sin(5.0), 1e-9) << method;
    }
    EXPECT_TRUE(says(refusal(system, {.to = 5, .method = "taylor"}), "needs Taylor series"));
    EXPECT_TRUE(says(refusal(system, {.to = 5, .precision = Precision::quad}), "too few digits"));
    set_input(system, "u", sine(1));
    EXPECT_TRUE(says(refusal(system, {.to = 5}), "code with 1 derivative, good for 1"));
}

// A pendulum whose support follows a measurement: before and after it there is no number.
TEST(Inputs, CodeMayHaveValuesOnlyWhereTheRunGoes)
{
    const InputCode measured{
        [](double t, std::span<double> values) {
            for (std::size_t k = 0; k < values.size(); ++k)
                values[k] = t < 0 || t > 2 ? std::numeric_limits<double>::quiet_NaN()
                                           : std::cos(t + double(k) * std::numbers::pi / 2);
        },
        2};
    System system = read_system(
        "input u\nvar x, y, l\nx'' = -l*(x - u)\ny'' = -l*y - 1\n(x - u)^2 + y^2 = 1\n"
        "start y = 0, y' = 0\nguess x = 2\n");
    set_input(system, "u", measured);
    for (const char* method : {"auto", "dop853", "radau"}) {
        const Solution run = solve(system, {.to = 2, .method = method});
        EXPECT_TRUE(succeeded(run)) << method << ": " << run.reason;
        EXPECT_LT(run.residual, 1e-12);
    }
    EXPECT_FALSE(succeeded(solve(system, {.to = 3})));
}

// x' = u - x towards u.
TEST(Inputs, AConstantIsAParameterThatCanBeSet)
{
    System system = read_system("input u = 2\nvar x\nx' = u - x\nstart x = 0\n");
    EXPECT_NEAR(end_value(solve(system, {.to = 1}), "x"), 2 * (1 - std::exp(-1.0)), 1e-9);
    set_parameters(system, {{"u", 3}});
    EXPECT_NEAR(end_value(solve(system, {.to = 1}), "x"), 3 * (1 - std::exp(-1.0)), 1e-9);
    const System outside =
        read_system("input u\nvar x\nx' = u - x\nstart x = 0\n", "", {}, {}, {{"u", 4.0}});
    EXPECT_NEAR(end_value(solve(outside, {.to = 1}), "x"), 4 * (1 - std::exp(-1.0)), 1e-9);
}

// The support of a pendulum is moved at once: x keeps its distance to it, what moved is told.
TEST(Inputs, AConstantInAConstraintMayChangeOnTheWay)
{
    Simulation sim(
        read_system("input s = 0; var x, y, lambda; x'' + lambda*(x - s) = 0\n"
                    "y'' + lambda*y + 1 = 0; (x - s)^2 + y^2 = 1\n"
                    "start y = 0, y' = 0; guess x = 1; solve to 3\n"));
    sim.advance_to(1);
    EXPECT_TRUE(sim.moved().empty());
    sim.set("s", 0.25);
    EXPECT_EQ(sim.outcome(), Outcome::finished) << sim.reason();
    EXPECT_FALSE(sim.moved().empty());
    EXPECT_NEAR(sim["(x - 0.25)^2 + y^2"], 1, 1e-12);
    EXPECT_NEAR(sim["(x - 0.25)*x' + y*y'"], 0, 1e-12);
    EXPECT_EQ(sim.advance_to(2), Outcome::finished) << sim.reason();
    EXPECT_NEAR(sim["(x - 0.25)^2 + y^2"], 1, 1e-12);
}

// Between kinds the text is read again: x' = u - x.
TEST(Inputs, AConstantMayBecomeAFunctionAndBack)
{
    const System constant = read_system(
        "input u = 2; param k = 1; var x; x' = k*u - x; start x = 0; solve to 1\n", "", {}, {"k"});
    System table = with_input(constant, "u", InputTable{.t = {0, 2}, .u = {0, 2}});
    EXPECT_NEAR(end_value(solve(table), "x"), std::exp(-1.0), 1e-9);  // of x' = t - x
    set_parameters(table, {{"k", 3}});
    const System code = with_input(table, "u", sine(2));
    // x' = 3 sin(t) - x from 0: 3/2 (sin t - cos t + e^-t)
    EXPECT_NEAR(end_value(solve(code), "x"), 1.5 * (std::sin(1.0) - std::cos(1.0) + std::exp(-1.0)),
                1e-8);
    Simulation sim(with_input(code, "u", 4.0));
    EXPECT_EQ(sim["k"], 3);
    sim.set("u", 5);
    sim.advance_to(1);
    EXPECT_NEAR(sim["x"], 15 * (1 - std::exp(-1.0)), 1e-8);
    System same = constant;
    set_input(same, "u", 7.0);
    EXPECT_NEAR(end_value(solve(same), "x"), 7 * (1 - std::exp(-1.0)), 1e-8);
    try {
        set_input(same, "u", InputTable{.t = {0, 2}, .u = {0, 2}});
        FAIL();
    } catch (const Error& error) {
        EXPECT_TRUE(says(error.what(), "with_input")) << error.what();
    }
    EXPECT_THROW(with_input(constant, "w", 1.0), Error);
}

TEST(Inputs, OfCodeTakeTaylorSeriesAwayWithANotice)
{
    System system = read_system("input u; var x; x' = u; start x = 0; solve to 2\n");
    set_input(system, "u", sine(3));
    const std::string notice =
        "dop853 instead of taylor: the input `u` is code with 3 derivatives, which has no "
        "Taylor series";
    const auto told = [&](const std::vector<std::string>& notices) {
        return std::ranges::count(notices, notice);
    };
    const Solution run = solve(system, {.rtol = 1e-12, .atol = 1e-14});
    EXPECT_EQ(told(run.notices), 1) << run.notices.size();
    EXPECT_TRUE(run.method.starts_with("dop853")) << run.method;
    Simulation sim(system, {.rtol = 1e-12, .atol = 1e-14});
    EXPECT_EQ(told(sim.notices()), 1);
    EXPECT_EQ(told(solve(system).notices), 0);  // at 1e-8 it is dop853 anyway
    EXPECT_EQ(told(solve(system, {.method = "dop853", .rtol = 1e-12}).notices), 0);
}

// y'' = -y + u with u = sin(2t)/1: y = (2 sin(t) - sin(2t))/3 from rest.
TEST(Inputs, ABuilderTakesThem)
{
    Builder m;
    const Formula y = m.unknown("y");
    const Formula u = m.input(
        "u", InputCode{[](double t, std::span<double> values) {
                           double factor = 1;
                           for (std::size_t k = 0; k < values.size(); ++k) {
                               values[k] =
                                   factor * std::sin(2 * t + double(k) * std::numbers::pi / 2);
                               factor *= 2;
                           }
                       },
                       2});
    m.equation(y.dot(2) == u - y);
    m.start(y, 0);
    m.start(y.dot(), 0);
    const Solution run = solve(m.system(), {.to = 3});
    ASSERT_TRUE(succeeded(run)) << run.reason;
    EXPECT_NEAR(end_value(run, "y"), (2 * std::sin(3.0) - std::sin(6.0)) / 3, 1e-8);
    EXPECT_THROW(m.input("y", 1.0), Error);
}

// Stepping a simulation over breakpoints ends where one run does.
TEST(Inputs, ASimulationMeetsBreakpointsToo)
{
    const System system = read_system(by_table + "var x\nx' = u - x\nstart x = 1\n");
    Simulation simulation(system);
    for (const double t : {0.3, 1.0, 2.9, 3.0, 5.0, 6.0}) simulation.advance_to(t);
    const Solution run = solve(system, {.to = 6});
    EXPECT_NEAR(simulation["x"], end_value(run, "x"), 1e-8);
    EXPECT_THROW(simulation.advance_to(6.5), Error);
}

// A checkpoint belongs to its table.
TEST(Inputs, ACheckpointKnowsItsTable)
{
    const std::string rest = "var x\nx' = u - x\nstart x = 1\n";
    const System system = read_system(by_table + rest);
    Simulation simulation(system);
    simulation.advance_to(2);
    std::stringstream saved;
    simulation.save(saved);
    simulation.advance_to(6);
    Simulation loaded = Simulation::load(saved);
    loaded.advance_to(6);
    EXPECT_EQ(loaded["x"], simulation["x"]);
    saved.clear();
    saved.seekg(0);
    const System other =
        read_system("input u = table (0, 0) (1, 2) (3, 2) (4.5, 0) (6, 2)\n" + rest);
    EXPECT_THROW(Simulation::load(saved, other), Error);
}

std::string saved(const Simulation& simulation)
{
    std::ostringstream out;
    simulation.save(out);
    return out.str();
}

Simulation loaded(const std::string& text, const Inputs& code = {})
{
    std::istringstream in(text);
    return Simulation::load(in, SolveOptions{}, code);
}

const std::string driven = "input u\nvar x\nx' = u - x\nstart x = 1\nsolve to 6\n";

// What is given from outside travels as what it is: kind, ends and every digit.
TEST(Inputs, FromOutsideTravelWithASavedSimulation)
{
    std::vector<Quad> t, u;
    for (int k = 0; k <= 30; ++k) {
        t.push_back(Quad(k) / Quad(5));
        u.push_back(Quad(k * (30 - k)) / Quad(225));
    }
    for (const Input& given :
         {Input(0.3), Input(InputTable{t, u}), Input(InputTable{t, u, Between::cubic}),
          Input(InputTable{t, u, Between::cubic, Beyond::hold}),
          Input(InputTable{t, u, Between::linear, Beyond::periodic})})
        for (const Precision precision : {Precision::double_, Precision::quad}) {
            SolveOptions options;
            options.precision = precision;
            Simulation simulation(read_system(driven, "", {}, {}, {{"u", given}}), options);
            simulation.advance_to(2);
            Simulation later = loaded(saved(simulation));
            for (int k = 0; k < 5; ++k) EXPECT_EQ(later.step(), simulation.step());
            EXPECT_EQ(later.parameter(), simulation.parameter());
            EXPECT_EQ(later["x"], simulation["x"]);
        }
}

TEST(Inputs, OfCodeAreGivenAgain)
{
    const InputCode code{[](double t, std::span<double> values) { values[0] = std::sin(t); }, 0};
    Simulation simulation(read_system(driven, "", {}, {}, {{"u", code}}));
    simulation.advance_to(2);
    const std::string text = saved(simulation);
    Simulation later = loaded(text, {{"u", code}});
    later.advance_to(6);
    simulation.advance_to(6);
    EXPECT_EQ(later["x"], simulation["x"]);
    const auto refused = [&](const Inputs& given) {
        try {
            loaded(text, given);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_TRUE(says(refused({}), "the input `u` was code with 0 derivatives")) << refused({});
    EXPECT_TRUE(says(refused({{"u", InputCode{code.code, 2}}}), "given is code with 2"));
    EXPECT_TRUE(says(refused({{"u", 1.0}}), "given is something else"));
    EXPECT_TRUE(says(refused({{"u", code}, {"w", code}}), "`w` was not given from outside"));
}

}  // namespace
}  // namespace involute::testing
