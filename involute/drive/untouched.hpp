// SPDX-License-Identifier: Apache-2.0
// What is asked of a walk that goes on must leave no trace in what later steps depend on.
#pragma once

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

}  // namespace involute
