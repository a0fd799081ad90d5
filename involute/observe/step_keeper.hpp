// SPDX-License-Identifier: Apache-2.0
// Keeps the steps of a walk, where the solution is asked for as a function. Only then: it evaluates
// the dense output of every step, and where that is far below the order of the method it makes
// steps of its own to places between.
#pragma once

#include "involute/observe/kept_steps.hpp"
#include "involute/observe/row_maker.hpp"
#include "involute/observe/walk_view.hpp"

namespace involute {

template <class S>
class StepKeeper {
public:
    /// tops: one highest derivative for each of so many unknowns. They are kept with the points of
    /// implicit steps, which may know them better than the point tells, and of all where carried.
    StepKeeper(int point_size, Tops<S> tops, int unknowns, bool carried);

    void begin(WalkView<S>& view);
    /// The last step up to θ; at_x: the x that is met there exactly.
    void keep(WalkView<S>& view, S theta, const S* at_x);
    /// After a singular point the walk stands at another one.
    void begin_again() { begins_beyond_ = true; }
    /// Up to t, just beyond a kink, nothing changes.
    void hold_to(S t) { kept_.held_to = t; }
    /// A point beyond where the walk stands, with highest derivatives.
    void keep_last(const std::vector<S>& p, const std::vector<S>& z);
    /// In x: takes back what lies beyond.
    void forget_beyond(S x);

    bool began() const { return !kept_.start_point.empty(); }
    KeptSteps<S> take() { return std::move(kept_); }

private:
    bool keeps_tops(const WalkView<S>& view) const;
    void keep_part(WalkView<S>& view, S from, S to, const S* end, int intervals);
    bool keep_by_steps(WalkView<S>& view, S to, const S* end);
    bool agree(const WalkView<S>& view, int intervals);
    int degree(Walker<S>& walker, int piece);
    void put_first(const Walker<S>& walker);
    void put_node(std::size_t place, const S* p);
    void store(WalkView<S>& view, S from, S to, int intervals);

    KeptSteps<S> kept_{};
    Tops<S> tops_;
    bool carried_;
    bool begins_beyond_ = false;
    std::size_t width_ = 0, tops_count_ = 0;  // of the nodes of the step being kept
    int widest_ = 0, widest_degree_ = -1;     // the coordinate with the highest degree
    StepPolynomial polynomial_{};
    std::vector<S> point_, end_, end_tops_;  // end_tops_: at the end of the last step, which is
    S end_tops_at_;                          // this value of the parameter
    std::vector<S> nodes_{}, coarse_{}, seen_{};
};

extern template class StepKeeper<double>;
extern template class StepKeeper<Quad>;

}  // namespace involute
