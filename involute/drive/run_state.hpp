// SPDX-License-Identifier: Apache-2.0
// The plain values of a run as what is remembered between steps (base/state.hpp).
#pragma once

#include "involute/base/state.hpp"
#include "involute/options/destination.hpp"
#include "involute/options/solution.hpp"
#include "involute/singular/encounter.hpp"
#include "involute/singular/regime_change.hpp"

namespace involute {

void visit_statistics(State& state, Statistics& statistics);
/// Everything that a solution holds, its rows included.
void visit_solution(State& state, Solution& solution);
void visit_destination(State& state, Destination& destination);
/// Of the layout what says where the jets of a point stand.
void visit_change(State& state, RegimeChange& change);
void visit_resume(State& state, Resume& resume);

/// What may be there or not.
template <class T, class Visit>
void visit_optional(State& state, std::string_view name, std::optional<T>& value,
                    const Visit& visit)
{
    bool there = value.has_value();
    state(name, there);
    if (state.restoring()) value = there ? std::optional<T>(T{}) : std::nullopt;
    if (!there) return;
    const State::Part part(state, name);
    visit(state, *value);
}

}  // namespace involute
