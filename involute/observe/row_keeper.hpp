// SPDX-License-Identifier: Apache-2.0
// Which rows of a walk are kept: at its steps, at values of its parameter, or where it meets an x.
#pragma once

#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "involute/observe/recorder.hpp"
#include "involute/observe/step_points.hpp"
#include "involute/observe/stop_reasons.hpp"
#include "involute/options/destination.hpp"
#include "involute/prepare/prepare.hpp"

namespace involute {

template <class P>
class RowKeeper {
public:
    using S = typename P::Scalar;

    RowKeeper(PreparedOf<S>& prepared, P& problem, Walker<S>& walker, StepPoints<P>& points,
              const Destination& destination, const SolveOptions& options, Solution& solution);

    /// The walk goes from one value of its parameter to another.
    void plan(S t_start, S t_end, int direction);
    /// It stands at its first point; or, after a singular point, at another one.
    void begin(const S* p);
    void begin_again(const S* p);
    /// It made a step, of which the part up to θ counts; last: nothing follows. at_x: the x to be
    /// hit exactly there.
    void step(S theta_end, bool last, const S* at_x);
    /// Its last point, whatever rows were asked for.
    void keep_where_it_stands();
    /// A row made elsewhere.
    void keep(const std::vector<double>& row);
    /// A point where something was crossed; false if it has no row.
    bool keep_crossing(const S* p, CrossingRecord& record);

    const std::vector<S>& row() const { return row_; }  // the one made last
    const std::vector<std::string>& names() const { return rows_.names(); }
    Residual worst() const { return rows_.worst(); }
    S end_x() const { return end_x_; }  // x where the walk stands, or its last step ends
    std::optional<Stop> trouble{};      // keeping rows ends the run

private:
    void record(const S* p);
    void record_at(S theta, const S* fixed_x);
    void record_passages(S theta_end);
    void store(std::vector<std::vector<double>>& rows, std::vector<std::vector<Quad>>& in_full);
    std::string place(const S* p) const;

    Walker<S>& walker_;
    StepPoints<P>& points_;
    const Destination& destination_;
    const SolveOptions& options_;
    Solution& solution_;
    RowMaker<S> rows_;
    std::vector<S> wanted_;  // parameter values to be recorded, from next_ on
    std::size_t next_ = 0;
    std::vector<std::pair<S, S>> passages_;  // of the last step: θ and x, along a curve
    bool by_steps_ = false;                  // rows at accepted steps
    bool by_passage_ = false;                // rows at passages of sampling.at (along a curve)
    bool row_skipped_ = false;
    int direction_ = 1;
    S t_start_{}, t_end_{}, end_x_{};
    S last_row_t_ = std::numeric_limits<S>::quiet_NaN();
    std::vector<S> point_, row_;
};

extern template class RowKeeper<XProblem<double>>;
extern template class RowKeeper<XProblem<Quad>>;
extern template class RowKeeper<CurveProblem<double>>;
extern template class RowKeeper<CurveProblem<Quad>>;

}  // namespace involute
