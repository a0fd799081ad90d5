// SPDX-License-Identifier: Apache-2.0
// The field and the projection sweep of several geometries at once, which run the same code with
// numbers of their own: with the bits that Geometry<double> finds for each. Where that would need
// more than its compiled code, as where a pivot has become small, the lane is marked.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "involute/base/pack.hpp"
#include "involute/geometry/geometry.hpp"

namespace involute {

class LaneGeometry {
public:
    /// For geometries that run the code of this one. May stay empty: nothing serves then.
    LaneGeometry(Geometry<double>& like, int lanes);
    explicit operator bool() const { return bool(field_) && (stages_ == 0 || bool(sweep_)); }
    /// Whether they run the same code.
    static bool are_alike(const Geometry<double>& a, const Geometry<double>& b)
    {
        return a.field_.code() == b.field_.code() && a.sweep_.code() == b.sweep_.code();
    }
    bool serves(const Geometry<double>& geometry) const
    {
        return alone_field_.code() == geometry.field_.code() &&
               alone_sweep_.code() == geometry.sweep_.code();
    }

    /// From now on the lane has the numbers of this geometry, and must find det J of this sign.
    void take(int lane, const Geometry<double>& geometry, bool negative);
    /// Marks are gone.
    template <int lanes>
    INVOLUTE_INLINE void begin();
    /// The slopes v at the points p, and the tops there: in rows, a number of each lane.
    template <int lanes>
    INVOLUTE_INLINE void slope(const double* p, double* v);
    /// moved := p after a sweep.
    template <int lanes>
    INVOLUTE_INLINE void sweep(const double* p, double* moved);
    /// Puts what has been seen since begin() to the geometry, as if it had found it itself.
    void give(int lane, Geometry<double>& geometry, long fields, long sweeps) const;

    int size() const { return size_; }
    int tops() const { return tops_; }
    int stages() const { return stages_; }
    const double* found_tops() const { return out_.data(); }
    bool is_marked(int lane) const { return marked_[std::size_t(lane)] != 0; }
    bool sweep_is_marked(int lane) const { return sweep_marked_[std::size_t(lane)] != 0; }

private:
    void refer(std::vector<double>& rows, const std::vector<double>& numbers, int lane) const;
    void take_varying(std::vector<double>& work, const Program<double>& program, int lane) const;

    int lanes_, size_, tops_, stages_;
    Program<double> alone_field_, alone_sweep_;  // kept, so that no other code has their places
    Native field_{}, sweep_{};
    int field_watched_, sweep_watched_;
    std::vector<Geometry<double>::TopPlace> places_;
    std::vector<double> work_, sweep_work_, out_, sweep_out_;
    std::vector<double> floors_, inverses_, sweep_floors_;
    std::vector<double> unit_, lowest_, last_, x_;
    std::vector<std::int64_t> expected_, marked_, sweep_marked_;  // masks
};

/// Marks lanes with a pivot below its floor, and returns in `negative` the sign of all.
template <int lanes>
INVOLUTE_INLINE void watch_pivots(const double* pivots, int count, const double* floors,
                                  PackMask<lanes>& small, PackMask<lanes>& negative)
{
    for (int k = 0; k < count; ++k) {
        Pack<lanes> pivot, floor;
        load<lanes>(pivot, pivots, k);
        load<lanes>(floor, floors, k);
        negative ^= pivot < 0;
        make_absolute<lanes>(pivot);
        small |= ~(pivot >= floor);
    }
}

template <int lanes>
INVOLUTE_INLINE void LaneGeometry::begin()
{
    std::fill(marked_.begin(), marked_.end(), 0);
}

template <int lanes>
INVOLUTE_INLINE void LaneGeometry::slope(const double* p, double* v)
{
    field_.run(p, out_.data(), work_.data());
    const double* const pivots = out_.data() + tops_ * lanes;
    PackMask<lanes> marked, negative;
    std::memcpy(&marked, marked_.data(), sizeof marked);
    std::memcpy(&negative, expected_.data(), sizeof negative);
    watch_pivots<lanes>(pivots, field_watched_, floors_.data(), marked, negative);
    marked |= negative;  // not the sign expected
    if (field_watched_ > 0) {
        Pack<lanes> determinant, lowest;
        load<lanes>(determinant, unit_.data(), 0);
        for (int k = 0; k < field_watched_; ++k) {
            Pack<lanes> pivot, inverse;
            load<lanes>(pivot, pivots, k);
            load<lanes>(inverse, inverses_.data(), k);
            make_absolute<lanes>(pivot);
            determinant *= pivot * inverse;
        }
        load<lanes>(lowest, lowest_.data(), 0);
        lowest = determinant < lowest ? determinant : lowest;
        store<lanes>(lowest_.data(), 0, lowest);
        store<lanes>(last_.data(), 0, determinant);
    }
    Pack<lanes> row, sum{};
    load<lanes>(row, p, 0);
    store<lanes>(x_.data(), 0, row);
    row = Pack<lanes>{} + 1;
    store<lanes>(v, 0, row);
    for (int i = 1; i < size_ - 1; ++i) {
        load<lanes>(row, p, i + 1);
        store<lanes>(v, i, row);
    }
    for (int j = 0; j < tops_; ++j) {
        load<lanes>(row, out_.data(), j);
        sum += row * 0;
    }
    for (const auto& place : places_) {
        load<lanes>(row, out_.data(), place.unknown);
        store<lanes>(v, place.position, row);
    }
    marked |= ~(sum == 0);  // not finite
    std::memcpy(marked_.data(), &marked, sizeof marked);
}

template <int lanes>
INVOLUTE_INLINE void LaneGeometry::sweep(const double* p, double* moved)
{
    sweep_.run(p, sweep_out_.data(), sweep_work_.data());
    PackMask<lanes> marked{}, negative{};
    watch_pivots<lanes>(sweep_out_.data() + size_ * lanes, sweep_watched_, sweep_floors_.data(),
                        marked, negative);
    Pack<lanes> row, sum{};
    for (int i = 0; i < size_; ++i) {
        load<lanes>(row, sweep_out_.data(), i);
        sum += row * 0;
        store<lanes>(moved, i, row);
    }
    marked |= ~(sum == 0);
    std::memcpy(sweep_marked_.data(), &marked, sizeof marked);
}

}  // namespace involute
