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

/// What put_on_component found and did.
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
    std::string message{};                // what was done, or why nothing was
    std::vector<std::string> notes{};     // about the new equations
    std::vector<std::string> replaced{};  // as in OnComponent
};

/// Puts a system on a component of its constraint set: the wanted one (from 1), or with 0 the one
/// that contains the start. Every failure is a message; throws nothing of its own.
ComponentChoice put_on_component(const System& system, int wanted,
                                 const std::string& program = "Singular",
                                 double seconds = ExternalLimits{}.seconds);

}  // namespace involute
