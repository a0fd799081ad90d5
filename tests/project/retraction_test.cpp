// SPDX-License-Identifier: Apache-2.0
// The laws of every way to M, and which point of M each one finds. "To round-off": an iteration
// ends when 500 roundings of the numbers, in scale, are expected to be left; 2000 are allowed to
// what comes from two of them.
#include "involute/project/retraction.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "involute/options/words.hpp"
#include "involute/project/start.hpp"
#include "papers/r5_manifold.hpp"
#include "tests/complete/systems.hpp"
#include "tests/geometry/models.hpp"
#include "tests/project/perturbed.hpp"
#include "tests/project/retraction_support.hpp"

namespace involute::test {
namespace {

constexpr ProjectionWay nearest_point_ways[] = {ProjectionWay::newton, ProjectionWay::chord,
                                                ProjectionWay::second_order,
                                                ProjectionWay::gauss_newton};
constexpr ProjectionWay all_ways[] = {ProjectionWay::sweep,        ProjectionWay::newton,
                                      ProjectionWay::chord,        ProjectionWay::second_order,
                                      ProjectionWay::gauss_newton, ProjectionWay::frozen};

/// df at q, the units of length at z, and what they make of z - q.
template <class S>
struct Foot {
    NormalSpace<S> normal;
    std::vector<S> f, difference, lengths;

    Foot(Geometry<S>& geometry, const Metric& metric, const std::vector<S>& z,
         const std::vector<S>& q, bool x_free, const S* normals_at = nullptr)
        : normal(geometry.completed().constraint_jacobian),
          f(geometry.completed().constraint_nodes.size()),
          difference(z),
          lengths(z.size())
    {
        std::vector<S> df(geometry.completed().constraint_jacobian.entries.size());
        geometry.constraints(q.data(), f.data());
        geometry.constraint_jacobian(normals_at ? normals_at : q.data(), df.data());
        lengths_at(metric, z.data(), int(z.size()), lengths.data());
        if (!x_free) lengths[0] = S(0);
        EXPECT_TRUE(normal.stand(df.data(), lengths.data()));
        for (std::size_t i = 0; i < z.size(); ++i) difference[i] -= q[i];
    }
    /// The tangential part of z - q, in units of length.
    double slant()
    {
        std::vector<S> tangent = difference;
        normal.make_tangent(tangent.data());
        double worst = 0;
        for (std::size_t i = 0; i < tangent.size(); ++i) {
            const S unit = lengths[i] > S(0) ? lengths[i] : S(1);
            worst = std::max(worst, std::abs(to_double(S(tangent[i] / unit))));
        }
        return worst;
    }
};

// ---- names

TEST(ProjectionWays, AreFoundByTheirNames)
{
    EXPECT_EQ(choice_words<ProjectionWay>.size(), std::size(all_ways) + 1);  // and none at all
    EXPECT_EQ(from_word<ProjectionWay>("none"), ProjectionWay::none);
    for (const ProjectionWay way : all_ways) EXPECT_EQ(from_word<ProjectionWay>(word_of(way)), way);
    EXPECT_EQ(from_word<ProjectionWay>("chord"), ProjectionWay::chord);
    EXPECT_EQ(from_word<ProjectionWay>("second-order"), ProjectionWay::second_order);
    EXPECT_EQ(from_word<ProjectionWay>("nearest"), std::nullopt);
}

// ---- on models

template <class S>
void expect_foot_points(const std::string& text, const Metric& metric, bool x_free)
{
    Geometry<S> geometry = geometry_of<S>(text);
    const Start<S> start = consistent_start(geometry, scale);
    ASSERT_EQ(start.outcome, Outcome::complete) << start.message;
    const std::vector<S> z = perturbed(start.p, 1e-3, 4, scale);
    std::vector<S> first;
    for (const ProjectionWay way : nearest_point_ways) {
        Retraction<S> retraction(geometry, scale, way, metric);
        std::vector<S> q = z;
        const Projection found = retraction.move(q.data(), 1e-8, x_free);
        ASSERT_TRUE(found.converged) << word_of(way);
        EXPECT_NEAR(found.moved, difference(q, z), 1e-3 * found.moved);
        EXPECT_GT(found.moved, 0);
        if (!x_free) {
            EXPECT_EQ(q[0], z[0]);
        }
        Foot<S> foot(geometry, metric, z, q, x_free);
        EXPECT_LE(foot.slant(), roundings<S>(2000)) << word_of(way);
        if (first.empty()) first = q;
        EXPECT_LE(difference(q, first), roundings<S>(2000)) << word_of(way);
        EXPECT_TRUE(retraction.move(q.data(), 1e-8, x_free).converged);
        EXPECT_LE(difference(q, first), roundings<S>(2000)) << word_of(way) << " twice";
    }
}

class FootPoints : public ::testing::TestWithParam<const char*> {};

TEST_P(FootPoints, AreTheSameForAllNearestPointWays)
{
    const std::string text = model_text(GetParam());
    for (const bool x_free : {false, true})
        for (const Metric::Kind kind : {Metric::Kind::plain, Metric::Kind::scaled}) {
            expect_foot_points<double>(text, {.kind = kind}, x_free);
            expect_foot_points<Quad>(text, {.kind = kind}, x_free);
        }
}

INSTANTIATE_TEST_SUITE_P(OfModels, FootPoints,
                         ::testing::Values("pendulum", "four_bar", "kepler_invariants", "sphere",
                                           "discharge_pressure"));

class EveryWay : public ::testing::TestWithParam<ProjectionWay> {};

TEST_P(EveryWay, ReachesTheManifoldFromNearby)
{
    for (const char* name : {"pendulum", "pendulum_energy", "four_bar", "six_point_chain_energy",
                             "kepler_invariants", "sphere"}) {
        Geometry<double> geometry = geometry_of(model_text(name));
        const Start<double> start = consistent_start(geometry, scale);
        ASSERT_EQ(start.outcome, Outcome::complete) << start.message;
        Retraction<double> retraction(geometry, scale, GetParam());
        const int rows = geometry.completed().constraint_jacobian.rows;
        for (unsigned seed = 1; seed <= 3; ++seed) {
            std::vector<double> q = perturbed(start.p, 1e-4, seed, scale), f(std::size_t(rows), 0);
            ASSERT_TRUE(retraction.move(q.data(), 1e-8, false).converged) << name;
            EXPECT_EQ(q[0], start.p[0]);
            geometry.constraints(q.data(), f.data());
            // Terms of these models are of size 1 to 100.
            EXPECT_LE(largest(f), roundings<double>(1e5)) << name;
        }
        EXPECT_EQ(retraction.count, 3);
    }
}

TEST_P(EveryWay, MovesAPointOnTheManifoldByRoundOffOnly)
{
    Geometry<Quad> geometry = geometry_of<Quad>(papers::r5_manifold);
    Retraction<Quad> retraction(geometry, scale, GetParam());
    std::vector<Quad> q = papers::r5_start<Quad>();
    const Projection found = retraction.move(q.data(), 1e-20, false);
    EXPECT_TRUE(found.converged);
    EXPECT_EQ(found.iterations, 1);
    EXPECT_LE(found.moved, roundings<Quad>(500));
}

TEST_P(EveryWay, ReportsFailure)
{
    Geometry<double> geometry = geometry_of(pendulum);
    std::vector<double> p{0, 0.6, 0.8, -0.8, 0.6};
    ASSERT_TRUE(geometry.choose_order(p.data()));
    Retraction<double> retraction(geometry, scale, GetParam());
    p[1] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(retraction.move(p.data(), 1e-8, false).converged);
    // df = 0 at the origin: nothing tells where M is.
    std::vector<double> centre{0, 0, 0, 0, 0}, f(2);
    const Projection found = retraction.move(centre.data(), 1e-8, false);
    geometry.constraints(centre.data(), f.data());
    EXPECT_FALSE(found.converged) << largest(f);
}

TEST_P(EveryWay, DoesNothingWhereThereAreNoConstraints)
{
    Geometry<double> geometry = geometry_of(model_text("henon_heiles"));
    Retraction<double> retraction(geometry, scale, GetParam());
    std::vector<double> p{0, 1, 2, 3, 4};
    const std::vector<double> before = p;
    EXPECT_TRUE(retraction.move(p.data(), 1e-8, false).converged);
    EXPECT_TRUE(retraction.move(p.data(), 1e-8, true).converged);
    EXPECT_EQ(p, before);
}

INSTANTIATE_TEST_SUITE_P(OfThem, EveryWay, ::testing::ValuesIn(all_ways), [](const auto& one) {
    std::string name(word_of(one.param));
    std::erase(name, '-');
    return name;
});

// ---- closed forms

// The equation x^2 + y^2 + y'^2 = 1 in (x, y, y'): the nearest point is z/|z|; at fixed x the
// nearest of the circle y^2 + y'^2 = 1 - x^2.
TEST(NearestPoint, OfTheSphereIsRadial)
{
    Geometry<Quad> geometry = geometry_of<Quad>(model_text("sphere"));
    const std::vector<Quad> z = widen({0.5, 0.625, 0.75});
    for (const ProjectionWay way : nearest_point_ways) {
        Retraction<Quad> retraction(geometry, scale, way);
        std::vector<Quad> q = z, expected = z;
        ASSERT_TRUE(retraction.move(q.data(), 1e-20, true).converged);
        const Quad r = sqrt(Quad(z[0] * z[0] + z[1] * z[1] + z[2] * z[2]));
        for (Quad& value : expected) value /= r;
        EXPECT_LE(difference(q, expected), roundings<Quad>(500)) << word_of(way);

        q = expected = z;
        ASSERT_TRUE(retraction.move(q.data(), 1e-20, false).converged);
        const Quad factor = sqrt(Quad((1 - z[0] * z[0]) / (z[1] * z[1] + z[2] * z[2])));
        expected[1] *= factor;
        expected[2] *= factor;
        EXPECT_LE(difference(q, expected), roundings<Quad>(500)) << word_of(way);
    }
}

TEST(NearestPoint, OfTheEllipseIsTheFootOfItsNormal)
{
    Geometry<Quad> geometry = geometry_of<Quad>(ellipse);
    const Metric plain, given{.kind = Metric::Kind::given, .lengths = {1, 0.5, 3}};
    const std::vector<Quad> foot{0, Quad(2) * cos(Quad(0.75)), sin(Quad(0.75))};
    for (const Metric& metric : {plain, given})
        for (const double mu : {-0.015625, 0.03125})
            for (const ProjectionWay way : nearest_point_ways) {
                std::vector<Quad> lengths(3), q = foot;
                lengths_at(metric, foot.data(), 3, lengths.data());
                q[1] += Quad(mu) * lengths[1] * lengths[1] * foot[1] / 2;
                q[2] += Quad(mu) * lengths[2] * lengths[2] * foot[2] * 2;
                Retraction<Quad> retraction(geometry, scale, way, metric);
                ASSERT_TRUE(retraction.move(q.data(), 1e-20, false).converged) << word_of(way);
                EXPECT_LE(difference(q, foot), roundings<Quad>(500)) << word_of(way);
            }
}

TEST(NearestPoint, DependsOnTheMetric)
{
    Geometry<double> geometry = geometry_of(ellipse);
    const std::vector<double> z{0, 1.6, 0.8};
    std::vector<double> plain = z, given = z;
    Retraction<double>(geometry, scale, ProjectionWay::newton).move(plain.data(), 1e-8, false);
    Retraction<double>(geometry, scale, ProjectionWay::newton,
                       {.kind = Metric::Kind::given, .lengths = {1, 1, 1e-3}})
        .move(given.data(), 1e-8, false);
    EXPECT_GT(std::abs(plain[2] - 0.8), 1e-2);
    // y is a thousand times dearer: x alone moves, to 2 sqrt(1 - y^2) = 1.2, up to about 1e-6.
    EXPECT_NEAR(given[1], 1.2, 1e-5);
    EXPECT_NEAR(given[2], 0.8, 1e-5);
}

TEST(Metrics, OfTheWrongSizeAreRefused)
{
    Geometry<double> geometry = geometry_of(ellipse);
    for (const std::vector<double>& lengths :
         {std::vector<double>{1, 1}, std::vector<double>{1, 1, 0}, std::vector<double>{1, -1, 1}}) {
        const Metric metric{.kind = Metric::Kind::given, .lengths = lengths};
        EXPECT_THROW(Retraction<double>(geometry, scale, ProjectionWay::chord, metric), Error);
    }
}

// ---- along the normals at the start of the step

TEST(FrozenNormals, AreThoseAtTheStartOfTheStep)
{
    Geometry<Quad> geometry = geometry_of<Quad>(papers::r5_manifold);
    const std::vector<Quad> p = papers::r5_start<Quad>();
    const std::vector<Quad> z = perturbed(p, 0.05, 8, scale);
    Retraction<Quad> retraction(geometry, scale, ProjectionWay::frozen),
        newton(geometry, scale, ProjectionWay::newton);
    std::vector<Quad> q = z, nearest = z;
    const StepBase<Quad> base{.p = p.data()};
    ASSERT_TRUE(retraction.move(q.data(), 1e-20, false, &base).converged);
    ASSERT_TRUE(newton.move(nearest.data(), 1e-20, false).converged);
    Foot<Quad> foot(geometry, {}, z, q, false, p.data());
    EXPECT_LE(largest(foot.f), roundings<Quad>(1000));
    EXPECT_LE(foot.slant(), roundings<Quad>(1000));
    EXPECT_GT(difference(q, nearest), 1e-4);  // so it is another retraction
}

// ---- rows that say nothing new

TEST(RedundantRows, ChangeNothing)
{
    // The same surface once more, as another function of it, and multiplied by what is not 0: the
    // last one depends on the first on M only, not beside it.
    const std::string plain =
        "var x, y, z\n"
        "x' = -y\n"
        "y' = x\n"
        "z' = 0\n"
        "invariant a: x^2 + 2*y^2 + z^2 - 1 = 0\n";
    const std::string more = plain +
                             "invariant b: (x^2 + 2*y^2 + z^2)^2 - 1 = 0\n"
                             "invariant c: (x^2 + 2*y^2 + z^2 - 1)*(2 + x) = 0\n";
    Geometry<double> once = geometry_of(plain), thrice = geometry_of(more);
    for (const ProjectionWay way : all_ways)
        for (const double y : {0.38, 0.41, 0.45}) {
            if (way == ProjectionWay::sweep) continue;  // MinimumNorm has tests of its own
            const std::vector<double> z{0, 0.51, y, 0.7};
            std::vector<double> expected = z, q = z;
            ASSERT_TRUE(
                Retraction<double>(once, scale, way).move(expected.data(), 1e-8, false).converged);
            ASSERT_TRUE(
                Retraction<double>(thrice, scale, way).move(q.data(), 1e-8, false).converged)
                << word_of(way) << " from y = " << y;
            EXPECT_LE(difference(q, expected), roundings<double>(2000)) << word_of(way);
        }
}

}  // namespace
}  // namespace involute::test
