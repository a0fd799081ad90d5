// SPDX-License-Identifier: Apache-2.0
// Where sections are crossed and events happen within a step.
#pragma once

#include <vector>

#include "involute/expr/program.hpp"
#include "involute/geometry/geometry.hpp"
#include "involute/observe/row_maker.hpp"
#include "involute/observe/step_points.hpp"

namespace involute {

/// Finds where expressions vanish within a step, on points of M.
template <class S>
class CrossingFinder {
public:
    struct Found {
        S theta{};
        int crossing = 0;  // which of system.crossings
    };

    CrossingFinder(Geometry<S>& geometry, Tops<S> tops);
    bool empty() const { return signs_.empty(); }
    void start(const S* p);
    /// All crossings of a step that ends at `end`, in order of travel, up to the first event that
    /// stops.
    const std::vector<Found>& find(StepPoints<S>& points, const S* end);

private:
    S value(int crossing, const S* p);
    S locate(int crossing, StepPoints<S>& points, S a, S fa, S b, S fb);
    int sign_of(int crossing, const S& value) const;
    void estimate_noise(const S* p);

    std::vector<Crossing> crossings_;
    Program<S> values_;
    Tops<S> tops_;
    std::vector<int> signs_;  // last sign that was not zero
    std::vector<S> noise_;    // values up to this size are zero but for rounding
    std::vector<Found> found_;
    std::vector<S> in_, out_, work_, point_, samples_;
    int point_size_ = 0;
};

extern template class CrossingFinder<double>;
extern template class CrossingFinder<Quad>;

}  // namespace involute
