// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/lane_geometry.hpp"

#include "involute/geometry/tapes.hpp"

namespace involute {

LaneGeometry::LaneGeometry(Geometry<double>& like, int lanes)
    : lanes_(lanes),
      size_(like.layout().size),
      tops_(like.layout().unknowns),
      stages_(like.layout().stages),
      alone_field_(like.field_),
      alone_sweep_(like.sweep_),
      field_watched_(like.field_watched_),
      sweep_watched_(like.sweep_watched_),
      places_(like.top_places_)
{
    const FieldTape field = write_field(like.completed_, like.orders_);
    field_ = Native::in_lanes(field.tape, lanes);
    const auto rows = [&](std::vector<double>& of, std::size_t count) {
        of.assign(count * std::size_t(lanes), 0.0);
    };
    work_.assign(field_.work_size(), 0.0);
    rows(out_, field.tape.outputs.size());
    rows(floors_, std::size_t(field_watched_));
    rows(inverses_, std::size_t(field_watched_));
    for (auto* numbers : {&unit_, &lowest_, &last_, &x_}) rows(*numbers, 1);
    for (auto* masks : {&expected_, &marked_, &sweep_marked_}) masks->assign(std::size_t(lanes), 0);
    if (stages_ == 0) return;
    const FieldTape sweep = write_sweep(like.completed_, like.orders_);
    sweep_ = Native::in_lanes(sweep.tape, lanes);
    sweep_work_.assign(sweep_.work_size(), 0.0);
    rows(sweep_out_, sweep.tape.outputs.size());
    rows(sweep_floors_, std::size_t(sweep_watched_));
}

void LaneGeometry::refer(std::vector<double>& rows, const std::vector<double>& numbers,
                         int lane) const
{
    for (std::size_t k = 0; k < numbers.size(); ++k)
        rows[k * std::size_t(lanes_) + std::size_t(lane)] = numbers[k];
}

void LaneGeometry::take_varying(std::vector<double>& work, const Program<double>& program,
                                int lane) const
{
    const std::vector<double>& varying = program.varying();
    const std::size_t first = work.size() - varying.size() * std::size_t(lanes_);
    for (std::size_t k = 0; k < varying.size(); ++k)
        work[first + k * std::size_t(lanes_) + std::size_t(lane)] = varying[k];
}

void LaneGeometry::take(int lane, const Geometry<double>& geometry, bool negative)
{
    const auto l = std::size_t(lane);
    take_varying(work_, geometry.field_, lane);
    refer(floors_, geometry.field_reference_.floors, lane);
    refer(inverses_, geometry.field_reference_.inverses, lane);
    unit_[l] = geometry.unit_;
    lowest_[l] = geometry.seen.lowest;
    last_[l] = geometry.seen.last;
    expected_[l] = geometry.field_negative_ != negative ? -1 : 0;
    if (stages_ == 0) return;
    take_varying(sweep_work_, geometry.sweep_, lane);
    refer(sweep_floors_, geometry.sweep_reference_.floors, lane);
}

void LaneGeometry::give(int lane, Geometry<double>& geometry, long fields, long sweeps) const
{
    const auto l = std::size_t(lane);
    geometry.counts.fields += fields;
    geometry.counts.sweeps += sweeps;
    geometry.counts.factorizations += fields + sweeps;
    geometry.seen = {.lowest = lowest_[l], .last = last_[l], .x = x_[l]};
}

}  // namespace involute
