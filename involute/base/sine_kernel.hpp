// SPDX-License-Identifier: Apache-2.0
// Sine and cosine of V, one double or several side by side (a vector of the compiler), for
// magnitudes up to sine_limit. Only additions, multiplications and bit operations, each rounded by
// itself: the bits are the same for any V and on any processor.
//
// x = n π/2 + r with |r| <= π/4 and n below 2^16. π/2 is taken in three parts (W. J. Cody, W.
// Waite, Software Manual for the Elementary Functions, 1980, ch. 8), the first two of 37 bits, so
// that their products with n are exact; what is left of π/2 is below 2^-130. r is carried as y +
// rest. The polynomials are those of least relative error on the interval (Remez' algorithm in 60
// digits): 2^-57.1 for the sine, 2^-62.1 for the cosine. With rounding both stay within 0.8 units
// of the last place of the result.
#pragma once

#include <cstdint>
#include <cstring>

namespace involute {

constexpr double sine_limit = 1e5;

namespace elementary_detail {

template <class To, class From>
[[gnu::always_inline]] inline void copy_bits(To& to, const From& from)
{
    static_assert(sizeof to == sizeof from);
    std::memcpy(&to, &from, sizeof to);
}

/// Bits: as many 64-bit integers as V has numbers. Vectors go by reference: how they are passed by
/// value depends on the processor.
template <class V, class Bits>
[[gnu::always_inline]] inline void sine_and_cosine(const V& x, V& sine, V& cosine)
{
    constexpr std::int64_t sign_bit = INT64_MIN;

    // Sines are odd, with the sign of zero: the sign is put back at the end.
    Bits sign, quarter, a, b;
    V size;
    copy_bits(quarter, x);
    sign = quarter & sign_bit;
    copy_bits(size, Bits(quarter ^ sign));

    // Added to 1.5·2^52, a number is rounded to a whole one, which the lowest bits then are.
    constexpr double whole = 0x1.8p52;
    const V shifted = size * 0x1.45f306dc9c883p-1 + whole;  // 2/π
    const V n = shifted - whole;
    copy_bits(quarter, shifted);

    const V first = size - n * 0x1.921fb5444p+0;
    const V second = n * 0x1.68c234c4cp-39;
    const V y = first - second;
    const V rest = ((first - y) - second) - n * 0x1.98a2e03707345p-77;

    const V z = y * y;
    const V z2 = z * z;
    const V z4 = z2 * z2;
    const V s = ((z * 0x1.111111110fb5p-7 + -0x1.555555555554dp-3) +
                 z2 * (z * 0x1.71de356f6f3bbp-19 + -0x1.a01a019c30b51p-13)) +
                z4 * (z * 0x1.5d8772ba709dbp-33 + -0x1.ae5e4c54a1a1p-26);
    const V c = ((z * -0x1.6c16c16c16134p-10 + 0x1.5555555555553p-5) +
                 z2 * (z * -0x1.27e4f9040acd7p-22 + 0x1.a01a019e24eecp-16)) +
                z4 * (z * -0x1.8ff9dc47231fp-37 + 0x1.1eea895c6e933p-29);
    const V half = z * 0.5;
    const V near = 1.0 - half;
    const V of_sine = y + ((y * z) * s + rest * near);
    const V of_cosine = near + (((1.0 - near) - half) + (z2 * c - y * rest));

    // In odd quarters they change places; signs follow from the second bit of n and of n + 1.
    const Bits swap = -(quarter & 1);
    copy_bits(a, of_sine), copy_bits(b, of_cosine);
    const Bits differ = (a ^ b) & swap;
    copy_bits(sine, Bits(a ^ differ ^ sign ^ ((quarter & 2) << 62)));
    copy_bits(cosine, Bits(b ^ differ ^ (((quarter + 1) & 2) << 62)));
}

}  // namespace elementary_detail
}  // namespace involute
