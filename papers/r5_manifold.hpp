// SPDX-License-Identifier: Apache-2.0
// A curved surface of codimension 2 in R^5 with nothing special about it, and a field on it: what
// local orders and geometry are measured on.
//
//     f1 = x0² + x1²/2 + 3/2 x2² + x3² + x4²/3 - 2
//     f2 = x0 x1 + x2 x3 - x4²/2 + 3/10 x0³ + 1/5 x1 x2 x4 - 1/10
//     V  = the tangential part of W, normalised
//
// The parameter s does not occur, so that a point (s; x0 .. x4) at fixed s is the problem in R^5,
// and s is the arclength of the curve.
#pragma once

#include <string>
#include <vector>

#include "involute/base/scalar.hpp"

namespace involute::papers {

/// The tangential part is W - n^t λ with (n n^t) λ = n W, by Cramer's rule for the two rows of n.
/// It is tangent to every level set of f, not only to f = 0.
inline const std::string r5_manifold = R"(
independent s
var x[0..4]

let f1 = x[0]^2 + x[1]^2/2 + 3/2*x[2]^2 + x[3]^2 + x[4]^2/3 - 2
let f2 = x[0]*x[1] + x[2]*x[3] - x[4]^2/2 + 3/10*x[0]^3 + 1/5*x[1]*x[2]*x[4] - 1/10

let a[0] = 2*x[0], a[1] = x[1], a[2] = 3*x[2], a[3] = 2*x[3], a[4] = 2/3*x[4]
let b[0] = x[1] + 9/10*x[0]^2, b[1] = x[0] + x[2]*x[4]/5, b[2] = x[3] + x[1]*x[4]/5
let b[3] = x[2], b[4] = -x[4] + x[1]*x[2]/5

let W[0] = x[1] + x[2]*x[3], W[1] = -x[0] + x[4]/2 + sin(x[2]), W[2] = cos(x[0])*x[4] - x[1]
let W[3] = x[0]*x[1] + 1/2, W[4] = x[2]^2 - x[0] + x[3]

let aa = a[0]^2 + a[1]^2 + a[2]^2 + a[3]^2 + a[4]^2
let bb = b[0]^2 + b[1]^2 + b[2]^2 + b[3]^2 + b[4]^2
let ab = a[0]*b[0] + a[1]*b[1] + a[2]*b[2] + a[3]*b[3] + a[4]*b[4]
let aW = a[0]*W[0] + a[1]*W[1] + a[2]*W[2] + a[3]*W[3] + a[4]*W[4]
let bW = b[0]*W[0] + b[1]*W[1] + b[2]*W[2] + b[3]*W[3] + b[4]*W[4]

let det = aa*bb - ab^2
let la = (aW*bb - bW*ab)/det
let lb = (aa*bW - ab*aW)/det
for i in 0..4 { let T[i] = W[i] - la*a[i] - lb*b[i] }
let speed = sqrt(T[0]^2 + T[1]^2 + T[2]^2 + T[3]^2 + T[4]^2)

for i in 0..4 { x[i]' = T[i]/speed }
invariant F1: f1 = 0
invariant F2: f2 = 0
start x[0] = 0.972079216601108780368879202910691038418, x[1] = 0.461624796855568664721121578208614432588
start x[2] = -0.469933137537374112251221828215648356391, x[3] = 0.654039202915144659049601951331336522260
start x[4] = 0.753970013726163032023327331731848129723
)";

/// (s; x0 .. x4) at the start: the point of the surface nearest to (1, 1/2, -2/5, 3/5, 7/10),
/// found with 60 digits.
template <class S>
std::vector<S> r5_start()
{
    return {S(0),
            from_quad<S>(Quad("0.972079216601108780368879202910691038418")),
            from_quad<S>(Quad("0.461624796855568664721121578208614432588")),
            from_quad<S>(Quad("-0.469933137537374112251221828215648356391")),
            from_quad<S>(Quad("0.654039202915144659049601951331336522260")),
            from_quad<S>(Quad("0.753970013726163032023327331731848129723"))};
}

}  // namespace involute::papers
