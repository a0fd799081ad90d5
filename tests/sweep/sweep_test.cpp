// SPDX-License-Identifier: Apache-2.0
// Many runs: each is what its sample says, whatever ran before it, beside it, or on how many
// threads.
#include "involute/sweep/sweep.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "involute/base/error.hpp"
#include "involute/model/read.hpp"

namespace involute {
namespace {

constexpr double pi = 3.141592653589793;

const std::string oscillator =
    "param w = 1, a = 1\nvar x\nx'' + w^2*x = 0\nstart x = a, x' = 0\n"
    "section zero: x = 0\nsolve to 4\n";

Simulation simulation_of(const std::string& text, const Samples& samples,
                         const SolveOptions& options = {})
{
    const System system = read_system(text);
    return Simulation(system, {.tunable = swept_parameters(system, samples), .solve = options});
}

std::vector<SweepRow> rows_of(const std::string& text, const Samples& samples,
                              const std::string& keep, const SweepOptions& how = {},
                              const SolveOptions& options = {})
{
    const Simulation simulation = simulation_of(text, samples, options);
    std::vector<SweepRow> rows;
    const std::int64_t taken =
        sweep(simulation, samples, read_keep(keep, simulation), how, [&](const SweepRow& row) {
            rows.push_back(row);
            return true;
        });
    EXPECT_EQ(taken, std::int64_t(rows.size()));
    return rows;
}

std::string error_of(const std::string& text, const Samples& samples, const std::string& keep)
{
    try {
        rows_of(text, samples, keep);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

bool same_bits(const SweepRow& a, const SweepRow& b)
{
    const auto same = [](const std::vector<double>& x, const std::vector<double>& y) {
        return x.size() == y.size() &&
               std::equal(x.begin(), x.end(), y.begin(), [](double u, double v) {
                   return u == v || (std::isnan(u) && std::isnan(v));
               });
    };
    return same(a.sample, b.sample) && same(a.kept, b.kept) && a.code == b.code &&
           a.reason == b.reason;
}

// A pulse of the state, a thousandth of the way wide, and columns: both are found once and have the
// parameters of every run. x = t, and y(10) is the area under the pulse.
TEST(Sweep, GivesFormulasThatAreFoundOnceTheParametersOfEachRun)
{
    const auto rows = rows_of(
        "param a = 1, c = 3, b = 1e4\nvar x, y\nx' = 1\ny' = a*exp(-b*(x - c)^2)\n"
        "start x = 0, y = 0\nsolve to 10\n",
        Samples({axis("c=2,7"), axis("b=1e4,1"), axis("a=1,2")}), "y(end), a*x(end)",
        {.threads = 1});
    ASSERT_EQ(rows.size(), 8u);
    for (const SweepRow& row : rows) {
        const double c = row.sample[0], root = std::sqrt(row.sample[1]), a = row.sample[2];
        const double area =
            a * std::sqrt(pi) / (2 * root) * (std::erf(root * (10 - c)) + std::erf(root * c));
        EXPECT_EQ(row.code, Outcome::finished) << row.reason;
        ASSERT_EQ(row.kept.size(), 2u);
        EXPECT_NEAR(row.kept[0], area, 1e-7);
        EXPECT_NEAR(row.kept[1], 10 * a, 1e-7);
    }
}

// x = a cos(w t): the tolerance is that of the runs, 1e-8.
TEST(Sweep, KeepsWhatTheClosedFormSays)
{
    const auto rows = rows_of(
        oscillator, Samples({axis("w=1:3:9"), axis("a=1,2")}),
        "x(end), x'(start), max(x), min(x'), t(zero), x'(zero), crossings(zero), x at 0.5,4, "
        "x'^2+9*x^2(end), t(end)");
    ASSERT_EQ(rows.size(), 18u);
    for (const SweepRow& row : rows) {
        const double w = row.sample[0], a = row.sample[1];
        const double expected[] = {
            a * std::cos(4 * w),
            0,
            a,
            4 * w > pi / 2 ? -a * w : a * w * std::sin(4 * w),
            pi / 2 / w,
            -a * w,
            std::floor(4 * w / pi + 0.5),
            a * std::cos(w / 2),
            a * std::cos(4 * w),
            a * a * (w * w * std::pow(std::sin(4 * w), 2) + 9 * std::pow(std::cos(4 * w), 2)),
            4};
        ASSERT_EQ(row.kept.size(), std::size(expected));
        EXPECT_EQ(row.code, Outcome::finished);
        EXPECT_EQ(row.reason, "");
        for (std::size_t k = 0; k < row.kept.size(); ++k)
            EXPECT_NEAR(row.kept[k], expected[k], 1e-7 * (1 + std::abs(expected[k])))
                << "w = " << w << ", a = " << a << ", " << k;
    }
}

// Whatever the steps are: a Taylor series of high order takes two or three of them in a period.
TEST(Sweep, FindsExtremesBetweenSteps)
{
    for (const std::string method : {"dop853", "taylor", "radau5", "dopri54"}) {
        const auto rows =
            rows_of(oscillator, Samples({axis("w=1:1.3:4")}), "max(x), min(x), max(x'), min(x*x')",
                    {}, {.to = 30, .method = method});
        for (const SweepRow& row : rows) {
            const double w = row.sample[0];
            EXPECT_NEAR(row.kept[0], 1, 1e-6) << method;
            EXPECT_NEAR(row.kept[1], -1, 1e-6) << method;
            EXPECT_NEAR(row.kept[2], w, 2e-6) << method;
            EXPECT_NEAR(row.kept[3], -w / 2, 2e-6) << method;  // -w cos sin
        }
    }
}

TEST(Sweep, GoesOverStartValuesAndParametersAtOnce)
{
    // x = x0 exp(-k t)
    const auto rows = rows_of("param k = 1\nvar x\nx' = -k*x\nstart x = 1\nsolve to 2\n",
                              Samples({list_of("x,k\n1,1\n3,0.5\n-2,0\n", "")}), "x(end)");
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_NEAR(rows[0].kept[0], std::exp(-2.0), 1e-8);
    EXPECT_NEAR(rows[1].kept[0], 3 * std::exp(-1.0), 1e-7);
    EXPECT_NEAR(rows[2].kept[0], -2, 1e-12);
}

TEST(Sweep, GivesTheSameBitsOnAnyNumberOfThreads)
{
    const Samples samples({axis("w=0.5:4:60"), axis("x=1,2,3")});
    const std::string keep = "x(end), max(x'), t(zero), x at 1,2";
    const auto one = rows_of(oscillator, samples, keep, {.threads = 1});
    ASSERT_EQ(one.size(), 180u);
    for (const int threads : {2, 7}) {
        const auto more = rows_of(oscillator, samples, keep, {.threads = threads});
        ASSERT_EQ(more.size(), one.size());
        for (std::size_t k = 0; k < one.size(); ++k) {
            EXPECT_EQ(more[k].run, std::int64_t(k));
            EXPECT_TRUE(same_bits(one[k], more[k])) << k;
        }
    }
    const auto part = rows_of(oscillator, samples, keep, {.threads = 2, .first = 50, .end = 90});
    ASSERT_EQ(part.size(), 40u);
    for (std::size_t k = 0; k < part.size(); ++k) EXPECT_TRUE(same_bits(part[k], one[50 + k]));
}

// With m = 0 it is x = t, an equation without freedom: completed anew, and the next run is not
// touched by that. m x' + x = t has x = t - m + (1 + m) exp(-t/m).
TEST(Sweep, CompletesAnewWhereAValueChangesTheStructure)
{
    const std::string text = "param m = 1\nvar x\nm*x' + x = t\nguess x = 1\nsolve to 3\n";
    const auto rows = rows_of(text, Samples({axis("m=1,0,1,0.5,0,0.5,2")}), "x(end)");
    ASSERT_EQ(rows.size(), 7u);
    for (const SweepRow& row : rows) {
        const double m = row.sample[0];
        const double expected = m == 0 ? 3 : 3 - m + (1 + m) * std::exp(-3 / m);
        EXPECT_NEAR(row.kept[0], expected, 1e-7) << m << row.reason;
    }
    EXPECT_TRUE(same_bits(rows[0], rows[2]));
    EXPECT_TRUE(same_bits(rows[1], rows[4]));
    EXPECT_TRUE(same_bits(rows[3], rows[5]));
}

// x' = x^2: x = x0/(1 - x0 t) ends at t = 1/x0.
TEST(Sweep, HasFailuresAsRows)
{
    const auto rows = rows_of("var x\nx' = x^2\nstart x = 1\nsolve to 1\n",
                              Samples({axis("x=0.25,2,0.5")}), "x(end)");
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_NEAR(rows[0].kept[0], 1 / 3.0, 1e-8);
    EXPECT_NEAR(rows[2].kept[0], 1, 1e-7);
    EXPECT_NE(rows[1].code, Outcome::finished);
    EXPECT_TRUE(std::isnan(rows[1].kept[0]));
    EXPECT_FALSE(rows[1].reason.empty());
    EXPECT_EQ(rows[1].reason.find('\n'), std::string::npos);
}

TEST(Sweep, HasStartsThatContradictTheEquationsAsRows)
{
    const std::string circle =
        "param r = 1\nvar x, y\nx' = y\nx^2 + y^2 = r^2\nstart x = 0\nguess y = 1\nsolve to 0.5\n";
    const auto rows = rows_of(circle, Samples({axis("x=0,0.1,3,0.2")}), "x(end)");
    ASSERT_EQ(rows.size(), 4u);
    // x = sin(t + asin(x0))
    for (const std::size_t k : {0u, 1u, 3u})
        EXPECT_NEAR(rows[k].kept[0], std::sin(0.5 + std::asin(rows[k].sample[0])), 1e-8);
    EXPECT_NE(rows[2].code, Outcome::finished);
    EXPECT_TRUE(std::isnan(rows[2].kept[0]));
    EXPECT_FALSE(rows[2].reason.empty());
}

// On the circle y is not below -1.
TEST(Sweep, TellsWhereAStartHadToBeMoved)
{
    const auto rows = rows_of(
        "var x, y, lambda\nx'' + lambda*x = 0\ny'' + lambda*y + 1 = 0\nx^2 + y^2 = 1\n"
        "start y = 0, y' = 0\nguess x = 1\nsolve to 1\n",
        Samples({axis("y=-1.01,-0.5")}), "y(start)");
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].code, Outcome::finished);
    EXPECT_NEAR(rows[0].kept[0], -1, 1e-6);
    EXPECT_TRUE(rows[0].reason.starts_with("start y = -1.01 was moved to ")) << rows[0].reason;
    EXPECT_EQ(rows[1].reason, "");
}

TEST(Sweep, HasNoValueWhereThereIsNone)
{
    const std::string stopped =
        "var x, v\nx' = v\nv' = -1\nstart x = 1, v = 0\nevent ground: x = 0 stop\n"
        "section high: x = 10\nsolve to 5\n";
    const auto rows = rows_of(stopped, Samples({axis("x=0.5,2")}),
                              "t(ground), v(ground), t(high), crossings(high), x at 1.5, t(end)");
    for (const SweepRow& row : rows) {
        const double fall = std::sqrt(2 * row.sample[0]);  // 1 or 2
        EXPECT_EQ(row.code, Outcome::event);
        EXPECT_NEAR(row.kept[0], fall, 1e-9);
        EXPECT_NEAR(row.kept[1], -fall, 1e-9);
        EXPECT_TRUE(std::isnan(row.kept[2]));
        EXPECT_EQ(row.kept[3], 0);
        EXPECT_EQ(std::isnan(row.kept[4]), fall < 1.5);
        EXPECT_NEAR(row.kept[5], fall, 1e-9);
    }
}

// Along the circle x^2 + t^2 = r^2, scaled so that length is arclength: at length 1 from (0, r),
// and where t = r/2 is first passed.
TEST(Sweep, WalksAlongCurves)
{
    const auto rows = rows_of("var x\nx*x' + t = 0\nstart t = 0, x = 1\nsolve length 1 scale 1\n",
                              Samples({axis("x=1,2")}), "x(end), t(end), x at 0.4");
    for (const SweepRow& row : rows) {
        const double r = row.sample[0];
        EXPECT_NEAR(row.kept[0], r * std::cos(1 / r), 1e-7) << row.reason;
        EXPECT_NEAR(std::abs(row.kept[1]), r * std::sin(1 / r), 1e-7);
        EXPECT_NEAR(row.kept[2], std::sqrt(r * r - 0.16), 1e-7);
    }
}

TEST(Sweep, EndsWhereItIsStopped)
{
    const Samples samples({axis("w=1:2:1000")});
    const Simulation simulation = simulation_of(oscillator, samples);
    const Keep keep = read_keep("x(end)", simulation);
    std::int64_t seen = 0;
    EXPECT_EQ(sweep(simulation, samples, keep, {.threads = 2},
                    [&](const SweepRow&) { return ++seen < 20; }),
              20);
    seen = 0;
    const std::int64_t taken =
        sweep(simulation, samples, keep, {.threads = 2, .interrupted = [&] { return seen >= 10; }},
              [&](const SweepRow& row) {
                  EXPECT_EQ(row.code, Outcome::finished);
                  ++seen;
                  return true;
              });
    EXPECT_EQ(taken, seen);
    EXPECT_LT(taken, 1000);
    EXPECT_THROW(sweep(simulation, samples, keep, {},
                       [](const SweepRow&) -> bool { throw std::runtime_error("mine"); }),
                 std::runtime_error);
}

TEST(Sweep, RefusesWhatMakesNoSense)
{
    const Samples w({axis("w=1,2")});
    EXPECT_NE(error_of(oscillator, Samples({axis("ww=1,2")}), "")
                  .find("no parameter and no unknown is called `ww`"),
              std::string::npos);
    EXPECT_NE(error_of(oscillator, w, "x").find("what is to be kept of `x`"), std::string::npos);
    EXPECT_NE(error_of(oscillator, w, "x(zerro)").find("no section or event is called `zerro`"),
              std::string::npos);
    EXPECT_NE(error_of(oscillator, w, "crossings(x)").find("no section or event"),
              std::string::npos);
    EXPECT_NE(error_of(oscillator, w, "x at noon").find("`noon` is no place"), std::string::npos);
    EXPECT_NE(error_of(oscillator, w, "x(end), x(end)").find("kept twice"), std::string::npos);
    EXPECT_NE(error_of(oscillator, w, "max(x, w)").find("more than one"), std::string::npos);
    EXPECT_NE(error_of("var x\nx*x' + t = 0\nstart t = 0, x = 1\nsolve length 2\n",
                       Samples({axis("x=1,2")}), "max(x)")
                  .find("along a curve"),
              std::string::npos);
    EXPECT_NE(error_of(oscillator, w, "q(end)").find("unknown name `q`"), std::string::npos);
    EXPECT_NE(error_of("param w = 1\nvar x\nx' = w\nstart x = 0\n", w, "x(end)")
                  .find("where the runs end"),
              std::string::npos);
    // a parameter that shapes the system
    const std::string shaped = error_of(
        "param n = 3\nvar x[1..n]\nfor i in 1..n { x[i]' = -i*x[i] }\nfor i in 1..n { start x[i] = "
        "1 }\nsolve to 1\n",
        Samples({axis("n=2,3")}), "");
    EXPECT_NE(shaped.find("`n`"), std::string::npos) << shaped;
    // one that the simulation was not made for
    const Simulation simulation(read_system(oscillator));
    try {
        sweep(simulation, w, read_keep("", simulation), {}, [](const SweepRow&) { return true; });
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("cannot be set"), std::string::npos);
    }
}

TEST(Keep, IsEverythingAtTheEndUnlessAsked)
{
    const Simulation simulation(read_system(oscillator));
    const Keep keep = read_keep("", simulation);
    ASSERT_EQ(keep.entries.size(), 3u);
    EXPECT_EQ(keep.entries[0].name, "x(end)");
    EXPECT_EQ(keep.entries[2].name, "x''(end)");
}

}  // namespace
}  // namespace involute
