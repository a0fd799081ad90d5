// SPDX-License-Identifier: Apache-2.0
// What a walk needs to know of a system: a field near M, and a retraction to M.
#pragma once

#include "involute/project/project.hpp"

namespace involute {

template <class S>
class Problem {
public:
    virtual ~Problem() = default;
    /// Numbers in a point, x first.
    virtual int size() const = 0;
    /// dp/d(parameter).
    virtual Factored slope(const S* p, S* v) = 0;
    /// To M, in place.
    virtual Projection project(S* p, double tolerance) = 0;
    /// To M along the normals at another point of M.
    virtual Projection project_along(const S* base, S* p, double tolerance) = 0;
    /// A step from p with slope v is being tried: some projections begin with it.
    virtual void begin_step(const S*, const S*) {}
    /// A step was accepted: p, and the slope there.
    virtual void accepted(const S* p, const S* v) = 0;
    /// Sets what of p the parameter fixes exactly.
    virtual void at_parameter(S* p, S t) const = 0;
};

}  // namespace involute
