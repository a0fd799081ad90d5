// SPDX-License-Identifier: Apache-2.0
// Observers of a walk: rows of values with their certificate, and crossings of sections.
#pragma once

#include <functional>
#include <vector>

#include "involute/observe/columns.hpp"
#include "involute/prepare/prepare.hpp"
#include "involute/project/certificate.hpp"

namespace involute {

/// The highest derivatives z at a point.
template <class S>
using Tops = std::function<void(const S* p, S* z)>;

/// Turns points into rows: x, then the columns; and keeps the worst residual of all rows made.
template <class S>
class RowMaker {
public:
    RowMaker(int unknowns, Columns<S> columns, Certificate<S>& certificate, Tops<S> tops);

    /// False if a value is not finite: no row is made of such a point.
    bool make(const S* p, std::vector<S>& row);

    const std::vector<std::string>& names() const { return columns_.names(); }
    Residual worst() const { return worst_; }

private:
    Columns<S> columns_;
    Certificate<S>& certificate_;
    Tops<S> tops_;
    std::vector<S> z_;
    Residual worst_;
};

/// The last step of a walk as its observers see it.
template <class S>
struct StepView {
    const S* end = nullptr;                   // the point at its end
    std::function<bool(S theta, S* p)> at{};  // the point of M at θ of it
};

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
    /// All crossings of the step in order of travel, up to the first event that stops.
    const std::vector<Found>& find(const StepView<S>& step);

private:
    S value(int crossing, const S* p);
    S locate(int crossing, const StepView<S>& step, S a, S fa, S b, S fb);
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

extern template class RowMaker<double>;
extern template class RowMaker<Quad>;
extern template class CrossingFinder<double>;
extern template class CrossingFinder<Quad>;

}  // namespace involute
