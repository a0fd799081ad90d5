// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/geometry.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "tests/complete/systems.hpp"
#include "tests/expr/same_bits.hpp"
#include "tests/geometry/models.hpp"
#include "tests/geometry/random_matrix.hpp"

namespace involute::test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
using Vector = std::vector<double>;
using testing::same_bits;

// ---- the field

// x^2 + y^2 = 1 differentiated twice, with x'' = -lambda x, y'' = -lambda y - 1:
// lambda = (x'^2 + y'^2 - y)/(x^2 + y^2), also off M.
struct PendulumField {
    double z[3]{};
    double size = 0;  // of the terms of lambda
};

PendulumField pendulum_field(const Vector& p)
{
    const double x = p[1], vx = p[2], y = p[3], vy = p[4], r2 = x * x + y * y;
    const double lambda = (vx * vx + vy * vy - y) / r2;
    return {{-lambda * x, -lambda * y - 1, lambda}, 1 + (vx * vx + vy * vy + std::abs(y)) / r2};
}

TEST(Field, OfThePendulumIsTheClosedFormOnAndOffTheManifold)
{
    for (const bool native : {false, true}) {
        Geometry<double> geometry = geometry_of(pendulum, native);
        const Vector start{0, 0.6, 0.8, -0.8, 0.6};
        ASSERT_TRUE(geometry.choose_order(start.data()));
        std::mt19937 random(1);
        for (int round = 0; round < 200; ++round) {
            const Vector p = near(start, round == 0 ? 0 : 0.2, random);
            Vector z(3);
            const Factored found = geometry.field(p.data(), z.data());
            EXPECT_EQ(found.health, Health::good);
            // det J = det [1 0 x; 0 1 y; 2x 2y 0] = -2 (x^2 + y^2) < 0
            EXPECT_TRUE(found.negative);
            // Some twenty operations, no cancellation beyond that within `size`.
            const PendulumField exact = pendulum_field(p);
            for (int j = 0; j < 3; ++j) EXPECT_NEAR(z[j], exact.z[j], 100 * eps * exact.size);
        }
    }
}

TEST(Field, DirectionShiftsTheJetsAndEndsWithTheTops)
{
    Geometry<double> geometry = geometry_of(pendulum);
    const Vector p{7, 0.6, 0.8, -0.8, 0.6}, z{11, 12, 13};
    Vector v(5);
    geometry.direction(p.data(), z.data(), v.data());
    EXPECT_EQ(v, (Vector{1, 0.8, 11, 0.6, 12}));
}

// The start of Andrews' mechanism as published with the IVP test set, to 30 digits.
constexpr const char* andrews_accelerations[] = {"14222.4439199541138705911625887",
                                                 "-10666.8329399655854029433719415"};
constexpr const char* andrews_multipliers[] = {"98.5668703962410896057654982170",
                                               "-6.12268834425566265503114393122"};

template <class S>
void expect_andrews_start(double tolerance)
{
    Geometry<S> geometry = geometry_of<S>(model_text("andrews"));
    const std::vector<S> p = written_point<S>(geometry.completed());
    ASSERT_TRUE(geometry.choose_order(p.data()));
    std::vector<S> z(13);
    ASSERT_EQ(geometry.field(p.data(), z.data()).health, Health::good);
    for (int j = 0; j < 13; ++j) {
        const bool multiplier = j >= 7;
        const int k = multiplier ? j - 7 : j;
        const Quad expected =
            k > 1 ? Quad(0) : Quad(multiplier ? andrews_multipliers[k] : andrews_accelerations[k]);
        const double scale = multiplier ? 98.6 : 14222.4;
        EXPECT_LE(std::abs(to_double(Quad(Quad(z[j]) - expected))), tolerance * scale) << j;
    }
}

TEST(Field, OfAndrewsAtTheStartIsThePublishedOne)
{
    // 16 and 33 digits less those that the rounding of the angles costs: the spring is nearly
    // as long as its length at rest, and the masses are of order 1e-6.
    expect_andrews_start<double>(1e-11);
    expect_andrews_start<Quad>(1e-27);
}

class FieldsOfModels : public ::testing::TestWithParam<std::string> {
protected:
    Geometry<double> geometry_ = geometry_of(model_text(GetParam()));
    const CompletedSystem& c_ = geometry_.completed();
    std::mt19937 random_{12345};
    Vector start_ = near(written_point<double>(c_), 1e-3, random_);
    int n_ = c_.layout.unknowns;
    Vector z_ = Vector(n_);

    void SetUp() override { ASSERT_TRUE(geometry_.choose_order(start_.data())); }

    /// J as a dense matrix, rows and then columns divided by their largest entries.
    Eigen::MatrixXd equilibrated(const Vector& p, const Vector& z)
    {
        Vector rows(n_), entries(c_.jacobian.entries.size());
        geometry_.matrix(p.data(), z.data(), rows.data(), entries.data());
        Eigen::MatrixXd j = Eigen::MatrixXd::Zero(n_, n_);
        for (std::size_t e = 0; e < entries.size(); ++e)
            j(c_.jacobian.entries[e].row, c_.jacobian.entries[e].column) = entries[e];
        for (int i = 0; i < n_; ++i) j.row(i) /= j.row(i).cwiseAbs().maxCoeff();
        for (int i = 0; i < n_; ++i) j.col(i) /= j.col(i).cwiseAbs().maxCoeff();
        return j;
    }
};

TEST_P(FieldsOfModels, SolveTheTopRowsOnAndOffM)
{
    for (int round = 0; round < 20; ++round) {
        const Vector p = near(start_, round == 0 ? 0 : 1e-3, random_);
        ASSERT_EQ(geometry_.field(p.data(), z_.data()).health, Health::good);
        Vector zero(n_), at_zero(n_), rows(n_), entries(c_.jacobian.entries.size());
        geometry_.matrix(p.data(), zero.data(), at_zero.data(), entries.data());
        geometry_.matrix(p.data(), z_.data(), rows.data(), entries.data());
        // T = r + J z = 0 with the residual of a backward stable solution, growth 1e3 allowed: a
        // top is as good as the largest of its kind (accelerations, multipliers) is large.
        Vector size(n_), kind(10);
        double top = 0;
        for (int i = 0; i < n_; ++i) size[i] = std::abs(at_zero[i]);
        for (int j = 0; j < n_; ++j)
            kind[c_.layout.d[j]] = std::max(kind[c_.layout.d[j]], std::abs(z_[j]));
        for (std::size_t e = 0; e < entries.size(); ++e) {
            const auto [row, column] = c_.jacobian.entries[e];
            size[row] += std::abs(entries[e]) * kind[c_.layout.d[column]];
        }
        for (int i = 0; i < n_; ++i)
            if (size[i] > 0) top = std::max(top, std::abs(rows[i]) / size[i]);
        EXPECT_LE(top, 1e3 * n_ * eps) << "round " << round;
    }
}

TEST_P(FieldsOfModels, RaiseEveryConstraintByOneDerivativeOffM)
{
    // Along the extended field d/dx f^(l) = f^(l+1), and the last one is constant: d f^(c-1) = 0.
    const std::size_t constraints = c_.layout.constraints.size();
    Vector g(c_.constraint_nodes.size()), entries(c_.constraint_jacobian.entries.size()),
        v(c_.layout.size);
    for (int round = 0; round < 20; ++round) {
        const Vector p = near(start_, 1e-3, random_);
        ASSERT_EQ(geometry_.field(p.data(), z_.data()).health, Health::good);
        geometry_.direction(p.data(), z_.data(), v.data());
        geometry_.constraints(p.data(), g.data());
        geometry_.constraint_jacobian(p.data(), entries.data());
        Vector rate(g.size()), size(g.size());
        for (std::size_t e = 0; e < entries.size(); ++e) {
            const auto [row, column] = c_.constraint_jacobian.entries[e];
            rate[row] += entries[e] * v[column];
            size[row] += std::abs(entries[e] * v[column]);
        }
        for (std::size_t r = 0; r < constraints; ++r) {
            const bool last = c_.layout.constraints[r].stage == -1;
            const double expected = last ? 0 : g[r + 1];
            // Round-off of the sum itself and of z, which carries the condition of J.
            const double tolerance =
                1e2 * n_ * eps * condition(equilibrated(p, z_)) * (size[r] + 1);
            EXPECT_NEAR(rate[r], expected, tolerance) << c_.constraint_name(int(r));
        }
    }
}

TEST_P(FieldsOfModels, HaveTheSameBitsInterpretedAndAsNativeCode)
{
    if (!Native::available()) GTEST_SKIP() << "no native code on this machine";
    Geometry<double> interpreted = geometry_of(model_text(GetParam()), false);
    ASSERT_TRUE(interpreted.choose_order(start_.data()));
    for (int round = 0; round < 30; ++round) {
        const Vector p = near(start_, 0.01 * round, random_);
        Vector other(n_), swept = p, other_swept = p;
        const Factored a = geometry_.field(p.data(), z_.data());
        const Factored b = interpreted.field(p.data(), other.data());
        EXPECT_EQ(a.health, b.health);
        EXPECT_EQ(a.negative, b.negative);
        EXPECT_TRUE(same_bits(z_, other)) << "round " << round;
        const Factored s = geometry_.sweep(swept.data());
        const Factored t = interpreted.sweep(other_swept.data());
        EXPECT_EQ(s.health, t.health);
        EXPECT_EQ(s.negative, t.negative);
        EXPECT_TRUE(same_bits(swept, other_swept)) << "round " << round;
    }
}

TEST_P(FieldsOfModels, HaveTheSameBitsTwice)
{
    Geometry<double> second = geometry_of(model_text(GetParam()));
    ASSERT_TRUE(second.choose_order(start_.data()));
    Vector other(n_);
    geometry_.field(start_.data(), z_.data());
    second.field(start_.data(), other.data());
    EXPECT_TRUE(same_bits(z_, other));
}

TEST_P(FieldsOfModels, AgreeInDoubleAndInExtendedPrecision)
{
    Geometry<Quad> wide = geometry_of<Quad>(model_text(GetParam()));
    const std::vector<Quad> start = widen(start_);
    ASSERT_TRUE(wide.choose_order(start.data()));
    std::vector<Quad> exact(n_);
    for (int round = 0; round < 5; ++round) {
        const Vector p = near(start_, 1e-3, random_);
        const Factored found = geometry_.field(p.data(), z_.data());
        const Factored expected = wide.field(widen(p).data(), exact.data());
        EXPECT_EQ(found.negative, expected.negative);
        // The terms of T are rounded at their own size, and J passes that on with its condition.
        const double tolerance = 60 * n_ * eps * condition(equilibrated(p, z_));
        for (int j = 0; j < n_; ++j)
            EXPECT_NEAR(z_[j], to_double(exact[j]), tolerance * (largest(exact) + 1)) << j;
    }
}

INSTANTIATE_TEST_SUITE_P(OnTheirStart, FieldsOfModels, ::testing::ValuesIn(model_names()),
                         [](const auto& model) {
                             std::string name = model.param;
                             std::ranges::replace_if(
                                 name, [](char c) { return c == '.' || c == '-'; }, '_');
                             return name;
                         });

TEST(Field, InExtendedPrecisionIsTheClosedFormOfThePendulum)
{
    Geometry<Quad> geometry = geometry_of<Quad>(pendulum);
    const Vector p{0, 0.7, 0.8, -0.9, 0.5};
    ASSERT_TRUE(geometry.choose_order(widen(p).data()));
    std::vector<Quad> z(3);
    geometry.field(widen(p).data(), z.data());
    const Quad x = p[1], vx = p[2], y = p[3], vy = p[4];
    const Quad lambda = (vx * vx + vy * vy - y) / (x * x + y * y);
    EXPECT_LE(std::abs(to_double(Quad(z[2] - lambda))), 1e-32);
    EXPECT_LE(std::abs(to_double(Quad(z[0] + lambda * x))), 1e-32);
    EXPECT_LE(std::abs(to_double(Quad(z[1] + lambda * y + 1))), 1e-32);
}

// ---- where there is no field

TEST(Field, IsSingularWhereTheJacobianIs)
{
    Geometry<double> geometry = geometry_of("var y\ny*y' + t = 0\nstart y = 1");
    const Vector start{0, 1}, impasse{1, 0};
    Vector z(1);
    EXPECT_FALSE(geometry_of("var y\ny*y' + t = 0\nstart y = 1").choose_order(impasse.data()));
    ASSERT_TRUE(geometry.choose_order(start.data()));
    EXPECT_EQ(geometry.field(impasse.data(), z.data()).health, Health::singular);
}

TEST(Field, ChangesTheSignOfItsDeterminantAcrossAnImpasse)
{
    Geometry<double> geometry = geometry_of("var y\ny*y' + t = 0\nstart y = 1");
    const Vector above{0.5, 1}, below{0.5, -1};
    Vector z(1);
    ASSERT_TRUE(geometry.choose_order(above.data()));
    EXPECT_FALSE(geometry.field(above.data(), z.data()).negative);
    EXPECT_EQ(z[0], -0.5);
    EXPECT_TRUE(geometry.field(below.data(), z.data()).negative);
    EXPECT_EQ(z[0], 0.5);
}

TEST(Field, ReportsAFunctionThatIsNotFinite)
{
    Geometry<double> geometry = geometry_of("var y\ny' = sqrt(y)\nstart y = 1");
    const Vector start{0, 1}, outside{0, -1};
    Vector z(1);
    ASSERT_TRUE(geometry.choose_order(start.data()));
    EXPECT_EQ(geometry.field(outside.data(), z.data()).health, Health::not_finite);
    EXPECT_EQ(geometry.field(start.data(), z.data()).health, Health::good);
    EXPECT_EQ(z[0], 1);
}

TEST(Field, HandlesBlocksThatAreNonlinearInEarlierTops)
{
    // lam from the second equation, then y' = sin(lam): not affine jointly, but block by block.
    Geometry<double> geometry =
        geometry_of("var y, lam\ny' = sin(lam)\n(2 + y^2)*lam = y\nstart y = 1");
    const Vector p{0, 1};
    Vector z(2);
    ASSERT_TRUE(geometry.choose_order(p.data()));
    geometry.field(p.data(), z.data());
    EXPECT_NEAR(z[1], 1.0 / 3, 4 * eps);
    EXPECT_NEAR(z[0], std::sin(1.0 / 3), 4 * eps);
}

}  // namespace
}  // namespace involute::test
