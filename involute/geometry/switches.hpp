// SPDX-License-Identifier: Apache-2.0
// Where formulas change from one branch to another: a - b of max(a, b) and min(a, b), a of abs(a)
// and sign(a), the gates of inputs. Between their zeros everything is smooth.
#pragma once

#include <vector>

#include "involute/base/found_once.hpp"
#include "involute/geometry/scale.hpp"
#include "involute/geometry/tapes.hpp"

namespace involute {

/// Everything that is evaluated along a run: equations as written and as completed, invariants.
std::vector<NodeId> all_formulas(const CompletedSystem& completed);

struct Switch {
    NodeId expression{};
    NodeId call{};      // the function whose argument it is, for messages
    bool in_x = false;  // of the independent variable alone
};

/// Of all equations, as written and as completed; each one once, whatever its sign.
std::vector<Switch> find_switches(CompletedSystem& completed);
/// The same, where findings are those of this system.
std::vector<Switch> find_switches(CompletedSystem& completed, FoundOnce& findings);

/// Whether one of them contains a highest derivative.
bool contain_tops(const CompletedSystem& completed, const std::vector<Switch>& switches);

/// (p, z) ↦ for every switch its value g and its size Σ |∂g/∂y| (|y| + floor): rounding in g is a
/// small multiple of that, even where its terms cancel all along a solution.
Tape write_switches(CompletedSystem& completed, const std::vector<Switch>& switches,
                    const Scale& scale);

}  // namespace involute
