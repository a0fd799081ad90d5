// SPDX-License-Identifier: Apache-2.0
// Linear systems of known index and dimension, scrambled. The Weierstrass form consists of an ODE
// and of chains w_2' + w_1 = .., w_3' + w_2 = .., .., w_k = ..: a chain of length k has index k and
// no freedom. Regular matrices on both sides change neither.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "involute/base/linear.hpp"

namespace involute::test {

inline double uniform(std::mt19937& random, double low, double high)
{
    return low + (high - low) * (double(random()) / 4294967296.0);
}

// Rotations around a diagonal: condition at most e^3 = 20.
inline MatrixOf<double> regular_matrix(int n, std::mt19937& random)
{
    const auto rotated = [&](MatrixOf<double> A) {
        for (int k = 0; k < 3 * n && n > 1; ++k) {
            const int i = int(random() % n), j = (i + 1 + int(random() % (n - 1))) % n;
            const double angle = uniform(random, 0, 6.28);
            const VectorOf<double> a = A.row(i), b = A.row(j);
            A.row(i) = std::cos(angle) * a - std::sin(angle) * b;
            A.row(j) = std::sin(angle) * a + std::cos(angle) * b;
        }
        return A;
    };
    MatrixOf<double> diagonal = MatrixOf<double>::Zero(n, n);
    for (int i = 0; i < n; ++i) diagonal(i, i) = std::exp(uniform(random, -1.5, 1.5));
    const MatrixOf<double> left = rotated(MatrixOf<double>::Identity(n, n));
    return left * diagonal * rotated(MatrixOf<double>::Identity(n, n));
}

/// sizes: of the unknowns, in turn; they are then given as start values.
inline std::string scrambled_system(unsigned seed, int ode, const std::vector<int>& chains,
                                    const std::vector<double>& sizes = {})
{
    std::mt19937 random(seed + 1000);
    int n = ode;
    for (int length : chains) n += length;
    MatrixOf<double> E = MatrixOf<double>::Zero(n, n), A = E;
    for (int i = 0; i < ode; ++i) {
        E(i, i) = 1;
        for (int j = 0; j < ode; ++j) A(i, j) = uniform(random, -1, 1);
    }
    int first = ode;
    for (int length : chains) {
        for (int i = 0; i < length; ++i) A(first + i, first + i) = 1;
        for (int i = 0; i + 1 < length; ++i) E(first + i, first + i + 1) = 1;
        first += length;
    }
    const MatrixOf<double> P = regular_matrix(n, random), Q = regular_matrix(n, random);
    E = P * E * Q;
    A = P * A * Q;
    const auto size = [&](int j) { return sizes.empty() ? 1 : sizes[j % sizes.size()]; };

    std::string text = "var ";
    for (int j = 0; j < n; ++j) text += fmt::format("{}y{}", j ? ", " : "", j + 1);
    for (int i = 0; i < n; ++i) {
        text += "\n0";
        for (int j = 0; j < n; ++j)
            text += fmt::format(" + ({})*y{}' + ({})*y{}", E(i, j) / size(j), j + 1,
                                A(i, j) / size(j), j + 1);
        text += fmt::format(" = sin(t + {})", i + 1);
    }
    text += "\n";
    if (!sizes.empty())
        for (int j = 0; j < n; ++j) text += fmt::format("start y{} = {}\n", j + 1, size(j));
    return text;
}

}  // namespace involute::test
