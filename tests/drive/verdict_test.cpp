// SPDX-License-Identifier: Apache-2.0
// Verdicts where a quick look misleads: J that vanishes on the solutions and nowhere else, and
// unknowns that are free without being forces of redundant constraints. What is true is in the
// comments; it follows by hand from a combination of the equations.
#include <array>
#include <ctime>

#include "support.hpp"

namespace involute {
namespace {

// Equation 2 minus sin(y) times equation 1 is x = sin(t), so that y = 0; det J = cos(y) (x' - y -
// cos(t)).
const std::string mixed_by_a_sine =
    "var x, y\nx' - y = cos(t)\nx + sin(y)*(x' - y) = sin(t) + sin(y)*cos(t)\n";

TEST(JudgedOnTheManifold, AFactorThatIsAnEquationHidesTheIndex)
{
    for (const char* guess :
         {"guess x = 0, y = 0\n", "guess x = 0.01, y = 0.01\n", "guess x = 0.01, y = 0.3\n", ""}) {
        const System system = read_system(mixed_by_a_sine + guess + "solve to 1\n");
        const Analysis found = analyze(system);
        EXPECT_EQ(found.status, Verdict::complete) << guess;
        EXPECT_EQ(found.index, 2) << guess;
        EXPECT_EQ(found.dimension, 0) << guess;
        const Solution run = solve(system, {.to = 1});
        ASSERT_EQ(run.code, Outcome::finished) << guess << run.reason;
        EXPECT_NEAR(end_value(run, "x"), std::sin(1.0), 1e-8);
        EXPECT_NEAR(end_value(run, "y"), 0, 1e-8);
        // What solves combinations of the rows and not the rows themselves is no solution.
        for (const std::string& notice : run.notices)
            EXPECT_FALSE(testing::says(notice, "solutions pass")) << notice;
    }
}

// x = sin(t), y = x', z = y' after equation 1 minus cos(z) times equation 3; det J = 2 sin(z) times
// the left-hand side of equation 3.
TEST(JudgedOnTheManifold, AStateDependentMixtureOfIndexThree)
{
    const System system = read_system(
        "var x, y, z\nx' - y + cos(z)*(x - sin(t) + 2*(x' - y)) = 0\ny' - z = 0\n"
        "x - sin(t) + 2*(x' - y) = 0\nguess x = 0, y = 1, z = 0.1\n");
    const Analysis found = analyze(system);
    EXPECT_EQ(found.status, Verdict::complete);
    EXPECT_EQ(found.index, 3);
    EXPECT_EQ(found.dimension, 0);
    const Solution run = solve(system, {.to = 1});
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_NEAR(end_value(run, "z"), -std::sin(1.0), 1e-8);
}

TEST(JudgedOnTheManifold, AnEquationWrittenTwiceLeavesTheOtherUnknownFree)
{
    for (const char* start : {"", "start x = 0.3, y = 0\n", "guess x = 0.3\n"}) {
        const Analysis found =
            analyze(read_system(std::string("var x, y\nexp(x)*(y' - 1) = 0\ny' = 1\n") + start));
        EXPECT_EQ(found.status, Verdict::underdetermined) << start;
        EXPECT_EQ(found.free, std::vector<std::string>{"x"}) << start;
    }
}

struct Free {
    const char* why;
    const char* text;
    std::vector<std::string> candidates;  // one of them is named
};

TEST(Underdetermined, NoValueIsInventedForWhatNothingDetermines)
{
    const Free systems[] = {
        {"the redundant equations have nothing to do with x and y",
         "var u, x, y\nu = sin(t)\nu' = cos(t)\nx + y = 1\n",
         {"x", "y"}},
        {"the same equation twice",
         "var x, y, z\nx' = 1\ny + z = x\n2*y + 2*z = 2*x\nstart x = 0\n",
         {"y", "z"}},
        {"no constraint on x is redundant, one of those on u is",
         "var u, x, a, b\nu = sin(t)\nu' = cos(t)\nx = t^2\nx'' = a + b\n",
         {"a", "b"}},
        {"two sources in parallel: how they share the current is not said",
         "var v, i1, i2\nv = 5\nv = 5\ni1 + i2 = v/100\n",
         {"i1", "i2"}},
        {"l acts on nothing at the start, where y = 0, and on y elsewhere",
         "var x, y, l\ny'' + l*y + 1 = 0\nx^2 + y^2 = 9\n"
         "(y'' + l*y + 1) + 2*(x^2 + y^2 - 9) = 0\nstart y = 0, y' = 0\nguess x = 3, l = 0\n",
         {"y", "l", "x"}},
        {"z multiplies an equation: where that holds it acts on nothing, and is no force",
         "var x, y, z\nx' = y\nx = sin(t)\ncos(y)*(x - sin(t)) + x*z*(x' - y) = 0\n",
         {"z"}},
        {"a floating part of a circuit",
         "var v1, v2, v3\nv1' = (sin(t) - v1)/2\nv2' - v3' = -(v2 - v3)\n"
         "v3' - v2' = -(v3 - v2)\nstart v1 = 0, v2 = 1\n",
         {"v2", "v3"}},
    };
    for (const Free& system : systems) {
        const System read = read_system(system.text);
        const Analysis found = analyze(read);
        EXPECT_EQ(found.status, Verdict::underdetermined) << system.why;
        ASSERT_EQ(found.free.size(), 1U) << system.why;
        EXPECT_GT(std::ranges::count(system.candidates, found.free[0]), 0) << system.why;
        EXPECT_TRUE(found.gauge.empty()) << system.why;
        EXPECT_EQ(solve(read, {.to = 1}).code, Outcome::underdetermined) << system.why;
    }
}

// What is small counts: z = 2 x and y = -x, though exp(-40) is less than rounding leaves of 1.
TEST(Underdetermined, IsNotSaidWhereASmallTermDetermines)
{
    const System system = read_system(
        "var x, y, z\nx' = 1\ny + z = x\ny + z + exp(t - 40)*(z - 2*x) = x\nstart x = 0\n");
    const Analysis found = analyze(system);
    EXPECT_EQ(found.status, Verdict::complete) << found.message;
    EXPECT_EQ(found.dimension, 1);
    const Solution run = solve(system, {.to = 1});
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_NEAR(end_value(run, "z"), 2, 1e-8);
    EXPECT_NEAR(end_value(run, "y"), -1, 1e-8);
}

// Two rods of one length between the same points: the sum of the forces is that of one rod.
TEST(Underdetermined, ForcesOfRedundantRodsAreSharedInsteadInEveryForm)
{
    const std::string doubled =
        "var x, y, a, b\nx'' + (a + b)*x = 0\ny'' + (a + b)*y + 1 = 0\n"
        "x^2 + y^2 = 1\nstart x = 1, x' = 0\n";
    for (const char* second :
         {"2*x^2 + 2*y^2 = 2\n", "x*x' + y*y' = 0\n", "x^2 + y^2 - 1 + x'' + (a + b)*x = 0\n"}) {
        const System system = read_system(doubled + second);
        const Analysis found = analyze(system);
        EXPECT_EQ(found.status, Verdict::complete) << second << found.message;
        EXPECT_EQ(found.gauge, (std::vector<std::string>{"a", "b"})) << second;
        const Solution run = solve(system, {.to = 2});
        ASSERT_EQ(run.code, Outcome::finished) << second << run.reason;
        EXPECT_NEAR(end_value(run, "a") + end_value(run, "b"), testing::Swing<double>(2).lambda,
                    1e-6);
    }
}

// x4 = 0 at t = 0 follows from the others; the equations are mixed, so that x4 is found from
// combinations in which it changes fast.
TEST(GivenTops, AreNotForgottenBesideLargeChanges)
{
    const std::string text =
        "var x1, x2, x3, x4, x6\n"
        "let a = x1' - 2*x2\nlet b = x2' - (2 + sin(x6))*x3\nlet c = x3' - (1 + x2^2)*x4\n"
        "let d = x1 + 0.22*x1^3 - 0.173*x6^2\nlet e = x6' + 0.52*x6\n"
        "let m = e - c - a\nlet n = d + m\n"
        "a + 3*n = 0\nb - 3*c = 0\nc = 0\nn = 0\nm = 0\n"
        "start x6 = 0, x1 = 0, x2 = 0, x3 = 0, x4 = ";
    EXPECT_EQ(solve(read_system(text + "0\n"), {.to = 1}).code, Outcome::finished);
    const Solution wrong = solve(read_system(text + "1\n"), {.to = 1});
    EXPECT_EQ(wrong.code, Outcome::inconsistent_start) << wrong.reason;
    EXPECT_TRUE(testing::says(wrong.reason, "x4")) << wrong.reason;
}

// What two equations say of one quantity differs by a function that vanishes at the start.
TEST(Inconsistent, IsSeenBesideAStartWhereTheContradictionVanishes)
{
    for (const char* text : {
             "var x, y\nx' + y' = t\nx + y = 0\n",
             "var x, y\nx + y = 0\nx' + y' = sin(t - 1)\nstart t = 1\n",
             "var x, y, u\nx' = u\ny' = t - u\nx + y = 0\nstart x = 0\n",
             "var x, y, F\nx'' = F\ny'' = F + t\nx = y\nstart x = 0, x' = 0\n",
             "var x, y\nx*y' + y*x' = t\nx*y = 1\nstart x = 1\n",
             "var v, i1, i2\nv = sin(t)\nv + 0*i1 = t\ni1 + i2 = v\n",
         }) {
        const Analysis found = analyze(read_system(text));
        EXPECT_EQ(found.status, Verdict::inconsistent) << text << found.message;
    }
}

// The difference of what is said is flat at the start, small, or both; it is not zero.
TEST(Inconsistent, IsProvedWhateverTheSize)
{
    for (const char* text : {
             "var x, y\nx = t\nx = sin(t)\ny' = x\nstart y = 0\n",
             "var x, y\nx' = y\ny' = -x\nx^2 + y^2 = 1 + t^4\nguess x = 1\n",
             "var x\nx = 0\nx = t^9\n",
             "var x\nx = cos(t)\nx = 1 - t^2/2 + t^4/24 - t^6/720\n",
             "var x, y\nx + y = 1\nx' + y' = 1e-9\n",
             "var x, y\nx + y = 1\nx' + y' = 1e-12\n",
             "var x, y\nx'' + y'' = 1e-20\nx + y = t\n",
             "var i\ni = 1e-12\ni = 2e-12\n",
             "var x, y\nx' = y\nt*(x - 1) = 0\ny = 1e-15\n",
             "var x, y\nx' = sin(y)\ny' = x*y\ny*(x' - sin(y)) + exp(x) = 0\n",
         }) {
        const Analysis found = analyze(read_system(text));
        EXPECT_EQ(found.status, Verdict::inconsistent) << text << found.message;
        EXPECT_FALSE(found.message.empty()) << text;
    }
    EXPECT_TRUE(testing::says(analyze(read_system("var x\nx = 0\nx = t^9\n")).message, "t^9"));
}

// x = t^3, y = 3*t^2, z = 6*t; the factor t makes no singular point of the start.
TEST(RegularStart, IsNotMadeSingularByAFactorThatVanishesThere)
{
    for (const char* text :
         {"var x, y, z\nx' = y\ny' = z\nx = t^3\nt*(z - 6*t) = 0\n",
          "var x, y, z\nx' = y\ny' = z\nt*(z - 6*t) = 0\nstart x = 0, y = 0\n"}) {
        const System system = read_system(text);
        EXPECT_EQ(analyze(system).status, Verdict::complete) << text;
        const Solution run = solve(system, {.to = 1});
        ASSERT_EQ(run.code, Outcome::finished) << text << run.reason;
        EXPECT_NEAR(end_value(run, "x"), 1, 1e-9) << text;
        EXPECT_NEAR(end_value(run, "y"), 3, 1e-9) << text;
        EXPECT_NEAR(end_value(run, "z"), 6, 1e-9) << text;
    }
    // Here the factor is the system's: all solutions x = c*t meet.
    EXPECT_NE(solve(read_system("var x\nt*x' = x\nstart x = 0\n"), {.to = 1}).code,
              Outcome::finished);
}

// Two chains x, x', .., d^5 x that end in x = sin(t) and x = sin(2*t), in unknowns and equations
// both mixed by regular matrices of numbers: every fifth derivative of a sum of sines.
TEST(MixedByNumbers, EquationsAndUnknownsAtOnceOfIndexSix)
{
    constexpr int length = 6, n = 2 * length;
    std::string text = "var w[1..12]\n";
    const auto v = [&](int k, const char* prime) {
        return fmt::format("(w[{}]{} - 3*w[{}]{} + w[{}]{})", k + 1, prime, (k + 1) % n + 1, prime,
                           (k + 4) % n + 1, prime);
    };
    std::vector<std::string> f;
    for (int c = 0; c < 2; ++c) {
        const int first = c * length;
        for (int k = first; k + 1 < first + length; ++k)
            f.push_back(fmt::format("({} - {})", v(k, "'"), v(k + 1, "")));
        f.push_back(fmt::format("({} - sin({}*t))", v(first, ""), c + 1));
    }
    for (int i = 0; i < n; ++i)
        text += fmt::format("{} + 3*{} - {} = 0\n", f[std::size_t(i)], f[std::size_t((i + 5) % n)],
                            f[std::size_t((i + 7) % n)]);
    const System system = read_system(text);
    const Analysis found = analyze(system, {.max_seconds = 5});
    EXPECT_EQ(found.status, Verdict::complete) << found.message;
    EXPECT_EQ(found.index, 6);
    EXPECT_EQ(found.dimension, 0);
    const Solution run = solve(system, {.to = 1});
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    const auto value = [&](int k) {
        return end_value(run, fmt::format("w[{}]", k + 1)) -
               3 * end_value(run, fmt::format("w[{}]", (k + 1) % n + 1)) +
               end_value(run, fmt::format("w[{}]", (k + 4) % n + 1));
    };
    EXPECT_NEAR(value(0), std::sin(1.0), 1e-8);
    EXPECT_NEAR(value(length - 1), std::cos(1.0), 1e-8);  // the fifth derivative
    EXPECT_NEAR(value(n - 1), 32 * std::cos(2.0), 1e-7);
}

// The same with squares in the equations, x_(k+1) = x_k' + x_k^2/10, from which x2 follows at
// sight.
TEST(MixedByNumbers, EquationsAndUnknownsAtOnceWithSquares)
{
    constexpr int length = 6, n = 2 * length;
    const auto mixed = [](int k) { return std::array{k + 1, (k + 1) % n + 1, (k + 4) % n + 1}; };
    const auto v = [&](int k, const char* prime) {
        const auto [a, b, c] = mixed(k);
        return fmt::format("(w[{}]{} - 3*w[{}]{} + w[{}]{})", a, prime, b, prime, c, prime);
    };
    std::vector<std::string> f;
    for (const int first : {0, length}) {
        for (int k = first; k + 1 < first + length; ++k)
            f.push_back(fmt::format("({} - {} + {}^2/10)", v(k, "'"), v(k + 1, ""), v(k, "")));
        f.push_back(fmt::format("({} - sin({}*t))", v(first, ""), first / length + 1));
    }
    std::string text = "var w[1..12]\n";
    for (std::size_t i = 0; i < n; ++i)
        text += fmt::format("{} + 3*{} - {} = 0\n", f[i], f[(i + 5) % n], f[(i + 7) % n]);
    const System system = read_system(text);
    const Analysis found = analyze(system, {.max_seconds = 40});
    EXPECT_EQ(found.status, Verdict::complete) << found.message;
    EXPECT_EQ(found.index, 6);
    EXPECT_EQ(found.dimension, 0);
    const Solution run = solve(system, {.to = 1});
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    const auto value = [&](int k) {
        const auto [a, b, c] = mixed(k);
        const auto w = [&](int j) { return end_value(run, fmt::format("w[{}]", j)); };
        return w(a) - 3 * w(b) + w(c);
    };
    EXPECT_NEAR(value(0), std::sin(1.0), 1e-8);
    EXPECT_NEAR(value(1), std::cos(1.0) + std::pow(std::sin(1.0), 2) / 10, 1e-8);
    EXPECT_NEAR(value(length + 1), 2 * std::cos(2.0) + std::pow(std::sin(2.0), 2) / 10, 1e-8);
}

// Numbers of 16 digits are rounded ones, and what holds on one side of a kink is no contradiction.
TEST(Inconsistent, IsNotSaidOfRoundedNumbersOrBeyondAKink)
{
    for (const char* text : {
             "var x\nx = 0.3333333333333333\n3*x = 1\n",
             "var x, y\nx' = 0.1414213562373095*y\ny' = 1\n10*x' = 1.414213562373095*y\n"
             "start x = 0, y = 1\n",
             "var x\nx = 0\nx = max(0, t - 5)\n",
             "var x\nx = t\nx = sqrt(t^2)\nstart t = 1\n",
             "var x, y\nx' = y\ny' = -x\nx^2 + y^2 = 1\nstart x = 1\n",
             "var x\nx = log(2*t)\nx = log(2) + log(t)\nstart t = 1\n",
         }) {
        const Analysis found = analyze(read_system(text));
        EXPECT_EQ(found.status, Verdict::complete) << text << found.message;
    }
}

// x = 1 leaves y = 0 alone, and then x' = 0; y = 0 on the parabola leaves x = 0, and then y' = 0.
TEST(InconsistentStart, IsNotHelpedByRounding)
{
    const std::string rod = "var x, y, L\nx'' + L*x = 0\ny'' + L*y + 1 = 0\nx^2 + y^2 = 1\n";
    const std::string bead = "var x, y, L\nx'' = 2*L*x\ny'' = -L - 1\ny = x^2\n";
    for (const std::string& text :
         {rod + "start x = 1, x' = 1e-4\n", rod + "start x = 1, x' = 1\n",
          rod + "start y = -1, y' = 0.5\n", bead + "start y = 0, y' = 1e-3\n",
          bead + "start y = 0, y' = 1\n"}) {
        const Solution run = solve(read_system(text), {.to = 1, .max_seconds = 5});
        // Refused, or moved by less than a hundredth and said so.
        const bool told = std::ranges::any_of(run.notices, [](const std::string& notice) {
            return testing::says(notice, "was moved to");
        });
        EXPECT_TRUE(told || row_of(run.code).exit_code == 3) << text << run.reason;
        for (const std::vector<double>& row : run.rows)
            for (const double value : row) EXPECT_LT(std::abs(value), 1e6) << text;
    }
    // At rest the same places are starts.
    for (const std::string& text : {rod + "start x = 1, x' = 0\n", rod + "start y = -1, y' = 0\n"})
        EXPECT_EQ(solve(read_system(text), {.to = 1}).code, Outcome::finished) << text;
}

// Along solutions the sum of squares changes at a rate of 2*(-0.3*a^2*d + ..), not 0 there; it took
// more than a minute to say so.
TEST(InconsistentStart, OfAFalseInvariantOfFiveStatesIsSaidInTime)
{
    const System system = read_system(
        "var a, b, c, d, e\n"
        "a' = b*c - 0.3*a*d\nb' = c*d - a*e + sin(e)\nc' = d*e - b*a - 0.1*c^3\n"
        "d' = a*b - c*e\ne' = a*c*d - b\na^2 + b^2 + c^2 + d^2 + e^2 = 2.02\n"
        "start a = 1, b = 0.5, c = -0.3, d = 0.8, e = 0.2\n");
    const std::clock_t before = std::clock();
    const Solution run = solve(system, {.to = 1});
    EXPECT_LT(double(std::clock() - before) / CLOCKS_PER_SEC, 5 * 8);  // sanitizers take 8 times
    EXPECT_EQ(run.code, Outcome::inconsistent_start) << run.reason;
}

/// x1 = sin(t) differentiated along a chain of that length, and an oscillator besides.
std::vector<std::string> chain_and_oscillator(int length)
{
    std::vector<std::string> rows{"(x1 - sin(t))"};
    for (int k = 1; k < length; ++k)
        rows.push_back("(x" + std::to_string(k) + "' - x" + std::to_string(k + 1) + ")");
    rows.push_back("(u' - w)");
    rows.push_back("(w' + u)");
    return rows;
}

// Rows of unit triangles: the mixture is regular everywhere, and det J vanishes on the solution
// set.
TEST(JudgedOnTheManifold, AStateDependentMixtureOfIndexSix)
{
    std::vector<std::string> f = chain_and_oscillator(6);
    f[0] += " + cos(x6)*" + f[1];
    f[2] += " + u*" + f[1];
    f[1] += " + sin(x5)*" + f[5];
    f[3] += " + exp(x1)*" + f[6];
    // f[0] and f[2] contain f[1] as it was: they are regular combinations all the same.
    std::string text = "var x1, x2, x3, x4, x5, x6, u, w\n";
    for (const std::string& row : f) text += row + " = 0\n";
    text += "start u = 0.3, w = 1\nguess x1 = 0, x2 = 1, x3 = 0, x4 = -1, x5 = 0, x6 = 1\n";
    const System system = read_system(text);
    const Analysis found = analyze(system, {.max_seconds = 40});
    ASSERT_EQ(found.status, Verdict::complete) << found.message;
    EXPECT_EQ(found.index, 6);
    EXPECT_EQ(found.dimension, 2);
    const Solution run = solve(system, {.to = 1});
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_NEAR(end_value(run, "x6"), std::cos(1.0), 1e-6);
    EXPECT_NEAR(end_value(run, "u"), 0.3 * std::cos(1.0) + std::sin(1.0), 1e-7);
}

// Two coupled chains of index 4 and an oscillator, mixed by the product of two unit triangles of
// integers, from an exact start.
TEST(MixedByNumbers, TwoCoupledChainsOfIndexFour)
{
    std::vector<std::string> f = chain_and_oscillator(4);
    for (const char* row : {"(y1 - cos(t) - 0.3*x1)", "(y1' - y2 - 0.1*x1)", "(y2' - y3 - 0.1*x2)",
                            "(y3' - y4 - 0.1*x3)"})
        f.push_back(row);
    const int n = int(f.size());
    const auto lower = [](int i, int j) { return i == j ? 1 : j < i ? (i + 2 * j) % 3 - 1 : 0; };
    const auto upper = [](int i, int j) { return i == j ? 1 : j > i ? (2 * i + j) % 3 - 1 : 0; };
    std::string text = "var x1, x2, x3, x4, y1, y2, y3, y4, u, w\n";
    for (int i = 0; i < n; ++i) {
        text += "0";
        for (int j = 0; j < n; ++j) {
            int entry = 0;
            for (int k = 0; k < n; ++k) entry += lower(i, k) * upper(k, j);
            text += " + " + std::to_string(entry) + "*" + f[std::size_t(j)];
        }
        text += " = 0\n";
    }
    // y2 = y1' - x1/10 and so on, with x = (0, 1, 0, -1) and y1 = cos(t) + 0.3 sin(t) at 0.
    text +=
        "start x1 = 0, x2 = 1, x3 = 0, x4 = -1, y1 = 1, y2 = 0.3, y3 = -1.2, y4 = -0.3, u = 0, w = "
        "1\n";
    const System system = read_system(text);
    const std::clock_t before = std::clock();
    const Analysis found = analyze(system);
    EXPECT_LT(double(std::clock() - before) / CLOCKS_PER_SEC, 5 * 8);  // sanitizers take 8 times
    ASSERT_EQ(found.status, Verdict::complete) << found.message;
    EXPECT_EQ(found.index, 4);
    EXPECT_EQ(found.dimension, 2);
    const Solution run = solve(system, {.to = 1});
    ASSERT_EQ(run.code, Outcome::finished) << run.reason;
    EXPECT_NEAR(end_value(run, "x4"), -std::cos(1.0), 1e-6);
    EXPECT_NEAR(end_value(run, "u"), std::sin(1.0), 1e-7);
}

TEST(AStart, WhereNothingCanBeComputedIsRefused)
{
    const Solution run = solve(read_system("var x\nx' = sqrt(x)\nstart x = -1\n"), {.to = 1});
    EXPECT_EQ(run.code, Outcome::no_start_found) << run.reason;
    EXPECT_EQ(row_of(run.code).exit_code, 3);
}

// One equation is a billion times the other but for a thousandth; the second is added to the first
// with a factor that is 0 at the start.
TEST(Inconsistent, IsFoundBehindAFactorThatVanishesAtTheStart)
{
    const Analysis found =
        analyze(read_system("var x, y\nx' + y - 1 + sin(1.15*t)*(1e9*x' + 1e9*y - 1.001e9) = 0\n"
                            "1e9*x' + 1e9*y - 1.001e9 = 0\n"));
    EXPECT_EQ(found.status, Verdict::inconsistent) << found.message;
}

// Factors that vanish at the start multiply other equations; without them u' = -u, x = sin(t).
TEST(SpecialStart, RowsAreChosenWhereTermsDoNotVanish)
{
    const std::string chain =
        "var x, y, z, u\nx' = y\ny' = z\nu' + u + cos(z)*(y' - z) = 0\n"
        "x - sin(t) + u*(u' + u) = 0\nstart u = 1\nguess y = 1\n";
    const Analysis found = analyze(read_system(chain));
    EXPECT_EQ(found.index, 3);
    EXPECT_EQ(found.dimension, 1);
    const std::string pair =
        "var u, x, z\nu' = -u\nx' = z + u\n"
        "x - sin(t) + cos(z)*(x' - z - u) + z*(u' + u) = 0\nstart u = 1\n";
    for (const std::string& text : {chain, pair}) {
        const Solution run = solve(read_system(text), {.to = 1, .max_steps = 1000});
        ASSERT_EQ(run.code, Outcome::finished) << text << run.reason;
        EXPECT_NEAR(end_value(run, "u"), std::exp(-1.0), 1e-7);
        EXPECT_NEAR(end_value(run, "x"), std::sin(1.0), 1e-7);
    }
}

}  // namespace
}  // namespace involute
