// SPDX-License-Identifier: Apache-2.0
// Parts of the equations that can be flat for long and then not: exp, tanh, high powers, quotients
// and their like. A step can miss what they do between its stages.
#pragma once

#include <vector>

#include "involute/geometry/completed_system.hpp"

namespace involute {

/// Those that depend on x alone, each once. max, min, abs and sign are not among them: their kinks
/// are known (geometry/switches.hpp).
std::vector<NodeId> sharp_parts_in_x(const CompletedSystem& completed);

/// Those that depend on the state, of the equations before they are differentiated, and on nothing
/// but the coordinates of a point: not on highest derivatives or algebraic unknowns.
std::vector<NodeId> sharp_parts_of_state(CompletedSystem& completed);

/// Where these expressions stay within factors (apart from their signs), each part stays within
/// `factor`: of powers, roots and reciprocals it is enough to know their arguments.
struct SizeGuard {
    NodeId what{};
    double factor = 1;
};
std::vector<SizeGuard> size_guards(const Graph& graph, const std::vector<NodeId>& parts,
                                   double factor);

/// The coordinates that expressions of this kind read, in ascending order.
std::vector<int> coordinates_in(const CompletedSystem& completed,
                                const std::vector<NodeId>& expressions);

}  // namespace involute
