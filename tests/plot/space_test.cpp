// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "involute/base/error.hpp"
#include "involute/plot/hidden.hpp"
#include "involute/plot/surface.hpp"
#include "tests/plot/svg_reader.hpp"

namespace involute::plot {
namespace {

using std::numbers::pi;

Curve equator()
{
    Curve curve{.label = "equator"};
    for (int i = 0; i <= 360; ++i)
        curve.points.push_back({std::cos(i * pi / 180), std::sin(i * pi / 180), 0});
    return curve;
}

Space globe()
{
    return {.title = "Globe",
            .x = {.label = "x"},
            .y = {.label = "y"},
            .z = {.label = "z"},
            .curves = {equator()},
            .surfaces = {sphere()}};
}

std::string all_faults(const Space& space)
{
    std::string text;
    for (const std::string& fault : faults(picture_of(to_svg(figure(space))))) text += fault + "\n";
    return text;
}

TEST(Camera, SeesAlongAnOrthonormalFrame)
{
    const Camera c = camera({.azimuth = 40, .elevation = 20});
    for (const Point3& p : {c.right, c.up, c.eye}) EXPECT_NEAR(dot(p, p), 1, 1e-15);
    EXPECT_NEAR(dot(c.right, c.up), 0, 1e-15);
    EXPECT_NEAR(dot(c.right, c.eye), 0, 1e-15);
    EXPECT_NEAR(dot(c.up, c.eye), 0, 1e-15);
    EXPECT_GT(c.up.z, 0);
    const Seen front = camera({.azimuth = 0, .elevation = 0})({0, 1, 0});
    EXPECT_NEAR(front.right, 1, 1e-15) << "y to the right of x";
}

TEST(Sphere, HidesItsFarHalf)
{
    const DataBox box{.limits = {Limits{-1, 1}, Limits{-1, 1}, Limits{-1, 1}},
                      .half = {0.5, 0.5, 0.5}};
    const Camera c = camera({.azimuth = 30, .elevation = 20});
    std::vector<Triangle> triangles;
    append_triangles(triangles, mesh_of(sphere(), box), c);
    const Occluder occluder(std::move(triangles));
    int judged = 0;
    for (int i = 1; i < 18; ++i)
        for (int j = 0; j < 36; ++j) {
            const double a = i * pi / 18, b = j * pi / 18;
            const Point3 p{std::sin(a) * std::cos(b), std::sin(a) * std::sin(b), std::cos(a)};
            const double facing = dot(p, c.eye);
            // The margin of curves on a surface makes the last degrees at the edge undecided.
            if (std::abs(facing) < 0.03) continue;
            ++judged;
            EXPECT_EQ(occluder.hides(c(box(p)), on_surface), facing < 0) << facing;
        }
    EXPECT_GT(judged, 500);
}

TEST(Sphere, SplitsItsEquatorInTwoHalves)
{
    const DataBox box{.limits = {Limits{-1, 1}, Limits{-1, 1}, Limits{-1, 1}},
                      .half = {0.5, 0.5, 0.5}};
    const Camera c = camera({.azimuth = 0, .elevation = 30});
    std::vector<Triangle> triangles;
    append_triangles(triangles, mesh_of(sphere(), box), c);
    SeenLine line;
    for (const Point3& p : equator().points) line.push_back(c(box(p)));
    const Split parts = split(line, Occluder(std::move(triangles)), 0.005);
    ASSERT_EQ(parts.hidden.size(), 1u);
    EXPECT_EQ(parts.visible.size(), 2u) << "it starts in the middle of the half that is seen";
    // The hidden half ends where the equator meets the edge: at azimuth ±90°.
    EXPECT_NEAR(std::abs(parts.hidden[0].front().right), 0.5, 0.01);
    EXPECT_NEAR(std::abs(parts.hidden[0].back().right), 0.5, 0.01);
}

TEST(Sphere, HasACircleForItsOutline)
{
    const DataBox box{.limits = {Limits{-1, 1}, Limits{-1, 1}, Limits{-1, 1}},
                      .half = {0.5, 0.5, 0.5}};
    const Camera c = camera({.azimuth = 35, .elevation = 25});
    std::vector<Triangle> triangles;
    const Mesh mesh = mesh_of(sphere(), box);
    append_triangles(triangles, mesh, c);
    const auto lines = outline(mesh, c, Occluder(std::move(triangles)));
    ASSERT_EQ(lines.size(), 1u) << "one closed line";
    for (const Seen& s : lines[0]) {
        // A chord of a cell of 3.75 degrees lies 0.5 (1 - cos 1.9°) = 3e-4 inside, and what is
        // linear over the cell is off by as much; half a cell would be 0.5 sin 1.9° = 1.6e-2.
        EXPECT_NEAR(std::hypot(s.right, s.up), 0.5, 1e-3);
        EXPECT_NEAR(s.near, 0, 2e-3);
    }
    EXPECT_NEAR(lines[0].front().right, lines[0].back().right, 1e-6);
    EXPECT_NEAR(lines[0].front().up, lines[0].back().up, 1e-6);
}

TEST(Plane, HidesWhatIsBehindItAndNotWhatIsBefore)
{
    const Occluder occluder({Triangle{Seen{-1, -1, 0}, Seen{1, -1, 0}, Seen{0, 1, 0}}});
    EXPECT_TRUE(occluder.hides({0, 0, -0.5}, 0.01));
    EXPECT_FALSE(occluder.hides({0, 0, 0.5}, 0.01));
    EXPECT_FALSE(occluder.hides({0, 0, 0}, 0.01)) << "on it";
    EXPECT_FALSE(occluder.hides({0.9, 0.9, -0.5}, 0.01)) << "beside it";
    EXPECT_FALSE(occluder.hides({5, 5, -0.5}, 0.01));
    EXPECT_FALSE(Occluder({}).hides({0, 0, 0}, 0.01));
}

TEST(Space, IsDrawnWithNamesAndNumbers)
{
    const Picture picture = picture_of(to_svg(figure(globe())));
    EXPECT_EQ(all_faults(globe()), "");
    for (const char* text : {"Globe", "x", "y", "z", "equator", "0.5", "\u22121.0"})
        EXPECT_TRUE(picture.says(text)) << text;
    EXPECT_EQ(to_svg(figure(globe())), to_svg(figure(globe())));
}

TEST(Space, IsDrawnInsideThePageFromEverySide)
{
    Space space = globe();
    space.surfaces = {graph(
        -1, 1, -1, 1, [](double x, double y) { return x * x - y * y; }, 4)};
    for (int azimuth = 0; azimuth < 360; azimuth += 30)
        for (const int elevation : {-90, -40, 0, 15, 60, 90}) {
            space.view = {double(azimuth), double(elevation)};
            EXPECT_EQ(all_faults(space), "") << azimuth << " " << elevation;
        }
}

TEST(Space, DrawsDataWithoutExtent)
{
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (const bool equal : {false, true}) {
        Space space{.x = {.label = "x"}, .y = {.label = "y"}, .z = {.label = "z"}, .equal = equal};
        EXPECT_EQ(all_faults(space), "") << "nothing at all";
        space.curves = {{.label = "point", .points = {{1, 2, 3}}}};
        EXPECT_EQ(all_faults(space), "");
        space.curves = {{.points = {{0, 0, 0}, {nan, 1, 1}, {1e300, -1e300, 1e-300}}}};
        EXPECT_EQ(all_faults(space), "");
        space.curves = {{.points = {{0, 0, 1}, {1e-9, 5, 1}}}};
        EXPECT_EQ(all_faults(space), "") << "flat";
        space.surfaces = {parametric(0, 1, 0, 1, [](double u, double v) {
            return Point3{u, v, u < 0.5 ? nan : v};
        })};
        EXPECT_EQ(all_faults(space), "") << "a surface with holes";
    }
}

TEST(Surface, MustHaveAsManyPointsAsItsGrid)
{
    Space space = globe();
    space.surfaces[0].points.pop_back();
    EXPECT_THROW(to_svg(figure(space)), Error);
    space.surfaces = {Surface{}};
    EXPECT_THROW(to_svg(figure(space)), Error);
}

}  // namespace
}  // namespace involute::plot
