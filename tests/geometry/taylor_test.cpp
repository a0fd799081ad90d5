// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/taylor.hpp"

#include <gtest/gtest.h>

#include "involute/complete/structural/jet_point.hpp"
#include "tests/complete/systems.hpp"
#include "tests/geometry/models.hpp"

namespace involute {
namespace {

using test::geometry_of;

template <class S>
S absolute(const S& x)
{
    using std::abs;
    return abs(x);
}

/// The coefficients of the first unknown of an explicit system, from its written start.
template <class S>
void expect_first_unknown(const std::string& text, const std::vector<Quad>& expected)
{
    Geometry<S> geometry = geometry_of<S>(text);
    const std::vector<S> p = test::written_point<S>(geometry.completed());
    TaylorExpansion<S> series(geometry, int(expected.size()));
    ASSERT_EQ(series.expand(p.data(), int(expected.size())).health, Health::good);
    for (int n = 0; n < int(expected.size()); ++n)
        EXPECT_LE(absolute(Quad(Quad(series.coefficient(0, 0, n)) - expected[n])),
                  Quad(8 * unit_roundoff<S>()))
            << "coefficient " << n << "\n"
            << text;
}

std::vector<Quad> over_factorials(const std::vector<int>& period)
{
    std::vector<Quad> result;
    Quad factorial = 1;
    for (int n = 0; n < 24; ++n) {
        if (n > 1) factorial *= n;
        result.push_back(period[std::size_t(n) % period.size()] / factorial);
    }
    return result;
}

template <class S>
class ATaylorExpansion : public ::testing::Test {};
using Scalars = ::testing::Types<double, Quad>;
TYPED_TEST_SUITE(ATaylorExpansion, Scalars, );

TYPED_TEST(ATaylorExpansion, HasTheCoefficientsOfClosedForms)
{
    using S = TypeParam;
    expect_first_unknown<S>("var y\ny' = y\nstart y = 1\n", over_factorials({1}));
    expect_first_unknown<S>("var y\ny'' = -y\nstart y = 0, y' = 1\n",
                            over_factorials({0, 1, 0, -1}));
    expect_first_unknown<S>("var y\ny' = y^2\nstart y = 1\n", std::vector<Quad>(20, Quad(1)));
    expect_first_unknown<S>("var y\ny' = -2*t*y^2\nstart y = 1\n",  // 1/(1 + t^2)
                            {1, 0, -1, 0, 1, 0, -1, 0, 1, 0, -1, 0, 1});
    expect_first_unknown<S>("var y\ny' = 1/(2*y)\nstart y = 1\n",  // sqrt(1 + t)
                            {1, Quad(1) / 2, Quad(-1) / 8, Quad(1) / 16, Quad(-5) / 128,
                             Quad(7) / 256, Quad(-21) / 1024, Quad(33) / 2048});
    expect_first_unknown<S>("var y\ny' = y*(1 - y)\nstart y = 1/2\n",  // (1 + tanh(t/2))/2
                            {Quad(1) / 2, Quad(1) / 4, 0, Quad(-1) / 48, 0, Quad(1) / 480, 0,
                             Quad(-17) / 80640, 0, Quad(31) / 1451520});
    expect_first_unknown<S>("var y\ny' = 3*t^2\nstart y = 1\n", {1, 0, 0, 1, 0, 0, 0, 0, 0});
}

/// A point with `beyond` more derivatives than z, consistent with the equations differentiated
/// symbolically, in Quad.
JetPoint consistent(CompletedSystem& c, const std::vector<double>& guess, int beyond)
{
    JetPoint point = read_point(c.structure, guess, beyond);
    const auto levels = differentiate_beyond(c.system.graph, c.structure, beyond, 5'000'000);
    EXPECT_TRUE(make_consistent(point, c.system.graph, c.structure, levels, beyond));
    return point;
}

/// (x; y_j^(l), l <= d_j) as written, the rest 0.
std::vector<double> written_jets(const CompletedSystem& c)
{
    const std::vector<double> p = test::written_point<double>(c);
    std::vector<double> all{p[0]};
    for (int j = 0; j < c.layout.unknowns; ++j) {
        for (int l = 0; l < c.layout.d[j]; ++l) all.push_back(p[c.layout.position(j, l)]);
        all.push_back(0);
    }
    return all;
}

template <class S>
std::vector<S> coordinates(const CompletedSystem& c, const JetPoint& point)
{
    std::vector<S> p{from_quad<S>(point.x)};
    for (int j = 0; j < c.layout.unknowns; ++j)
        for (int l = 0; l < c.layout.d[j]; ++l) p.push_back(from_quad<S>(point.jets[j][l]));
    return p;
}

template <class S>
void expect_jets(TaylorExpansion<S>& series, const CompletedSystem& c, const JetPoint& point,
                 int beyond, double tolerance)
{
    const std::vector<S> p = coordinates<S>(c, point);
    ASSERT_EQ(series.expand(p.data(), beyond + 1).health, Health::good);
    for (int j = 0; j < c.layout.unknowns; ++j) {
        double factorial = 1, size = 0;
        for (int n = 0; n <= c.layout.d[j] + beyond; ++n) {
            if (n > 1) factorial *= n;
            const Quad found = Quad(series.coefficient(j, 0, n)) * Quad(factorial);
            size = std::max(size, std::abs(to_double(point.jets[j][n])));
            EXPECT_LE(std::abs(to_double(Quad(found - point.jets[j][n]))), tolerance * size)
                << c.system.names.unknowns[j] << ", derivative " << n;
        }
    }
}

const std::string pendula_start =
    "start y = 0.8, y' = 0, u = 0.3, u' = 0.2\nguess x = 0.6, v = 1\n";
// Blocks of one unknown each, the second not affine in the first.
const std::string chained = "var y, lam\ny' = sin(lam)\n(2 + y^2)*lam = y\nstart y = 0.7\n";

struct Model {
    std::string text;
    int beyond;
};

const Model models[] = {{test::pendulum, 6},
                        {test::stiff_pendulum, 4},
                        {test::discharge, 4},
                        {test::coupled_pendula + pendula_start, 5},
                        {chained, 8}};

TYPED_TEST(ATaylorExpansion, HasTheDerivativesThatSymbolicDifferentiationGives)
{
    using S = TypeParam;
    // Round-off, amplified by what J amplifies and by (k+1)..(k+d) at every stage.
    const double tolerance = 1e5 * to_double(unit_roundoff<S>());
    for (const Model& model : models) {
        Geometry<S> geometry = geometry_of<S>(model.text);
        CompletedSystem& c = geometry.completed();
        const JetPoint point = consistent(c, written_jets(c), model.beyond);
        TaylorExpansion<S> series(geometry, model.beyond + 1);
        expect_jets(series, c, point, model.beyond, tolerance);
        if (this->HasFailure()) FAIL() << model.text;
    }
}

TYPED_TEST(ATaylorExpansion, FindsAnotherOrderOfEliminationWhereAPivotVanishes)
{
    using S = TypeParam;
    using std::cos, std::sin;
    // x' = cos(t), y' = sin(t), with a matrix that turns: no entry is a good pivot everywhere.
    Geometry<S> geometry = geometry_of<S>(
        "var x, y\n cos(t)*x' + sin(t)*y' = 1\n -sin(t)*x' + cos(t)*y' = 0\n"
        "start x = 0, y = 0\n");
    TaylorExpansion<S> series(geometry, 6);
    for (const double t : {0.0, 0.7, 1.5707963267948966, 3.1, 4.71238898038469, 0.0}) {
        const std::vector<S> p{S(t), S(0), S(0)};
        ASSERT_EQ(series.expand(p.data(), 6).health, Health::good);
        const S c = cos(S(t)), s = sin(S(t)), tolerance = S(16) * unit_roundoff<S>();
        EXPECT_LE(absolute(S(series.coefficient(0, 0, 1) - c)), tolerance) << t;
        EXPECT_LE(absolute(S(series.coefficient(1, 0, 2) - c / S(2))), tolerance) << t;
        EXPECT_LE(absolute(S(series.coefficient(1, 0, 5) - s / S(120))), tolerance) << t;
        EXPECT_LE(absolute(S(series.coefficient(0, 0, 6) + s / S(720))), tolerance) << t;
    }
    EXPECT_GT(geometry.counts.repivots, 1);
}

TYPED_TEST(ATaylorExpansion, IsThePolynomialOfItsCoefficients)
{
    using S = TypeParam;
    Geometry<S> geometry = geometry_of<S>(test::coupled_pendula + pendula_start);
    CompletedSystem& c = geometry.completed();
    const JetPoint point = consistent(c, written_jets(c), 0);
    const std::vector<S> p = coordinates<S>(c, point);
    constexpr int order = 9;
    TaylorExpansion<S> series(geometry, order);
    ASSERT_EQ(series.expand(p.data(), order).health, Health::good);
    std::vector<S> q(p.size()), z(c.layout.unknowns);
    const S h = S(0.125);
    series.evaluate(h, q.data());
    series.evaluate_tops(h, z.data());
    EXPECT_EQ(q[0], p[0] + h);
    for (int j = 0; j < c.layout.unknowns; ++j)
        for (int l = 0; l <= c.layout.d[j]; ++l) {
            S sum(0), size(0);
            for (int n = order - 1 + c.layout.d[j] - l; n >= 0; --n) {
                sum = sum * h + series.coefficient(j, l, n);
                size = std::max<S>(size, absolute(series.coefficient(j, l, n)));
            }
            const S found = l < c.layout.d[j] ? q[c.layout.position(j, l)] : z[j];
            EXPECT_LE(absolute(S(found - sum)), S(16) * unit_roundoff<S>() * size)
                << c.system.names.unknowns[j] << ", derivative " << l;
        }
}

TYPED_TEST(ATaylorExpansion, DoesNotDependOnTheUnitOfX)
{
    using S = TypeParam;
    Geometry<S> geometry = geometry_of<S>(test::pendulum);
    const std::vector<S> p = test::written_point<S>(geometry.completed());
    TaylorExpansion<S> series(geometry, 12);
    std::vector<std::vector<S>> ends;
    for (const int exponent : {0, -20, 7}) {
        series.set_unit(S(std::exp2(exponent)));
        ASSERT_EQ(series.expand(p.data(), 12).health, Health::good);
        ends.emplace_back(p.size());
        series.evaluate(S(0.1), ends.back().data());
    }
    EXPECT_EQ(ends[0], ends[1]);  // to the last bit: units are powers of two
    EXPECT_EQ(ends[0], ends[2]);
}

TEST(TaylorExpansions, AreTheSameInterpretedAndAsNativeCode)
{
    for (const char* name : {"andrews", "kepler", "discharge_pressure"}) {
        std::vector<std::vector<double>> ends;
        for (const bool native : {true, false}) {
            Geometry<double> geometry = geometry_of<double>(test::model_text(name), native);
            std::vector<double> p = test::written_point<double>(geometry.completed());
            TaylorExpansion<double> series(geometry, 15);
            ASSERT_EQ(series.expand(p.data(), 15).health, Health::good) << name;
            series.evaluate(1e-4, p.data());
            ends.push_back(p);
        }
        EXPECT_EQ(ends[0], ends[1]) << name;
    }
}

TEST(TaylorExpansions, TakeTheBranchThatTheDirectionOfTravelMeets)
{
    Geometry<double> geometry =
        geometry_of<double>("var y, z\ny' = abs(t)\nz' = max(sin(t), 2*t)\nstart y = 0, z = 0\n");
    TaylorExpansion<double> series(geometry, 6);
    const std::vector<double> origin{0, 0, 0}, later{1, 0, 0}, earlier{-1, 0, 0};
    series.set_direction(1);
    ASSERT_EQ(series.expand(origin.data(), 6).health, Health::good);
    EXPECT_DOUBLE_EQ(series.coefficient(0, 0, 2), 0.5);
    EXPECT_DOUBLE_EQ(series.coefficient(1, 0, 2), 1);  // 2 t > sin(t) for t > 0
    EXPECT_DOUBLE_EQ(series.coefficient(1, 0, 4), 0);
    series.set_direction(-1);
    ASSERT_EQ(series.expand(origin.data(), 6).health, Health::good);
    EXPECT_DOUBLE_EQ(series.coefficient(0, 0, 2), -0.5);
    EXPECT_DOUBLE_EQ(series.coefficient(1, 0, 2), 0.5);
    EXPECT_DOUBLE_EQ(series.coefficient(1, 0, 4), -1. / 24);
    ASSERT_EQ(series.expand(later.data(), 6).health, Health::good);
    EXPECT_DOUBLE_EQ(series.coefficient(0, 0, 2), 0.5);
    EXPECT_DOUBLE_EQ(series.coefficient(1, 0, 2), 1);
    ASSERT_EQ(series.expand(earlier.data(), 6).health, Health::good);
    EXPECT_DOUBLE_EQ(series.coefficient(0, 0, 1), 1);
    EXPECT_DOUBLE_EQ(series.coefficient(0, 0, 2), -0.5);
}

TEST(TaylorExpansions, KnowTheDistanceToTheNextKink)
{
    Geometry<double> geometry = geometry_of<double>("var y\ny' = abs(t - 2)*y^2\nstart y = 1\n");
    TaylorExpansion<double> series(geometry, 9);
    const std::vector<double> p{0, 1};
    ASSERT_EQ(series.expand(p.data(), 9).health, Health::good);
    EXPECT_EQ(series.smooth_until(1.5), 1.5);
    EXPECT_NEAR(series.smooth_until(10), 2, 1e-14);
    EXPECT_NEAR(series.smooth_until(1e300), 2, 1e-14);
    EXPECT_EQ(series.smooth_until(-10), 10);  // away from it
}

TEST(TaylorExpansions, ReportPointsWithoutAnExpansion)
{
    Geometry<double> singular = geometry_of<double>("var y\ny*y' = 1\nstart y = 1\n");
    TaylorExpansion<double> series(singular, 4);
    EXPECT_EQ(series.expand(std::vector<double>{0, 1}.data(), 4).health, Health::good);
    EXPECT_EQ(series.expand(std::vector<double>{0, 0}.data(), 4).health, Health::singular);
    Geometry<double> outside = geometry_of<double>("var y\ny' = log(y)\nstart y = 1\n");
    TaylorExpansion<double> logarithm(outside, 4);
    EXPECT_EQ(logarithm.expand(std::vector<double>{0, 2}.data(), 4).health, Health::good);
    EXPECT_EQ(logarithm.expand(std::vector<double>{0, -2}.data(), 4).health, Health::not_finite);
}

TEST(TaylorExpansions, KnowTheSignOfTheDeterminant)
{
    Geometry<double> geometry = geometry_of<double>("var y\ny*y' = 1\nstart y = 1\n");
    TaylorExpansion<double> series(geometry, 4);
    std::vector<double> z(1);
    for (const double y : {1.0, -1.0, 2.0}) {
        const std::vector<double> p{0, y};
        EXPECT_EQ(series.expand(p.data(), 4).negative, geometry.field(p.data(), z.data()).negative);
        EXPECT_EQ(series.expand(p.data(), 4).negative, y < 0);
    }
}

}  // namespace
}  // namespace involute
