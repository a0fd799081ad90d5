// SPDX-License-Identifier: Apache-2.0
// How large a number is when pivots are compared: of complex ones without a root.
#pragma once

#include <cmath>
#include <complex>

#include "involute/base/scalar.hpp"

namespace involute {

template <class S>
S size_of(const S& x)
{
    using std::abs;
    return abs(x);
}
template <class S>
S size_of(const std::complex<S>& x)
{
    using std::abs;
    return abs(x.real()) + abs(x.imag());
}

}  // namespace involute
