// SPDX-License-Identifier: Apache-2.0
// Options that exclude each other, or that nobody would heed, are refused for users of the library,
// by the names of their fields.
#include <gtest/gtest.h>

#include "involute/involute.hpp"
#include "involute/step/sensible.hpp"

namespace involute {
namespace {

const std::string pendulum =
    "var x, y, lambda\n"
    "x'' + lambda*x = 0\n"
    "y'' + lambda*y + 1 = 0\n"
    "x^2 + y^2 = 1\n"
    "start y = 0, y' = 0\n"
    "guess x = 1\n";

std::vector<Diagnostic> refused(const SolveOptions& options)
{
    try {
        solve(read_system(pendulum + "solve to 0.5\n"), options);
    } catch (const Error& error) {
        return error.diagnostics();
    }
    return {};
}

/// Exactly one complaint, which names these fields.
void expect_refused(const SolveOptions& options, const std::vector<std::string>& fields)
{
    const std::vector<Diagnostic> found = refused(options);
    ASSERT_EQ(found.size(), 1u) << fields.front();
    for (const std::string& field : fields)
        EXPECT_NE((found[0].message + found[0].hint).find("`" + field + "`"), std::string::npos)
            << field << ": " << found[0].message;
}

void expect_taken(const SolveOptions& options)
{
    for (const Diagnostic& one : refused(options)) ADD_FAILURE() << one.message;
}

TEST(Conflicts, OfPlacesToReturnRowsAt)
{
    expect_refused({.sampling = {.points = 3, .every = 0.1}},
                   {"sampling.points", "sampling.every"});
    expect_refused({.sampling = {.every = 0.1, .at = {0.2}}}, {"sampling.every", "sampling.at"});
    expect_refused({.sampling = {.points = 3, .at = {0.2}}}, {"sampling.points", "sampling.at"});
    expect_refused({.sampling = {.points = 3, .only_end = true}}, {"sampling.only_end"});
    expect_taken({.sampling = {.points = 3}});
    expect_taken({.sampling = {.only_end = true}});
}

TEST(Conflicts, OfConstantStepsWithChosenOnes)
{
    expect_refused({.step = 0.1, .max_step = 0.2}, {"step", "max_step"});
    expect_refused({.step = 0.1, .first_step = 0.2}, {"step", "first_step"});
    for (const Technique& technique :
         {Technique{.rule = StepRule::classic}, Technique{.norm = Norm::euclidean},
          Technique{.estimate = Estimate::doubling}})
        expect_refused({.method = "rk4", .technique = technique, .step = 0.1},
                       {"technique.rule", "technique.norm", "technique.estimate", "step"});
    expect_taken({.first_step = 0.1, .max_step = 0.2});
}

TEST(Conflicts, OfAMetricWithProjectionsThatHaveNone)
{
    for (const ProjectionWay way : {ProjectionWay::sweep, ProjectionWay::none})
        expect_refused({.technique = {.projection = way, .metric = {{"x", 2}}}},
                       {"technique.metric"});
    expect_taken({.technique = {.projection = ProjectionWay::newton, .metric = {{"x", 2}}}});
    // It projects orthogonally whether asked to or not.
    expect_taken({.method = "taylor3", .technique = {.metric = {{"x", 2}}}, .rtol = 1e-4});
}

TEST(Conflicts, OfPartsOfRadauStepsWithOtherSteps)
{
    for (const Technique& technique :
         {Technique{.collocation = Collocation::written}, Technique{.tops = TopValues::carried},
          Technique{.newton = StageNewton::full}}) {
        for (const char* method : {"auto", "dop853", "radau5-projected"})
            expect_refused({.method = method, .technique = technique},
                           {"technique.collocation", "technique.tops", "technique.newton"});
        expect_refused({.curve = true, .method = "radau5", .technique = technique},
                       {"technique.newton", "curve", "length"});
        expect_taken({.method = "radau5", .technique = technique});
    }
}

TEST(Conflicts, OfRadauStepsWithWhatControlsOthers)
{
    for (const Technique& technique :
         {Technique{.rule = StepRule::classic}, Technique{.norm = Norm::euclidean},
          Technique{.estimate = Estimate::doubling}, Technique{.project_stages = true},
          Technique{.order = 5}})
        expect_refused({.method = "radau5", .technique = technique},
                       {"technique.norm", "technique.rule", "technique.estimate", "technique.order",
                        "technique.project_stages"});
    // Along a curve Radau's steps are controlled like all others.
    expect_taken({.to = 0.2,
                  .curve = true,
                  .method = "radau5",
                  .technique = {.estimate = Estimate::doubling},
                  .rtol = 1e-4});
}

TEST(Conflicts, OfTheOrderWithMethodsThatHaveOne)
{
    for (const char* method : {"auto", "dop853", "taylor3"})
        expect_refused({.method = method, .technique = {.order = 9}}, {"technique.order"});
    expect_taken({.method = "taylor", .technique = {.order = 9}});
    expect_taken({.technique = {.order = 9}, .rtol = 1e-11});  // `auto` takes series there
}

TEST(Conflicts, OfStagesWithMethodsWithoutThem)
{
    for (const char* method : {"midpoint", "taylor", "taylor3", "radau5-projected"})
        expect_refused({.method = method, .technique = {.project_stages = true}},
                       {"technique.project_stages"});
    expect_taken({.method = "rk4", .technique = {.project_stages = true}, .rtol = 1e-4});
    expect_refused({.method = "taylor", .technique = {.estimate = Estimate::doubling}},
                   {"technique.estimate"});
}

TEST(Conflicts, OfASmoothMotionWithACurveOrAComponent)
{
    expect_refused({.curve = true, .smooth = true}, {"curve", "length", "smooth"});
    expect_refused({.length = 1.0, .smooth = true}, {"curve", "length", "smooth"});
    expect_refused({.smooth = true, .component = 1}, {"smooth", "component"});
}

TEST(Conflicts, OfTheScaleOfACurveWithoutOne)
{
    expect_refused({.scale = 1.0}, {"scale", "curve"});
    expect_taken({.curve = true, .scale = 1.0});
    EXPECT_EQ(solve(read_system(pendulum + "solve length 0.1\n"), {.scale = 1.0}).code,
              Outcome::finished);
}

TEST(Conflicts, AreSaidAllAtOnceTogetherWithSenselessValues)
{
    const std::vector<Diagnostic> found =
        refused({.rtol = -1, .step = 0.1, .max_step = 0.2, .sampling = {.points = 3, .every = 1}});
    EXPECT_EQ(found.size(), 3u);
}

TEST(Conflicts, OfNumbersThatCountNothing)
{
    expect_refused({.branch = -1}, {"branch = -1"});
    expect_refused({.component = -2}, {"component = -2"});
    expect_refused({.continuations = {1, 0}}, {"continuations = 0"});
    expect_refused({.technique = {.projection = ProjectionWay::newton, .metric = {{"x", -1}}}},
                   {"technique.metric"});
}

TEST(Conflicts, OfTaylorSeriesWithWhatChoosesSteps)
{
    std::vector<SolveOptions> refused(3, SolveOptions{.to = 1.0, .method = "taylor"});
    refused[0].technique.rule = StepRule::halving;
    refused[1].technique.norm = Norm::euclidean;
    refused[2].first_step = 1e-3;
    for (const SolveOptions& options : refused)
        EXPECT_THROW(solve(read_system(pendulum), options), Error);
}

TEST(Conflicts, OfACallableWithWhatNeedsEquations)
{
    CallableSystem decay;
    decay.names = {"y"};
    decay.field = [](double, std::span<const double> y, std::span<double> out) { out[0] = -y[0]; };
    decay.y = {1};
    EXPECT_EQ(solve(decay, {.to = 1.0}).code, Outcome::finished);
    try {
        solve(decay, {.to = 1.0, .precision = Precision::quad, .branch = 1});
        ADD_FAILURE() << "nothing was refused";
    } catch (const Error& error) {
        ASSERT_EQ(error.diagnostics().size(), 1u);
        EXPECT_EQ(error.diagnostics()[0].message,
                  "a callable cannot heed options `precision`, `branch`");
    }
}

TEST(Conflicts, AreToldWithoutARunToo)
{
    EXPECT_TRUE(what_makes_no_sense({}).empty());
    EXPECT_EQ(what_makes_no_sense({.method = "rk9"}).size(), 1u);
    EXPECT_THROW(analyze(read_system(pendulum), {.step = 0.1, .max_step = 0.2}), Error);
}

}  // namespace
}  // namespace involute
