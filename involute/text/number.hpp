// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <string_view>

#include "involute/base/scalar.hpp"

namespace involute {

/// The value of a decimal such as 1.5e-3, correctly rounded; infinite if it is beyond the range.
/// Does not depend on the locale.
Quad read_decimal(std::string_view digits);

/// The value of the shortest decimal text of a double: 0.1 means 0.1 in every precision. The double
/// must be finite.
Quad decimal_of(double value);

/// A number given as a double in the precision of a run: 0.1 as it was written.
template <class S>
S as_written(double number)
{
    using std::isfinite;
    return isfinite(number) ? from_quad<S>(decimal_of(number)) : S(number);
}

/// Whether a run in double precision can hold this value.
bool fits_double(const Quad& value);

}  // namespace involute
