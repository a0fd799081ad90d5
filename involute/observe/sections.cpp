// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/sections.hpp"

#include <fmt/format.h>

namespace involute {

template <class S>
Sections<S>::Sections(Geometry<S>& geometry, Tops<S> tops, RowMaker<S>& rows)
    : crossings_(geometry.completed().system.crossings),
      rows_(&rows),
      point_(std::size_t(geometry.layout().size))
{
    if (!crossings_.empty()) finder_.emplace(geometry, std::move(tops));
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

template <class S>
void Sections<S>::step(WalkView<S>& view)
{
    if (!finder_) return;
    for (const auto& found : finder_->find(view.points, view.walker.p.data())) {
        if (found.theta > view.counts_to) break;
        if (found.theta < 1 && !view.points.at(found.theta, point_.data())) continue;
        const S* at = found.theta < 1 ? point_.data() : view.walker.p.data();
        CrossingRecord& record = view.solution.crossings[found.crossing];
        const Made made = rows_->make({.p = at}, row_);
        if (made == Made::refused) {
            view.counts_to = found.theta;
            view.stop(rows_->refusal());
            return;
        }
        if (made == Made::row) store(row_, record.rows, record.quad_rows);
        const Crossing& crossing = crossings_[found.crossing];
        if (!crossing.stop) continue;
        view.counts_to = found.theta;
        view.stop(Outcome::event, fmt::format("event `{}` at {}", crossing.name, view.place(at)));
    }
}

template class Sections<double>;
template class Sections<Quad>;

}  // namespace involute
