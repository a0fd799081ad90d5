// SPDX-License-Identifier: Apache-2.0
// Folded singularities: points of M where C = (r | J) has rank n - 1, so that the direction of the
// solution is lost. With u, N the left null vector and the right null basis of C there, points near
// by have the direction N a with uᵗ C(q) N a = 0, so that in the plane q = p + N c
//
//     c' = A c,   A = [0 -1; 1 0] D(uᵗ C N)
//
// up to the parameter: a saddle, node or focus (A. A. Davydov, Normal form of a
// differential equation, not solvable for the derivative, Funct. Anal. Appl. 19 (1985)).
#pragma once

#include <array>
#include <complex>

#include "involute/singular/form.hpp"

namespace involute {

struct FoldedPoint {
    std::vector<Quad> p{};
    SingularKind kind = SingularKind::folded_saddle;    // or node, focus, saddle-node
    std::array<std::complex<double>, 2> eigenvalues{};  // the larger of size 1
    MatrixOf<Quad> plane{};       // the two columns of N as directions in scale
    MatrixOf<Quad> directions{};  // real eigenvalues: eigenvectors as directions in scale, of
                                  // length 1; 0 where none of the coordinates moves
    MatrixOf<Quad> linear{};      // A
};

/// The smallest singular value of C in scale over the largest.
double rank_margin(SingularForm& form, const std::vector<Quad>& q);

/// The folded singularity (C of rank n - 1 exactly) next to q, if q is so near that Newton's
/// iteration does not wander. The scale of the form is fixed at q.
std::optional<FoldedPoint> find_folded(SingularForm& form, std::vector<Quad> q);

/// Turns the signs of A and its eigenvalues so that a solution standing at q with this direction
/// (in scale) goes the way of c' = A c.
void orient(const SingularForm& form, FoldedPoint& point, const std::vector<Quad>& q,
            const VectorOf<Quad>& direction);

/// Does a solution standing at q run into the oriented point? Everything near a node or focus does,
/// or comes from there; near a saddle only what is on a separatrix, here to `accuracy` in scale at
/// distance 1.
bool runs_into(const SingularForm& form, const FoldedPoint& point, const std::vector<Quad>& q,
               double accuracy);

}  // namespace involute
