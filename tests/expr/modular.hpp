// SPDX-License-Identifier: Apache-2.0
// Integers modulo the prime 2^61 - 1, with arbitrary functions: only the rules of algebra and
// differentiation relate them. Two expressions that agree here at a random point are equal
// (Schwartz-Zippel), and nothing is rounded.
#pragma once

#include <cstdint>

#include "involute/expr/evaluate.hpp"

namespace involute::testing {

struct Modular {
    static constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;
    std::uint64_t n = 0;

    Modular() = default;
    explicit Modular(std::int64_t value) : n(value < 0 ? prime - residue(-value) : residue(value))
    {
    }

    static std::uint64_t residue(std::int64_t value) { return std::uint64_t(value) % prime; }
    static Modular reduced(std::uint64_t value)
    {
        Modular m;
        m.n = value % prime;
        return m;
    }
    /// In halves of 31 bits, with 2^62 = 2 and 2^61 = 1: no product exceeds 64 bits.
    static Modular product(std::uint64_t a, std::uint64_t b)
    {
        constexpr std::uint64_t half = (1u << 31) - 1, rest = (1u << 30) - 1;
        const std::uint64_t middle = (a >> 31) * (b & half) + (a & half) * (b >> 31);
        return reduced(2 * (a >> 31) * (b >> 31) + (middle >> 30) + ((middle & rest) << 31) +
                       (a & half) * (b & half));
    }

    friend Modular operator+(Modular a, Modular b) { return reduced(a.n + b.n); }
    friend Modular operator-(Modular a, Modular b) { return a + (-b); }
    friend Modular operator-(Modular a) { return reduced(prime - a.n); }
    friend Modular operator*(Modular a, Modular b) { return product(a.n, b.n); }
    friend Modular operator/(Modular a, Modular b) { return a * b.inverse(); }
    friend Modular operator*(int a, Modular b) { return Modular(a) * b; }
    friend Modular operator+(int a, Modular b) { return Modular(a) + b; }
    friend Modular operator-(int a, Modular b) { return Modular(a) - b; }
    friend Modular operator-(Modular a, int b) { return a - Modular(b); }
    Modular& operator+=(Modular b) { return *this = *this + b; }
    Modular& operator-=(Modular b) { return *this = *this - b; }
    friend bool operator==(Modular, Modular) = default;
    friend bool operator==(Modular a, int b) { return a == Modular(b); }

    // "Negative" are the residues in the upper half: enough for abs and sign to be consistent.
    bool is_negative() const { return n > prime / 2; }
    friend bool operator<(Modular a, Modular b) { return (a - b).is_negative(); }
    friend bool operator>(Modular a, Modular b) { return a != b && !(a - b).is_negative(); }
    friend bool operator<(Modular a, int b) { return a < Modular(b); }

    /// By Fermat; 1/0 is 0, which a random point does not meet.
    Modular inverse() const
    {
        Modular result(1), square = *this;
        for (std::uint64_t e = prime - 2; e > 0; e >>= 1) {
            if (e & 1) result = result * square;
            square = square * square;
        }
        return result;
    }

    Modular scrambled(std::uint64_t salt) const
    {
        const Modular x = *this + Modular(std::int64_t(salt));
        return x * x * x + Modular(std::int64_t(salt * 7919)) * x + Modular(1);
    }
    friend Modular sin(Modular a) { return a.scrambled(1); }
    friend Modular cos(Modular a) { return a.scrambled(2); }
    friend Modular tan(Modular a) { return a.scrambled(3); }
    friend Modular asin(Modular a) { return a.scrambled(4); }
    friend Modular acos(Modular a) { return a.scrambled(5); }
    friend Modular atan(Modular a) { return a.scrambled(6); }
    friend Modular sinh(Modular a) { return a.scrambled(7); }
    friend Modular cosh(Modular a) { return a.scrambled(8); }
    friend Modular tanh(Modular a) { return a.scrambled(9); }
    friend Modular exp(Modular a) { return a.scrambled(10); }
    friend Modular log(Modular a) { return a.scrambled(11); }
    friend Modular sqrt(Modular a) { return a.scrambled(12); }
    friend Modular asinh(Modular a) { return a.scrambled(15); }
    friend Modular input_value(const InputFunction&, int order, Modular a)
    {
        return a.scrambled(std::uint64_t(100 + order));
    }
    friend Modular acosh(Modular a) { return a.scrambled(16); }
    friend Modular atanh(Modular a) { return a.scrambled(17); }
    friend Modular log10(Modular a) { return a.scrambled(18); }
    friend Modular erf(Modular a) { return a.scrambled(19); }
    friend Modular floor(Modular a) { return a.scrambled(22); }
    friend Modular abs(Modular a) { return a.is_negative() ? -a : a; }
    friend Modular atan2(Modular a, Modular b) { return (a + b * b).scrambled(13); }
    friend Modular pow(Modular a, Modular b) { return a == 1 ? a : (a + b * b).scrambled(14); }
};

}  // namespace involute::testing

namespace involute {

/// Exact for the constants tests use: integers and their halves, quarters, ...
template <>
struct ConstantOf<testing::Modular> {
    static testing::Modular from(const Quad& value)
    {
        Quad whole = abs(value);
        testing::Modular scale(1);
        for (; whole != floor(whole); whole *= 2) scale = scale * testing::Modular(2);
        const auto m = testing::Modular(static_cast<std::int64_t>(whole)) / scale;
        return value < 0 ? -m : m;
    }
};

}  // namespace involute
