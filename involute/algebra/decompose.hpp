// SPDX-License-Identifier: Apache-2.0
// Polynomial constraints and the components of the set they describe.
#pragma once

#include <string>
#include <vector>

#include "involute/algebra/external.hpp"
#include "involute/system/system.hpp"

namespace involute {

/// An irreducible part (over the rational numbers) of the set the constraints describe.
struct Component {
    int dimension = 0;  // of the part, in the space of the unknowns that the constraints contain
    std::vector<NodeId> equations{};   // generators of its ideal: the part is where they vanish
    std::vector<std::string> texts{};  // the same to read: "y2 - y4 = 0"
};

struct Decomposition {
    std::vector<Component> components{};  // largest dimension first; empty: see `reason`
    std::string reason{};                 // why there are none
    std::vector<int> constraints{};       // the equations that were decomposed
    std::vector<NodeId> variables{};      // what they contain
    /// The constraints are the equations of the one component already: nothing is to be changed.
    bool is_prime = false;
};

/// The polynomial constraints of a system: equations in undifferentiated unknowns, each of which
/// is differentiated elsewhere (multipliers are not). If there are none, `reason` says why.
struct Constraints {
    std::vector<int> equations{};
    std::vector<NodeId> expressions{};  // without false dependence on other jets
    std::string reason{};
};
Constraints polynomial_constraints(System& system);

/// Decomposes the polynomial constraints of a system with the program, whose name may be a path.
/// The system's graph grows by the equations of the components.
Decomposition decompose(System& system, const std::string& program = "Singular",
                        double seconds = ExternalLimits{}.seconds);

}  // namespace involute
