// SPDX-License-Identifier: Apache-2.0
// Constants of a model are kept in Quad; most were written as decimals or fractions. This finds the
// rational number that was meant.
#pragma once

#include <optional>
#include <string>

#include "involute/base/scalar.hpp"

namespace involute {

/// "981/100" for 9.81: the rational number with denominator up to 10^12 whose nearest Quad this is,
/// up to the rounding of a few operations. Nothing for others, such as the square root of 2: an
/// irrational number is as close to such a fraction as 34 digits only by an accident of
/// probability 1e-9.
std::optional<std::string> rational_text(const Quad& value);

}  // namespace involute
