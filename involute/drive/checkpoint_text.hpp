// SPDX-License-Identifier: Apache-2.0
// Records of a state as the text of a checkpoint (docs/checkpoints.md) and back. What is damaged,
// or of another version or build, is refused.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "involute/base/state.hpp"

namespace involute {

/// kind: what was saved, "simulation" or "run".
std::string checkpoint_text(std::string_view kind, const std::vector<StateRecord>& records);

/// Throws an Error with the reason where the text is none of this kind, or not to be trusted.
std::vector<StateRecord> checkpoint_records(std::string_view kind, std::string_view text);

}  // namespace involute
