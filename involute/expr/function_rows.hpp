// SPDX-License-Identifier: Apache-2.0
// The rows of the function table. A row has a name, an arity, its value over any scalar that has
// the function under its usual name (found by argument-dependent lookup: double, Quad, Dual,
// Series, Enclosure) and its derivative as nodes. A new function is a row here, listed in
// FunctionRows; its
// series rule is its overload in series.hpp, its bounds are that in enclosure.hpp.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include "involute/base/elementary.hpp"
#include "involute/expr/graph.hpp"

namespace involute::rows {

/// Whether an S stands for many numbers: comparing two of them need not choose one.
template <class S>
inline constexpr bool is_range = false;

template <class... Rows>
struct List {
    static constexpr std::size_t size = sizeof...(Rows);
};

using FunctionRows =
    List<struct Sin, struct Cos, struct Tan, struct Asin, struct Acos, struct Atan, struct Atan2,
         struct Sinh, struct Cosh, struct Tanh, struct Exp, struct Log, struct Sqrt, struct Abs,
         struct Min, struct Max, struct Sign, struct Asinh, struct Acosh, struct Atanh,
         struct Log10, struct Erf, struct Gate, struct Otherwise, struct Floor>;

template <class Row, class... Rows>
constexpr FunctionId position(List<Rows...>)
{
    FunctionId index = 0, found = 0;
    ((std::is_same_v<Row, Rows> ? void(found = index) : void(), ++index), ...);
    return found;
}

template <class Row>
inline constexpr FunctionId id_of = position<Row>(FunctionRows{});

template <class Row>
NodeId call(Graph& g, NodeId a)
{
    return g.call(id_of<Row>, a);
}

inline NodeId one(Graph& g)
{
    return g.constant(1);
}
inline NodeId square(Graph& g, NodeId a)
{
    return g.integer_power(a, 2);
}

struct Sin {
    static constexpr std::string_view name = "sin";
    static constexpr int arity = 1;
    template <class S>
    static S value(const S& x)
    {
        if constexpr (std::is_same_v<S, double>) {
            return sine(x);
        } else {
            using std::sin;
            return sin(x);
        }
    }
    static NodeId partial(Graph& g, NodeId, NodeId a) { return call<Cos>(g, a); }
};

struct Cos {
    static constexpr std::string_view name = "cos";
    static constexpr int arity = 1;
    template <class S>
    static S value(const S& x)
    {
        if constexpr (std::is_same_v<S, double>) {
            return cosine(x);
        } else {
            using std::cos;
            return cos(x);
        }
    }
    static NodeId partial(Graph& g, NodeId, NodeId a) { return g.negate(call<Sin>(g, a)); }
};

struct Tan {
    static constexpr std::string_view name = "tan";
    static constexpr int arity = 1;
    template <class S>
    static S value(const S& x)
    {
        using std::tan;
        return tan(x);
    }
    static NodeId partial(Graph& g, NodeId f, NodeId) { return g.add(one(g), square(g, f)); }
};

struct Asin {
    static constexpr std::string_view name = "asin";
    static constexpr int arity = 1;
    template <class S>
    static S value(const S& x)
    {
        using std::asin;
        return asin(x);
    }
    static NodeId partial(Graph& g, NodeId, NodeId a)
    {
        return g.divide(one(g), call<Sqrt>(g, g.subtract(one(g), square(g, a))));
    }
};

struct Acos {
    static constexpr std::string_view name = "acos";
    static constexpr int arity = 1;
    template <class S>
    static S value(const S& x)
    {
        using std::acos;
        return acos(x);
    }
    static NodeId partial(Graph& g, NodeId, NodeId a)
    {
        return g.divide(g.constant(-1), call<Sqrt>(g, g.subtract(one(g), square(g, a))));
    }
};

struct Atan {
    static constexpr std::string_view name = "atan";
    static constexpr int arity = 1;
    template <class S>
    static S value(const S& x)
    {
        using std::atan;
        return atan(x);
    }
    static NodeId partial(Graph& g, NodeId, NodeId a)
    {
        return g.divide(one(g), g.add(one(g), square(g, a)));
    }
};

/// atan2(y, x): the angle of the point (x, y).
struct Atan2 {
    static constexpr std::string_view name = "atan2";
    static constexpr int arity = 2;
    template <class S>
    static S value(const S& y, const S& x)
    {
        using std::atan2;
        return atan2(y, x);
    }
    static NodeId partial(Graph& g, NodeId, NodeId y, NodeId x, int argument)
    {
        const NodeId top = argument == 0 ? x : g.negate(y);
        return g.divide(top, g.add(square(g, x), square(g, y)));
    }
};

struct Sinh {
    static constexpr std::string_view name = "sinh";
    static constexpr int arity = 1;
    template <class S>
    static S value(const S& x)
    {
        using std::sinh;
        return sinh(x);
    }
    static NodeId partial(Graph& g, NodeId, NodeId a) { return call<Cosh>(g, a); }
};

struct Cosh {
    static constexpr std::string_view name = "cosh";
    static constexpr int arity = 1;
    template <class S>
    static S value(const S& x)
    {
        using std::cosh;
        return cosh(x);
    }
    static NodeId partial(Graph& g, NodeId, NodeId a) { return call<Sinh>(g, a); }
};

struct Tanh {
    static constexpr std::string_view name = "tanh";
    static constexpr int arity = 1;
    template <class S>
    static S value(const S& x)
    {
        using std::tanh;
        return tanh(x);
    }
    static NodeId partial(Graph& g, NodeId f, NodeId) { return g.subtract(one(g), square(g, f)); }
};

struct Exp {
    static constexpr std::string_view name = "exp";
    static constexpr int arity = 1;
    template <class S>
    static S value(const S& x)
    {
        using std::exp;
        return exp(x);
    }
    static NodeId partial(Graph&, NodeId f, NodeId) { return f; }
};

struct Log {
    static constexpr std::string_view name = "log";
    static constexpr int arity = 1;
    template <class S>
    static S value(const S& x)
    {
        using std::log;
        return log(x);
    }
    static NodeId partial(Graph& g, NodeId, NodeId a) { return g.divide(one(g), a); }
};

struct Sqrt {
    static constexpr std::string_view name = "sqrt";
    static constexpr int arity = 1;
    template <class S>
    static S value(const S& x)
    {
        using std::sqrt;
        return sqrt(x);
    }
    static NodeId partial(Graph& g, NodeId f, NodeId)
    {
        return g.divide(one(g), g.multiply(g.constant(2), f));
    }
};

struct Abs {
    static constexpr std::string_view name = "abs";
    static constexpr int arity = 1;
    template <class S>
    static S value(const S& x)
    {
        using std::abs;
        return abs(x);
    }
    static NodeId partial(Graph& g, NodeId, NodeId a) { return call<Sign>(g, a); }
};

/// ∂ max(a, b)/∂a = (1 + sign(a - b))/2: one where a is chosen, zero where b is, half at a tie.
inline NodeId chosen(Graph& g, NodeId larger, NodeId smaller)
{
    const NodeId sign = call<Sign>(g, g.subtract(larger, smaller));
    return g.divide(g.add(one(g), sign), g.constant(2));
}

struct Min {
    static constexpr std::string_view name = "min";
    static constexpr int arity = 2;
    template <class S>
    static S value(const S& a, const S& b)
    {
        if constexpr (is_range<S>)
            return min(a, b);
        else
            return a < b ? a : b;
    }
    static NodeId partial(Graph& g, NodeId, NodeId a, NodeId b, int argument)
    {
        return argument == 0 ? chosen(g, b, a) : chosen(g, a, b);
    }
};

struct Max {
    static constexpr std::string_view name = "max";
    static constexpr int arity = 2;
    template <class S>
    static S value(const S& a, const S& b)
    {
        if constexpr (is_range<S>)
            return max(a, b);
        else
            return a > b ? a : b;
    }
    static NodeId partial(Graph& g, NodeId, NodeId a, NodeId b, int argument)
    {
        return argument == 0 ? chosen(g, a, b) : chosen(g, b, a);
    }
};

struct Sign {
    static constexpr std::string_view name = "sign";
    static constexpr int arity = 1;
    template <class S>
    static S value(const S& x)
    {
        if constexpr (is_range<S>) {
            return sign(x);
        } else {
            const S zero(0);
            return x > zero ? S(1) : x < zero ? S(-1) : x == zero ? zero : x;  // a NaN stays one
        }
    }
    static NodeId partial(Graph& g, NodeId, NodeId) { return g.constant(0); }
};

struct Asinh {
    static constexpr std::string_view name = "asinh";
    static constexpr int arity = 1;
    template <class S>
    static S value(const S& x)
    {
        using std::asinh;
        return asinh(x);
    }
    static NodeId partial(Graph& g, NodeId, NodeId a)
    {
        return g.divide(one(g), call<Sqrt>(g, g.add(square(g, a), one(g))));
    }
};

struct Acosh {
    static constexpr std::string_view name = "acosh";
    static constexpr int arity = 1;
    template <class S>
    static S value(const S& x)
    {
        using std::acosh;
        return acosh(x);
    }
    static NodeId partial(Graph& g, NodeId, NodeId a)
    {
        return g.divide(one(g), call<Sqrt>(g, g.subtract(square(g, a), one(g))));
    }
};

struct Atanh {
    static constexpr std::string_view name = "atanh";
    static constexpr int arity = 1;
    template <class S>
    static S value(const S& x)
    {
        using std::atanh;
        return atanh(x);
    }
    static NodeId partial(Graph& g, NodeId, NodeId a)
    {
        return g.divide(one(g), g.subtract(one(g), square(g, a)));
    }
};

struct Log10 {
    static constexpr std::string_view name = "log10";
    static constexpr int arity = 1;
    template <class S>
    static S value(const S& x)
    {
        using std::log10;
        return log10(x);
    }
    static NodeId partial(Graph& g, NodeId, NodeId a)
    {
        return g.divide(one(g), g.multiply(a, call<Log>(g, g.constant(10))));
    }
};

/// The error function, with erf' = 2/sqrt(π) exp(-x²).
struct Erf {
    static constexpr std::string_view name = "erf";
    static constexpr int arity = 1;
    template <class S>
    static S value(const S& x)
    {
        using std::erf;
        return erf(x);
    }
    static NodeId partial(Graph& g, NodeId, NodeId a)
    {
        const NodeId factor = g.divide(g.constant(2), call<Sqrt>(g, g.constant(NamedConstant::pi)));
        return g.multiply(factor, call<Exp>(g, g.negate(square(g, a))));
    }
};

/// The largest whole number that is not larger. Texts have ceil and mod too, which are made of it
/// (expr/stairs.hpp). Its steps are found by one more function, which is zero at them.
struct Floor {
    static constexpr std::string_view name = "floor";
    static constexpr int arity = 1;
    template <class S>
    static S value(const S& x)
    {
        using std::floor;
        return floor(x);
    }
    static NodeId partial(Graph& g, NodeId, NodeId) { return g.constant(0); }
};

/// gate(c, v) is v where c > 0, else 0; otherwise(c, v) is v where gate is 0. What is not chosen
/// may be anything, infinite too: if(c, a, b) = gate(c, a) + otherwise(c, b). Texts have no name
/// for them (they write `if`), and their derivatives are gates of derivatives (calculus.cpp): a
/// partial derivative times dv would be 0 times whatever dv is.
struct Gate {
    static constexpr std::string_view name = "[if]";
    static constexpr int arity = 2;
    template <class S>
    static S value(const S& c, const S& v)
    {
        if constexpr (is_range<S>) {
            return gate(c, v);
        } else {
            const S zero(0);
            return c > zero ? v : c < zero || c == zero ? zero : c;  // a NaN stays one
        }
    }
    static NodeId partial(Graph& g, NodeId, NodeId c, NodeId, int argument)
    {
        return argument == 0 ? g.constant(0) : g.call(id_of<Gate>, c, g.constant(1));
    }
};

struct Otherwise {
    static constexpr std::string_view name = "[else]";
    static constexpr int arity = 2;
    template <class S>
    static S value(const S& c, const S& v)
    {
        if constexpr (is_range<S>) {
            return otherwise(c, v);
        } else {
            const S zero(0);
            return c > zero ? zero : c < zero || c == zero ? v : c;
        }
    }
    static NodeId partial(Graph& g, NodeId, NodeId c, NodeId, int argument)
    {
        return argument == 0 ? g.constant(0) : g.call(id_of<Otherwise>, c, g.constant(1));
    }
};

// ---- the rows as tables of pointers, for a scalar S

template <class S>
using Unary = S (*)(const S&);
template <class S>
using Binary = S (*)(const S&, const S&);

template <class S, class... Rows>
constexpr std::array<Unary<S>, sizeof...(Rows)> unary_table(List<Rows...>)
{
    const auto pointer = []<class Row>(Row*) -> Unary<S> {
        if constexpr (Row::arity == 1)
            return &Row::template value<S>;
        else
            return nullptr;
    };
    return {pointer(static_cast<Rows*>(nullptr))...};
}

template <class S, class... Rows>
constexpr std::array<Binary<S>, sizeof...(Rows)> binary_table(List<Rows...>)
{
    const auto pointer = []<class Row>(Row*) -> Binary<S> {
        if constexpr (Row::arity == 2)
            return &Row::template value<S>;
        else
            return nullptr;
    };
    return {pointer(static_cast<Rows*>(nullptr))...};
}

/// The values of the functions over S, by FunctionId; null where the arity is another.
template <class S>
inline constexpr auto unary_values = unary_table<S>(FunctionRows{});
template <class S>
inline constexpr auto binary_values = binary_table<S>(FunctionRows{});

}  // namespace involute::rows
