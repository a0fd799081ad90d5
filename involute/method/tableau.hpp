// SPDX-License-Identifier: Apache-2.0
// A Runge-Kutta method as data, the way the literature prints it: exact rationals or quadratic
// numbers, or decimals with all published digits. `convert` turns it into dense arrays of one
// scalar.
//
// Slopes are numbered from 0. The stages are k_0 .. k_{s-1}; the slope f1 at the end point is the
// last stage where the method ends with it (stiffly accurate; FSAL if explicit), else the one slope
// after the stages; the extra stages that only dense output needs follow.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "involute/base/scalar.hpp"

namespace involute {

/// One coefficient, exact: (num + root √radicand) / den, or the number whose decimal text is given.
struct Coefficient {
    long long num = 0;
    long long den = 1;
    long long root = 0;
    int radicand = 0;            // square-free; 0: rational
    std::string_view decimal{};  // empty: num, den, root, radicand

    constexpr Coefficient() = default;
    constexpr Coefficient(int whole) : num(whole) {}
    constexpr Coefficient(long long num_, long long den_) : num(num_), den(den_) {}
    constexpr Coefficient(const char* text) : decimal(text) {}

    constexpr bool is_exact() const { return decimal.empty(); }
    constexpr bool is_rational() const { return is_exact() && radicand == 0; }

    /// The coefficient in a scalar: rounded in double and Quad, itself in the exact ones of the
    /// order checks.
    template <class S>
    S as() const;
};

template <>
double Coefficient::as<double>() const;
template <>
Quad Coefficient::as<Quad>() const;

/// (num + root √radicand) / den.
constexpr Coefficient quadratic(long long num, long long root, int radicand, long long den)
{
    Coefficient x(num, den);
    x.root = root;
    x.radicand = radicand;
    return x;
}

/// Missing coefficients at the end of a row are zero.
using Row = std::vector<Coefficient>;

struct Tableau {
    std::string name{};
    std::string_view source{};
    int stages = 0;
    int order = 0;

    Row c{};
    std::vector<Row> A{};
    Row b{};

    // The error estimate h Σ e_j k_j with e = b - b_hat: give the weights b_hat, or, where the
    // source prints it, e itself (`error`). A second, lower estimate e2 = b - b_hat2 is combined
    // with the first as err² / √(err² + 0.01 err2²), norms in scale (Hairer, Nørsett, Wanner,
    // Solving ODE I, II.10). All may be absent: constant steps only.
    int embedded_order = 0;
    Row b_hat{};
    Row error{};
    int second_embedded_order = 0;
    Row b_hat2{};

    // Dense output, nested (θ = 0 at the start of the step, 1 at its end; f0 is the slope at the
    // start, k_0 if the method is explicit):
    //   y(θ) = y0 + θ(F0 + (1-θ)(F1 + θ(F2 + (1-θ)(F3 + θ(F4 + (1-θ)(F5 + θ F6))))))
    //   F0 = y1 - y0,  F1 = h f0 - F0,  F2 = 2 F0 - h (f0 + f1),  F_{3+r} = h Σ_j D[r][j] k_j
    // Without rows D it is the cubic Hermite polynomial.
    int dense_order = 3;
    Row extra_c{};
    std::vector<Row> extra_A{};
    std::vector<Row> D{};
};

/// Every stage uses only the ones before it.
bool is_explicit(const Tableau& tableau);
/// The last stage is the slope at the end point: A's last row equals b, and c = 1 there.
bool is_stiffly_accurate(const Tableau& tableau);
/// Whether a predicate holds for every coefficient written down.
bool every_coefficient(const Tableau& tableau, bool (Coefficient::*predicate)() const);

/// The same pair advancing with the lower order: b and b_hat are exchanged, the name ends in
/// "-lower". What depends on b is dropped: the last stage is no longer the slope at the end point,
/// and dense output is the cubic Hermite polynomial. For pairs that print b_hat.
Tableau continue_with_lower(Tableau pair);

/// A tableau in one scalar; matrices are row-major with `slopes` columns.
template <class S>
struct Coefficients {
    int stages = 0;
    int end = 0;     // the index of the slope at the end point
    int slopes = 0;  // all of them: stages, end point, extra stages
    int order = 0;
    int error_order = 0;  // the estimate behaves as h^(error_order + 1)
    bool fsal = false;    // the last stage is the slope at the end point
    int dense_order = 3;

    std::vector<S> c{};   // slopes
    std::vector<S> A{};   // slopes × slopes; row `end` holds b
    std::vector<S> b{};   // slopes
    std::vector<S> e{};   // slopes, or empty: no estimate
    std::vector<S> e2{};  // slopes, or empty: no second estimate
    std::vector<S> D{};   // dense_rows × slopes
    int dense_rows = 0;

    const S& a(int i, int j) const
    {
        return A[std::size_t(i) * std::size_t(slopes) + std::size_t(j)];
    }
    const S& d(int r, int j) const
    {
        return D[std::size_t(r) * std::size_t(slopes) + std::size_t(j)];
    }
    /// The first extra stage; extra stages are [first_extra(), slopes).
    int first_extra() const { return end + 1; }
};

/// S: double or Quad (and exact rationals in the order checks).
template <class S>
Coefficients<S> convert(const Tableau& tableau);

extern template Coefficients<double> convert<double>(const Tableau&);
extern template Coefficients<Quad> convert<Quad>(const Tableau&);

}  // namespace involute
