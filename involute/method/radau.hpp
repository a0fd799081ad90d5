// SPDX-License-Identifier: Apache-2.0
// Radau IIA with s stages (order 2s - 1), with everything an integrator needs of it: powers of A
// for higher derivatives, its eigenvalues and eigenvectors for the stage equations, and weights of
// an error estimate [Hairer, Wanner, Solving ODE II, IV.5, IV.8].
#pragma once

#include <complex>
#include <span>
#include <vector>

#include "involute/base/linear.hpp"

namespace involute {

template <class S>
struct Radau {
    int stages = 0;
    int order = 0;             // 2s - 1
    std::vector<S> c{};        // nodes; the last is 1
    std::vector<S> between{};  // one over Π (c_k - c_i), i ≠ k: for the polynomials through them
    MatrixOf<S> a{};           // ∫_0^{c_i} of the j-th Lagrange polynomial
    bool has_real = true;      // an odd number of stages has one real eigenvalue

    /// A = T Λ T⁻¹: for one eigenvalue γ of A its column of T and its row of T⁻¹. Of conjugate
    /// pairs one is kept.
    template <class T>
    struct Mode {
        T gamma{};
        std::vector<T> right{};
        std::vector<T> left{};
    };
    Mode<S> real{};
    std::vector<Mode<std::complex<S>>> pairs{};

    /// h (γ y'_0 + Σ e_i Y'_i) vanishes for polynomials of degree s: an estimate of order s + 1,
    /// γ the real eigenvalue where there is one, so that no other matrix is needed.
    S error_gamma{};
    std::vector<S> error{};
};

/// 1, 2, 3, 5 and 7 stages.
std::span<const int> radau_stages();

template <class S>
const Radau<S>& radau(int stages);

extern template const Radau<double>& radau(int);
extern template const Radau<Quad>& radau(int);

}  // namespace involute
