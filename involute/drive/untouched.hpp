// SPDX-License-Identifier: Apache-2.0
// What is asked of a walk that goes on must leave no trace in what later steps depend on.
#pragma once

#include <utility>
#include <vector>

#include "involute/geometry/geometry.hpp"

namespace involute {

/// For evaluations that choose no order of elimination.
template <class S>
class Untouched {
public:
    explicit Untouched(Geometry<S>& geometry)
        : geometry_(geometry), counts_(geometry.counts), seen_(geometry.seen)
    {
    }
    ~Untouched()
    {
        geometry_.counts = counts_;
        geometry_.seen = seen_;
    }
    Untouched(const Untouched&) = delete;
    Untouched& operator=(const Untouched&) = delete;

private:
    Geometry<S>& geometry_;
    GeometryCounts counts_;
    SeenDeterminant<S> seen_;
};

template <class S>
std::vector<StateRecord> state_of(Geometry<S>& geometry)
{
    State state;
    geometry.visit_state(state);
    return state.records();
}

template <class S>
void put_back(Geometry<S>& geometry, std::vector<StateRecord> records)
{
    State state(std::move(records));
    geometry.visit_state(state);
}

}  // namespace involute
