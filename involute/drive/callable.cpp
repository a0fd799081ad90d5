// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/callable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "involute/base/error.hpp"
#include "involute/base/patience.hpp"
#include "involute/base/suggest.hpp"
#include "involute/drive/callable_steps.hpp"
#include "involute/drive/run.hpp"
#include "involute/observe/request_notices.hpp"
#include "involute/step/callable_problem.hpp"
#include "involute/step/choose.hpp"
#include "involute/step/sensible.hpp"

namespace involute {
namespace {

constexpr int most_constraints = 10'000;  // their Jacobian is a dense matrix

/// Collects what is wrong with a call.
class Needs {
public:
    void operator()(bool holds, std::string message, std::string hint)
    {
        if (!holds) wrong_.push_back({.message = std::move(message), .hint = std::move(hint)});
    }
    void throw_if_any()
    {
        if (!wrong_.empty()) throw Error(std::move(wrong_));
    }

private:
    std::vector<Diagnostic> wrong_{};
};

void require_complete(const CallableSystem& system, const SolveOptions& options)
{
    Needs need;
    need(bool(system.field), "the system has no field", "set `field` to a callable");
    need(system.names.size() == system.y.size() && !system.y.empty(),
         "names and start values differ in number", "give one start value for every name");
    std::set<std::string> names(system.names.begin(), system.names.end());
    names.insert(system.independent);
    need(names.size() == system.names.size() + 1 && !names.contains(""),
         "every unknown needs a name of its own, other than the independent variable's",
         "rename the unknowns");
    need(system.constraints <= most_constraints, "there are too many constraints",
         fmt::format("give at most {}", most_constraints));
    need(system.constraints >= 0, "the number of constraints is negative", "give 0 or more");
    need(system.constraints <= 0 || system.constraint,
         "constraints are announced but no callable computes them", "set `constraint`");
    bool finite = std::isfinite(system.x);
    for (const double y : system.y) finite = finite && std::isfinite(y);
    need(finite, "a start value is not finite", "give numbers");
    need(options.to.has_value(), "nothing says how far to solve", "set option `to`");
    need(!options.curve && !options.length, "a callable cannot be walked along the curve",
         "give equations instead: a System can");
    need.throw_if_any();
}

/// "the field's component for `x`", "constraint 2".
std::string name_of(CallableProblem::Bad bad, const CallableSystem& system)
{
    using Part = CallableProblem::Part;
    if (bad.part == Part::field)
        return fmt::format("the field's component for `{}`", system.names[bad.number]);
    return fmt::format("{}constraint {}", bad.part == Part::constraint ? "" : "the Jacobian of ",
                       bad.number + 1);
}

/// The columns asked for as positions in p; names only, since a formula needs to be read.
std::vector<int> column_positions(const CallableSystem& system, const SolveOptions& options)
{
    std::vector<int> positions;
    if (options.columns.empty())
        for (std::size_t j = 0; j < system.names.size(); ++j) positions.push_back(int(j) + 1);
    for (const std::string& column : options.columns) {
        const auto found = std::ranges::find(system.names, column);
        if (found == system.names.end() && column != system.independent) {
            const std::vector<std::string_view> known(system.names.begin(), system.names.end());
            const std::string guess = did_you_mean(column, known);
            throw Error(Diagnostic{
                .message = fmt::format("`{}` is not an unknown of the callable", column),
                .hint = guess.empty() ? "the columns of a callable are names, not expressions"
                                      : guess});
        }
        positions.push_back(found == system.names.end() ? 0
                                                        : int(found - system.names.begin()) + 1);
    }
    return positions;
}

class CallableRows final : public RowMaker<double> {
public:
    CallableRows(const CallableSystem& system, const SolveOptions& options,
                 CallableProblem& problem)
        : problem_(problem),
          positions_(column_positions(system, options)),
          independent_(system.independent),
          limit_(row_limit(options))
    {
        for (const int position : positions_)
            names_.push_back(position == 0 ? system.independent : system.names[position - 1]);
    }
    const std::vector<std::string>& names() const override { return names_; }
    Made make(const RowPoint<double>& point, std::vector<double>& row) override
    {
        const double* p = point.p;
        row.assign(1, point.called_x ? *point.called_x : p[0]);
        for (const int position : positions_) row.push_back(p[position]);
        const Residual residual = problem_.residual(p);
        if (residual.value > limit_) {
            refusal_ =
                not_certified(equation(residual.row), residual.value, place_of(independent_, p[0]));
            return Made::refused;
        }
        if (!(residual.value <= worst_.value)) worst_ = residual;
        return Made::row;
    }
    Stop refusal() const override { return refusal_; }
    Residual worst() const override { return worst_; }
    std::string equation(int row) const override { return fmt::format("constraint {}", row + 1); }

private:
    CallableProblem& problem_;
    std::vector<int> positions_;
    std::vector<std::string> names_{};
    std::string independent_;
    double limit_;
    Stop refusal_{};
    Residual worst_{};
};

/// Why a walk along callables cannot go on: nothing is known of them but their values.
class CallableObstacles final : public Obstacles<double> {
public:
    CallableObstacles(const CallableSystem& system, CallableProblem& problem,
                      WalkView<double>& view)
        : system_(system), problem_(problem), view_(view), steps_(system.observe_step, problem)
    {
    }
    void after_others() override { steps_.tell(view_); }
    void at_start() override
    {
        failed_step();
        view_.solution.status = RunStatus::failed;
    }
    void failed_step() override
    {
        const std::string place = view_.place(view_.walker.p.data());
        if (view_.walker.trial == Trial::not_finite)
            view_.stop(Outcome::not_finite, fmt::format("{} is not finite just after {}",
                                                        name_of(problem_.bad(), system_), place));
        else if (view_.walker.trial == Trial::off_manifold)
            view_.stop(Outcome::projection_failed,
                       fmt::format("no point near {} satisfies the constraints", place));
        else
            view_.stop(
                Outcome::step_too_small,
                fmt::format("the step needed for the tolerance became too small at {}", place));
    }

private:
    const CallableSystem& system_;
    const CallableProblem& problem_;
    WalkView<double>& view_;
    CallableSteps steps_;
};

/// The start on the constraints, or why there is none.
struct CallableStart {
    std::vector<double> p{};
    std::optional<Stop> failed{};
    std::string notice{};
};

CallableStart find_start(const CallableSystem& system, CallableProblem& problem, double tolerance)
{
    CallableStart start{.p = {system.x}};
    start.p.insert(start.p.end(), system.y.begin(), system.y.end());
    const auto callback_failed = [&](const std::string& what) {
        start.failed = Stop{
            Outcome::callback_failed,
            fmt::format("a callback failed at {}{}", place_of(system.independent, system.x), what)};
    };
    try {
        const Projection found = problem.project(start.p.data(), tolerance);
        if (found.health == Health::not_finite)
            start.failed = Stop{Outcome::not_finite, fmt::format("{} is not finite at the start",
                                                                 name_of(problem.bad(), system))};
        else if (!found.converged)
            start.failed =
                Stop{Outcome::no_start_found, "no point near the start satisfies the constraints"};
        else if (found.moved > 1e-12)
            start.notice = fmt::format("the start was moved to the constraints ({:.2g} in scale)",
                                       found.moved);
    } catch (const Error&) {
        throw;  // as during the run
    } catch (const std::exception& e) {
        callback_failed(fmt::format(": {}", e.what()));
    } catch (...) {
        callback_failed("");
    }
    return start;
}

}  // namespace

Solution solve(const CallableSystem& system, const SolveOptions& options)
{
    require_sensible(options, AskedOf::callable);
    require_complete(system, options);
    const Patience patience(options.max_seconds, options.interrupted);

    const Names names{.independent = system.independent, .unknowns = system.names};
    require_named(names, options.atol_of);
    CallableProblem problem({.unknowns = int(system.y.size()),
                             .constraints = system.constraints,
                             .field = system.field,
                             .constraint = system.constraint,
                             .constraint_jacobian = system.constraint_jacobian},
                            scale_of(options, names, {}));
    CallableRows rows(system, options, problem);
    const Destination destination{.to = options.to};
    Run<double> walk(problem, choose_method(options), rows, {}, destination, options);
    walk.solution().independent = system.independent;
    const CallableStart start = find_start(system, problem, options.rtol);
    if (!start.notice.empty()) walk.solution().notices.push_back(start.notice);
    if (start.failed) {
        walk.view().stop(*start.failed);
        walk.solution().end = system.x;
        walk.solution().status = RunStatus::failed;
        return std::move(walk.solution());
    }
    CallableObstacles obstacles(system, problem, walk.view());
    Solution solution = walk.execute(start.p, *options.to < system.x ? -1 : 1, obstacles);
    for (std::string& notice : request_notices(solution, options))
        solution.notices.push_back(std::move(notice));
    return solution;
}

}  // namespace involute
