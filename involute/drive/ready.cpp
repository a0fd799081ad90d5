// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/ready.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/base/patience.hpp"
#include "involute/drive/checkpoints.hpp"
#include "involute/drive/regimes.hpp"
#include "involute/drive/resume.hpp"
#include "involute/drive/run_state.hpp"
#include "involute/drive/switch_start.hpp"
#include "involute/expr/input.hpp"
#include "involute/prepare/fast_modes.hpp"
#include "involute/prepare/freedom.hpp"
#include "involute/prepare/start_branches.hpp"
#include "involute/prepare/steep_start.hpp"
#include "involute/step/choose.hpp"

namespace involute {
namespace {

/// Points spread over a curve need its length, which only a first walk can tell. Returns that walk
/// if it ended before the end asked for.
template <class S>
std::optional<Solution> measure_length(const System& system, PreparedOf<S>& prepared,
                                       const SolveOptions& options, Destination& d)
{
    const bool spread = options.sampling.points > 0 || options.sampling.every > 0;
    if (!d.curve || !spread || d.length || prepared.outcome != Outcome::complete)
        return std::nullopt;
    SolveOptions survey = options;
    survey.sampling = {.only_end = true};
    survey.progress = {};
    survey.observe = {};
    survey.stream = {};
    survey.keep_function = false;
    Ran walked = run(prepared, d, survey);
    follow_regimes(system, prepared, d, survey, walked);
    d.length = walked.solution.travelled;
    d.backwards = d.to && *d.to < to_double(prepared.start.p[0]);
    const bool arrived = walked.solution.code == Outcome::finished;
    if (arrived) d.land_on = d.to;
    d.to.reset();
    return arrived ? std::nullopt : std::optional(std::move(walked.solution));
}

/// The second walk went as far as the first, which did not get to the end: what ended it ends this.
void end_as(Solution& first, Solution& second)
{
    if (second.code != Outcome::finished) return;
    second.status = first.status;
    second.code = first.code;
    second.reason = std::move(first.reason);
    if (second.singular_points.size() < first.singular_points.size())
        second.singular_points = std::move(first.singular_points);
}

/// What a run that could not begin returns.
template <class S>
Ran not_begun(const Task& task, const PreparedOf<S>& prepared, const Departure& left)
{
    Ran ran{{.status = RunStatus::failed, .code = prepared.outcome, .reason = prepared.message},
            left.resume};
    if (left.point) ran.solution.reason = left.point->message;
    for (const Given& given : task.system().starts)
        if (given.unknown < 0) ran.solution.end = to_double(given.value);
    // On a way that leads nowhere it is no number.
    if (!prepared.start.p.empty() && std::isfinite(to_double(prepared.start.p[0])))
        ran.solution.end = to_double(prepared.start.p[0]);
    return ran;
}

/// Whether the row of a start that the walk itself begins beside is asked for.
bool wants_first(const Departure& left, const SolveOptions& options)
{
    const std::vector<double>& at = options.sampling.at;
    if (left.row.empty() || at.empty()) return !left.row.empty() && !options.sampling.only_end;
    return std::count(at.begin(), at.end(), left.row[0]) > 0;
}

/// Hands that row to whoever takes rows as they come.
template <class S>
void stream_first(const Departure& left, PreparedOf<S>& prepared, const SolveOptions& options)
{
    if (!options.stream || !wants_first(left, options)) return;
    const Columns<S> columns(*prepared.geometry, options.columns, false);
    if (columns.names().size() + 1 != left.row.size()) return;
    const std::vector<Quad> in_full(left.row.begin(), left.row.end());
    const bool full = options.precision == Precision::quad;
    options.stream({columns.names(), left.row, full ? in_full : std::span<const Quad>()});
}

/// Puts it before the others.
void put_first(const Departure& left, const SolveOptions& options, Solution& solution)
{
    if (!left.notice.empty()) solution.notices.push_back(left.notice);
    if (!wants_first(left, options) || left.row.size() != solution.names.size() + 1) return;
    ++solution.statistics.rows;
    if (options.stream) return;
    solution.rows.insert(solution.rows.begin(), left.row);
    if (!solution.quad_rows.empty())
        solution.quad_rows.insert(solution.quad_rows.begin(),
                                  std::vector<Quad>(left.row.begin(), left.row.end()));
}

/// Adds what is known beside the rows.
template <class S>
void tell(const Task& task, const PreparedOf<S>& prepared,
          const std::vector<BranchReport>& branches, Solution& solution)
{
    if (const std::string notice = branches_notice(prepared, branches); !notice.empty())
        solution.notices.push_back(notice);
    solution.start_branches = branches;
    solution.route = task.changed_by_component ? Route::algebraic : prepared.report.route;
    if (solution.status == RunStatus::failed) {
        const System& system = task.system();
        solution.independent = system.names.independent;
        solution.names = output_names(system, task.options);
        solution.method = task.options.method;
    }
    solution.components = task.components;
    solution.notices.insert(solution.notices.begin(), task.said_first.begin(),
                            task.said_first.end());
    solution.notices.insert(solution.notices.end(), task.said_last.begin(), task.said_last.end());
}

/// Guesses that a component does not contain, and what they became on it.
template <class S>
void say_what_moved(PreparedOf<S>& prepared)
{
    constexpr double rounding = 1e-2;  // as for start values
    if (prepared.start.values.empty()) return;
    std::string text;
    for (const StartEntry& entry : start_entries(prepared)) {
        const double before = entry.value - entry.moved;
        const double size = std::max(std::abs(entry.value), std::abs(before));
        if (!entry.guessed || entry.given || !(std::abs(entry.moved) > rounding * size)) continue;
        text += fmt::format("{}{} = {} (guess {})", text.empty() ? "" : ", ", entry.name,
                            to_text(entry.value, 6), to_text(before, 6));
    }
    if (!text.empty()) prepared.start.notices.push_back("the start on the component has " + text);
}

/// Between two pieces of a run: what is there stays.
void give_up(Solution& solution, const OutOfPatience& out, const SolveOptions& options)
{
    Stop why = out_of_patience(out.code, options,
                               fmt::format("at {} while what follows was prepared",
                                           place_of(solution.independent, solution.end)));
    solution.status = RunStatus::stopped;
    solution.code = why.code;
    solution.reason = std::move(why.reason);
}

/// Where `auto` would expand into Taylor series, but for an input that has none.
std::string without_series(const CompletedSystem& completed, bool curve,
                           const SolveOptions& options)
{
    const System& system = completed.system;
    const std::string& wanted = choose_method(options, true).name;
    const std::string& taken = choose_method(options, false).name;
    if (options.method != "auto" || curve || wanted == taken) return {};
    const InputFunctions& inputs = system.graph.input_functions();
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (inputs[i] && !inputs[i]->degree())
            return fmt::format("{} instead of {}: the input `{}` is {}, which has no Taylor series",
                               taken, wanted, system.names.inputs[i], inputs[i]->kind());
    return {};
}

}  // namespace

template <class S>
void look_around(const Task& task, ReadyOf<S>& ready)
{
    PreparedOf<S>& prepared = ready.prepared;
    if (!task.smooth)
        if (const auto modes = find_fast_modes(prepared, ready.options))
            prepared.start.notices.push_back(modes->notice);
    if (prepared.outcome == Outcome::complete && !task.instead)
        if (std::string notice = steep_start(prepared); !notice.empty())
            prepared.start.notices.push_back(std::move(notice));
    ready.branches = find_start_branches(prepared, ready.options);
}

template <class S>
ReadyOf<S> make_ready(const Task& task, const Destination& d)
{
    ReadyOf<S> ready{.options = task.options};
    PreparedOf<S>& prepared = ready.prepared;
    prepared = prepare_in<S>(task.system(), ready.options, d.curve, false, asked_by(task));
    ready.left = leave_switch(task.system(), d, ready.options, prepared);
    if (task.changed_by_component) say_what_moved(prepared);
    if (task.smooth) place_on_smooth_motion(*task.smooth, prepared);
    if (prepared.outcome == Outcome::complete)
        if (std::string notice =
                without_series(prepared.geometry->completed(), d.curve, ready.options);
            !notice.empty())
            prepared.start.notices.push_back(std::move(notice));
    ready.notices_of_start = prepared.start.notices.size();
    look_around(task, ready);
    if (ready.options.branch > 0 && prepared.outcome == Outcome::complete)
        start_on_branch(prepared, ready.branches, ready.options.branch);
    if (task.series && prepared.outcome == Outcome::complete)
        ready.left = depart_on_series(*task.series, prepared, ready.options);
    if (prepared.outcome == Outcome::singular_start && !prepared.start.p.empty())
        ready.left = leave_start(prepared, x_direction(prepared, d), d.curve ? std::nullopt : d.to,
                                 ready.options);
    return ready;
}

template <class S>
Solution walk(const Task& task, ReadyOf<S>& ready, Destination d, Checkpoints* checkpoints)
{
    PreparedOf<S>& prepared = ready.prepared;
    Departure& left = ready.left;
    const bool put_back = checkpoints && checkpoints->resuming();
    std::optional<Solution> cut_short;
    if (!put_back) cut_short = measure_length(task.system(), prepared, ready.options, d);
    if (!left.row.empty()) d.continued = Continued{.first_x = Quad(left.row[0])};
    // The walk that a limit has cut short goes only as far: it is not to be gone on with.
    if (cut_short && is_limit(cut_short->code)) checkpoints = nullptr;
    enum class Piece { first, regimes, back } piece = Piece::first;
    const CheckpointPart part(checkpoints, [&](State& state) {
        const State::Part name(state, "walk");
        visit_destination(state, d);
        visit_optional(state, "cut short", cut_short, visit_solution);
        state("piece", piece);
    });
    const bool can_begin = prepared.outcome == Outcome::complete;
    if (can_begin && !put_back) stream_first(left, prepared, ready.options);
    Ran ran;
    if (piece == Piece::first)
        ran = can_begin ? run(prepared, d, ready.options, checkpoints)
                        : not_begun(task, prepared, left);
    try {
        if (piece != Piece::back) {
            piece = Piece::regimes;
            follow_regimes(task.system(), prepared, d, ready.options, ran, checkpoints);
            if (cut_short) end_as(*cut_short, ran.solution);
            std::vector<SingularPoint>& met = ran.solution.singular_points;
            if (left.point) met.insert(met.begin(), *left.point);
            put_first(left, ready.options, ran.solution);
        }
        if (ran.resume || piece == Piece::back) {
            piece = Piece::back;
            Resume way = std::move(ran.resume).value_or(Resume{});
            const CheckpointPart back(checkpoints, [&](State& state) {
                visit_solution(state, ran.solution);
                visit_resume(state, way);
            });
            follow_back(task.system(), prepared, d, task.options, way, ran.solution, checkpoints);
        }
    } catch (const OutOfPatience& out) {
        give_up(ran.solution, out, ready.options);
    }
    tell(task, prepared, ready.branches, ran.solution);
    return std::move(ran.solution);
}

template void look_around(const Task&, ReadyOf<double>&);
template void look_around(const Task&, ReadyOf<Quad>&);
template ReadyOf<double> make_ready(const Task&, const Destination&);
template ReadyOf<Quad> make_ready(const Task&, const Destination&);
template Solution walk(const Task&, ReadyOf<double>&, Destination, Checkpoints*);
template Solution walk(const Task&, ReadyOf<Quad>&, Destination, Checkpoints*);

}  // namespace involute
