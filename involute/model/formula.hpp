// SPDX-License-Identifier: Apache-2.0
// Expressions written in C++ with the usual operators and functions: what a Builder makes, and what
// a traced callable is run on.
//
//     const Formula energy = (pow(x.dot(), 2) + pow(y.dot(), 2)) / 2 + 9.81 * y;
//
// A Formula belongs to the Builder its unknowns come from, or is a plain number; formulas of two
// builders in one expression throw an Error.
#pragma once

#include <concepts>
#include <memory>
#include <string_view>

#include "involute/system/system.hpp"

namespace involute {

/// The system under construction; shared by a Builder and its formulas.
struct BuilderState;

class Formula {
public:
    Formula() = default;  // 0
    template <std::integral I>
    Formula(I value) : number_(value)
    {
    }
    /// A double stands for its shortest decimal text: 0.1 is 0.1 in every precision.
    Formula(double value);
    Formula(const Quad& value);

    /// The n-th total derivative: for an unknown x, x.dot() is x'.
    Formula dot(int n = 1) const;

    bool is_number() const { return state_ == nullptr; }
    const Quad& number() const { return number_; }
    /// The expression in the graph of its builder; only if it is not a number.
    NodeId node() const { return node_; }
    const std::shared_ptr<BuilderState>& state() const { return state_; }

    Formula& operator+=(const Formula& b);
    Formula& operator-=(const Formula& b);
    Formula& operator*=(const Formula& b);
    Formula& operator/=(const Formula& b);

private:
    friend class FormulaMaker;
    std::shared_ptr<BuilderState> state_{};
    Quad number_ = 0;
    NodeId node_ = 0;
};

/// left = right, what `left == right` makes.
struct FormulaEquation {
    Formula left{};
    Formula right{};
};

Formula operator+(const Formula& a, const Formula& b);
Formula operator-(const Formula& a, const Formula& b);
Formula operator*(const Formula& a, const Formula& b);
Formula operator/(const Formula& a, const Formula& b);
Formula operator-(const Formula& a);
inline Formula operator+(const Formula& a)
{
    return a;
}
Formula pow(const Formula& base, const Formula& exponent);
FormulaEquation operator==(const Formula& a, const Formula& b);

// A formula has no value yet: code that branches on one cannot be traced.
bool operator<(const Formula&, const Formula&) = delete;
bool operator>(const Formula&, const Formula&) = delete;
bool operator<=(const Formula&, const Formula&) = delete;
bool operator>=(const Formula&, const Formula&) = delete;
bool operator!=(const Formula&, const Formula&) = delete;

/// A function of the model language by its name (docs/language.md lists them). Throws an Error
/// where there is none of that name.
Formula apply(std::string_view function, const Formula& a);
Formula apply(std::string_view function, const Formula& a, const Formula& b);

inline Formula sin(const Formula& a)
{
    return apply("sin", a);
}
inline Formula cos(const Formula& a)
{
    return apply("cos", a);
}
inline Formula tan(const Formula& a)
{
    return apply("tan", a);
}
inline Formula asin(const Formula& a)
{
    return apply("asin", a);
}
inline Formula acos(const Formula& a)
{
    return apply("acos", a);
}
inline Formula atan(const Formula& a)
{
    return apply("atan", a);
}
inline Formula sinh(const Formula& a)
{
    return apply("sinh", a);
}
inline Formula cosh(const Formula& a)
{
    return apply("cosh", a);
}
inline Formula tanh(const Formula& a)
{
    return apply("tanh", a);
}
inline Formula asinh(const Formula& a)
{
    return apply("asinh", a);
}
inline Formula acosh(const Formula& a)
{
    return apply("acosh", a);
}
inline Formula atanh(const Formula& a)
{
    return apply("atanh", a);
}
inline Formula log10(const Formula& a)
{
    return apply("log10", a);
}
inline Formula erf(const Formula& a)
{
    return apply("erf", a);
}
inline Formula exp(const Formula& a)
{
    return apply("exp", a);
}
inline Formula log(const Formula& a)
{
    return apply("log", a);
}
inline Formula sqrt(const Formula& a)
{
    return apply("sqrt", a);
}
inline Formula abs(const Formula& a)
{
    return apply("abs", a);
}
inline Formula sign(const Formula& a)
{
    return apply("sign", a);
}
inline Formula floor(const Formula& a)
{
    return apply("floor", a);
}
inline Formula ceil(const Formula& a)
{
    return -floor(-a);
}
/// a - b*floor(a/b), with the sign of b.
inline Formula mod(const Formula& a, const Formula& b)
{
    return a - b * floor(a / b);
}
inline Formula atan2(const Formula& y, const Formula& x)
{
    return apply("atan2", y, x);
}
inline Formula min(const Formula& a, const Formula& b)
{
    return apply("min", a, b);
}
inline Formula max(const Formula& a, const Formula& b)
{
    return apply("max", a, b);
}

/// a where c > 0, b elsewhere: `if(c > 0, a, b)` of a text. What is not chosen may be anything, and
/// steps end where c passes zero.
Formula where_positive(const Formula& c, const Formula& a, const Formula& b);

}  // namespace involute
