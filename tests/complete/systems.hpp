// SPDX-License-Identifier: Apache-2.0
// Model texts that several tests of the structural route use, each with its source.
#pragma once

#include <string>

namespace involute::test {

// Tuomela, Arponen (4.1).
inline const std::string pendulum = R"(
var x, y, lambda
x'' + lambda*x = 0
y'' + lambda*y + 1 = 0
x^2 + y^2 = 1
start x = 0.6, x' = 0.8
guess y = -0.8, y' = 0.6, lambda = 0.2
)";

// Tuomela, Arponen, section 7.2.
inline const std::string stiff_pendulum = R"(
param eps = 0.01
var x, y, lambda
x'' + lambda*x = 0
y'' + lambda*y + 1 = 0
(x^2 + y^2)*(eps^2*lambda - 1)^2 = 1
start x = 0.85, y = 0, x' = 0, y' = 0
guess lambda = -30000/17
)";

// Tuomela, Arponen (7.3), the five raw equations.
inline const std::string discharge = R"(
independent x
param c1 = 99.1, c2 = 0.001, c3 = 0.075, c4 = 3.35, c5 = 2458.18, c6 = 1/1.44
var y1, y2, y3, y4, y5
let f = 5*tanh(x - 10) + 15
20*y1' + y1 - y2 = 0
75*y2' + 5*y3' + y3 - c1 = 0
20*y4' + y5 - f = 0
c2*y4*y5^2 - c3*y4*y5 + c4*y4 - y3 = 0
y1^2*y4^2 - c5*y1^2 + c6*f^2 = 0
start y1 = 0.25, y2 = 0.25
guess y3 = 99.1, y4 = 36.7, y5 = 10
)";

// Pryce, BIT 41 (2001): the length of the second pendulum depends on the tension of the first.
inline const std::string coupled_pendula = R"(
param g = 1, L = 1, c = 0.1
var x, y, lambda, u, v, mu
x'' + x*lambda = 0
y'' + y*lambda - g = 0
x^2 + y^2 - L^2 = 0
u'' + u*mu = 0
v'' + v*mu - g = 0
u^2 + v^2 - (L + c*lambda)^2 = 0
)";

// Reissig, Martinson, Barton, SIAM J. Sci. Comput. 21 (2000): index 1, structural index 3.
inline const std::string reissig = R"(
var x1, x2, x3, x4, x5
x2' + x3' + x1 = sin(t)
x2' + x3' + x2 = cos(t)
x4' + x5' + x3 = exp(t)
x4' + x5' + x4 = t
x5 = t^2
)";

// y1 = exp(2t), and every unknown is the derivative of the one before.
inline std::string differentiation_chain_text(int n)
{
    const std::string N = std::to_string(n);
    return "param N = " + N + "\nvar y[1..N]\nfor i in 2..N { y[i-1]' = y[i] }\ny[1] = exp(2*t)\n";
}

// N unit masses on unit links, as in models/chain.ode.
inline std::string chain_of_links_text(int links)
{
    return "param N = " + std::to_string(links) + R"(
var x[0..N], y[0..N], lambda[1..N]
x[0] = 0
y[0] = 0
for i in 1..N { (x[i] - x[i-1])^2 + (y[i] - y[i-1])^2 = 1 }
for i in 1..N-1 {
  x[i]'' = lambda[i+1]*(x[i+1] - x[i]) - lambda[i]*(x[i] - x[i-1])
  y[i]'' = lambda[i+1]*(y[i+1] - y[i]) - lambda[i]*(y[i] - y[i-1]) - 1
}
x[N]'' = -lambda[N]*(x[N] - x[N-1])
y[N]'' = -lambda[N]*(y[N] - y[N-1]) - 1
for i in 1..N { start x[i] = i, y[i] = 0, x[i]' = 0, y[i]' = 0 }
)";
}

}  // namespace involute::test
