// SPDX-License-Identifier: Apache-2.0
// Truncated Taylor series, so that evaluating an expression gives the Taylor coefficients of its
// value along a curve. Functions follow the classical recurrences from their differential equations
// (Moore, Interval Analysis, 1966, ch. 11; Griewank, Walther, Evaluating Derivatives, 13.2).
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "involute/expr/evaluate.hpp"

namespace involute {

/// c[0] + c[1] t + ...; coefficients beyond the stored ones are zero, so a constant has one.
template <class S>
struct Series {
    std::vector<S> c{};

    Series() = default;
    explicit Series(std::vector<S> coefficients) : c(std::move(coefficients)) {}
    explicit Series(const S& constant) : c{constant} {}
    explicit Series(int constant) : c{S(constant)} {}

    /// The series value + t, with `length` coefficients.
    static Series variable(const S& value, std::size_t length)
    {
        Series x(std::vector<S>(length, S(0)));
        x.c[0] = value;
        if (length > 1) x.c[1] = S(1);
        return x;
    }

    std::size_t size() const { return c.size(); }
    S operator[](std::size_t k) const { return k < c.size() ? c[k] : S(0); }
};

namespace series_detail {

template <class S>
Series<S> zeros(std::size_t length)
{
    return Series<S>(std::vector<S>(length, S(0)));
}

template <class S>
std::size_t common_size(const Series<S>& a, const Series<S>& b)
{
    return std::max(a.size(), b.size());
}

/// Σ a[j] b[k-j] over first <= j <= last, as far as both are stored.
template <class S>
S convolution(const Series<S>& a, const Series<S>& b, std::size_t k, std::size_t first,
              std::size_t last)
{
    S sum(0);
    const std::size_t low = std::max(first, k + 1 > b.size() ? k + 1 - b.size() : 0);
    for (std::size_t j = low; j <= last && j < a.size(); ++j) sum += a.c[j] * b.c[k - j];
    return sum;
}

/// The coefficient k >= 1 of ∫ a' w dt = (1/k) Σ_{j=1..k} j a[j] w[k-j].
template <class S>
S integral(const Series<S>& a, const Series<S>& w, std::size_t k)
{
    S sum(0);
    const std::size_t low = std::max<std::size_t>(1, k + 1 > w.size() ? k + 1 - w.size() : 0);
    for (std::size_t j = low; j <= k && j < a.size(); ++j) sum += S(int(j)) * a.c[j] * w.c[k - j];
    return sum / S(int(k));
}

/// f with f(0) = value and f' = a' w.
template <class S>
Series<S> integrate(const S& value, const Series<S>& a, const Series<S>& w)
{
    Series<S> f = zeros<S>(common_size(a, w));
    f.c[0] = value;
    for (std::size_t k = 1; k < f.size(); ++k) f.c[k] = integral(a, w, k);
    return f;
}

/// Two functions with f' = a' g, g' = ± a' f: sine and cosine, circular or hyperbolic.
template <class S>
std::pair<Series<S>, Series<S>> sine_cosine(const Series<S>& a, const S& f0, const S& g0, int sign)
{
    Series<S> f = zeros<S>(a.size()), g = zeros<S>(a.size());
    f.c[0] = f0;
    g.c[0] = g0;
    for (std::size_t k = 1; k < a.size(); ++k) {
        f.c[k] = integral(a, g, k);
        g.c[k] = S(sign) * integral(a, f, k);
    }
    return {f, g};
}

/// f with f' = a' (1 ± f²): the tangents.
template <class S>
Series<S> tangent(const Series<S>& a, const S& f0, int sign)
{
    Series<S> f = zeros<S>(a.size()), w = zeros<S>(a.size());
    f.c[0] = f0;
    w.c[0] = S(1) + S(sign) * f0 * f0;
    for (std::size_t k = 1; k < a.size(); ++k) {
        f.c[k] = integral(a, w, k);
        w.c[k] = S(sign) * convolution(f, f, k, 0, k);
    }
    return f;
}

/// The first coefficient that is not zero: its sign is that of the value just after t = 0.
template <class S>
S leading(const Series<S>& a)
{
    const auto found = std::find_if(a.c.begin(), a.c.end(), [](const S& x) { return x != S(0); });
    return found == a.c.end() ? S(0) : *found;
}

}  // namespace series_detail

// ---- arithmetic

template <class S>
Series<S> operator+(const Series<S>& a, const Series<S>& b)
{
    Series<S> sum = a.size() >= b.size() ? a : b;
    const Series<S>& other = a.size() >= b.size() ? b : a;
    for (std::size_t k = 0; k < other.size(); ++k) sum.c[k] += other.c[k];
    return sum;
}

template <class S>
Series<S> operator-(Series<S> a)
{
    for (S& x : a.c) x = -x;
    return a;
}

template <class S>
Series<S> operator-(Series<S> a, const Series<S>& b)
{
    a.c.resize(series_detail::common_size(a, b), S(0));
    for (std::size_t k = 0; k < b.size(); ++k) a.c[k] -= b.c[k];
    return a;
}

template <class S>
Series<S> operator*(const Series<S>& a, const Series<S>& b)
{
    Series<S> product = series_detail::zeros<S>(series_detail::common_size(a, b));
    for (std::size_t k = 0; k < product.size(); ++k)
        product.c[k] = series_detail::convolution(a, b, k, 0, k);
    return product;
}

template <class S>
Series<S> operator/(const Series<S>& a, const Series<S>& b)
{
    Series<S> q = series_detail::zeros<S>(series_detail::common_size(a, b));
    for (std::size_t k = 0; k < q.size(); ++k)
        q.c[k] = (a[k] - series_detail::convolution(b, q, k, 1, k)) / b.c[0];
    return q;
}

// Order is that of the values just after t = 0.
template <class S>
bool operator<(const Series<S>& a, const Series<S>& b)
{
    return series_detail::leading(a - b) < S(0);
}
template <class S>
bool operator>(const Series<S>& a, const Series<S>& b)
{
    return series_detail::leading(a - b) > S(0);
}
template <class S>
bool operator==(const Series<S>& a, const Series<S>& b)
{
    return series_detail::leading(a - b) == S(0);
}

// ---- functions

template <class S>
Series<S> exp(const Series<S>& a)
{
    using std::exp;
    Series<S> f = series_detail::zeros<S>(a.size());
    f.c[0] = exp(a.c[0]);
    for (std::size_t k = 1; k < f.size(); ++k) f.c[k] = series_detail::integral(a, f, k);
    return f;
}

template <class S>
Series<S> log(const Series<S>& a)
{
    using std::log;
    return series_detail::integrate(S(log(a.c[0])), a, Series<S>(1) / a);
}

template <class S>
Series<S> sqrt(const Series<S>& a)
{
    using std::sqrt;
    Series<S> f = series_detail::zeros<S>(a.size());
    f.c[0] = sqrt(a.c[0]);
    for (std::size_t k = 1; k < f.size(); ++k)
        f.c[k] = (a.c[k] - series_detail::convolution(f, f, k, 1, k - 1)) / (S(2) * f.c[0]);
    return f;
}

template <class S>
Series<S> sin(const Series<S>& a)
{
    const S sine = rows::Sin::value(a.c[0]), cosine = rows::Cos::value(a.c[0]);
    return series_detail::sine_cosine(a, sine, cosine, -1).first;
}

template <class S>
Series<S> cos(const Series<S>& a)
{
    const S sine = rows::Sin::value(a.c[0]), cosine = rows::Cos::value(a.c[0]);
    return series_detail::sine_cosine(a, sine, cosine, -1).second;
}

template <class S>
Series<S> sinh(const Series<S>& a)
{
    using std::cosh, std::sinh;
    return series_detail::sine_cosine(a, S(sinh(a.c[0])), S(cosh(a.c[0])), 1).first;
}

template <class S>
Series<S> cosh(const Series<S>& a)
{
    using std::cosh, std::sinh;
    return series_detail::sine_cosine(a, S(sinh(a.c[0])), S(cosh(a.c[0])), 1).second;
}

template <class S>
Series<S> tan(const Series<S>& a)
{
    using std::tan;
    return series_detail::tangent(a, S(tan(a.c[0])), 1);
}

template <class S>
Series<S> tanh(const Series<S>& a)
{
    using std::tanh;
    return series_detail::tangent(a, S(tanh(a.c[0])), -1);
}

template <class S>
Series<S> asin(const Series<S>& a)
{
    using std::asin;
    const Series<S> w = Series<S>(1) / sqrt(Series<S>(1) - a * a);
    return series_detail::integrate(S(asin(a.c[0])), a, w);
}

template <class S>
Series<S> acos(const Series<S>& a)
{
    using std::acos;
    const Series<S> w = Series<S>(-1) / sqrt(Series<S>(1) - a * a);
    return series_detail::integrate(S(acos(a.c[0])), a, w);
}

template <class S>
Series<S> atan(const Series<S>& a)
{
    using std::atan;
    return series_detail::integrate(S(atan(a.c[0])), a, Series<S>(1) / (Series<S>(1) + a * a));
}

/// d atan2(y, x) = (x dy - y dx)/(x² + y²).
template <class S>
Series<S> atan2(const Series<S>& y, const Series<S>& x)
{
    using std::atan2;
    const Series<S> r2 = x * x + y * y;
    return series_detail::integrate(S(atan2(y.c[0], x.c[0])), y, x / r2) -
           series_detail::integrate(S(0), x, y / r2);
}

template <class S>
Series<S> asinh(const Series<S>& a)
{
    using std::asinh;
    const Series<S> w = Series<S>(1) / sqrt(a * a + Series<S>(1));
    return series_detail::integrate(S(asinh(a.c[0])), a, w);
}

template <class S>
Series<S> acosh(const Series<S>& a)
{
    using std::acosh;
    const Series<S> w = Series<S>(1) / sqrt(a * a - Series<S>(1));
    return series_detail::integrate(S(acosh(a.c[0])), a, w);
}

template <class S>
Series<S> atanh(const Series<S>& a)
{
    using std::atanh;
    return series_detail::integrate(S(atanh(a.c[0])), a, Series<S>(1) / (Series<S>(1) - a * a));
}

template <class S>
Series<S> log10(const Series<S>& a)
{
    using std::log, std::log10;
    Series<S> f = log(a) / Series<S>(S(log(S(10))));
    f.c[0] = log10(a.c[0]);
    return f;
}

template <class S>
Series<S> erf(const Series<S>& a)
{
    using std::atan, std::erf, std::sqrt;
    const S factor = S(1) / sqrt(S(atan(S(1))));  // 2/sqrt(π)
    return series_detail::integrate(S(erf(a.c[0])), a, Series<S>(factor) * exp(-(a * a)));
}

template <class S>
Series<S> abs(const Series<S>& a)
{
    return series_detail::leading(a) < S(0) ? -a : a;
}

/// Constant: the whole number just after t = 0.
template <class S>
Series<S> floor(const Series<S>& a)
{
    using std::floor;
    const S below = floor(a.c[0]);
    Series<S> rest = a;
    rest.c[0] = S(0);
    const bool falls = below == a.c[0] && series_detail::leading(rest) < S(0);
    Series<S> f = series_detail::zeros<S>(a.size());
    f.c[0] = falls ? S(below - S(1)) : below;
    return f;
}

/// a^b: for a constant b from a f' = b a' f, else exp(b log a).
template <class S>
Series<S> pow(const Series<S>& a, const Series<S>& b)
{
    using std::pow;
    if (b.size() > 1) return exp(b * log(a));
    Series<S> f = series_detail::zeros<S>(a.size());
    f.c[0] = pow(a.c[0], b.c[0]);
    for (std::size_t k = 1; k < f.size(); ++k) {
        S sum(0);
        for (std::size_t j = 1; j <= k; ++j)
            sum += (b.c[0] * S(int(j)) - S(int(k - j))) * a.c[j] * f.c[k - j];
        f.c[k] = sum / (S(int(k)) * a.c[0]);
    }
    return f;
}

/// By Taylor's formula around where t begins.
template <class S>
Series<S> input_value(const InputFunction& f, int order, const Series<S>& t)
{
    Series<S> way = t;
    way.c[0] = S(0);
    Series<S> sum = series_detail::zeros<S>(t.size());
    for (int k = int(t.size()); k-- > 0;) {
        sum = sum * way;
        sum.c[0] = input_value(f, order + k, t.c[0]);
        for (int j = 2; j <= k; ++j) sum.c[0] = sum.c[0] / S(j);
    }
    return sum;
}

template <class S>
struct ConstantOf<Series<S>> {
    static Series<S> from(const Quad& value) { return Series<S>(ConstantOf<S>::from(value)); }
};

}  // namespace involute
