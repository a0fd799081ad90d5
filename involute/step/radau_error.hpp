// SPDX-License-Identifier: Apache-2.0
// The error estimate of a Radau step, in units of what is allowed.
#pragma once

#include <vector>

#include "involute/geometry/completed_system.hpp"
#include "involute/step/stage_newton.hpp"
#include "involute/step/walk_options.hpp"

namespace involute {

/// The power of h by which the error of every coordinate is multiplied before it is judged.
std::vector<int> error_powers(const CompletedSystem& completed, const WalkOptions& options);

template <class S>
class RadauError {
public:
    RadauError(const Geometry<S>& geometry, const StageRows& rows);

    /// The weighted root mean square of the error of the last stage, with the slopes of (p, z) at
    /// the start of the step; weight: one over what is allowed, by coordinate.
    double estimate(StageSolver<S>& solver, const StageEquations<S>& equations, S h, const S* p,
                    const S* z, const S* weight);
    /// The errors that the last estimate is made of, by coordinate.
    const std::vector<S>& errors() const { return error_; }
    /// Where the jet of an entry of the rows stands in a state: a coordinate, or a top behind them.
    int position(std::size_t entry) const { return positions_[entry]; }
    /// The unknown with the largest share in the last estimate, -1 if there is none.
    int largest(const StageSolver<S>& solver, const S* weight) const;

private:
    const Layout& layout_;
    std::vector<int> positions_;
    std::vector<S> error_, slope_part_;                // by coordinate
    std::vector<S> slope_of_top_, tops_part_, power_;  // by unknown
};

extern template class RadauError<double>;
extern template class RadauError<Quad>;

}  // namespace involute
