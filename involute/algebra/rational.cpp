// SPDX-License-Identifier: Apache-2.0
#include "involute/algebra/rational.hpp"

#include <algorithm>
#include <utility>

namespace involute {
namespace {

// Fractions p/q with q up to Q lie 1/Q² apart: far above the round-off of a Quad, 2e-34.
const Quad largest_denominator = 1e12;
// Integers up to here are exact in Quad.
const Quad largest_integer = ldexp(Quad(1), 112);
// A parameter may be the result of a few operations.
const Quad rounding = 16 * unit_roundoff<Quad>();

std::string digits(Quad integer)
{
    std::string text;
    do {
        const Quad rest = floor(integer / 10);
        text += char('0' + static_cast<int>(integer - 10 * rest));
        integer = rest;
    } while (integer > 0);
    std::reverse(text.begin(), text.end());
    return text;
}

}  // namespace

std::optional<std::string> rational_text(const Quad& value)
{
    const Quad size = abs(value);
    if (!(size < largest_integer)) return std::nullopt;
    // Continued fraction: the convergents p/q are the best approximations.
    Quad p = 1, q = 0, last_p = 0, last_q = 1, rest = size;
    while (true) {
        const Quad whole = floor(rest);
        last_p = std::exchange(p, Quad(whole * p + last_p));
        last_q = std::exchange(q, Quad(whole * q + last_q));
        if (q > largest_denominator) return std::nullopt;
        if (abs(size * q - p) <= rounding * p) break;
        rest = 1 / (rest - whole);
    }
    return (value < 0 ? "-" : "") + digits(p) + (q == 1 ? "" : "/" + digits(q));
}

}  // namespace involute
