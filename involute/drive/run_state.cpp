// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/run_state.hpp"

#include <algorithm>

#include "involute/base/state_limits.hpp"
#include "involute/drive/leg.hpp"

namespace involute {
namespace {

void visit_branch(State& state, BranchReport& branch)
{
    state("description", branch.description);
    state("direction", branch.direction);
    state("followed", branch.followed);
}

void visit_point(State& state, SingularPoint& point)
{
    visit_below(state, "kind", point.kind, std::size(singular_kinds));
    state("x", point.x);
    state("row", point.row);
    state("eigenvalues", point.eigenvalues);
    state.list("branches", point.branches,
               [&](BranchReport& branch) { visit_branch(state, branch); });
    state("message", point.message);
    state("parameter", point.parameter);
}

void visit_crossing(State& state, CrossingRecord& record)
{
    state("name", record.name);
    state("event", record.is_event);
    state("rows", record.rows);
    state("rows in full", record.quad_rows);
    state.list("touches", record.touches, [&](Touch& touch) {
        state("from", touch.from);
        state("to", touch.to);
    });
    state("parameters", record.parameters);
}

void visit_start(State& state, StartEntry& entry)
{
    state("name", entry.name);
    state("given", entry.given);
    state("guessed", entry.guessed);
    state("free", entry.free);
    state("value", entry.value);
    state("moved", entry.moved);
}

void visit_component(State& state, ComponentReport& component)
{
    state("dimension", component.dimension);
    state("equations", component.equations);
    state("contains start", component.contains_start);
    state("chosen", component.chosen);
}

/// Whether its parts fit each other.
bool stands(const Layout& layout)
{
    const auto n = std::size_t(layout.unknowns);
    if (layout.unknowns < 0 || layout.d.size() != n || layout.offset.size() != n) return false;
    for (std::size_t j = 0; j < n; ++j) {
        const int d = layout.d[j], first = layout.offset[j];
        if (d < 0 || (d > 0 && (first < 1 || d > layout.size || first > layout.size - d)))
            return false;
    }
    return std::ranges::all_of(layout.jets, [&](const Layout::Jet& jet) {
        return jet.unknown >= -1 && jet.unknown < layout.unknowns && jet.order >= 0;
    });
}

bool fits(const Layout& layout, const std::vector<Quad>& p)
{
    return p.empty() || p.size() == std::size_t(layout.size);
}

void visit_layout(State& state, Layout& layout)
{
    state("unknowns", layout.unknowns);
    state("size", layout.size);
    state("jets of unknowns", layout.d);
    state("offsets", layout.offset);
    state.list("jets", layout.jets, [&](Layout::Jet& jet) {
        state("unknown", jet.unknown);
        state("order", jet.order);
    });
    if (state.restoring()) require(state, stands(layout), "layout");
}

}  // namespace

void visit_statistics(State& state, Statistics& s)
{
    const State::Part part(state, "statistics");
    for (long* count : {&s.steps, &s.rejected, &s.evaluations, &s.jacobians, &s.factorizations,
                        &s.projections, &s.iterations, &s.rows})
        state("count", *count);
    state("seconds", s.seconds);
}

void visit_solution(State& state, Solution& solution)
{
    const State::Part part(state, "solution");
    visit_below(state, "status", solution.status, std::size_t(RunStatus::failed) + 1);
    visit_below(state, "code", solution.code, std::size(outcomes));
    state("reason", solution.reason);
    state("independent", solution.independent);
    state("names", solution.names);
    state("rows", solution.rows);
    state("rows in full", solution.quad_rows);
    state("end", solution.end);
    state("travelled", solution.travelled);
    state("residual", solution.residual);
    state("residual of", solution.residual_equation);
    state("method", solution.method);
    state.list("crossings", solution.crossings,
               [&](CrossingRecord& record) { visit_crossing(state, record); });
    state.list("start", solution.start, [&](StartEntry& entry) { visit_start(state, entry); });
    visit_below(state, "route", solution.route, std::size(routes));
    state.list("start branches", solution.start_branches,
               [&](BranchReport& branch) { visit_branch(state, branch); });
    state.list("singular points", solution.singular_points,
               [&](SingularPoint& point) { visit_point(state, point); });
    state.list("components", solution.components,
               [&](ComponentReport& component) { visit_component(state, component); });
    state.list("method changes", solution.method_changes, [&](MethodChange& change) {
        state("x", change.x);
        state("to", change.to);
    });
    state("notices", solution.notices);
    visit_statistics(state, solution.statistics);
}

void visit_destination(State& state, Destination& d)
{
    const State::Part part(state, "destination");
    state("curve", d.curve);
    state("to", d.to);
    state("length", d.length);
    state("scale", d.scale);
    state("backwards", d.backwards);
    state("heading", d.heading);
    state("land on", d.land_on);
    visit_optional(state, "continued", d.continued, [](State& of, Continued& continued) {
        of("first x", continued.first_x);
        of("travelled", continued.travelled);
    });
}

void visit_change(State& state, RegimeChange& change)
{
    const State::Part part(state, "change");
    state("what", change.what);
    state("p", change.p);
    state("z", change.z);
    visit_layout(state, change.layout);
    require(state, fits(change.layout, change.p), "p");
    require(state, change.z.empty() || change.z.size() == std::size_t(change.layout.unknowns), "z");
    state("invariants", change.invariant_values);
    state("x", change.x);
    state("of rows", change.of_rows);
    state.list("regular at", change.regular_at, [&](Given& given) {
        state("unknown", given.unknown);
        state("order", given.order);
        state("value", given.value);
        require(state, given.unknown >= -1 && given.unknown < change.layout.unknowns, "unknown");
        require(state, given.order >= 0, "order");
    });
}

void visit_resume(State& state, Resume& resume)
{
    const State::Part part(state, "way back");
    visit_branch(state, resume.way.report);
    state("p", resume.way.p);
    state("direction of x", resume.way.x_direction);
    visit_layout(state, resume.layout);
    require(state, fits(resume.layout, resume.way.p), "p");
    state("continuations", resume.continuations);
}

template <class S>
void Run<S>::visit_state(State& state, Obstacles<S>& obstacles)
{
    const State::Part part(state, "run");
    state("direction", view_.direction);
    state("t start", view_.t_start);
    state("t end", view_.t_end);
    state("t stop", view_.t_stop);
    state("t first", view_.t_first);
    state("to", view_.to);
    state("counts to", view_.counts_to);
    state("moved on", view_.moved_on);
    state("ended", view_.ended);
    state("goes on", view_.goes_on);
    state("end x", view_.end_x);
    state("kept bytes", view_.kept_bytes);
    if (state.restoring()) row_keeper_.plan(view_);
    view_.problem.visit_state(state);
    walker_.visit_state(state);
    rows_.visit_state(state);
    arrival_.visit_state(state);
    sections_.visit_state(state);
    row_keeper_.visit_state(state);
    small_values_.visit_state(state, std::size_t(view_.problem.size()));
    limits_.visit_state(state);
    reach_.visit_state(state);
    for (long* count : {&before_.evaluations, &before_.matrices, &before_.eliminations,
                        &before_.factorizations, &before_.projections})
        state("work before", *count);
    visit_solution(state, solution_);
    obstacles.visit_state(state);
}

/// The geometry last: to put others back, it is asked.
template <class S>
void Leg<S>::visit_state(State& state)
{
    run_.visit_state(state, singular_);
    prepared_.geometry->visit_state(state);
}

template void Run<double>::visit_state(State&, Obstacles<double>&);
template void Run<Quad>::visit_state(State&, Obstacles<Quad>&);
template void Leg<double>::visit_state(State&);
template void Leg<Quad>::visit_state(State&);

}  // namespace involute
