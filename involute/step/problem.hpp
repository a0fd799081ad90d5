// SPDX-License-Identifier: Apache-2.0
// What a walk needs to know of a system: a field near M, and a retraction to M.
#pragma once

#include <span>

#include "involute/project/project.hpp"

namespace involute {

/// What was evaluated so far, by kind.
struct Work {
    long evaluations = 0;   // of the field
    long matrices = 0;      // J on its own
    long eliminations = 0;  // J within a compiled field or sweep
    long factorizations = 0;
    long projections = 0;
};

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
    /// Whether the parameter is the length of the curve; else it is x.
    virtual bool along_curve() const { return false; }
    /// To M at this x; false where x cannot be held. In x that is what `project` does.
    virtual bool project_at(S* p, S x, double tolerance)
    {
        p[0] = x;
        return project(p, tolerance).converged;
    }
    virtual Work work() const { return {}; }
    /// What later evaluations depend on.
    virtual void visit_state(State&) {}
    /// atol / rtol of every coordinate, where unknowns have tolerances of their own; else empty.
    virtual std::span<const double> own_floors() const { return {}; }
};

}  // namespace involute
