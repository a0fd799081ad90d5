// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/callable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/drive/limits.hpp"
#include "involute/drive/run.hpp"
#include "involute/observe/wanted_rows.hpp"
#include "involute/step/choose.hpp"
#include "involute/step/sensible.hpp"
#include "involute/step/steppers.hpp"

namespace involute {
namespace {

SparsePattern dense_pattern(int rows, int columns)
{
    SparsePattern pattern{rows, columns, {}};
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) pattern.entries.push_back({i, j});
    return pattern;
}

/// The callables as a problem of the walker; points are p = (x, y).
class CallableProblem final : public Problem<double> {
public:
    CallableProblem(const CallableSystem& system, Scale scale)
        : system_(system),
          scale_(scale),
          minimum_norm_(dense_pattern(system.constraints, int(system.y.size()))),
          g_(system.constraints),
          shifted_(system.constraints),
          jacobian_(system.constraints * system.y.size()),
          weights_(system.y.size()),
          delta_(system.y.size())
    {
    }

    int size() const override { return int(system_.y.size()) + 1; }

    Factored slope(const double* p, double* v) override
    {
        ++evaluations;
        v[0] = 1;
        const std::size_t n = system_.y.size();
        std::fill(v + 1, v + 1 + n, std::nan(""));  // what the callable forgets is not finite
        system_.field(p[0], {p + 1, n}, {v + 1, n});
        for (std::size_t i = 1; i <= n; ++i)
            if (!std::isfinite(v[i])) {
                bad_component = int(i) - 1;
                return {Health::not_finite, false};
            }
        return {};
    }

    Projection project(double* p, double tolerance) override
    {
        if (system_.constraints == 0) return {.converged = true};
        const std::size_t n = system_.y.size();
        for (std::size_t j = 0; j < n; ++j) {
            const double s = std::abs(p[1 + j]) + scale_.floor;
            weights_[j] = s * s;
        }
        Projection result;
        double last = 0;
        for (result.iterations = 1; result.iterations <= 12; ++result.iterations) {
            evaluate_constraints(p);
            if (!minimum_norm_.correct(jacobian_.data(), weights_.data(), g_.data(),
                                       delta_.data())) {
                result.health = Health::not_finite;
                return result;
            }
            double increment = 0;
            for (std::size_t j = 0; j < n; ++j) {
                p[1 + j] += delta_[j];
                increment =
                    std::max(increment, std::abs(delta_[j]) / (std::abs(p[1 + j]) + scale_.floor));
            }
            result.moved += increment;
            const bool stagnant = result.iterations > 1 && increment > 0.5 * last;
            if (increment <= 1e-14 || (stagnant && increment <= 1e-2 * tolerance)) {
                // Where the Jacobian has lost rank, no increment does not mean no residual.
                result.converged = relative_residual(p) <= tolerance;
                return result;
            }
            last = increment;
        }
        return result;
    }

    Projection project_along(const double*, double* p, double tolerance) override
    {
        return project(p, tolerance);
    }
    void accepted(const double*, const double*) override {}
    void at_parameter(double* p, double t) const override { p[0] = t; }

    /// The largest relative residual of the constraints at p.
    double residual(const double* p)
    {
        if (system_.constraints == 0) return 0;
        evaluate_constraints(p);
        return relative_residual(p);
    }

    long evaluations = 0;
    int bad_component = 0;

private:
    /// |g_i| / Σ |∂g_i/∂y_j| s_j of what was evaluated last, the largest.
    double relative_residual(const double* p) const
    {
        const std::size_t n = system_.y.size();
        double worst = 0;
        for (int i = 0; i < system_.constraints; ++i) {
            double reach = 0;
            for (std::size_t j = 0; j < n; ++j)
                reach += std::abs(jacobian_[i * n + j]) * (std::abs(p[1 + j]) + scale_.floor);
            if (g_[i] != 0) worst = std::max(worst, std::abs(g_[i]) / reach);
        }
        return worst;
    }

    /// g_ and jacobian_ at p.
    void evaluate_constraints(double* p_mutable)
    {
        const std::size_t n = system_.y.size();
        double* y = p_mutable + 1;
        system_.constraint(p_mutable[0], {y, n}, g_);
        if (system_.constraint_jacobian) {
            system_.constraint_jacobian(p_mutable[0], {y, n}, jacobian_);
            return;
        }
        // Central differences: Newton's iteration only needs them roughly.
        for (std::size_t j = 0; j < n; ++j) {
            const double h = 6e-6 * (std::abs(y[j]) + scale_.floor), keep = y[j];
            y[j] = keep + h;
            system_.constraint(p_mutable[0], {y, n}, shifted_);
            for (int i = 0; i < system_.constraints; ++i) jacobian_[i * n + j] = shifted_[i];
            y[j] = keep - h;
            system_.constraint(p_mutable[0], {y, n}, shifted_);
            for (int i = 0; i < system_.constraints; ++i)
                jacobian_[i * n + j] = (jacobian_[i * n + j] - shifted_[i]) / (2 * h);
            y[j] = keep;
        }
    }
    void evaluate_constraints(const double* p)
    {
        point_.assign(p, p + size());
        evaluate_constraints(point_.data());
    }

    const CallableSystem& system_;
    Scale scale_;
    MinimumNorm<double> minimum_norm_;
    std::vector<double> g_, shifted_, jacobian_, weights_, delta_, point_;
};

void require_complete(const CallableSystem& system, const SolveOptions& options)
{
    std::vector<Diagnostic> wrong;
    const auto need = [&](bool holds, const char* message, const char* hint) {
        if (!holds) wrong.push_back({.message = message, .hint = hint});
    };
    need(bool(system.field), "the system has no field", "set `field` to a callable");
    need(system.names.size() == system.y.size() && !system.y.empty(),
         "names and start values differ in number", "give one start value for every name");
    need(system.constraints >= 0, "the number of constraints is negative", "give 0 or more");
    need(system.constraints <= 0 || system.constraint,
         "constraints are announced but no callable computes them", "set `constraint`");
    need(options.to.has_value(), "nothing says how far to solve", "set `to`");
    need(!options.curve && !options.length, "a callable cannot be walked along the curve",
         "give equations instead: a System can");
    bool finite = std::isfinite(system.x);
    for (const double y : system.y) finite = finite && std::isfinite(y);
    need(finite, "a start value is not finite", "give numbers");
    if (!wrong.empty()) throw Error(std::move(wrong));
}

/// One run: rows at the places asked for, endings with their reasons.
class CallableRun {
public:
    CallableRun(const CallableSystem& system, const SolveOptions& options)
        : system_(system),
          options_(options),
          problem_(system, {options.atol / options.rtol}),
          walker_(problem_,
                  make_stepper<double>(problem_, choose_method(options), walk_options(options)),
                  walk_options(options)),
          limits_(options),
          point_(system.y.size() + 1)
    {
        solution_.method = choose_method(options).name;
        solution_.independent = system.independent;
        solution_.names = system.names;
    }

    Solution execute()
    {
        try {
            walk();
        } catch (const std::exception& e) {
            stop(Outcome::callback_failed,
                 fmt::format("a callback failed near {}: {}", place(), e.what()));
        } catch (...) {
            stop(Outcome::callback_failed, fmt::format("a callback failed near {}", place()));
        }
        solution_.end = standing_ ? walker_.p[0] : system_.x;
        solution_.statistics.steps = walker_.steps;
        solution_.statistics.rejected = walker_.rejected;
        solution_.statistics.evaluations = problem_.evaluations;
        solution_.statistics.seconds = limits_.seconds();
        return std::move(solution_);
    }

private:
    void walk();
    void record(const double* p);
    void record_step();
    void explain();
    std::string place() const
    {
        return fmt::format("{} = {:.12g}", system_.independent,
                           standing_ ? walker_.p[0] : system_.x);
    }
    void stop(Outcome code, std::string reason)
    {
        solution_.code = code;
        solution_.reason = std::move(reason);
        solution_.status = row_of(code).exit_code == 0 ? RunStatus::finished : RunStatus::stopped;
        ended_ = true;
    }

    const CallableSystem& system_;
    const SolveOptions& options_;
    CallableProblem problem_;
    Walker<double> walker_;
    Limits limits_;
    Solution solution_;
    std::vector<double> point_, wanted_;
    std::size_t next_ = 0;
    bool standing_ = false;
    bool ended_ = false;
};

void CallableRun::record(const double* p)
{
    if (solution_.code == Outcome::observer_stopped) return;
    solution_.rows.emplace_back(p, p + point_.size());
    solution_.residual = std::max(solution_.residual, problem_.residual(p));
    if (options_.observe && !options_.observe(solution_.rows.back()) && !ended_)
        stop(Outcome::observer_stopped, fmt::format("the observer stopped at {}", place()));
}

void CallableRun::record_step()
{
    const bool by_steps = wanted_.empty() && options_.sampling.at.empty();
    if (by_steps) return record(walker_.p.data());
    const double direction = walker_.t < walker_.t_before ? -1 : 1;
    for (; next_ < wanted_.size() && (walker_.t - wanted_[next_]) * direction >= 0; ++next_) {
        const double x = wanted_[next_];
        if (x == walker_.t) {
            record(walker_.p.data());
            continue;
        }
        walker_.interpolate((x - walker_.t_before) / (walker_.t - walker_.t_before), point_.data());
        point_[0] = x;
        if (!problem_.project(point_.data(), options_.rtol).converged)
            return stop(Outcome::projection_failed,
                        fmt::format("the dense output could not be projected near {}", place()));
        record(point_.data());
    }
}

void CallableRun::explain()
{
    if (walker_.trial == Trial::not_finite)
        stop(Outcome::not_finite,
             fmt::format("the field's component for `{}` is not finite just after {}",
                         system_.names[problem_.bad_component], place()));
    else if (walker_.trial == Trial::off_manifold)
        stop(Outcome::projection_failed,
             fmt::format("no point near {} satisfies the constraints", place()));
    else
        stop(Outcome::step_too_small,
             fmt::format("the step needed for the tolerance became too small at {}", place()));
}

void CallableRun::walk()
{
    point_[0] = system_.x;
    std::copy(system_.y.begin(), system_.y.end(), point_.begin() + 1);
    const Projection start = problem_.project(point_.data(), options_.rtol);
    if (!start.converged) {
        stop(Outcome::no_start_found, "no point near the start satisfies the constraints");
        solution_.status = RunStatus::failed;
        return;
    }
    if (start.moved > 1e-12)
        solution_.notices.push_back(
            fmt::format("the start was moved to the constraints ({:.2g} in scale)", start.moved));
    const double to = *options_.to;
    wanted_ = wanted_parameters(options_.sampling, system_.x, to);
    if (!walker_.stand(point_.data(), system_.x, to < system_.x ? -1 : 1)) return explain();
    standing_ = true;
    const bool wanted_here = !wanted_.empty() && wanted_[0] == system_.x;
    if (wanted_here) ++next_;
    if (wanted_here || (wanted_.empty() && options_.sampling.at.empty())) record(point_.data());

    while (!ended_ && walker_.t != to) {
        if (auto reached = limits_.reached(walker_.steps, walker_.p[0], system_.independent))
            return stop(reached->code, std::move(reached->reason));
        if (walker_.advance(to) != Outcome::finished) return explain();
        record_step();
        solution_.travelled = std::abs(walker_.t - system_.x);
        if (options_.progress) options_.progress(solution_.travelled / std::abs(to - system_.x));
    }
    if (!ended_) stop(Outcome::finished, "");
}

}  // namespace

Solution solve(const CallableSystem& system, const SolveOptions& options)
{
    require_sensible(options, AskedOf::callable);
    require_complete(system, options);
    return CallableRun(system, options).execute();
}

}  // namespace involute
