// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/sections.hpp"

#include <fmt/format.h>

namespace involute {

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
    if (made == Made::row) view.count_kept(store(row_, record.rows, record.quad_rows));
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
    for (std::size_t k = 0; k < crossings_.size(); ++k) {
        const std::vector<Touch>& touches = view.solution.crossings[k].touches;
        if (touches.empty()) continue;
        view.solution.notices.push_back(fmt::format(
            "{} `{}` is touched{}, first at {}: within the error of the solution it vanishes there "
            "without changing its sign, which is not counted",
            crossings_[k].is_event ? "event" : "section", crossings_[k].name,
            touches.size() == 1 ? " once" : fmt::format(" {} times", touches.size()),
            place_of(view.solution.independent, touches.front().from)));
    }
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
