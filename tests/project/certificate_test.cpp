// SPDX-License-Identifier: Apache-2.0
#include "involute/project/certificate.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "involute/project/start.hpp"
#include "tests/complete/systems.hpp"
#include "tests/geometry/models.hpp"

namespace involute::test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
const Scale scale{1e-2};
using Vector = std::vector<double>;

// The pendulum at its lowest point with speed 2: every term is an integer, nothing is rounded.
const Vector exact_point{0, 0, 2, -1, 0};  // t, x, x', y, y'
const Vector exact_tops{0, 4, 5};          // x'', y'', lambda = |v|^2 - y

Author author_of(const std::string& text)
{
    Author author{.system = std::make_shared<const System>(read_system(text))};
    author.held = held_unknowns(*author.system, *author.system, {});
    return author;
}

Residual residual(const std::string& text, const Vector& p, const Vector& z)
{
    CompletedSystem c = completed(text);
    Geometry<double> geometry(std::move(c), true);
    return Certificate<double>(geometry, scale, author_of(text))(p.data(), z.data());
}

TEST(Certificate, IsZeroForAnExactPoint)
{
    EXPECT_EQ(residual(pendulum, exact_point, exact_tops).value, 0);
}

TEST(Certificate, IsTheRelativeChangeThatWouldSatisfyTheEquation)
{
    // y := -(1 + δ): x^2 + y^2 - 1 = 2δ + δ², and Σ |∂f/∂jet| s = 2 (1 + δ) (1 + δ + floor).
    for (const double delta : {1e-3, 1e-6, 1e-9}) {
        Vector p = exact_point;
        p[3] = -(1 + delta);
        Vector z = exact_tops;
        // lambda and y'' such that the other equations hold and only the circle is violated:
        // differentiated twice it reads |v|^2 + y y'' = 0, and y'' = -lambda y - 1.
        z[1] = 4 / (1 + delta);
        z[2] = (z[1] + 1) / (1 + delta);
        const Residual found = residual(pendulum, p, z);
        const double expected =
            (2 * delta + delta * delta) / (2 * (1 + delta) * (1 + delta + scale.floor));
        EXPECT_NEAR(found.value, expected, 10 * eps);
        EXPECT_EQ(found.row, 2);  // the circle
    }
}

TEST(Certificate, SeesAHiddenEquation)
{
    // y' ≠ 0 at the lowest point: 2 (x x' + y y') = -2 y', against 2 (s(x') x.. + ...).
    const double delta = 1e-3;
    Vector p = exact_point, z = exact_tops;
    p[4] = delta;
    z[1] = 4 + delta * delta;  // keeps the second derivative at zero
    z[2] = 5 + delta * delta;
    const Residual found = residual(pendulum, p, z);
    EXPECT_EQ(found.row, 3);  // the circle differentiated
    // |∂/∂x| s + |∂/∂x'| s + |∂/∂y| s + |∂/∂y'| s = 4 (.01) + 0 + 2δ (1.01) + 2 (δ + .01)
    const double reach = 4 * 0.01 + 2 * delta * 1.01 + 2 * (delta + 0.01);
    EXPECT_NEAR(found.value, 2 * delta / reach, 1e-12);
}

TEST(Certificate, SeesAWrongTop)
{
    Vector z = exact_tops;
    z[0] = 1e-3;  // x'' + lambda x = 0 is violated; Σ = s(x'') + 5 s(x) + 0 = 0.011 + 0.05
    const Residual found = residual(pendulum, exact_point, z);
    EXPECT_EQ(found.row, 0);
    EXPECT_NEAR(found.value, 1e-3 / (0.011 + 5 * 0.01), 1e-12);
}

std::string scaled_pendulum(const std::string& a, const std::string& b, const std::string& c)
{
    return "var x, y, lambda\n" + a + "*(x'' + lambda*x) = 0\n" + b +
           "*(y'' + lambda*y + 1) = 0\n" + c + "*(x^2 + y^2 - 1) = 0\n";
}

TEST(Certificate, DoesNotDependOnAFactorOfAnEquation)
{
    const Vector p{0, 0.6, 0.801, -0.8003, 0.6002}, z{-0.1, 0.7, 1.8};
    const Residual plain = residual(scaled_pendulum("1", "1", "1"), p, z);
    EXPECT_GT(plain.value, 1e-4);
    for (const std::string& text :
         {scaled_pendulum("1e6", "1e-6", "1"), scaled_pendulum("1e-6", "1e6", "1e6"),
          scaled_pendulum("1", "1", "1e-6"), scaled_pendulum("1e6", "1e6", "1e-6")}) {
        const Residual found = residual(text, p, z);
        EXPECT_NEAR(found.value, plain.value, 1e3 * eps);
        EXPECT_EQ(found.row, plain.row);
    }
}

TEST(Certificate, DoesNotDependOnTheUnitsOfTheUnknowns)
{
    // y'= -3 y in other units: u = 2^20 y, floor in the same units.
    const std::string decay = "var y\ny' = -3*y";
    Geometry<double> geometry = geometry_of(decay);
    const double unit = 1 << 20;
    Certificate<double> plain(geometry, {0.01}, author_of(decay)),
        other(geometry, {0.01 * unit}, author_of(decay));
    const Vector p{0, 2}, z{-5.9}, q{0, 2 * unit}, w{-5.9 * unit};
    EXPECT_EQ(plain(p.data(), z.data()).value, other(q.data(), w.data()).value);
}

TEST(Certificate, OfAPointThatIsNotFiniteIsNotFinite)
{
    Vector p = exact_point;
    p[3] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(std::isfinite(residual(pendulum, p, exact_tops).value));
    p[3] = std::numeric_limits<double>::infinity();
    EXPECT_FALSE(std::isfinite(residual(pendulum, p, exact_tops).value));
}

// On the equator of y'^2 + y^2 + t^2 = 1 the curve turns: y'' is infinite there, and the sphere
// itself is checked all the same: 0.36 + 0.81 - 1 = 0.17 against 2 (0.9) s(y) + 0 s(y').
TEST(Certificate, LeavesOutWhatContainsAnInfiniteTopAndChecksTheRest)
{
    const std::string sphere = "var y\ny'^2 + y^2 + t^2 = 1\n";
    const Vector infinite{std::numeric_limits<double>::infinity()};
    EXPECT_LE(residual(sphere, {0.6, 0.8, 0}, infinite).value, 4 * eps);
    EXPECT_NEAR(residual(sphere, {0.6, 0.9, 0}, infinite).value, 0.17 / (1.8 * 0.91), 1e-12);
}

class CertificatesOfModels : public ::testing::TestWithParam<std::string> {};

TEST_P(CertificatesOfModels, AreAtRoundOffAtTheStartAndNotBesideIt)
{
    Geometry<double> geometry = geometry_of(model_text(GetParam()));
    const Start<double> start = consistent_start(geometry, scale);
    ASSERT_EQ(start.outcome, Outcome::complete) << start.message;
    Certificate<double> certificate(geometry, scale, author_of(model_text(GetParam())));
    // The start is sought until g is at 200 roundings of its terms (a few more where it stalls).
    EXPECT_LE(certificate(start.p.data(), start.z.data()).value, 1e4 * eps);
    Vector z = start.z;
    for (double& value : z) value += 1e-3 * (std::abs(value) + 1);
    EXPECT_GT(certificate(start.p.data(), z.data()).value, 1e-8);
}

TEST_P(CertificatesOfModels, AreTheSameInterpretedAndAsNativeCode)
{
    Geometry<double> geometry = geometry_of(model_text(GetParam()));
    const Start<double> start = consistent_start(geometry, scale);
    Geometry<double> plain(geometry.completed(), false);
    plain.invariant_values() = geometry.invariant_values();
    const Author author = author_of(model_text(GetParam()));
    Certificate<double> native(geometry, scale, author), interpreted(plain, scale, author);
    std::mt19937 random(8);
    for (int round = 0; round < 5; ++round) {
        const Vector p = near(start.p, 1e-3, random);
        const Residual a = native(p.data(), start.z.data());
        const Residual b = interpreted(p.data(), start.z.data());
        EXPECT_EQ(a.value, b.value);
        EXPECT_EQ(a.row, b.row);
    }
}

INSTANTIATE_TEST_SUITE_P(AtTheirStart, CertificatesOfModels, ::testing::ValuesIn(model_names()),
                         [](const auto& model) {
                             std::string name = model.param;
                             std::ranges::replace_if(
                                 name, [](char c) { return c == '.' || c == '-'; }, '_');
                             return name;
                         });

}  // namespace
}  // namespace involute::test
