// SPDX-License-Identifier: Apache-2.0
// What stands in a report: text that cannot be executed, few rows that show what many do, drawings
// as numbers, residuals of every equation. How it looks is tested in a browser (browser/run.mjs).
#include "involute/report/report.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"
#include "involute/report/assets.hpp"
#include "involute/report/markup.hpp"
#include "involute/report/points.hpp"
#include "involute/report/scene.hpp"
#include "involute/report/strips.hpp"
#include "involute/report/thinned.hpp"

namespace involute::report {
namespace {

constexpr const char* pendulum = R"(
    param g = 1
    var x, y, lambda
    x'' + lambda*x = 0
    y'' + lambda*y + g = 0
    x^2 + y^2 = 1
    start y = 0, y' = 0
    guess x = 1
    solve to 10
)";

std::string page_of(const std::string& text, SolveOptions options = {},
                    const ReportWishes& wishes = {})
{
    const System system = read_system(text);
    options = for_report(options);
    std::ostringstream out;
    write_report(out, system, analyze(system, options), options, solve(system, options), wishes);
    return out.str();
}

TEST(Points, RowsAndWhatLiesBetweenInTheOrderOfTheRun)
{
    for (const double to : {10.0, -10.0}) {
        const System system = read_system(pendulum);
        SolveOptions options = for_report({.to = to});
        options.sampling.points = 11;
        const Rows points = points_in_order(solve(system, options), 200);
        ASSERT_GT(points.size(), 150u);
        ASSERT_LE(points.size(), 200u);
        for (std::size_t k = 0; k < points.size(); ++k) {
            const std::vector<double>& p = points[k];  // t, t, x, x', x'', y, ..
            EXPECT_EQ(p[0], p[1]);
            EXPECT_NEAR(p[2] * p[2] + p[5] * p[5], 1, 1e-13);
            if (k > 0) {
                EXPECT_GT((p[0] - points[k - 1][0]) * to, 0);
            }
        }
        EXPECT_EQ(points.back()[0], to);
    }
}

TEST(Points, NothingOfARunWithoutRows)
{
    EXPECT_TRUE(points_in_order({}, 100).empty());
}

TEST(Markup, TextIsShownAndNeverRead)
{
    EXPECT_EQ(html("<a href=\"x\">&'"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
    EXPECT_EQ(json("</script>\n\"\\"), "\"\\u003c/script\\u003e\\n\\\"\\\\\"");
    EXPECT_EQ(visible("a\xE2\x80\xAE"
                      "b\x01\xFF\n"),
              "a[U+202E]b[U+0001]\xEF\xBF\xBD\n");
}

// RFC 4648, section 10.
TEST(Markup, Base64IsThatOfTheStandard)
{
    const std::pair<std::string, std::string> vectors[] = {{"", ""},
                                                           {"f", "Zg=="},
                                                           {"fo", "Zm8="},
                                                           {"foo", "Zm9v"},
                                                           {"foob", "Zm9vYg=="},
                                                           {"fooba", "Zm9vYmE="},
                                                           {"foobar", "Zm9vYmFy"}};
    for (const auto& [plain, coded] : vectors)
        EXPECT_EQ(base64({reinterpret_cast<const std::uint8_t*>(plain.data()), plain.size()}),
                  coded);
    EXPECT_EQ(base64_of_hex("666f6f6261"), "Zm9vYmE=");
    // 1.0 is 3ff0000000000000, the last byte first.
    EXPECT_EQ(base64(std::vector<double>{1.0}), base64_of_hex("000000000000f03f"));
}

TEST(Thinned, KeepsTheEndsAndTheExtremesOfEveryColumn)
{
    Rows rows;
    for (int k = 0; k < 100'000; ++k) rows.push_back({double(k), std::sin(k * 0.01), 0});
    rows[54'321][2] = 7;  // one spike
    rows[77'777][2] = -7;
    const std::vector<std::size_t> kept = thinned(rows, 4000);
    EXPECT_LE(kept.size(), 4000u);
    EXPECT_GE(kept.size(), 1000u);
    EXPECT_TRUE(std::ranges::is_sorted(kept));
    EXPECT_EQ(kept.front(), 0u);
    EXPECT_EQ(kept.back(), 99'999u);
    EXPECT_TRUE(std::ranges::binary_search(kept, 54'321u));
    EXPECT_TRUE(std::ranges::binary_search(kept, 77'777u));
}

TEST(Thinned, FewRowsStayAndManyColumnsAreEvenlyApart)
{
    const Rows few(10, {0, 1});
    EXPECT_EQ(thinned(few, 100).size(), 10u);
    const Rows wide(10'000, std::vector<double>(500, 0.0));
    const std::vector<std::size_t> kept = thinned(wide, 150);
    EXPECT_EQ(kept.size(), 150u);
    EXPECT_EQ(kept.back(), 9'999u);
}

TEST(Scene, ShapesHaveTheCoordinatesOfTheMotionAndItsVelocities)
{
    // x = cos t, y = sin t.
    System system = read_system(
        "var x, y; x' = -y; y' = x; start x = 1, y = 0; solve to 3; draw line (0, 0) (2*x, y); "
        "draw circle (x, y) radius t");
    const Solution solution = solve(system, for_report({}));
    RowReader reader(system, solution);
    const Scene scene = scene_of(system, solution, reader, 7000);
    ASSERT_EQ(scene.dimension, 2);
    ASSERT_EQ(scene.shapes.size(), 2u);
    EXPECT_TRUE(scene.note.empty());
    const SceneShape& line = scene.shapes[0];
    const SceneShape& circle = scene.shapes[1];
    ASSERT_EQ(circle.velocities.size(), 1u);
    ASSERT_EQ(scene.frames.size(), scene.where.size() * std::size_t(scene.values));
    ASSERT_GE(scene.where.size(), 100u);
    for (std::size_t k = 0; k < scene.where.size(); ++k) {
        const float* frame = scene.frames.data() + k * std::size_t(scene.values);
        const double t = scene.where[k];
        EXPECT_NEAR(frame[line.points[0][0]], 0, 1e-30);
        EXPECT_NEAR(frame[line.points[1][0]], 2 * std::cos(t), 1e-6);  // floats
        EXPECT_NEAR(frame[circle.points[0][1]], std::sin(t), 1e-6);
        EXPECT_NEAR(frame[circle.velocities[0][0]], -std::sin(t), 1e-6);
        EXPECT_NEAR(frame[circle.radius], t, 1e-6);
    }
    EXPECT_EQ(scene.where.front(), 0);
    EXPECT_EQ(scene.where.back(), 3);
}

TEST(Scene, SomethingSensibleIsDrawnWhereTheModelSaysNothing)
{
    const auto note = [](const std::string& text) {
        System system = read_system(text);
        const Solution solution = solve(system, for_report({}));
        RowReader reader(system, solution);
        return scene_of(system, solution, reader, 1000).note;
    };
    EXPECT_NE(note("var x1, y1, x2; x1' = 1; y1' = 1; x2' = 1; solve to 1").find("(x1, y1)"),
              std::string::npos);
    EXPECT_NE(note("var y; y'' = -y; start y = 1, y' = 0; solve to 1").find("y' against y"),
              std::string::npos);
    EXPECT_NE(note("var a, b; a' = b; b' = -a; start a = 1, b = 0; solve to 1").find("b against a"),
              std::string::npos);
}

TEST(Strips, TellTheResidualOfEveryEquation)
{
    System system = read_system(pendulum);
    const SolveOptions options{.rtol = 1e-8, .atol = 1e-10};
    Solution solution = solve(system, options);
    const Analysis analysis = analyze(system);
    RowReader reader(system, solution);
    const StripScale scale{options.rtol, options.atol, {}};
    Strips strips = strips_of(system, analysis, solution, reader, scale, 10'000);
    ASSERT_EQ(strips.strips.size(), 4u);  // three as written, one hidden
    EXPECT_EQ(strips.strips[3].kind, "hidden");
    for (const Strip& strip : strips.strips) EXPECT_LE(strip.largest, 1e-14) << strip.equation;

    // One wrong number is found, in its equations, where it stands. x -> x + e at x^2 + y^2 = 1:
    // |f| = 2 x e, and the sum is 2 |x| (|x| + floor) + 2 |y| (|y| + floor), floor = 0.01.
    const double e = 1e-3;
    std::vector<double>& row = solution.rows[solution.rows.size() / 2];
    const int x_at = column(solution, "x"), y_at = column(solution, "y");
    const double y = row[std::size_t(y_at)], x = row[std::size_t(x_at)] += e;
    const double f = std::abs(x * x + y * y - 1);
    const double reach =
        2 * std::abs(x) * (std::abs(x) + 0.01) + 2 * std::abs(y) * (std::abs(y) + 0.01);
    strips = strips_of(system, analysis, solution, reader, scale, 10'000);
    EXPECT_NEAR(strips.strips[2].largest / (f / reach), 1, 1e-9);
    EXPECT_EQ(strips.strips[2].where, row[0]);
    EXPECT_GT(strips.strips[0].largest, 1e-6);
    EXPECT_LE(strips.strips[1].largest, 1e-14) << "y'' + lambda*y + g = 0 has no x";
}

TEST(Strips, ResidualsAreTenStepsADecade)
{
    EXPECT_EQ(code_of(0), 0);
    EXPECT_EQ(code_of(1e-10), 100);
    EXPECT_EQ(code_of(1), 200);
    EXPECT_EQ(code_of(std::nan("")), 255);
}

// Without `every` and the like rows are accepted steps.
TEST(Report, StepsEndWhereRowsLie)
{
    const Solution s = solve(read_system(pendulum), for_report({}));
    const std::vector<double> ends = s.function.step_ends(), t = values(s, "t");
    EXPECT_EQ(ends, std::vector<double>(t.begin() + 1, t.end()));
}

// The unit circle, from its top with the angle as arclength: y = 0 at an odd number of quarters,
// where x turns and the slope is infinite, and y = 1/2 at the angles with this cosine.
TEST(Report, MarksAlongACurveHaveItsArclength)
{
    const System circle = read_system(
        "independent x; var y; y*y' + x = 0; start x = 0, y = 1; section half: y = 0.5 both; "
        "solve length 8 scale 1");
    const Solution s = solve(circle, for_report({.rtol = 1e-10, .atol = 1e-12}));
    const double third = std::numbers::pi / 3;
    ASSERT_EQ(s.crossings.size(), 1u);
    ASSERT_EQ(s.crossings[0].parameters.size(), 3u);
    // Errors of a hundred steps within the tolerance.
    const double thirds[] = {1, 5, 7};
    for (std::size_t k = 0; k < 3; ++k)
        EXPECT_NEAR(s.crossings[0].parameters[k], thirds[k] * third, 1e-8);
    ASSERT_EQ(s.singular_points.size(), 3u);  // at a quarter, three quarters and five quarters
    for (std::size_t k = 0; k < 3; ++k)
        EXPECT_NEAR(s.singular_points[k].parameter, (2 * double(k) + 1) * std::numbers::pi / 2,
                    1e-8);
}

// Robertson's reaction is stiff from its first seconds on.
TEST(Report, TellsWhereTheMethodChanged)
{
    const Solution s = solve(read_system(R"(
        var y1, y2, y3
        y1' = -0.04*y1 + 1e4*y2*y3
        y2' = 0.04*y1 - 1e4*y2*y3 - 3e7*y2^2
        y3' = 3e7*y2^2
        start y1 = 1, y2 = 0, y3 = 0
        solve to 1e4
    )"),
                             for_report({}));
    ASSERT_EQ(s.method_changes.size(), 1u);
    EXPECT_EQ(s.method_changes[0].to, "radau");
    const std::vector<double> ends = s.function.step_ends();
    EXPECT_TRUE(std::ranges::count(ends, s.method_changes[0].x) == 1)
        << "it changes where a step ends";
    const auto told = std::ranges::any_of(s.notices, [&](const std::string& notice) {
        return notice.find("radau from") != std::string::npos;
    });
    EXPECT_TRUE(told);
}

TEST(Report, HasWhatItPromisesAndForbidsTheRest)
{
    const std::string page = page_of(pendulum);
    for (const char* part : {"default-src 'none'", "connect-src 'none'", "<math",
                             "Hidden equations", "free start values", "id=\"scene\"",
                             "id=\"values\"", "id=\"strip\"", "x^2 + y^2 = 1", "largest residual"})
        EXPECT_NE(page.find(part), std::string::npos) << part;
    for (const char* part :
         {"unsafe-inline", "unsafe-eval", "http-equiv=\"refresh\"", "src=\"http", "<link", "eval("})
        EXPECT_EQ(page.find(part), std::string::npos) << part;
    EXPECT_NE(page.find("sha256-" + base64_of_hex(script().sha256)), std::string::npos);
}

TEST(Report, HostileTextIsNeverMarkup)
{
    const std::string page = page_of(
        "title \"</title></script><script>alert(1)</script>\"\nvar x  # <img onerror=a>\n"
        "x' = 1\nstart x = 0\nsolve to 1\n");
    // Its own two scripts, and no more.
    std::size_t scripts = 0;
    for (std::size_t at = page.find("<script"); at != page.npos; at = page.find("<script", at + 1))
        ++scripts;
    EXPECT_EQ(scripts, 2u);
    EXPECT_EQ(page.find("<img onerror"), std::string::npos);
    EXPECT_NE(page.find("&lt;img onerror"), std::string::npos);
}

TEST(Report, TellsOfARunThatStoppedAndOfOneThatNeverBegan)
{
    const std::string stopped = page_of("var x; x' = x^2; start x = 1; solve to 2");
    EXPECT_NE(stopped.find("verdict stopped"), std::string::npos);
    EXPECT_NE(stopped.find("blow-up"), std::string::npos);
    const std::string failed =
        page_of("var x, y; x' = y; x^2 + y^2 = 1; start x = 2, y = 2; solve to 1");
    EXPECT_NE(failed.find("verdict failed"), std::string::npos);
    for (const char* empty :
         {"id=\"strip\"", "largest residual", "What it took", "<h2>Motion</h2>"})
        EXPECT_EQ(failed.find(empty), std::string::npos) << empty;
}

TEST(Report, ManyRowsStayBelowTwoMegabytes)
{
    const std::string text = "var x, y; x' = y; y' = -x; start x = 1, y = 0; solve to 100";
    const SolveOptions many{.sampling = {.points = 100'000}};
    EXPECT_LT(page_of(text, many).size(), 2'000'000u);
    EXPECT_GT(page_of(text, many, {.all_rows = true}).size(), 100'000u * 5 * 8);
}

}  // namespace
}  // namespace involute::report
