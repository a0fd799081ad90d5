// SPDX-License-Identifier: Apache-2.0
#include "papers/sch_problems.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "involute/base/dense.hpp"
#include "involute/base/error.hpp"
#include "involute/complete/structural/find_structure.hpp"
#include "involute/geometry/stage_rows.hpp"
#include "papers/problems.hpp"

namespace involute::papers {
namespace {

using Vector = Eigen::VectorXd;

constexpr std::string_view pendulum_text =
    "var u1, u2, v1, v2, lambda\n"
    "u1' = v1\n"
    "u2' = v2\n"
    "v1' = -2*u1*lambda\n"
    "v2' = -1 - 2*u2*lambda\n"
    "u1^2 + u2^2 = 1\n"
    "start u1 = 1, u2 = 0, v1 = 0, v2 = 0\n";

CompletedSystem completed(System system)
{
    Structure structure = find_structure(system);
    return make_completed(std::move(system), std::move(structure));
}

/// sin(θ/2) = cd(t | 1/2)/√2, u = (sin θ, -cos θ), with the functions of Jacobi by the arithmetic-
/// geometric mean (Abramowitz, Stegun 16.4).
std::vector<double> swing(double t)
{
    constexpr int turns = 6;
    const double root = std::sqrt(2.0);
    double a[turns + 1] = {1}, c[turns + 1] = {1 / root}, b = 1 / root;
    for (int n = 1; n <= turns; ++n) {
        a[n] = (a[n - 1] + b) / 2;
        c[n] = (a[n - 1] - b) / 2;
        b = std::sqrt(a[n - 1] * b);
    }
    double phi = std::ldexp(a[turns] * t, turns);
    for (int n = turns; n > 0; --n) phi = (phi + std::asin(c[n] / a[n] * std::sin(phi))) / 2;
    const double dn = std::sqrt(1 - std::sin(phi) * std::sin(phi) / 2);
    const double sine = std::cos(phi) / dn / root, cosine = std::sqrt(1 - sine * sine);
    const double rate = -std::sin(phi) / (dn * dn) / (root * cosine);
    const double x = 2 * sine * cosine, y = 2 * sine * sine - 1;
    return {x, y, -y * rate, x * rate};
}

// Extrapolation with 33 digits at two tolerances: angles, their rates.
std::vector<double> andrews_end(double t)
{
    if (t != 0.05) return {};
    return {33.825867766954517332, -33.583431517463868498, 0.113395073812599015025,
            -0.407852865601884442, 0.526060444916995827,   0.407852865601884442,
            1.056902429434962831,  1144.535502653847468,   -1336.033722651192454,
            -190.937068604294625,  -334.317060870864654,   0.8758650829430151614,
            334.317060870864654,   -39.6172889783529950};
}

constexpr int bodies = 7, loops = 6;

/// The equations of Andrews' mechanism in (u, v, w, λ): M(u) w - f(u, v) + Gᵗλ = 0, g(u) = 0.
class Mechanism {
public:
    explicit Mechanism(System system)
        : geometry_(completed(std::move(system)), true), rows_(geometry_, false)
    {
    }
    Vector residual(const Vector& y)
    {
        const Layout& layout = geometry_.layout();
        std::vector<double> state(std::size_t(layout.size + layout.unknowns));
        for (int j = 0; j < bodies; ++j) {
            state[layout.position(j, 0)] = y[j];
            state[layout.position(j, 1)] = y[bodies + j];
        }
        for (int j = 0; j < bodies + loops; ++j) state[layout.size + j] = y[2 * bodies + j];
        Vector result(bodies + loops);
        rows_.values(state.data(), result.data());
        return result;
    }
    /// v - M⁻¹Gᵗμ with G v = 0: what is linear in (w, λ) is [M Gᵗ].
    Vector project(Vector y)
    {
        Vector at = y;
        at.tail(bodies + loops).setZero();
        const Vector zero = residual(at);
        Eigen::MatrixXd kkt = Eigen::MatrixXd::Zero(bodies + loops, bodies + loops);
        for (int k = 0; k < bodies + loops; ++k) {
            at[2 * bodies + k] = 1;
            kkt.col(k).head(bodies) = (residual(at) - zero).head(bodies);
            at[2 * bodies + k] = 0;
        }
        const Eigen::MatrixXd g = kkt.topRightCorner(bodies, loops).transpose();
        kkt.bottomLeftCorner(loops, bodies) = g;
        Vector right = Vector::Zero(bodies + loops);
        right.tail(loops) = g * y.segment(bodies, bodies);
        y.segment(bodies, bodies) -= FullLu<double>(kkt).solve(right).head(bodies);
        return y;
    }

private:
    Geometry<double> geometry_;
    StageEquations<double> rows_;
};

double distance(const std::vector<double>& exact, const double* found)
{
    double worst = 0;
    for (std::size_t i = 0; i < exact.size(); ++i)
        worst = std::max(worst, std::abs(found[i] - exact[i]) / (1 + std::abs(exact[i])));
    return worst;
}

void widen(Deviations& worst, const Deviations& found)
{
    worst.d1 = std::max(worst.d1, found.d1);
    worst.d2 = std::max(worst.d2, found.d2);
}

}  // namespace

struct DeviationMeter::Constraints {
    Geometry<double> geometry;
    std::vector<double> values;
};

DeviationMeter::DeviationMeter(System system)
    : constraints_(new Constraints{{completed(std::move(system)), true}, {}})
{
    const CompletedSystem& c = constraints_->geometry.completed();
    constraints_->values.resize(c.layout.constraints.size());
    for (int i = 1; i < c.layout.size; ++i) {
        const auto [unknown, order] = c.layout.jets[i];
        columns_.push_back(jet_name(c.system.names, unknown, order));
    }
}

DeviationMeter::~DeviationMeter() = default;

Deviations DeviationMeter::at(const std::vector<double>& row)
{
    constraints_->geometry.constraints(row.data(), constraints_->values.data());
    const CompletedSystem& c = constraints_->geometry.completed();
    Deviations result;
    for (std::size_t i = 0; i < c.layout.constraints.size(); ++i) {
        const auto& constraint = c.layout.constraints[i];
        if (c.structure.c[constraint.equation] < 2) continue;  // u' = v, written with u' in it
        double& worst = constraint.order == 0 ? result.d1 : result.d2;
        worst = std::max(worst, std::abs(constraints_->values[i]));
    }
    return result;
}

SchExample sch_pendulum()
{
    SchExample example{.system = read_system(std::string(pendulum_text)),
                       .end = 20,
                       .state = {"u1", "u2", "v1", "v2"},
                       .exact = swing,
                       .radau5 = {.index_1 = 2, .index_2 = 2, .index_3 = 1}};
    example.radau5.mass = Vector::Ones(5);
    example.radau5.mass[4] = 0;
    // The printed counts belong to v' = -u λ, not to the printed v' = -2u λ.
    example.radau5.f = [](const Vector& y) {
        Vector f(5);
        f << y[2], y[3], -y[0] * y[4], -1 - y[1] * y[4], y[0] * y[0] + y[1] * y[1] - 1;
        return f;
    };
    example.projection = [](const Vector& y) {
        Vector moved = y;
        moved.segment(2, 2) -= y.head(2).dot(y.segment(2, 2)) / y.head(2).squaredNorm() * y.head(2);
        return moved;
    };
    example.radau5_start = Vector::Unit(5, 0);
    return example;
}

SchExample sch_andrews()
{
    const System system = shipped_model("andrews");
    SchExample example{
        .system = system,
        .end = 0.05,
        .state = {"beta", "theta", "gamma", "phi", "delta", "omega", "epsilon", "beta'", "theta'",
                  "gamma'", "phi'", "delta'", "omega'", "epsilon'"},
        .exact = andrews_end,
        .radau5 = {.index_1 = bodies, .index_2 = bodies, .index_3 = bodies + loops}};
    const auto mechanism = std::make_shared<Mechanism>(system);
    Vector& mass = example.radau5.mass = Vector::Zero(3 * bodies + loops);
    mass.head(2 * bodies).setOnes();
    example.radau5.f = [mechanism](const Vector& y) {
        Vector f(y.size());
        f << y.segment(bodies, 2 * bodies), mechanism->residual(y);
        return f;
    };
    example.projection = [mechanism](const Vector& y) { return mechanism->project(y); };
    SolveOptions options{.to = 1e-6};
    options.sampling.only_end = true;
    options.columns = example.state;
    for (const char* name :
         {"beta''", "theta''", "gamma''", "phi''", "delta''", "omega''", "epsilon''", "lambda[1]",
          "lambda[2]", "lambda[3]", "lambda[4]", "lambda[5]", "lambda[6]"})
        options.columns.emplace_back(name);
    const std::vector<double> start = solve(system, options).rows.front();
    example.radau5_start = Eigen::Map<const Vector>(start.data() + 1, 3 * bodies + loops);
    return example;
}

SolveOptions sch_options(SchForm form, double tolerance)
{
    SolveOptions options{.method = "radau5", .rtol = tolerance, .atol = tolerance};
    if (form != SchForm::completed) options.technique.collocation = Collocation::written;
    if (form == SchForm::raw) options.technique.projection = ProjectionWay::none;
    return options;
}

Solution run_example(const SchExample& example, SolveOptions options)
{
    options.to = example.end;
    Solution solution = solve(example.system, options);
    if (solution.end != example.end) throw Error(Diagnostic{.message = solution.reason});
    return solution;
}

SchCount count_run(const SchExample& example, SchForm form, double tolerance)
{
    SolveOptions options = sch_options(form, tolerance);
    options.sampling.only_end = true;
    const Statistics counts = run_example(example, options).statistics;
    SchCount result{.tolerance = tolerance,
                    .evaluations = counts.evaluations,
                    .steps = counts.steps,
                    .iterations = counts.iterations,
                    .jacobians = counts.jacobians};

    // The same steps again, looked at.
    DeviationMeter meter(example.system);
    options.sampling.only_end = false;
    options.columns = example.state;
    options.columns.insert(options.columns.end(), meter.columns().begin(), meter.columns().end());
    for (std::vector<double> row : run_example(example, options).rows) {
        result.error = std::max(result.error, distance(example.exact(row[0]), row.data() + 1));
        row.erase(row.begin() + 1, row.begin() + 1 + std::ssize(example.state));
        widen(result.deviations, meter.at(row));
    }
    return result;
}

SchCount count_radau5(const SchExample& example, bool projected, double tolerance)
{
    SchCount result{.tolerance = tolerance};
    DeviationMeter meter(example.system);
    Radau5Problem problem = example.radau5;
    if (projected) problem.project = example.projection;
    const auto find = [&](const std::string& name) {
        return std::ranges::find(example.state, name) - example.state.begin();
    };
    problem.watch = [&](double t, const Vector& y) {
        result.error = std::max(result.error, distance(example.exact(t), y.data()));
        std::vector<double> row{t};
        for (const std::string& name : meter.columns()) {
            // u' of the pendulum is v.
            const auto place = find(name), size = std::ssize(example.state);
            row.push_back(y[place < size ? place : find({'v', name[1]})]);
        }
        widen(result.deviations, meter.at(row));
    };
    const Radau5Result run = radau5(problem, example.radau5_start, example.end, tolerance);
    if (!run.finished) throw Error(Diagnostic{.message = "RADAU5 did not reach its end"});
    result.evaluations = run.evaluations;
    result.steps = run.steps;
    result.jacobians = run.jacobians;
    return result;
}

double evaluations_for(const std::vector<SchCount>& runs, double error)
{
    const SchCount* next = nullptr;  // with the next smaller tolerance
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        if (next && run->error <= next->error) continue;
        if (run->error > error) {
            if (!next) break;
            const double part = std::log(run->error / error) / std::log(run->error / next->error);
            return double(run->evaluations) *
                   std::pow(double(next->evaluations) / double(run->evaluations), part);
        }
        next = &*run;
    }
    if (!next) throw Error(Diagnostic{.message = "no run is that accurate"});
    return double(next->evaluations);
}

}  // namespace involute::papers
