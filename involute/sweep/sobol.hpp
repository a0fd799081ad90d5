// SPDX-License-Identifier: Apache-2.0
// Sobol's sequence: points that fill a cube more evenly than random ones. In one coordinate, any
// 2^m of them that begin at a multiple of 2^m lie one in each of 2^m equal parts.
#pragma once

#include <cstdint>

namespace involute {

/// Coordinates there are numbers for.
inline constexpr int sobol_dimensions = 21;

/// The point k, from 0, in one coordinate, from 0: 32 binary digits of a number in [0, 1).
std::uint32_t sobol_digits(std::uint64_t k, int coordinate);

}  // namespace involute
