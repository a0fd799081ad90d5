// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "involute/base/scalar.hpp"

namespace involute {

/// The value of a decimal such as 1.5e-3, correctly rounded; infinite if it is beyond the range.
/// Does not depend on the locale.
Quad read_decimal(std::string_view digits);

/// Whether a run in double precision can hold this value.
bool fits_double(const Quad& value);

}  // namespace involute
