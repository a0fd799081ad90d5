// SPDX-License-Identifier: Apache-2.0
// The same system with something else: other start values, more sections and events, another input.
// Each returns another System and leaves the first one as it is.
//
//     const System ball = read_system("var y; y'' = -9.81; start y = 1, y' = 0; solve to 9");
//     solve(with_crossings(with_start(ball, "y = 2"), "hit: y = 0 falling stop"));
//
// Texts are in the language of models (docs/language.md), with the names of the system. An Error
// tells all that is wrong with one.
#pragma once

#include <string>
#include <string_view>

#include "involute/system/inputs.hpp"
#include "involute/system/system.hpp"

namespace involute {

/// With these start values, written as "x = 1, x' = 0", in place of its own for the same
/// derivatives; what is not named stays as it is.
System with_start(const System& system, std::string_view values);

/// With more sections and events, one a line or separated by `;`, as the language has them:
/// "section top: y' = 0 falling", "event hit: y = 0 falling stop". The word `event` may be left
/// out. An Error for a name that is taken; functions that a model defines are not known here.
System with_crossings(const System& system, std::string_view statements);

/// With another input: what set_input does, and also where its kind changes. A number makes it a
/// tunable parameter, which may change between the steps of a Simulation; where the text has a
/// number it may become a table or code. An Error where the equations were made in C++ or changed
/// since they were read.
System with_input(const System& system, const std::string& name, const Input& input);

}  // namespace involute
