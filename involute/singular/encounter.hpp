// SPDX-License-Identifier: Apache-2.0
// A singular point met on the way: what it is, in words and numbers, and the ways on from it.
#pragma once

#include "involute/options/solution.hpp"
#include "involute/singular/form.hpp"

namespace involute {

/// One way on from a singular point.
struct WayOut {
    BranchReport report{};
    std::vector<Quad> p{};  // a point of M on it, near the singular point; empty: none to stand on
    int x_direction = 1;
};

struct Encounter {
    Outcome code = Outcome::singular;
    SingularPoint point{};
    std::vector<WayOut> ways{};
    std::vector<Quad> p{}, z{};  // the point, where a row can be written at it
    std::vector<Quad> place{};   // coordinates of the point, where they are known
    Layout layout{};             // of it and of the points of the ways
    std::string notice{};        // about following one of them
    bool passed = false;         // the step that led over it ends on its first way
    bool may_pass = false;       // nothing is certain: as long as steps can be made, they are

    /// Writes the ways into the report.
    void report_ways();
    /// The way with this number, from 1, if there is one and it can be stood on.
    WayOut* way(int number);
};

/// A way out of a singular point that a walk in x cannot follow, because x turns back there.
struct Resume {
    WayOut way{};
    Layout layout{};                   // of its point
    std::vector<int> continuations{};  // left for what comes later
};

/// How a singular point is come to: it lies ahead; it is known to lie within the last step; or it
/// is where the solution starts.
enum class Approach { ahead, passed, stands_there };

/// A folded singularity that a walk standing at `at` runs into, or starts at.
std::optional<Encounter> meet_folded(SingularForm& form, const Layout& layout, const WalkPoint& at,
                                     const SolveOptions& options,
                                     Approach approach = Approach::ahead);

/// "x" and "x'", by position in a point.
std::string coordinate_name(const SingularForm& form, int position);

}  // namespace involute
