// SPDX-License-Identifier: Apache-2.0
// Parameters that can be set after a model was read. They are asked for by name (`tunable`); every
// other one is folded into the constants of the model, which is what makes simple things fast.
//
//     System s = read_system(text, "", {}, {"g"});
//     set_parameters(s, {{"g", 1.62}});  // as if the text said so; start values follow
//
// What completion decided may not hold for other values: a Simulation sees to that.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "involute/system/system.hpp"

namespace involute {

/// The constant for a number that was given as a double, or computed from such: the decimal that
/// its shortest text says, where that is the number.
NodeId decimal_constant(Graph& graph, const Quad& number);

bool has_tunable(const System& system);

/// Tunable parameters with their present values.
std::vector<std::pair<std::string, Quad>> tunable_values(const System& system);

/// Sets tunable parameters, and all that follows from them: other parameters, start values,
/// guesses, values of invariants, where the run ends. An Error for names that are not tunable and
/// values that are not finite; nothing is changed then.
void set_parameters(System& system, const Overrides& values);

/// The same for another system with the same parameters, such as a completed one: they take the
/// values they have there.
void take_parameters(System& system, const System& from);

/// A parameter of a system with this name, with the leaf that stands for it.
NodeId add_tunable(System& system, std::string name, const Quad& value,
                   std::optional<NodeId> origin);

/// The number that a formula of parameters and constants has now.
Quad present_value(const Graph& graph, NodeId formula);

/// The same system with the numbers that parameters have now; none is tunable any more.
System with_folded_parameters(System system);

}  // namespace involute
