// SPDX-License-Identifier: Apache-2.0
#include "involute/method/radau.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "involute/base/dense.hpp"

namespace involute {
namespace {

constexpr std::array<int, 5> stage_numbers{1, 2, 3, 5, 7};

using ComplexQuad = std::complex<Quad>;

/// P_s(x) - P_{s-1}(x), Legendre, and its derivative; the roots are the nodes on [-1, 1].
template <class T>
std::pair<T, T> radau_polynomial(int s, const T& x)
{
    T before = 1, now = x, before_slope = 0, slope = 1;
    for (int k = 1; k < s; ++k) {
        const T next = ((2 * k + 1) * x * now - k * before) / (k + 1);
        const T next_slope = ((2 * k + 1) * (now + x * slope) - k * before_slope) / (k + 1);
        before = now;
        now = next;
        before_slope = slope;
        slope = next_slope;
    }
    return {now - before, slope - before_slope};
}

/// The nodes in (0, 1]: between sign changes, by Newton's method.
std::vector<Quad> nodes(int s)
{
    constexpr int intervals = 200;
    std::vector<Quad> c;
    for (int k = 0; k + 1 < intervals; ++k) {
        const double low = 2.0 * k / intervals - 1, high = low + 2.0 / intervals;
        if ((radau_polynomial(s, low).first < 0) == (radau_polynomial(s, high).first < 0)) continue;
        Quad x = (low + high) / 2;
        for (int i = 0; i < 8; ++i) {
            const auto [value, slope] = radau_polynomial(s, x);
            x -= value / slope;
        }
        c.push_back((1 + x) / 2);
    }
    c.push_back(1);
    return c;
}

/// V_qj = c_j^q, q = 0 .. s-1.
MatrixOf<Quad> powers_of(const std::vector<Quad>& c)
{
    const int s = int(c.size());
    MatrixOf<Quad> v(s, s);
    for (int j = 0; j < s; ++j) {
        Quad power = 1;
        for (int q = 0; q < s; ++q, power *= c[j]) v(q, j) = power;
    }
    return v;
}

/// Σ_j a_ij c_j^(q-1) = c_i^q / q for q = 1 .. s.
MatrixOf<Quad> collocation(const std::vector<Quad>& c)
{
    const int s = int(c.size());
    MatrixOf<Quad> rhs(s, s);
    for (int i = 0; i < s; ++i) {
        Quad power = c[i];
        for (int q = 1; q <= s; ++q, power *= c[i]) rhs(q - 1, i) = power / q;
    }
    return FullLu<Quad>(powers_of(c)).solve(rhs).transpose();
}

/// An eigenvector to the eigenvalue near `gamma`, which is refined on the way: Newton's method on
/// (A - γ) x = 0, w·x = 1.
std::vector<ComplexQuad> refine(const MatrixOf<Quad>& a, ComplexQuad& gamma,
                                const Eigen::VectorXcd& guess, int steps)
{
    const int s = int(a.rows());
    using Matrix = Eigen::Matrix<ComplexQuad, Eigen::Dynamic, Eigen::Dynamic>;
    using Vector = Eigen::Matrix<ComplexQuad, Eigen::Dynamic, 1>;
    Vector x(s), w(s);
    for (int i = 0; i < s; ++i) {
        x[i] = ComplexQuad(Quad(guess[i].real()), Quad(guess[i].imag()));
        w[i] = std::conj(x[i]);
    }
    for (int iteration = 0; iteration < steps; ++iteration) {
        Matrix bordered(s + 1, s + 1);
        Vector rhs(s + 1);
        rhs[s] = ComplexQuad(1);
        for (int i = 0; i < s; ++i) {
            rhs[i] = gamma * x[i];
            rhs[s] -= w[i] * x[i];
            for (int j = 0; j < s; ++j) {
                bordered(i, j) = ComplexQuad(a(i, j));
                rhs[i] -= a(i, j) * x[j];
            }
            bordered(i, i) -= gamma;
            bordered(i, s) = -x[i];
            bordered(s, i) = w[i];
        }
        bordered(s, s) = ComplexQuad(0);
        const Vector change = solve_square(bordered, rhs);
        for (int i = 0; i < s; ++i) x[i] += change[i];
        gamma += change[s];
    }
    return {x.data(), x.data() + s};
}

/// in_full: eigenvectors to the last digit of Quad; rounded to double they need no refinement.
void add_modes(Radau<Quad>& r, bool in_full)
{
    const int s = r.stages;
    const Eigen::MatrixXd a = r.a.cast<double>();
    const EigenPairs rough = eigenpairs(a), rough_left = eigenpairs(a.transpose());
    r.has_real = s % 2 == 1;
    for (int k = 0; k < s; ++k) {
        const std::complex<double> near = rough.values[k];
        const bool is_real = std::abs(near.imag()) < 1e-8;
        if (!is_real && near.imag() < 0) continue;
        int mate = 0;
        for (int l = 1; l < s; ++l)
            if (std::abs(rough_left.values[l] - near) < std::abs(rough_left.values[mate] - near))
                mate = l;
        ComplexQuad gamma(Quad(near.real()), Quad(near.imag())), same = gamma;
        const int steps = in_full ? 3 : 0;
        const auto right = refine(r.a, gamma, rough.vectors.col(k), steps);
        auto left = refine(r.a.transpose(), same, rough_left.vectors.col(mate), steps);
        ComplexQuad product(0);
        for (int i = 0; i < s; ++i) product += left[i] * right[i];
        for (int i = 0; i < s; ++i) left[i] /= product;
        if (!is_real) {
            r.pairs.push_back({gamma, right, left});
            continue;
        }
        r.real.gamma = gamma.real();
        for (int i = 0; i < s; ++i) {
            // Only the product of both is used, in which a phase cancels.
            const ComplexQuad phase = right[s - 1] / abs(right[s - 1]);
            r.real.right.push_back((right[i] / phase).real());
            r.real.left.push_back((left[i] * phase).real());
        }
    }
}

/// Σ e_i c_i^q = -γ for q = 0, else 0.
void add_error_weights(Radau<Quad>& r)
{
    using std::sqrt;
    // Without a real eigenvalue, take the size of the pair: the filter then acts like the method.
    r.error_gamma = r.has_real ? r.real.gamma : abs(r.pairs[0].gamma);
    VectorOf<Quad> rhs = VectorOf<Quad>::Zero(r.stages);
    rhs[0] = -r.error_gamma;
    const VectorOf<Quad> e = FullLu<Quad>(powers_of(r.c)).solve(rhs);
    r.error.assign(e.data(), e.data() + r.stages);
}

Radau<Quad> make_radau(int stages, bool in_full)
{
    Radau<Quad> r;
    r.stages = stages;
    r.order = 2 * stages - 1;
    r.c = nodes(stages);
    for (const Quad& c : r.c) {
        Quad product(1);
        for (const Quad& other : r.c)
            if (&other != &c) product *= c - other;
        r.between.push_back(1 / product);
    }
    r.a = collocation(r.c);
    add_modes(r, in_full);
    add_error_weights(r);
    return r;
}

template <class S>
std::vector<S> rounded(const std::vector<Quad>& from)
{
    std::vector<S> to;
    for (const Quad& x : from) to.push_back(from_quad<S>(x));
    return to;
}

template <class S>
std::complex<S> rounded(const ComplexQuad& x)
{
    return {from_quad<S>(x.real()), from_quad<S>(x.imag())};
}

template <class S>
Radau<S> rounded(const Radau<Quad>& from)
{
    Radau<S> to;
    to.stages = from.stages;
    to.order = from.order;
    to.c = rounded<S>(from.c);
    to.between = rounded<S>(from.between);
    to.a = from.a.unaryExpr([](const Quad& x) { return from_quad<S>(x); });
    to.has_real = from.has_real;
    to.real = {from_quad<S>(from.real.gamma), rounded<S>(from.real.right),
               rounded<S>(from.real.left)};
    for (const auto& mode : from.pairs) {
        auto& kept = to.pairs.emplace_back();
        kept.gamma = rounded<S>(mode.gamma);
        for (const ComplexQuad& x : mode.right) kept.right.push_back(rounded<S>(x));
        for (const ComplexQuad& x : mode.left) kept.left.push_back(rounded<S>(x));
    }
    to.error_gamma = from_quad<S>(from.error_gamma);
    to.error = rounded<S>(from.error);
    return to;
}

template <class S, int stages>
const Radau<S>& made_once()
{
    static const Radau<S> made = rounded<S>(make_radau(stages, std::is_same_v<S, Quad>));
    return made;
}

}  // namespace

std::span<const int> radau_stages()
{
    return stage_numbers;
}

template <class S>
const Radau<S>& radau(int stages)
{
    switch (stages) {
        case 1:
            return made_once<S, 1>();
        case 2:
            return made_once<S, 2>();
        case 3:
            return made_once<S, 3>();
        case 5:
            return made_once<S, 5>();
        case 7:
            return made_once<S, 7>();
        default:
            throw std::invalid_argument("no Radau method with this many stages");
    }
}

template const Radau<double>& radau(int);
template const Radau<Quad>& radau(int);

}  // namespace involute
