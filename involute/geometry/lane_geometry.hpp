// SPDX-License-Identifier: Apache-2.0
// What a step of several walks at once (step/lane_step.hpp) takes from their geometries, which run
// the same code with numbers of their own, and what it leaves there.
#pragma once

#include <cstddef>
#include <vector>

#include "involute/geometry/geometry.hpp"

namespace involute {

class LaneGeometry {
public:
    /// For geometries that run the code of this one.
    explicit LaneGeometry(const Geometry<double>& like) : field_(like.field_), sweep_(like.sweep_)
    {
    }
    /// Whether they run the same code.
    static bool are_alike(const Geometry<double>& a, const Geometry<double>& b)
    {
        return !a.listed_ && a.field_.code() == b.field_.code() &&
               a.sweep_.code() == b.sweep_.code();
    }
    bool serves(const Geometry<double>& geometry) const
    {
        return field_.code() == geometry.field_.code() && sweep_.code() == geometry.sweep_.code();
    }

    /// What pivots of the field and of a sweep are compared with, and 1 / |pivot| where the order
    /// was chosen.
    static const std::vector<double>& floors(const Geometry<double>& of)
    {
        return of.field_reference_.floors;
    }
    static const std::vector<double>& sweep_floors(const Geometry<double>& of)
    {
        return of.sweep_reference_.floors;
    }
    static const std::vector<double>& inverses(const Geometry<double>& of)
    {
        return of.field_reference_.inverses;
    }
    static double unit(const Geometry<double>& of) { return of.unit_; }
    /// The sign of det J is this xor the signs of the pivots.
    static bool negative(const Geometry<double>& of) { return of.field_negative_; }

    /// As if it had evaluated the field and made the sweeps itself, the last at this x.
    static void count(Geometry<double>& of, long fields, long sweeps, double x)
    {
        of.counts.fields += fields;
        of.counts.sweeps += sweeps;
        of.counts.factorizations += fields + sweeps;
        of.seen.x = x;
    }

private:
    Program<double> field_, sweep_;  // kept, so that no other code has their places
};

}  // namespace involute
