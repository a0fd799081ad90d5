// SPDX-License-Identifier: Apache-2.0
// Dual numbers v + d ε, ε² = 0: the value and one directional derivative of whatever is computed
// with them. For callables that are code, not formulas, and as a check on the symbolic derivatives.
#pragma once

#include <cmath>

#include "involute/expr/evaluate.hpp"

namespace involute {

template <class S>
struct Dual {
    S v{};
    S d{};

    Dual() = default;
    Dual(const S& value, const S& derivative = S(0)) : v(value), d(derivative) {}
    explicit Dual(int value) : v(value), d(0) {}

    friend Dual operator+(const Dual& a, const Dual& b) { return {a.v + b.v, a.d + b.d}; }
    friend Dual operator-(const Dual& a, const Dual& b) { return {a.v - b.v, a.d - b.d}; }
    friend Dual operator-(const Dual& a) { return {-a.v, -a.d}; }
    friend Dual operator*(const Dual& a, const Dual& b)
    {
        return {a.v * b.v, a.d * b.v + a.v * b.d};
    }
    friend Dual operator/(const Dual& a, const Dual& b)
    {
        const S q = a.v / b.v;
        return {q, (a.d - q * b.d) / b.v};
    }
    friend bool operator<(const Dual& a, const Dual& b) { return a.v < b.v; }
    friend bool operator>(const Dual& a, const Dual& b) { return a.v > b.v; }
    friend bool operator==(const Dual& a, const Dual& b) { return a.v == b.v; }

    friend Dual sin(const Dual& a)
    {
        using std::cos, std::sin;
        return {sin(a.v), a.d * cos(a.v)};
    }
    friend Dual cos(const Dual& a)
    {
        using std::cos, std::sin;
        return {cos(a.v), -a.d * sin(a.v)};
    }
    friend Dual tan(const Dual& a)
    {
        using std::tan;
        const S f = tan(a.v);
        return {f, a.d * (1 + f * f)};
    }
    friend Dual asin(const Dual& a)
    {
        using std::asin, std::sqrt;
        return {asin(a.v), a.d / sqrt(1 - a.v * a.v)};
    }
    friend Dual acos(const Dual& a)
    {
        using std::acos, std::sqrt;
        return {acos(a.v), -a.d / sqrt(1 - a.v * a.v)};
    }
    friend Dual atan(const Dual& a)
    {
        using std::atan;
        return {atan(a.v), a.d / (1 + a.v * a.v)};
    }
    friend Dual atan2(const Dual& y, const Dual& x)
    {
        using std::atan2;
        return {atan2(y.v, x.v), (x.v * y.d - y.v * x.d) / (x.v * x.v + y.v * y.v)};
    }
    friend Dual sinh(const Dual& a)
    {
        using std::cosh, std::sinh;
        return {sinh(a.v), a.d * cosh(a.v)};
    }
    friend Dual cosh(const Dual& a)
    {
        using std::cosh, std::sinh;
        return {cosh(a.v), a.d * sinh(a.v)};
    }
    friend Dual tanh(const Dual& a)
    {
        using std::tanh;
        const S f = tanh(a.v);
        return {f, a.d * (1 - f * f)};
    }
    friend Dual asinh(const Dual& a)
    {
        using std::asinh, std::sqrt;
        return {asinh(a.v), a.d / sqrt(1 + a.v * a.v)};
    }
    friend Dual acosh(const Dual& a)
    {
        using std::acosh, std::sqrt;
        return {acosh(a.v), a.d / sqrt(a.v * a.v - S(1))};
    }
    friend Dual atanh(const Dual& a)
    {
        using std::atanh;
        return {atanh(a.v), a.d / (1 - a.v * a.v)};
    }
    friend Dual log10(const Dual& a)
    {
        using std::log, std::log10;
        return {log10(a.v), a.d / (a.v * log(S(10)))};
    }
    friend Dual erf(const Dual& a)
    {
        using std::atan, std::erf, std::exp, std::sqrt;
        return {erf(a.v), a.d * exp(-a.v * a.v) / sqrt(S(atan(S(1))))};  // 2/sqrt(π) exp(-x²)
    }
    friend Dual input_value(const InputFunction& f, int order, const Dual& t)
    {
        return {input_value(f, order, t.v), t.d * input_value(f, order + 1, t.v)};
    }
    friend Dual exp(const Dual& a)
    {
        using std::exp;
        const S f = exp(a.v);
        return {f, a.d * f};
    }
    friend Dual log(const Dual& a)
    {
        using std::log;
        return {log(a.v), a.d / a.v};
    }
    friend Dual sqrt(const Dual& a)
    {
        using std::sqrt;
        const S f = sqrt(a.v);
        return {f, a.d / (2 * f)};
    }
    friend Dual abs(const Dual& a) { return a.v < 0 ? -a : a; }
    friend Dual floor(const Dual& a)
    {
        using std::floor;
        return {floor(a.v)};
    }
    friend Dual pow(const Dual& a, const Dual& b)
    {
        using std::log, std::pow;
        const S f = pow(a.v, b.v);
        const S by_base = b.v * pow(a.v, b.v - 1) * a.d;
        return {f, b.d == 0 ? by_base : S(by_base + f * log(a.v) * b.d)};
    }
};

template <class S>
struct ConstantOf<Dual<S>> {
    static Dual<S> from(const Quad& value) { return {ConstantOf<S>::from(value)}; }
};

}  // namespace involute
