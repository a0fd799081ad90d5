// SPDX-License-Identifier: Apache-2.0
// Formulas of the tests' own: written as model text in any notation, and evaluated in long double
// without the library.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace involute::testing {

struct Formula;
using F = std::shared_ptr<const Formula>;

struct Formula {
    enum class Kind { number, time, unknown, sum, difference, product, quotient, power, call };
    Kind kind{};
    double number = 0;       // its value; of a power its exponent
    int unknown = 0;         // which
    std::string function{};  // of a call: exp, abs, max, min
    F a{}, b{};
};

inline F number(double value)
{
    return std::make_shared<Formula>(Formula{.kind = Formula::Kind::number, .number = value});
}
inline F time_itself()
{
    return std::make_shared<Formula>(Formula{.kind = Formula::Kind::time});
}
inline F unknown(int which)
{
    return std::make_shared<Formula>(Formula{.kind = Formula::Kind::unknown, .unknown = which});
}
inline F power(F a, int exponent)
{
    return std::make_shared<Formula>(
        Formula{.kind = Formula::Kind::power, .number = double(exponent), .a = std::move(a)});
}
inline F call(std::string function, F a, F b = {})
{
    return std::make_shared<Formula>(Formula{.kind = Formula::Kind::call,
                                             .function = std::move(function),
                                             .a = std::move(a),
                                             .b = std::move(b)});
}
inline F binary(Formula::Kind kind, F a, F b)
{
    return std::make_shared<Formula>(Formula{.kind = kind, .a = std::move(a), .b = std::move(b)});
}
inline F operator+(F a, F b)
{
    return binary(Formula::Kind::sum, std::move(a), std::move(b));
}
inline F operator-(F a, F b)
{
    return binary(Formula::Kind::difference, std::move(a), std::move(b));
}
inline F operator*(F a, F b)
{
    return binary(Formula::Kind::product, std::move(a), std::move(b));
}
inline F operator/(F a, F b)
{
    return binary(Formula::Kind::quotient, std::move(a), std::move(b));
}

/// How unknowns and the time are written: "y1", "(10*Y1 + 3)", "(t - 5)".
struct Notation {
    std::vector<std::string> unknowns{};
    std::string time = "t";
};

inline std::string written(double value)
{
    return value < 0 ? fmt::format("({})", value) : fmt::format("{}", value);
}

inline std::string written(const F& f, const Notation& as)
{
    using Kind = Formula::Kind;
    const auto pair = [&](const char* sign) {
        return "(" + written(f->a, as) + sign + written(f->b, as) + ")";
    };
    switch (f->kind) {
        case Kind::number:
            return written(f->number);
        case Kind::time:
            return as.time;
        case Kind::unknown:
            return as.unknowns[std::size_t(f->unknown)];
        case Kind::sum:
            return pair(" + ");
        case Kind::difference:
            return pair(" - ");
        case Kind::product:
            return pair("*");
        case Kind::quotient:
            return pair("/");
        case Kind::power:
            return fmt::format("{}^{}", written(f->a, as), int(f->number));
        case Kind::call:
            break;
    }
    const std::string second = f->b ? ", " + written(f->b, as) : "";
    return f->function + "(" + written(f->a, as) + second + ")";
}

using Real = long double;

inline Real call_value(const std::string& function, Real a, Real b)
{
    if (function == "exp") return std::exp(a);
    if (function == "abs") return std::abs(a);
    return function == "max" ? std::max(a, b) : std::min(a, b);
}

inline Real value_of(const F& f, Real time, const std::vector<Real>& unknowns)
{
    using Kind = Formula::Kind;
    const auto a = [&] { return value_of(f->a, time, unknowns); };
    const auto b = [&] { return f->b ? value_of(f->b, time, unknowns) : Real(0); };
    switch (f->kind) {
        case Kind::number:
            return Real(f->number);
        case Kind::time:
            return time;
        case Kind::unknown:
            return unknowns[std::size_t(f->unknown)];
        case Kind::sum:
            return a() + b();
        case Kind::difference:
            return a() - b();
        case Kind::product:
            return a() * b();
        case Kind::quotient:
            return a() / b();
        case Kind::power:
            return std::pow(a(), int(f->number));
        case Kind::call:
            break;
    }
    return call_value(f->function, a(), b());
}

}  // namespace involute::testing
