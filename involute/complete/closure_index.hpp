// SPDX-License-Identifier: Apache-2.0
// The differential index (index.hpp) of the author's equations, once another route than the
// structural one has found the completed set.
#pragma once

#include <optional>

#include "involute/complete/completion.hpp"

namespace involute {

/// The smallest nu such that the author's equations differentiated up to nu times determine the
/// highest occurring derivatives on the completed set. Nothing where it is too large for ranks, or
/// where completion made choices.
std::optional<int> index_of(const Completion& completion, const CompletionOptions& options);

}  // namespace involute
