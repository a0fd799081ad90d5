// SPDX-License-Identifier: Apache-2.0
// Which rows of a walk are kept: at its steps, at values of its parameter, or where it meets an x.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "involute/observe/row_maker.hpp"
#include "involute/observe/step_keeper.hpp"
#include "involute/observe/walk_view.hpp"
#include "involute/observe/wanted_rows.hpp"

namespace involute {

template <class S>
class RowKeeper {
public:
    RowKeeper(RowMaker<S>& rows, int point_size);

    /// From now on keeps what every step knows, too.
    void keep_steps(std::unique_ptr<StepKeeper<S>> steps) { steps_ = std::move(steps); }
    /// What was kept so far; null where it was not asked for.
    std::unique_ptr<StepKeeper<S>> take_steps() { return std::move(steps_); }

    /// Plans the rows of a walk from view.t_start to view.t_end.
    void plan(WalkView<S>& view);
    void begin(WalkView<S>& view);
    void step(WalkView<S>& view);

    /// After a singular point the walk stands at another one.
    void begin_again(WalkView<S>& view, const S* p);
    /// The rows of the part of the last step up to θ.
    void keep_part(WalkView<S>& view, S theta);
    /// Rows asked for between p and the parameter t just beyond it: they have the values of p.
    void keep_over(WalkView<S>& view, const S* p, S t);
    /// The last point of the walk, whatever rows were asked for.
    void keep_where_it_stands(WalkView<S>& view);
    /// A point beyond where the walk stands, with highest derivatives that the walk cannot compute.
    void keep(WalkView<S>& view, const std::vector<S>& p, const std::vector<S>& z);

    /// Takes back the rows beyond this x in this direction, and keeps none where the walk stands if
    /// that is beyond: it went on where it should have ended.
    void forget_beyond(WalkView<S>& view, double x, int x_direction);
    /// The last row that was asked for is not written: a value in it is not finite.
    bool lacks_last() const { return lacks_last_; }
    S end_x() const { return end_x_; }  // x where the walk stands, or its last step ends
    /// Which row comes next, of those planned.
    void visit_state(State& state);

private:
    void record(WalkView<S>& view, const RowPoint<S>& point);
    bool hand_over(WalkView<S>& view);
    void record_at(WalkView<S>& view, S theta, const S* fixed_x);
    void record_passages(WalkView<S>& view, S theta_end);
    void record_part(WalkView<S>& view, S theta_end, bool last, const S* at_x);

    RowMaker<S>& rows_;
    std::unique_ptr<StepKeeper<S>> steps_{};
    WantedRows<S> wanted_{};  // parameter values to be recorded, from next_ on
    std::size_t next_ = 0;
    std::vector<std::pair<S, S>> passages_{};  // of the last step: θ and x, along a curve
    bool by_steps_ = false;                    // rows at accepted steps
    bool by_passage_ = false;                  // rows at passages of sampling.at (along a curve)
    bool row_skipped_ = false;
    bool lacks_last_ = false;
    bool row_refused_ = false;    // what is computed is wrong: nothing more is kept
    bool observer_left_ = false;  // the user's observer wants no more rows
    S end_x_{};
    std::optional<std::pair<double, int>> nothing_beyond_{};  // x and direction
    S last_row_t_ = std::numeric_limits<S>::quiet_NaN();
    std::vector<S> point_, row_{};
    std::vector<double> rounded_{};  // the row, as double
};

extern template class RowKeeper<double>;
extern template class RowKeeper<Quad>;

}  // namespace involute
