// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace involute {
namespace {

/// Zero for a while and then of the other sign: the crossing is counted at the end.
bool ends_in_crossing(const Touch& touch, const CrossingRecord& record)
{
    const double near = 1e-9 * std::abs(touch.to - touch.from);
    return near > 0 && std::ranges::any_of(record.rows, [&](const std::vector<double>& row) {
               return std::abs(row[0] - touch.to) <= near;
           });
}

void tell_touches(const CrossingRecord& record, Solution& solution)
{
    const auto place = [&](double x) { return place_of(solution.independent, x); };
    const std::string name =
        fmt::format("{} `{}`", record.is_event ? "event" : "section", record.name);
    std::vector<Touch> stays, touches;
    for (const Touch& touch : record.touches)
        (ends_in_crossing(touch, record) ? stays : touches).push_back(touch);
    if (!stays.empty())
        solution.notices.push_back(
            fmt::format("{} vanishes from {} to {} and changes its sign then: it is counted once, "
                        "at the end of that",
                        name, place(stays.front().from), place(stays.front().to)));
    if (!touches.empty())
        solution.notices.push_back(fmt::format(
            "{} is touched{}, first at {}: within the error of the solution it vanishes there "
            "without changing its sign, which is not counted",
            name, touches.size() == 1 ? " once" : fmt::format(" {} times", touches.size()),
            place(touches.front().from)));
}

}  // namespace

template <class S>
Sections<S>::Sections(Geometry<S>& geometry, Tops<S> tops, RowMaker<S>& rows, CoordinateError error)
    : crossings_(geometry.completed().system.crossings),
      rows_(&rows),
      point_(std::size_t(geometry.layout().size))
{
    if (!crossings_.empty())
        finder_ = std::make_unique<CrossingFinder<S>>(geometry, std::move(tops), error);
}

template <class S>
void Sections<S>::begin(WalkView<S>& view)
{
    begin_at(view.walker.p.data());
}

template <class S>
void Sections<S>::begin_at(const S* p)
{
    if (finder_) finder_->start(p);
}

/// Touches that adjoin are one.
template <class S>
void Sections<S>::keep_touch(CrossingRecord& record, const Found& found)
{
    if (!record.touches.empty() && record.touches.back().to == found.from_x)
        record.touches.back().to = found.to_x;
    else
        record.touches.push_back({found.from_x, found.to_x});
}

template <class S>
void Sections<S>::keep(WalkView<S>& view, const Found& found)
{
    CrossingRecord& record = view.solution.crossings[found.crossing];
    if (found.touch) return keep_touch(record, found);
    const bool inside = found.theta > 0 && found.theta < 1;
    if (inside && !view.points.at(found.theta, point_.data())) return;
    const S* at = inside            ? point_.data()
                  : found.theta > 0 ? view.points.last()
                                    : view.points.first();
    const Made made = rows_->make({.p = at}, row_);
    if (made == Made::refused) {
        view.counts_to = found.theta;
        view.stop(rows_->refusal());
        over_ = true;
        return;
    }
    if (made == Made::row) {
        const Walker<S>& walker = view.walker;
        const S t = walker.t_before + found.theta * (walker.t - walker.t_before);
        record.parameters.push_back(to_double(view.problem.along_curve() ? t : at[0]));
        view.count_kept(store(row_, record.rows, record.quad_rows));
    }
    const Crossing& crossing = crossings_[found.crossing];
    if (!finder_->ends_run(found.crossing)) return;
    view.counts_to = found.theta;
    view.stop(Outcome::event, fmt::format("event `{}` at {}", crossing.name, view.place(at)));
    over_ = true;
}

template <class S>
void Sections<S>::step(WalkView<S>& view)
{
    if (!finder_) return;
    for (const Found& found : finder_->find(view.points, view.counts_to)) {
        keep(view, found);
        if (over_) return;
    }
}

template <class S>
void Sections<S>::finish(WalkView<S>& view)
{
    if (!finder_) return;
    if (!over_)
        for (const Found& found : finder_->finish(view.points, view.goes_on)) {
            keep(view, found);
            if (over_) break;
        }
    for (const CrossingRecord& record : view.solution.crossings)
        tell_touches(record, view.solution);
}

template <class S>
void Sections<S>::visit_state(State& state)
{
    state("over", over_);
    if (finder_) finder_->visit_state(state);
}

template class Sections<double>;
template class Sections<Quad>;

}  // namespace involute
