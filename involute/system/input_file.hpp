// SPDX-License-Identifier: Apache-2.0
// Tables for inputs from CSV text.
#pragma once

#include <string>
#include <string_view>

#include "involute/expr/input_table.hpp"

namespace involute {

/// The points of an input. The first line may name the columns: then the values are those of the
/// column with the input's name, or of the only other one; the places are those of the column `t`,
/// or of the first other one. Lines that are empty or begin with # are left out. Throws an Error
/// with the faulty line.
InputTable read_input_table(std::string_view text, const std::string& file,
                            const std::string& input);

}  // namespace involute
