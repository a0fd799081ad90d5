// SPDX-License-Identifier: Apache-2.0
// Sums, functions of the model, arrays of three indices and the younger functions, solved: values
// from closed forms. Rows are confirmed by walking the text, so both readers understand them.
#include <cmath>
#include <numbers>

#include "involute/model/builder.hpp"
#include "involute/options/option_table.hpp"
#include "tests/drive/support.hpp"

namespace involute::testing {
namespace {

constexpr const char* text = R"(
    param n = 3
    var x, y, s, q[1..2, 1..2, 1..2]
    function pair(a, b) = erf(a) - asinh(b)
    let speed = x'^2 + y
    for i in 1..2 { let d[i] = i*x }
    x' = exp(-t^2)
    y' = pair(t, 0)
    s = sum(k in 1..n: x^k) + max(0, -1, log10(10 + t), acosh(1))
    for i in 1..2 { for j in 1..2 { for k in 1..2 { q[i, j, k]' = i*j*k; start q[i, j, k] = 0 } } }
    start x = 0, y = 0
    solve to 2
)";

TEST(Language, IsSolvedAsItIsWritten)
{
    const double x = std::sqrt(std::numbers::pi) / 2 * std::erf(2.0);
    const double y = 2 * std::erf(2.0) + (std::exp(-4.0) - 1) / std::sqrt(std::numbers::pi);
    for (const char* method : {"dop853", "taylor", "radau"}) {
        SolveOptions options{.method = method};
        options.columns = {"x", "y", "s", "speed", "d[2]", "q[2,2,2]", "atanh(x/2)"};
        const Solution run = solve(read_system(text), options);
        ASSERT_TRUE(succeeded(run)) << run.reason;
        EXPECT_NEAR(end_value(run, "x"), x, 1e-9) << method;
        EXPECT_NEAR(end_value(run, "y"), y, 1e-9) << method;
        EXPECT_NEAR(end_value(run, "s"), x + x * x + x * x * x + std::log10(12), 1e-8) << method;
        EXPECT_NEAR(end_value(run, "speed"), std::exp(-8.0) + y, 1e-9) << method;
        EXPECT_NEAR(end_value(run, "d[2]"), 2 * x, 1e-8) << method;
        EXPECT_NEAR(end_value(run, "q[2,2,2]"), 16, 1e-8) << method;
        EXPECT_NEAR(end_value(run, "atanh(x/2)"), std::atanh(x / 2), 1e-8) << method;
    }
}

constexpr const char* methods[] = {"dop853", "taylor", "radau", "auto"};

void expect_end(const char* model_text, std::string_view name, double expected,
                double tolerance = 1e-8)
{
    for (const char* method : methods) {
        const Solution run = solve(read_system(model_text), {.method = method});
        ASSERT_TRUE(succeeded(run)) << method << ": " << run.reason << "\n" << model_text;
        EXPECT_NEAR(end_value(run, std::string(name)), expected, tolerance) << method << "\n"
                                                                            << model_text;
    }
}

TEST(Choice, OfTimeIsLocated)
{
    expect_end("var x\nx' = if(t < 1, 1, -2*x)\nstart x = 0\nsolve to 2", "x", std::exp(-2.0));
    expect_end("var x\nx' = if(t > 1 and t <= 2 or not t < 3, 1, 0)\nstart x = 0\nsolve to 4", "x",
               2);
    expect_end("var x\nx' = if(t >= 1, if(t < 2, 5, x), t)\nstart x = 0\nsolve to 3", "x",
               5.5 * std::exp(1.0), 1e-6);
    // backwards
    expect_end("var x\nx' = if(t < 1, 1, 3)\nstart t = 2, x = 0\nsolve to 0", "x", -4);
}

TEST(Choice, OfTheStateIsLocated)
{
    // Free fall from 1 onto a spring at 0, and back: each part is known.
    const double fall = std::sqrt(2.0), end = 2 * fall + std::numbers::pi / 2;
    for (const char* method : methods) {
        const Solution run =
            solve(read_system("var x\nx'' = if(x > 0, -1, -4*x)\nstart x = 1, x' = 0"),
                  {.to = end, .method = method, .rtol = 1e-10, .atol = 1e-12});
        ASSERT_TRUE(succeeded(run)) << method << ": " << run.reason;
        EXPECT_NEAR(end_value(run, "x"), 1, 1e-8) << method;
        EXPECT_NEAR(end_value(run, "x'"), 0, 1e-7) << method;
    }
}

TEST(Choice, IsNotTouchedByTheBranchNotTaken)
{
    // ∫ log(2 - t) over [0, 1]; beyond t = 2 the logarithm has no value
    expect_end("var y\ny' = if(t < 1, log(2 - t), 0)\nstart y = 0\nsolve to 3", "y",
               2 * std::log(2.0) - 1);
    expect_end("var y, z\nz = 2 - t\ny' = if(z > 1, log(z), 0)\nstart y = 0\nsolve to 3", "y",
               2 * std::log(2.0) - 1);
    expect_end(
        "var y, z\nz' = -1\ny' = if(z > 1 and sqrt(z) < 9, 1/(z - 1/2), 0)\n"
        "start y = 0, z = 2\nsolve to 3",
        "y", std::log(3.0));
}

TEST(Choice, HoldsWhereBothSidesAreEqualForGood)
{
    expect_end("var x\nx' = if(x > 0, -1, 0)\nstart x = 0\nsolve to 1", "x", 0);
    expect_end("var x\nx' = if(x >= 0, 1, 0)\nstart x = 0\nsolve to 1", "x", 1);
}

TEST(Choice, MeansWhatItSaysWhereBothSidesStayEqual)
{
    const std::string at_rest = "var x, y\nx' = 0\nstart x = 0, y = 0\nsolve to 2\ny' = ";
    expect_end((at_rest + "if(x > 0, 1, 0)").c_str(), "y", 0);
    expect_end((at_rest + "if(x <= 0, 1, 0)").c_str(), "y", 2);
    const std::string for_a_while = "var x, y\nstart y = 0\nsolve to 3\nx = max(0, 1 - t)\ny' = ";
    expect_end((for_a_while + "if(x > 0, 1, 0)").c_str(), "y", 1);
    expect_end((for_a_while + "if(x <= 0, 1, 0)").c_str(), "y", 2);
    const std::string table =
        "input u = table (0, 0) (1, 0) (2, 1) (3, 0) (4, 0)\nvar y\n"
        "start y = 0\nsolve to 4\ny' = ";
    expect_end((table + "if(u > 0, 1, 0)").c_str(), "y", 2);
    expect_end((table + "if(u >= 0, 1, 0) + if(u <= 0, 10, 0)").c_str(), "y", 24);
}

TEST(Choice, JumpsOfHighestDerivativesAreFineOthersHaveAReason)
{
    expect_end("var x, y\nx = if(t < 1, 0, 1)\ny' = x\nstart y = 0\nsolve to 3", "y", 2);
    for (const char* method : methods) {
        const std::string rest = "\ny = x'\nsolve to 3";
        const Solution chosen =
            solve(read_system("var x, y\nx = if(t < 1, -1, 1)" + rest), {.method = method});
        const Solution by_sign =
            solve(read_system("var x, y\nx = sign(t - 1)" + rest), {.method = method});
        EXPECT_EQ(chosen.code, by_sign.code) << method << ": " << chosen.reason;
        EXPECT_FALSE(succeeded(chosen)) << method;
        EXPECT_FALSE(chosen.reason.empty());
    }
}

TEST(Choice, CanBeBuilt)
{
    Builder m;
    const Formula x = m.unknown("x");
    m.equation(x.dot() == where_positive(1 - m.independent(), 1, -2 * x));
    m.start(x, 0);
    m.atol(x, 1e-12);
    const Solution run = solve(m.system(), {.to = 2});
    ASSERT_TRUE(succeeded(run)) << run.reason;
    EXPECT_NEAR(end_value(run, "x"), std::exp(-2.0), 1e-8);
}

/// An oscillation of 1e-9 beside one of 1.
const std::string small_beside_large =
    "var x, y\nx'' = -x\ny'' = -4*y\nstart x = 1e-9, x' = 0, y = 1, y' = 0\nsolve to 20\n";

TEST(OwnTolerance, GivesSmallUnknownsTheirDigits)
{
    for (const char* method : methods) {
        const Solution common = solve(read_system(small_beside_large), {.method = method});
        EXPECT_FALSE(common.notices.empty()) << method;
        SolveOptions options{.method = method};
        options.atol_of = {{"x", 1e-19}};
        for (const Solution& own :
             {solve(read_system(small_beside_large + "atol x = 1e-19\n"), {.method = method}),
              solve(read_system(small_beside_large), options)}) {
            ASSERT_TRUE(succeeded(own)) << own.reason;
            EXPECT_TRUE(own.notices.empty()) << own.notices[0];
            EXPECT_NEAR(end_value(own, "x") / 1e-9, std::cos(20.0), 1e-7) << method;
            EXPECT_NEAR(end_value(own, "y"), std::cos(40.0), 1e-7) << method;
        }
    }
}

TEST(OwnTolerance, IsPartOfTheOptionAtol)
{
    const OptionRow& row = *find_option("atol");
    std::vector<Diagnostic> wrong;
    SolveOptions options;
    set_option(options, row, "1e-7, x=1e-6, c[1,2]'= 3", wrong);
    EXPECT_TRUE(wrong.empty());
    EXPECT_EQ(options.atol, 1e-7);
    ASSERT_EQ(options.atol_of.size(), 2u);
    EXPECT_EQ(options.atol_of[1], std::pair(std::string("c[1,2]'"), 3.0));
    EXPECT_EQ(option_text(row, options), "1e-7, x=1e-6, c[1,2]'=3");
    for (const char* typed : {"x=0", "1e-7, 1e-8", "y", "=3", "x=1e-6,", "-1"}) {
        wrong.clear();
        set_option(options, row, typed, wrong);
        EXPECT_EQ(wrong.size(), 1u) << typed;
    }
    SolveOptions nobody;
    nobody.atol_of = {{"z", 1e-6}};
    EXPECT_THROW(solve(read_system(small_beside_large), nobody), Error);
    SolveOptions twice;
    twice.atol_of = {{"x", 1e-6}, {"x", 1e-7}};
    EXPECT_THROW(solve(read_system(small_beside_large), twice), Error);
}

}  // namespace
}  // namespace involute::testing
