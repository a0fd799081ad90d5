// SPDX-License-Identifier: Apache-2.0
// Text -> Model. All mistakes are reported at once: after an error, parsing goes on with the next
// statement.
// The language is described in docs/language.md.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "involute/text/model.hpp"

namespace involute {

/// The model in a text. Throws an Error with every mistake of syntax.
Model parse(std::string_view text, std::string file = "");

/// A model that may have mistakes: what could be read, and the findings about the rest.
struct PartialModel {
    Model model{};
    std::vector<Diagnostic> mistakes{};
    /// A statement that could not be read may have declared names, so an unknown name may be
    /// correct.
    bool names_may_be_missing = false;
};
PartialModel parse_leniently(std::string_view text, std::string file = "");

/// "x = 1, x' = 0": a model with the one statement `start`, as given by an option.
Model parse_assignments(std::string_view text);

/// "section s: x = 0; e: y = 0 stop": a model of sections and events, as added to a system. Those
/// without a word are events; in the text they have it.
struct AddedCrossings {
    Model model{};
    std::string text{};
};
AddedCrossings parse_crossings(std::string_view text);

/// An expression alone: a model whose one statement is the equation `expression = 0`.
Model parse_formula(std::string_view text);

}  // namespace involute
