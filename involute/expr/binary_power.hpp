// SPDX-License-Identifier: Apache-2.0
// Integer powers by repeated squaring. Everything that raises to an integer power (constants,
// tapes, evaluation) does it here, so that all of them multiply in the same order.
#pragma once

#include <cstdint>

namespace involute {

/// x^n for n >= 1, with the given multiplication.
template <class T, class Multiply>
T binary_power(T x, std::uint32_t n, Multiply&& multiply)
{
    while (n % 2 == 0) {
        x = multiply(x, x);
        n /= 2;
    }
    T result = x;
    while (n /= 2) {
        x = multiply(x, x);
        if (n % 2 == 1) result = multiply(result, x);
    }
    return result;
}

/// |n| without overflow at the smallest integer.
constexpr std::uint32_t magnitude(std::int32_t n)
{
    return n < 0 ? 0u - static_cast<std::uint32_t>(n) : static_cast<std::uint32_t>(n);
}

}  // namespace involute
