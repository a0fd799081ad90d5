// SPDX-License-Identifier: Apache-2.0
// Strong forces as unknowns. In M(q) q'' = f - ε^-2 ∇U(q) what is multiplied by ε^-2 nearly
// vanishes, and where ε^2 is near round-off the force cannot be computed from q at all. In
// compliance form
//
//     M q'' = f - G^t F,    ε^2 F = g(q),
//
// the force is solved for with the rest, no number is large, and ε = 0 is a system like any other:
// the one with the constraint g(q) = 0 (Lubich, Z. angew. Math. Phys. 44 (1993) 1022-1053; Hairer's
// form is (8.4)).
#pragma once

#include <string>
#include <vector>

#include "involute/system/system.hpp"

namespace involute {

/// The parameter declared small. While a model is read it is a leaf of its own, so that its powers
/// can still be seen; at the end it becomes its value.
struct SmallParameter {
    std::string name{};
    NodeId node{};
    Quad value = 0;
    Place place{};
};

/// e with the small parameter replaced by its value.
NodeId settled(Graph& graph, NodeId e, const SmallParameter& small);

struct ComplianceForm {
    System system{};                     // settled
    std::vector<Diagnostic> problems{};  // terms that grow as the parameter vanishes, and stay
};

/// Replaces factors with negative powers of the small parameter by unknowns `force1`, .., which
/// come last and count as auxiliary; the author's equations are kept as `written`. Forces that the
/// author has as unknowns already (ε^2 F = ...) are recognised. Both are listed in `forces`.
ComplianceForm to_compliance_form(System system, const SmallParameter& small);

/// The limit: every compliance row without its force, `g(q) = 0`.
System without_compliance(const System& system);

}  // namespace involute
