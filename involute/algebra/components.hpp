// SPDX-License-Identifier: Apache-2.0
// Branches of the set that polynomial constraints describe. Where two branches cross, the gradients
// of the constraints become dependent although every branch is smooth there: a four-bar linkage
// with two pairs of equal rods can go through the collinear position as a parallelogram or as an
// antiparallelogram. On the equations of one branch alone nothing is singular. They are found as
// prime decomposition of an ideal by the program Singular (https://www.singular.uni-kl.de), which
// is optional and run beside ours. docs/components.md says more.
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

/// A system restricted to a component.
struct OnComponent {
    System system{};
    std::vector<std::string> notes{};  // what was done, a sentence each
};

/// The component's equations replace the constraints. If the multipliers λ enter through the
/// gradients of the constraints g, as Σ λ_k ∂g_k/∂y up to constant factors, these become the
/// gradients of the component's equations h: where dg has full rank both span the same forces, and
/// dh keeps its rank where dg loses it. The multipliers then belong to h; they keep their names
/// where h has as many equations as g, and are mu[1], mu[2], .. otherwise. If the multipliers enter
/// in another way, the equations of the component are added to the system as they are.
OnComponent on_component(const System& system, const Decomposition& decomposition, int component);

/// How the start stands to a component.
struct Standing {
    bool contains_start = false;  // there is a point of it with the values given, up to rounding
    double distance = 0;          // in scale, of the nearest such point from what was said
};

/// Looks for the point of each component, velocities included, that is nearest to the start values
/// and guesses. floor: the scale of a number that is zero.
std::vector<Standing> find_start(System& system, const Decomposition& decomposition,
                                 double floor = 1e-2);

/// Which component a start belongs to, counted from 0.
struct Chosen {
    int component = -1;     // -1: the start does not say, or lies on none
    std::string message{};  // always a sentence
};
Chosen choose_component(const std::vector<Standing>& standings);

/// All of it in one call.
struct ComponentChoice {
    System system{};  // the given one where nothing was chosen
    bool changed = false;
    int chosen = 0;  // counted from 1 as `wanted`; 0: none
    struct Entry {
        int dimension = 0;
        std::vector<std::string> equations{};
        bool contains_start = false;
        bool chosen = false;
    };
    std::vector<Entry> components{};
    std::string message{};             // what was done, or why nothing was
    std::vector<std::string> notes{};  // about the new equations
};

/// Puts a system on a component of its constraint set: the wanted one (from 1), or with 0 the one
/// that contains the start. Every failure is a message; throws nothing of its own.
ComponentChoice put_on_component(const System& system, int wanted,
                                 const std::string& program = "Singular",
                                 double seconds = ExternalLimits{}.seconds);

}  // namespace involute
