// SPDX-License-Identifier: Apache-2.0
// Every method keeps its order on every kind of problem, in extended precision, where round-off
// cannot hide it: a measurement of the theorem in docs/theory.md, section 3.
#include <functional>

#include "involute/complete/structural/find_structure.hpp"
#include "involute/project/start.hpp"
#include "involute/step/steppers.hpp"
#include "tests/drive/support.hpp"

namespace involute {
namespace {

using testing::slope;
using testing::Swing;

const Scale scale{1e-2};

/// A system ready for walking in extended precision.
struct Ready {
    Geometry<Quad> geometry;
    Start<Quad> start;

    Ready(System system, bool curve)
        : geometry(completed(std::move(system), curve), false),
          start(consistent_start(geometry, scale))
    {
        EXPECT_EQ(start.outcome, Outcome::complete) << start.message;
    }
    static CompletedSystem completed(System system, bool curve)
    {
        Structure structure = find_structure(system, {.jointly_affine = curve});
        return make_completed(std::move(system), std::move(structure));
    }
};

// Where Newton's increments stagnate they are accepted below 1e-2 of rtol: round-off of binary128.
WalkOptions constant_steps(double h)
{
    return {.rtol = 1e-26, .atol = 1e-28, .step = h};
}

/// Errors of one group of quantities against a closed form, at a point p with tops z.
using Errors = std::function<std::vector<double>(const Quad* p, const Quad* z)>;

void raise_to(std::vector<double>& worst, const std::vector<double>& errors)
{
    worst.resize(errors.size(), 0);
    for (std::size_t k = 0; k < errors.size(); ++k) worst[k] = std::max(worst[k], errors[k]);
}

/// The largest errors over [0, end] with steps of size h; dense: also at five points within each
/// step, moved to M. How far these are from M goes to *off.
std::vector<double> largest_errors(Ready& ready, const Tableau& tableau, double h, double end,
                                   const Errors& errors, bool dense, double* off = nullptr)
{
    Geometry<Quad>& geometry = ready.geometry;
    XProblem<Quad> problem(geometry, scale);
    Walker<Quad> walker = make_walker<Quad>(problem, tableau, constant_steps(h));
    std::vector<Quad> z(geometry.layout().unknowns), p(geometry.layout().size),
        g(geometry.completed().constraint_nodes.size());
    std::vector<double> worst;
    EXPECT_TRUE(walker.stand(ready.start.p.data(), ready.start.p[0], 1));
    while (walker.t != Quad(end)) {
        if (walker.advance(Quad(end)) != Outcome::finished) {
            ADD_FAILURE() << tableau.name << " stopped at " << to_double(walker.t);
            break;
        }
        if (!dense) {
            geometry.field(walker.p.data(), z.data());
            raise_to(worst, errors(walker.p.data(), z.data()));
            continue;
        }
        for (const double theta : {0.125, 0.25, 0.5, 0.75, 0.875}) {
            walker.interpolate(Quad(theta), p.data());
            p[0] = walker.t_before + Quad(theta) * (walker.t - walker.t_before);
            EXPECT_TRUE(problem.project(p.data(), 1e-26).converged);
            geometry.field(p.data(), z.data());
            raise_to(worst, errors(p.data(), z.data()));
            geometry.constraints(p.data(), g.data());
            for (const Quad& value : g)
                if (off) *off = std::max(*off, std::abs(to_double(value)));
        }
    }
    EXPECT_EQ(walker.p[0], Quad(end)) << "the end is hit exactly";
    return worst;
}

double distance(const Quad& a, const Quad& b)
{
    return std::abs(to_double(Quad(a - b)));
}

// Positions, velocities, multiplier of the pendulum: p = (t; x, x', y, y'), z = (x'', y'', lambda).
std::vector<double> pendulum_errors(const Quad* p, const Quad* z)
{
    const Swing<Quad> exact(p[0]);
    return {std::max(distance(p[1], exact.x), distance(p[3], exact.y)),
            std::max(distance(p[2], exact.dx), distance(p[4], exact.dy)),
            distance(z[2], exact.lambda)};
}

// Kepler's ellipse from the pericentre (1/2, 0) with speed 7/4, through Kepler's equation.
std::vector<double> kepler_errors(const Quad* p, const Quad*)
{
    const Quad q = Quad(1) / 2, v = Quad(7) / 4;
    const Quad a = 1 / (2 / q - v * v), e = 1 - q / a, n = 1 / (a * sqrt(a));
    Quad anomaly = n * p[0];
    for (int k = 0; k < 60; ++k)
        anomaly -= (anomaly - e * sin(anomaly) - n * p[0]) / (1 - e * cos(anomaly));
    const Quad b = a * sqrt(1 - e * e), rate = n / (1 - e * cos(anomaly));
    return {std::max(distance(p[1], a * (cos(anomaly) - e)), distance(p[3], b * sin(anomaly))),
            std::max(distance(p[2], -a * rate * sin(anomaly)),
                     distance(p[4], b * rate * cos(anomaly)))};
}

const std::string kepler =
    "var x, y\n"
    "x'' = -x/sqrt(x^2 + y^2)^3\n"
    "y'' = -y/sqrt(x^2 + y^2)^3\n"
    "start x = 1/2, y = 0, x' = 0, y' = 7/4\n";
const std::string energy = "invariant E = (x'^2 + y'^2)/2 + y\n";

/// Five step sizes, each half of the last; powers of 1/2, so that they divide the interval.
std::vector<double> step_sizes(double largest)
{
    std::vector<double> h;
    for (int k = 0; k < 5; ++k) h.push_back(std::ldexp(largest, -k));
    return h;
}

class EveryMethod : public ::testing::TestWithParam<std::string> {
protected:
    const Tableau& tableau() const { return *find_method(GetParam()); }
    // Small enough to be asymptotic, and 16 times less still leaves errors far above 1e-29.
    double largest_step() const { return tableau().order > 6 ? 1.0 / 8 : 1.0 / 32; }

    void expect_order(const std::string& text, const Errors& errors, double largest,
                      double expected, double tolerance, bool dense)
    {
        Ready ready(read_system(text), false);
        std::vector<std::vector<double>> groups;
        const std::vector<double> h = step_sizes(largest);
        double off = 0;
        for (const double size : h) {
            const auto found = largest_errors(ready, tableau(), size, 2, errors, dense, &off);
            groups.resize(found.size());
            for (std::size_t k = 0; k < found.size(); ++k) groups[k].push_back(found[k]);
        }
        for (std::size_t k = 0; k < groups.size(); ++k)
            EXPECT_NEAR(slope(h, groups[k]), expected, tolerance)
                << GetParam() << ", group " << k << ", errors " << groups[k].front() << " to "
                << groups[k].back();
        // On M: constraints of size 1 to a few hundred roundings of binary128.
        EXPECT_LE(off, 1e-30);
    }
};

TEST_P(EveryMethod, KeepsItsOrderOnAnExplicitEquation)
{
    expect_order(kepler, kepler_errors, largest_step() / 2, tableau().order, 0.2, false);
}

TEST_P(EveryMethod, KeepsItsOrderOnTheRawPendulum)
{
    expect_order(testing::pendulum, pendulum_errors, largest_step(), tableau().order, 0.2, false);
}

TEST_P(EveryMethod, KeepsItsOrderWithAnInvariant)
{
    expect_order(testing::pendulum + energy, pendulum_errors, largest_step(), tableau().order, 0.2,
                 false);
}

// An interpolant of order q errs by h^(q+1) within a step, and the points it starts from err by
// h^order: the lower of the two is seen.
TEST_P(EveryMethod, KeepsTheOrderOfItsDenseOutput)
{
    const double expected = std::min(tableau().order, tableau().dense_order + 1);
    expect_order(testing::pendulum, pendulum_errors, largest_step(), expected, 0.3, true);
    expect_order(testing::pendulum + energy, pendulum_errors, largest_step(), expected, 0.3, true);
}

// Of one step from the start; with rtol = atol the tolerance is a constant and every step passes.
TEST_P(EveryMethod, EstimatesItsErrorAtTheOrderOfTheEstimate)
{
    const Tableau& method = tableau();
    if (method.embedded_order == 0) GTEST_SKIP() << "no estimate";
    // err² / (0.1 err2) with err = h^(q+1), err2 = h^(r+1); a plain estimate is h^(q+1).
    const double expected = method.second_embedded_order > 0
                                ? 2 * method.embedded_order - method.second_embedded_order + 1
                                : method.embedded_order + 1;
    // A step from the generic point t = 1/2: at the start itself odd derivatives vanish.
    Ready ready(read_system(testing::pendulum), false);
    XProblem<Quad> problem(ready.geometry, scale);
    const Swing<Quad> at(Quad(0.5));
    std::vector<double> h = step_sizes(1.0 / 32), estimates;
    for (const double size : h) {
        Walker<Quad> walker =
            make_walker<Quad>(problem, method, {.rtol = 0.9, .atol = 0.9, .first_step = size});
        const Quad p[] = {Quad(0.5), at.x, at.dx, at.y, at.dy};
        ASSERT_TRUE(walker.stand(p, Quad(0.5), 1));
        ASSERT_EQ(walker.advance(Quad(2)), Outcome::finished);
        ASSERT_EQ(walker.t, Quad(0.5) + Quad(size));
        estimates.push_back(walker.error);
    }
    EXPECT_NEAR(slope(h, estimates), expected, 0.2);
}

struct CurveCase {
    const char* model;
    double length;
    const char* end[3];
};

// Reference: extrapolation with 40 digits at two resolutions agrees to 30 digits.
const CurveCase sphere{"sphere",
                       3,
                       {"-0.0260333365429345201108482424663", "0.855887931163777320476656336269",
                        "-0.516505677293707474662536405694"}};
const CurveCase asymptotic{"asymptotic_curves",
                           6,
                           {"1.12317992558372217030713694649", "0.554132687853532166906697789664",
                            "5.80567019834019189653254083458"}};

/// The points (x, y, y') at `kept` equal distances, walking the plain arclength with n steps.
std::vector<std::vector<Quad>> walk_curve(Ready& ready, const CurveCase& curve,
                                          const Tableau& tableau, int n, int kept)
{
    CurveProblem<Quad> problem(ready.geometry, scale, 1);
    problem.orient(1);
    Walker<Quad> walker = make_walker<Quad>(problem, tableau, constant_steps(curve.length / n));
    EXPECT_TRUE(walker.stand(ready.start.p.data(), Quad(0), 1));
    std::vector<std::vector<Quad>> points;
    while (walker.t != Quad(curve.length)) {
        if (walker.advance(Quad(curve.length)) != Outcome::finished) {
            ADD_FAILURE() << tableau.name << " stopped at " << to_double(walker.t);
            break;
        }
        if (walker.steps % (n / kept) == 0) points.push_back(walker.p);
    }
    EXPECT_EQ(walker.rejected, 0);
    EXPECT_EQ(points.size(), std::size_t(kept));
    return points;
}

/// Four step sizes against a run with dop853 that is 16 times finer than the coarsest of them,
/// itself held against the end point's thirty digits. The error at the end point alone passes
/// through zero as the steps shrink; the largest along the curve does not.
void expect_curve_order(const CurveCase& curve, const Tableau& tableau, int coarsest)
{
    Ready ready(testing::model(curve.model), true);
    const int finest = 16 * coarsest;
    const auto exact = walk_curve(ready, curve, *find_method("dop853"), finest, coarsest);
    double off = 0;
    for (int i = 0; i < 3; ++i) off = std::max(off, distance(exact.back()[i], Quad(curve.end[i])));
    std::vector<double> h;
    std::vector<std::vector<double>> groups(3);
    for (int k = 0; k < 4; ++k) {
        const int n = coarsest << k;
        h.push_back(curve.length / n);
        const auto points = walk_curve(ready, curve, tableau, n, coarsest);
        for (int i = 0; i < 3; ++i) {
            double worst = 0;
            for (int m = 0; m < coarsest; ++m)
                worst = std::max(worst, distance(points[m][i], exact[m][i]));
            groups[i].push_back(worst);
            EXPECT_LE(off, 0.01 * worst) << "the reference is not good enough";
        }
    }
    for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(slope(h, groups[i]), tableau.order, 0.2)
            << tableau.name << " on " << curve.model << ", coordinate " << i << ", errors "
            << groups[i].front() << " to " << groups[i].back();
}

TEST_P(EveryMethod, CrossesTheEquatorOfTheSphereAtItsOrder)
{
    expect_curve_order(sphere, tableau(), 96);
}

TEST_P(EveryMethod, CrossesTheFoldOfTheAsymptoticCurvesAtItsOrder)
{
    expect_curve_order(asymptotic, tableau(), 96);
}

// Of low, middle and high order; that every tableau has its order is known from its coefficients.
INSTANTIATE_TEST_SUITE_P(Explicit, EveryMethod, ::testing::Values("bs32", "dopri54", "dop853"),
                         [](const auto& method) { return method.param; });

// The published 42 digits of the closed form at t = 100 check the closed form itself.
TEST(PendulumClosedForm, AgreesWithThePublishedDigits)
{
    const Swing<Quad> at(Quad(100));
    // The argument is rounded at 1e-32 and the phase grows with it: 100 roundings.
    EXPECT_LE(distance(at.x, Quad("-0.999974052046356170851836557033495146239162")), 2e-31);
    EXPECT_LE(distance(at.y, Quad("-0.00720383467268370853056487312831610900047087")), 2e-31);
}

}  // namespace
}  // namespace involute
