// SPDX-License-Identifier: Apache-2.0
// Exact numbers for the order checks: a + b √d with rational a, b.
#pragma once

#include <algorithm>
#include <utility>

#include "involute/base/rational.hpp"

namespace involute {

/// a + b √d. Numbers that meet in an operation have the same d, or b = 0.
struct Quadratic {
    Rational a = 0;
    Rational b = 0;
    int d = 0;

    Quadratic() = default;
    Quadratic(long long whole) : a(whole) {}
    Quadratic(Rational a_, Rational b_, int d_) : a(std::move(a_)), b(std::move(b_)), d(d_) {}

    friend Quadratic operator-(const Quadratic& x) { return {-x.a, -x.b, x.d}; }
    friend Quadratic operator+(const Quadratic& x, const Quadratic& y)
    {
        return {x.a + y.a, x.b + y.b, std::max(x.d, y.d)};
    }
    friend Quadratic operator-(const Quadratic& x, const Quadratic& y) { return x + (-y); }
    friend Quadratic operator*(const Quadratic& x, const Quadratic& y)
    {
        const int radicand = std::max(x.d, y.d);
        return {x.a * y.a + radicand * x.b * y.b, x.a * y.b + x.b * y.a, radicand};
    }
    /// Multiplies by the conjugate of y over its norm.
    friend Quadratic operator/(const Quadratic& x, const Quadratic& y)
    {
        const Rational norm = y.a * y.a - y.d * y.b * y.b;
        return x * Quadratic(y.a / norm, -y.b / norm, y.d);
    }
    Quadratic& operator+=(const Quadratic& y) { return *this = *this + y; }
    Quadratic& operator-=(const Quadratic& y) { return *this = *this - y; }
    Quadratic& operator*=(const Quadratic& y) { return *this = *this * y; }

    /// √d is irrational, so that a number vanishes only if both parts do.
    friend bool operator==(const Quadratic& x, const Quadratic& y)
    {
        return x.a == y.a && x.b == y.b;
    }
};

}  // namespace involute
