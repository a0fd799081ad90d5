// SPDX-License-Identifier: Apache-2.0
// What a session remembers: put into another one, both go on with the same bits, step by step.
#include "tests/drive/session_twins.hpp"

namespace involute::testing {
namespace {

const std::string circle = "var x, y\nx' = -y\ny' = x\nstart x = 1, y = 0\n";
// stiff from about t = 0 on, not at its jumps
const std::string van_der_pol =
    "var x, v\nx' = v\nv' = 1000*((1 - x^2)*v - x)\nstart x = 2, v = 0\nsolve to 2\n";

TEST(SessionState, GoesOnByEveryMethod)
{
    const std::string text = pendulum + "section low: x = 0\nevent up: y' = 0\nsolve to 6\n";
    for (const char* method : {"auto", "dop853", "taylor", "radau", "radau5", "rkf78", "dopri54"})
        goes_on(text, {.method = method});
    goes_on(text, {.method = "rk4", .step = 0.01});
    goes_on(text, {.method = "rk4", .technique = {.estimate = Estimate::doubling}}, 6);
    goes_on(text, {.method = "taylor", .rtol = 1e-12, .atol = 1e-14, .native = false});
}

TEST(SessionState, GoesOnWhereTheMethodChanges)
{
    goes_on(van_der_pol, {});
    goes_on(van_der_pol, {.method = "radau", .rtol = 1e-6});
    const System system = read_system(van_der_pol);
    EXPECT_NE(solve(system, {}).method.find("and radau"), std::string::npos);
}

TEST(SessionState, GoesOnInQuadruplePrecision)
{
    const std::string text = pendulum + "section low: x = 0\nsolve to 1\n";
    for (const char* method : {"taylor", "dop853", "radau"})
        goes_on(text, {.method = method, .precision = Precision::quad, .rtol = 1e-16}, 6);
}

TEST(SessionState, GoesOnAlongCurves)
{
    const std::string folds = "var x\nx*x' + t = 0\nstart t = 0, x = 1\n";
    for (const char* method : {"auto", "dop853", "rkf78"})
        goes_on(folds, {.curve = true, .length = 9, .scale = 1, .method = method});
    goes_on(pendulum + "section low: x = 0\n", {.curve = true, .length = 20});
}

TEST(SessionState, GoesOnOverKinks)
{
    const std::string falls =
        "var x\nx'' = -sign(x) - abs(x')*x'\nstart x = 1, x' = 0\nsolve to 9\n";
    const std::string rectified =
        "var x\nx' = max(0, sin(5*t)) - x + abs(x - 0.3)\nstart x = 0\nsolve to 6\n";
    for (const std::string& text : {falls, rectified})
        for (const char* method : {"auto", "dop853", "taylor", "radau"})
            goes_on(text, {.method = method});
    goes_on(rectified, {.method = "rk4", .step = 0.02});
    goes_on(rectified, {.precision = Precision::quad}, 6);
}

TEST(SessionState, GoesOnThroughPulsesAndRegimes)
{
    const std::string bells =
        "var x, y\nx' = exp(-((t - 3)/0.01)^2) - y\ny' = x + exp(-((x - 0.2)/0.01)^2)\n"
        "start x = 0, y = 0\nsolve to 6\n";
    const std::string regimes =
        "var x, y\nx' = y\nmax(0, t - 1)*(x - t) + max(0, 1 - t)*(y - 1) = 0\n"
        "start t = 0, x = 0\nsolve to 2\n";
    goes_on(bells, {});
    goes_on(bells, {.method = "taylor"});
    goes_on(regimes, {});
}

TEST(SessionState, GoesOnWithEveryProjection)
{
    const std::string text = pendulum + "invariant e = x'^2 + y'^2 + 2*y\nsolve to 4\n";
    for (const ProjectionWay way :
         {ProjectionWay::newton, ProjectionWay::chord, ProjectionWay::second_order,
          ProjectionWay::gauss_newton, ProjectionWay::frozen})
        goes_on(text, {.method = "dop853", .technique = {.projection = way}}, 5);
    goes_on(text, {.method = "dop853", .technique = {.distribution = Distribution::null_space}}, 5);
    goes_on(text, {.method = "radau", .technique = {.tops = TopValues::carried}}, 5);
}

TEST(SessionState, RefusesThatOfAnotherSystem)
{
    const auto one = open(read_system(circle + "solve to 3\n"), {});
    const auto other = open(read_system(pendulum + "solve to 3\n"), {});
    one->step();
    EXPECT_THROW(other->restore(one->state()), Error);
}

}  // namespace
}  // namespace involute::testing
