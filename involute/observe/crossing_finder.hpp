// SPDX-License-Identifier: Apache-2.0
// Where sections are crossed and events happen within a step: isolated with proof on the step's own
// polynomials (crossing_bounds.hpp, base/root_isolation.hpp), then located on the solution.
#pragma once

#include <memory>
#include <vector>

#include "involute/expr/program.hpp"
#include "involute/geometry/geometry.hpp"
#include "involute/observe/crossing_bounds.hpp"
#include "involute/observe/row_maker.hpp"
#include "involute/observe/step_points.hpp"

namespace involute {

template <class S>
class CrossingFinder {
public:
    struct Found {
        S theta{};
        int crossing = 0;             // which of system.crossings
        bool touch = false;           // zero within the error, but not with proof
        double from_x = 0, to_x = 0;  // of a touch
    };

    CrossingFinder(Geometry<S>& geometry, Tops<S> tops, CoordinateError error);
    /// Whether every event ends the run, not only those that say so.
    void stop_at_events(bool all) { all_events_ = all; }
    bool ends_run(int crossing) const
    {
        const Crossing& c = crossings_[std::size_t(crossing)];
        return c.stop || (all_events_ && c.is_event);
    }
    /// The walk begins at p. What vanishes there is not crossed by leaving zero.
    void start(const S* p);
    /// All crossings and touches of a step up to `part` of it, in order of travel, up to the first
    /// event that stops. Each is told of by the step in which its sign is decided.
    const std::vector<Found>& find(StepPoints<S>& points, S part);
    /// After the last step: what arrives at zero there is a crossing. goes_on: the walk is
    /// continued by another, from the same point.
    const std::vector<Found>& finish(StepPoints<S>& points, bool goes_on);
    /// Last signs, and what is undecided.
    void visit_state(State& state);

private:
    S value(int crossing, const S* p);
    S value_at(int crossing, StepPoints<S>& points, const S& theta);
    bool wanted(int crossing, int after) const;
    void judge(int crossing, const RootPiece& piece, StepPoints<S>& points);
    bool locate(int crossing, const RootPiece& piece, StepPoints<S>& points, S& theta);
    double distance_at_end(int crossing);
    const std::vector<Found>& in_order();

    std::vector<Crossing> crossings_;
    Program<S> values_;
    Tops<S> tops_;
    std::unique_ptr<VerifiedTops> verified_{};
    std::vector<CrossingBounds> bounds_{};
    bool reads_tops_ = false;  // one of them reads highest derivatives
    std::vector<RootIsolation> roots_{};
    std::vector<double> open_x_{};    // where what is undecided began
    std::vector<int> coordinates_{};  // that any of them reads
    std::vector<int> where_{};        // their places in coordinates_
    StepPolynomial polynomial_{};
    double reached_ = 0;  // part of the last step that was searched
    bool searched_ = false;
    std::vector<Found> found_{};
    std::vector<S> in_{}, out_{}, work_{}, point_{}, middle_{}, top_values_{};
    std::vector<double> start_{};
    int point_size_ = 0;
    bool all_events_ = false;
};

extern template class CrossingFinder<double>;
extern template class CrossingFinder<Quad>;

}  // namespace involute
