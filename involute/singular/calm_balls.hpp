// SPDX-License-Identifier: Apache-2.0
// Do expressions of the coordinates keep their sizes along a step? By middle and radius, in native
// code (expr/balls.hpp): the cheapest answer, and nearly always yes.
#pragma once

#include <vector>

#include "involute/base/interval.hpp"
#include "involute/expr/program.hpp"
#include "involute/step/walker.hpp"

namespace involute {

template <class S>
class CalmBalls {
public:
    CalmBalls() = default;
    /// The outputs of the tape, which reads these coordinates of a point, are to stay within
    /// factors of their sizes, if coordinates leave the hull of the step's cubic by `beyond` of its
    /// width.
    CalmBalls(const Tape& tape, std::vector<int> coordinates, std::vector<double> factors,
              double beyond, bool native);

    /// Over the last step, or over both of its halves. False: they need not.
    bool keep_sizes(const Walker<S>& walker)
    {
        if (!known_) return false;
        const double third = to_double(S(walker.t - walker.t_before)) / 3;
        return over_step(walker, third) ||
               (over_half(walker, third, true) && over_half(walker, third, false));
    }
    /// While the coordinates are within these ranges.
    bool keep_sizes(const std::vector<Interval>& ranges);
    /// There are rules, and few instructions for each coordinate: with more it is better to be
    /// asked for some steps at once.
    bool are_quick() const { return quick_; }

private:
    bool over_step(const Walker<S>& walker, double third);
    bool over_half(const Walker<S>& walker, double third, bool first);
    bool run();

    bool known_ = false, quick_ = false;  // known: there are rules
    Program<double> program_{};
    std::vector<int> coordinates_{};
    std::vector<double> allowed_{};  // for radii, in parts of the middles
    double wider_ = 0;               // in radii
    std::vector<double> in_{}, out_{}, work_{}, radii_{};
};

extern template class CalmBalls<double>;
extern template class CalmBalls<Quad>;

}  // namespace involute
