// SPDX-License-Identifier: Apache-2.0
// Samples are what they are said to be: grids, tables, spread and distributed numbers.
#include "involute/sweep/samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "involute/base/error.hpp"
#include "involute/sweep/distribution.hpp"
#include "involute/sweep/random.hpp"
#include "involute/sweep/sobol.hpp"

namespace involute {
namespace {

std::vector<double> all_of(const SampleBlock& block, std::size_t column = 0)
{
    std::vector<double> values;
    std::vector<double> row(block.names.size());
    for (std::int64_t k = 0; k < block.count; ++k) {
        block.put(k, row.data());
        values.push_back(row[column]);
    }
    return values;
}

template <class F>
std::string error_of(const F& f)
{
    try {
        f();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(Axes, AreTheDecimalsThatTheySay)
{
    EXPECT_EQ(all_of(axis("g=0:1:11")),
              (std::vector<double>{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}));
    EXPECT_EQ(all_of(axis(" g = 0.1 : 0.7 : 7 ")),
              (std::vector<double>{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}));
    EXPECT_EQ(all_of(axis("x'=2:-1:4")), (std::vector<double>{2, 1, 0, -1}));
    EXPECT_EQ(all_of(axis("k=1:1e6:4:log")), (std::vector<double>{1, 100, 1e4, 1e6}));
    EXPECT_EQ(all_of(axis("k=-4:-1:3:log")), (std::vector<double>{-4, -2, -1}));
    EXPECT_EQ(all_of(axis("g=3,1e-3,-2")), (std::vector<double>{3, 1e-3, -2}));
    EXPECT_EQ(all_of(axis("g=5:5:1")), (std::vector<double>{5}));
    EXPECT_EQ(axis("x'=1:2:3").names, (std::vector<std::string>{"x'"}));
}

TEST(Axes, ThatAreNoneAreRefused)
{
    for (const std::string text : {"",
                                   "g",
                                   "=1:2:3",
                                   "g=",
                                   "g=1:2",
                                   "g=1:2:0",
                                   "g=1:2:-3",
                                   "g=1:2:2.5",
                                   "g=1::3",
                                   "g=:2:3",
                                   "g=1:inf:3",
                                   "g=nan",
                                   "g=1:1e400:3",
                                   "g=1:2:3:lin",
                                   "g=1:2:3:log:4",
                                   "g=0:2:3:log",
                                   "g=-1:2:3:log",
                                   "g=1,two",
                                   "g=1,,2",
                                   "g=1:2:1",
                                   "g=1:2:99999999999999999999"}) {
        const std::string error = error_of([&] { axis(text); });
        EXPECT_NE(error.find("the axis `" + text + "`"), std::string::npos) << text << error;
        EXPECT_EQ(std::ranges::count(error, '\n'), 1) << error;  // the hint
    }
}

TEST(Grids, TurnTheLastAxisFastest)
{
    const Samples samples({axis("a=1,2"), axis("b=10,20,30")});
    EXPECT_EQ(samples.count(), 6);
    EXPECT_EQ(samples.names(), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(samples.values(0), (std::vector<double>{1, 10}));
    EXPECT_EQ(samples.values(2), (std::vector<double>{1, 30}));
    EXPECT_EQ(samples.values(3), (std::vector<double>{2, 10}));
    EXPECT_EQ(samples.values(5), (std::vector<double>{2, 30}));
}

TEST(Grids, OfTooManyRunsAreRefusedBeforeAnythingIsMade)
{
    const std::string million = "=1:2:1000000";
    EXPECT_NE(error_of([&] {
                  Samples({axis("a" + million), axis("b" + million)});
              }).find("1e+12 runs"),
              std::string::npos);
    std::vector<SampleBlock> many;
    for (int k = 0; k < 60; ++k) many.push_back(axis("a" + std::to_string(k) + million));
    EXPECT_NE(error_of([&] { Samples(std::move(many)); }).find("1e+300 runs"), std::string::npos);
    EXPECT_NE(error_of([] {
                  Samples({axis("a=1"), axis("a=2")});
              }).find("`a` twice"),
              std::string::npos);
    EXPECT_NE(error_of([] { Samples({}); }).find("varies nothing"), std::string::npos);
}

TEST(Tables, HaveANumberInEveryPlace)
{
    const SampleBlock block = list_of("# remark\ng, \"q[1,2]\"\r\n1,2\n\n-3e-2,4.5\r\n", "t.csv");
    EXPECT_EQ(block.names, (std::vector<std::string>{"g", "q[1,2]"}));
    EXPECT_EQ(all_of(block), (std::vector<double>{1, -3e-2}));
    EXPECT_EQ(all_of(block, 1), (std::vector<double>{2, 4.5}));
    const auto refused = [](std::string_view text) {
        return error_of([&] { list_of(text, "t.csv"); });
    };
    EXPECT_NE(refused("").find("t.csv"), std::string::npos);
    EXPECT_NE(refused("g,x\n").find("no rows"), std::string::npos);
    EXPECT_NE(refused("1,2\n3,4\n").find("`1` is no name"), std::string::npos);
    EXPECT_NE(refused("g,x\n1,2\n1\n").find("t.csv:3"), std::string::npos);
    EXPECT_NE(refused("g,x\n1,\n").find("entry for `x` is missing"), std::string::npos);
    EXPECT_NE(refused("g,x\n1,heavy\n").find("`heavy` for `x` is no finite number"),
              std::string::npos);
    EXPECT_EQ(all_of(list_of("g,x\n\"1.5\",\"2\"\n", "t.csv")), (std::vector<double>{1.5}));
    EXPECT_NE(refused("g;x\n1;2\n").find("commas separate entries"), std::string::npos);
    EXPECT_NE(refused("g\nnan\n").find("no finite number"), std::string::npos);
    EXPECT_NE(refused("g\n1e999\n").find("no finite number"), std::string::npos);
}

// The outputs for seed 1234567 that are published with the reference implementation (S. Vigna).
TEST(RandomWords, AreThoseOfSplitMix64)
{
    const std::uint64_t expected[] = {6457827717110365317u, 3203168211198807973u,
                                      9817491932198370423u, 4593380528125082431u,
                                      16408922859458223821u};
    for (std::uint64_t k = 0; k < 5; ++k) EXPECT_EQ(random_word(1234567, k), expected[k]) << k;
    EXPECT_GT(unit_number(0), 0);
    EXPECT_LT(unit_number(~std::uint64_t(0)), 1);
}

// From scipy.stats.qmc.Sobol(21, scramble=False), another implementation with the numbers of Joe
// and Kuo.
TEST(Sobol, HasThePointsOfOtherImplementations)
{
    const std::uint32_t seventh[] = {
        536870912,  2684354560, 1610612736, 536870912,  536870912,  1610612736, 2684354560,
        2684354560, 2684354560, 3758096384, 2684354560, 536870912,  2684354560, 1610612736,
        536870912,  536870912,  536870912,  536870912,  2684354560, 3758096384, 3758096384};
    const std::uint32_t thousandth[] = {
        943718400,  415236096,  2227175424, 2906652672, 1203765248, 3896508416, 197132288,
        3862953984, 2151677952, 297795584,  364904448,  1094713344, 692060160,  1648361472,
        616562688,  1589641216, 3091202048, 1480589312, 4257218560, 3116367872, 2243952640};
    for (int i = 0; i < sobol_dimensions; ++i) {
        EXPECT_EQ(sobol_digits(7, i), seventh[i]) << i;
        EXPECT_EQ(sobol_digits(1000, i), thousandth[i]) << i;
    }
}

/// The star discrepancy of numbers in (0, 1): H. Niederreiter, Random Number Generation and
/// Quasi-Monte Carlo Methods, 1992, theorem 2.6.
double discrepancy(std::vector<double> x)
{
    std::ranges::sort(x);
    const double n = double(x.size());
    double largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        largest = std::max(largest, std::abs(x[i] - (2 * double(i) + 1) / (2 * n)));
    return 1 / (2 * n) + largest;
}

// One point in each of n equal parts: the discrepancy is at most 1/n. That of random numbers is
// about 1/sqrt(n).
TEST(SpreadSamples, HaveOneInEveryPart)
{
    for (const Spread spread : {Spread::lhs, Spread::sobol}) {
        const SampleBlock block = sampled(spread, 1024, 5, {"a=0:1", "b=0:1", "c=0:1"});
        for (std::size_t i = 0; i < 3; ++i) {
            const std::vector<double> x = all_of(block, i);
            EXPECT_LE(discrepancy(x), 1 / 1024.0);
            std::set<int> parts;
            for (const double value : x) parts.insert(int(value * 1024));
            EXPECT_EQ(parts.size(), 1024u);
        }
    }
    EXPECT_GT(discrepancy(all_of(sampled(Spread::uniform, 1024, 5, {"a=0:1"}))), 5 / 1024.0);
    // In two coordinates: one in every box of a grid of 32 x 32.
    const SampleBlock block = sampled(Spread::sobol, 1024, 9, {"a=0:1", "b=0:1"});
    const std::vector<double> a = all_of(block), b = all_of(block, 1);
    std::set<int> boxes;
    for (std::size_t k = 0; k < a.size(); ++k) boxes.insert(32 * int(a[k] * 32) + int(b[k] * 32));
    EXPECT_EQ(boxes.size(), 1024u);
}

TEST(SpreadSamples, AreOthersForAnotherSeedAndTheSameForTheSame)
{
    for (const Spread spread : {Spread::uniform, Spread::lhs, Spread::sobol}) {
        const auto with = [&](std::uint64_t seed, std::size_t column) {
            return all_of(sampled(spread, 50, seed, {"a=0:1", "b=0:1"}), column);
        };
        EXPECT_EQ(with(7, 0), with(7, 0));
        EXPECT_NE(with(7, 0), with(8, 0));
        EXPECT_NE(with(7, 0), with(7, 1));
    }
}

// Kolmogorov and Smirnov: sqrt(n) times the distance is above 1.63 for one sequence in a hundred.
TEST(Distributions, AreWhatTheirNamesSay)
{
    constexpr int n = 4000;
    const auto distance = [](const std::string& range, auto part_below) {
        std::vector<double> parts;
        for (const double x : all_of(sampled(Spread::uniform, n, 11, {range})))
            parts.push_back(part_below(x));
        return discrepancy(parts) * std::sqrt(double(n));
    };
    EXPECT_LT(distance("x=2:5", [](double x) { return (x - 2) / 3; }), 1.63);
    EXPECT_LT(distance("x~uniform(2,5)", [](double x) { return (x - 2) / 3; }), 1.63);
    EXPECT_LT(distance("x~loguniform(1,1e4)", [](double x) { return std::log10(x) / 4; }), 1.63);
    EXPECT_LT(distance("x~normal(3,0.5)",
                       [](double x) { return std::erfc((3 - x) / 0.5 / std::sqrt(2.0)) / 2; }),
              1.63);
}

// mpmath with 30 digits, for the doubles: sqrt(2)*erfinv(2*p - 1), and a root of erfc in the tail.
TEST(Distributions, OfNormalQuantitiesAreExactToFifteenDigits)
{
    const SampledQuantity normal = read_distribution("x~normal(0,1)");
    const auto expect = [&](double part, double expected) {
        EXPECT_NEAR(quantile(normal, part), expected, 1e-15 * std::abs(expected)) << part;
    };
    expect(0.975, 1.95996398454005385560443064983);
    expect(0.3, -0.524400512708040815969454362264);
    expect(1e-10, -6.36134090240405619910039694879);
    expect(0x1p-50, -7.95603812548153096221799650755);
    EXPECT_EQ(quantile(normal, 0.5), 0);
}

TEST(Distributions, ThatAreNoneAreRefused)
{
    for (const std::string text :
         {"", "g", "g=1", "g=2:1", "g=1:1", "g=1:2:3", "g~normal", "g~normal(1)", "g~normal(1,0)",
          "g~normal(1,-2)", "g~gauss(1,2)", "g~loguniform(0,1)", "g~loguniform(-2,-1)",
          "g~uniform(1,inf)", "g~uniform(a,b)", "~normal(0,1)", "g~normal(0,1"})
        EXPECT_NE(error_of([&] { read_distribution(text); }).find("the range `" + text + "`"),
                  std::string::npos)
            << text;
    EXPECT_NE(error_of([] { sampled(Spread::lhs, 5, 0, {}); }).find("nothing says"),
              std::string::npos);
    EXPECT_NE(
        error_of([] { sampled(Spread::lhs, 1'000'000'000'000, 0, {"g=1:2"}); }).find("samples"),
        std::string::npos);
}

}  // namespace
}  // namespace involute
