// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/row_keeper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/observe/wanted_rows.hpp"
#include "involute/text/number.hpp"

namespace involute {
namespace {

std::vector<double> rounded(const std::vector<double>& row)
{
    return row;
}
std::vector<double> rounded(const std::vector<Quad>& row)
{
    std::vector<double> values;
    for (const Quad& value : row) values.push_back(to_double(value));
    return values;
}

}  // namespace

template <class P>
RowKeeper<P>::RowKeeper(PreparedOf<S>& prepared, P& problem, Walker<S>& walker,
                        StepPoints<P>& points, const Destination& destination,
                        const SolveOptions& options, Solution& solution)
    : walker_(walker),
      points_(points),
      destination_(destination),
      options_(options),
      solution_(solution),
      rows_(prepared.geometry->layout().unknowns,
            Columns<S>(*prepared.geometry, options.columns, is_along_curve<P>),
            prepared.certificate(), [&problem](const S* p, S* z) { problem.tops(p, z); }),
      point_(std::size_t(prepared.geometry->layout().size))
{
}

template <class P>
std::string RowKeeper<P>::place(const S* p) const
{
    return place_of(solution_.independent, to_double(p[0]));
}

template <class P>
void RowKeeper<P>::plan(S t_start, S t_end, int direction)
{
    const Sampling& sampling = options_.sampling;
    t_start_ = t_start;
    t_end_ = t_end;
    direction_ = direction;
    by_passage_ = is_along_curve<P> && !sampling.at.empty();
    if (!by_passage_) wanted_ = wanted_parameters(sampling, t_start, t_end);
    by_steps_ =
        sampling.points == 0 && sampling.every == 0 && !sampling.only_end && sampling.at.empty();
}

template <class P>
void RowKeeper<P>::begin(const S* p)
{
    const std::vector<double>& at = options_.sampling.at;
    const bool wanted_here = next_ < wanted_.size() && wanted_[next_] == t_start_;
    const bool passes_here = by_passage_ && std::count(at.begin(), at.end(), to_double(p[0])) > 0;
    if (by_steps_ || wanted_here || passes_here) record(p);
    if (wanted_here) ++next_;
    last_row_t_ = t_start_;
    end_x_ = p[0];
}

template <class P>
void RowKeeper<P>::begin_again(const S* p)
{
    if (by_steps_) record(p);
    last_row_t_ = walker_.t;
    end_x_ = p[0];
}

template <class P>
void RowKeeper<P>::store(std::vector<std::vector<double>>& rows,
                         std::vector<std::vector<Quad>>& in_full)
{
    rows.push_back(rounded(row_));
    if constexpr (std::is_same_v<S, Quad>) in_full.push_back(row_);
}

template <class P>
void RowKeeper<P>::record(const S* p)
{
    if (trouble && trouble->code == Outcome::observer_stopped) return;
    if (rows_.make(p, row_)) {
        store(solution_.rows, solution_.quad_rows);
        if (options_.observe && !options_.observe(solution_.rows.back()) && !trouble)
            trouble = {Outcome::observer_stopped,
                       fmt::format("the observer stopped at {}", place(p))};
    } else if (!std::exchange(row_skipped_, true))
        solution_.notices.push_back(
            fmt::format("no row is written where a derivative is infinite, first at {}", place(p)));
}

template <class P>
void RowKeeper<P>::record_at(S theta, const S* fixed_x)
{
    if (theta >= 1 && (!is_along_curve<P> || !fixed_x))
        record(walker_.p.data());
    else if (points_.at(theta, point_.data(), fixed_x))
        record(point_.data());
    else if (!trouble)
        trouble = {Outcome::projection_failed,
                   fmt::format("the dense output could not be projected near {}",
                               place(walker_.p.data()))};
}

template <class P>
void RowKeeper<P>::record_passages(S theta_end)
{
    passages_.clear();
    for (const double at : options_.sampling.at)
        for (S from(0), x = as_written<S>(at); from < 1;) {
            const auto met = points_.passage(x, from);
            if (!met || *met > theta_end) break;
            passages_.push_back({*met, x});
            from = *met;
        }
    std::sort(passages_.begin(), passages_.end());
    for (const auto& [theta, x] : passages_) record_at(theta, &x);
}

template <class P>
void RowKeeper<P>::step(S theta_end, bool last, const S* at_x)
{
    const S t0 = walker_.t_before, h = walker_.t - walker_.t_before;
    const S reached = theta_end >= 1 ? walker_.t : S(t0 + theta_end * h);
    solution_.travelled = std::abs(to_double(S(reached - t_start_)));
    end_x_ = walker_.p[0];
    if (theta_end < 1) {
        walker_.interpolate(theta_end, point_.data());
        end_x_ = is_along_curve<P> ? point_[0] : reached;
    }
    if (by_passage_) {
        record_passages(theta_end);
        return;
    }
    for (; next_ < wanted_.size() && (reached - wanted_[next_]) * direction_ >= 0; ++next_) {
        const S t = wanted_[next_];
        const S* fixed_x = is_along_curve<P> ? nullptr : &t;
        const S last_x = as_written<S>(destination_.land_on.value_or(0));
        if (is_along_curve<P> && t == t_end_ && destination_.land_on) fixed_x = &last_x;
        record_at(t == walker_.t ? S(1) : S((t - t0) / h), fixed_x);
        last_row_t_ = t;
    }
    if ((by_steps_ || (last && options_.sampling.at.empty())) && last_row_t_ != reached) {
        record_at(theta_end, at_x);
        last_row_t_ = reached;
    }
}

template <class P>
void RowKeeper<P>::keep_where_it_stands()
{
    if (!options_.sampling.at.empty() || last_row_t_ == walker_.t) return;
    record(walker_.p.data());
    last_row_t_ = walker_.t;
}

template <class P>
void RowKeeper<P>::keep(const std::vector<double>& row)
{
    if (!options_.sampling.at.empty() || row.size() != names().size() + 1) return;
    keep_where_it_stands();
    row_.assign(row.begin(), row.end());
    store(solution_.rows, solution_.quad_rows);
}

template <class P>
bool RowKeeper<P>::keep_crossing(const S* p, CrossingRecord& record)
{
    if (!rows_.make(p, row_)) return false;
    store(record.rows, record.quad_rows);
    return true;
}

template class RowKeeper<XProblem<double>>;
template class RowKeeper<XProblem<Quad>>;
template class RowKeeper<CurveProblem<double>>;
template class RowKeeper<CurveProblem<Quad>>;

}  // namespace involute
