// SPDX-License-Identifier: Apache-2.0
// The scalars the numerical core is instantiated for. Constants of a model are kept in the widest
// one, so that 0.1 is 0.1 to the precision of whatever run uses it.
#pragma once

#include <limits>
#include <string>
#include <type_traits>

#include "involute/base/quad.hpp"

namespace involute {

inline double to_double(double x)
{
    return x;
}
inline double to_double(const Quad& x)
{
    return static_cast<double>(x);
}

template <class S>
S from_quad(const Quad& x)
{
    if constexpr (std::is_same_v<S, Quad>)
        return x;
    else
        return S(static_cast<double>(x));
}

/// Unit round-off of a scalar (the distance from 1 to the next number).
template <class S>
inline S unit_roundoff()
{
    return std::numeric_limits<S>::epsilon();
}

// Texts of numbers, for people and files: there is one zero, 0, and what is not finite is said in
// words ("infinity", "undefined").

/// The shortest decimal text that reads back to the same double.
std::string to_text(double value);
/// The same rounded to so many significant digits, for messages.
std::string to_text(double value, int digits);
/// The shortest decimal text of a constant: as a double where that is exact, else 36 digits.
std::string to_text(const Quad& value);
/// 36 significant digits, which read back to the same Quad.
std::string to_full_text(const Quad& value);

}  // namespace involute
