// SPDX-License-Identifier: Apache-2.0
// What tests of runs share, in several folders: models by name, runs of a model text, and closed
// forms in extended precision.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"

namespace involute::testing {

inline System model(const std::string& name, const Overrides& parameters = {})
{
    const std::string file = std::string(INVOLUTE_MODELS) + "/" + name + ".ode";
    std::ifstream in(file);
    if (!in) throw std::runtime_error("no model " + file);
    std::stringstream text;
    text << in.rdbuf();
    return read_system(text.str(), file, parameters);
}

inline const std::string pendulum =
    "var x, y, lambda\n"
    "x'' + lambda*x = 0\n"
    "y'' + lambda*y + 1 = 0\n"
    "x^2 + y^2 = 1\n"
    "start x = 1, x' = 0\n";
inline const std::string oscillator = "var y\ny'' = -y\nstart y = 0, y' = 1\n";

/// N unit masses that hang from a wall by springs of length 1 and strength 1/eps^2; without
/// parameters and start.
inline const std::string spring_chain = R"(var x[0..N], y[0..N]
x[0] = 0
y[0] = 0
for i in 1..N { let pull[i] = (1 - 1/sqrt((x[i] - x[i-1])^2 + (y[i] - y[i-1])^2))/eps^2 }
for i in 1..N-1 {
  x[i]'' = pull[i+1]*(x[i+1] - x[i]) - pull[i]*(x[i] - x[i-1])
  y[i]'' = pull[i+1]*(y[i+1] - y[i]) - pull[i]*(y[i] - y[i-1]) - 1
}
x[N]'' = -pull[N]*(x[N] - x[N-1])
y[N]'' = -pull[N]*(y[N] - y[N-1]) - 1
)";

inline bool says(const std::string& text, const std::string& words)
{
    return text.find(words) != std::string::npos;
}

/// sn, cn, dn of argument u and parameter m: descending Landen transformation (Abramowitz,
/// Stegun 16.4). Converges quadratically; eight turns are plenty for 33 digits.
template <class S>
struct Jacobi {
    S sn{}, cn{}, dn{};

    Jacobi(S u, S m)
    {
        using std::asin;
        using std::cos;
        using std::sin;
        using std::sqrt;
        constexpr int turns = 8;
        S a[turns + 1], c[turns + 1];
        S b = sqrt(S(S(1) - m));
        a[0] = S(1);
        c[0] = sqrt(m);
        S phi = u;
        for (int n = 1; n <= turns; ++n) {
            a[n] = (a[n - 1] + b) / S(2);
            c[n] = (a[n - 1] - b) / S(2);
            b = sqrt(S(a[n - 1] * b));
            phi *= S(2);
        }
        phi *= a[turns];
        for (int n = turns; n > 0; --n) phi = (phi + asin(S(c[n] / a[n] * sin(phi)))) / S(2);
        sn = sin(phi);
        cn = cos(phi);
        dn = sqrt(S(S(1) - m * sn * sn));
    }
};

/// The pendulum released at the height of the pivot: sin(θ/2) = cd(t | 1/2)/√2, x = sin θ,
/// y = -cos θ, and, the energy being 0, lambda = x'^2 + y'^2 - y = -3 y.
template <class S>
struct Swing {
    S x{}, dx{}, y{}, dy{}, lambda{};

    explicit Swing(S t)
    {
        using std::sqrt;
        const Jacobi<S> j(t, S(1) / S(2));
        const S root = sqrt(S(2));
        const S half_sine = j.cn / j.dn / root;
        const S half_cosine = sqrt(S(S(1) - half_sine * half_sine));
        const S rate = -j.sn / (j.dn * j.dn) / (root * half_cosine);  // θ'
        x = S(2) * half_sine * half_cosine;
        y = S(2) * half_sine * half_sine - S(1);
        dx = -y * rate;
        dy = x * rate;
        lambda = S(-3) * y;
    }
};

/// Least-squares slope of log(error) over log(h).
inline double slope(const std::vector<double>& h, const std::vector<double>& error)
{
    double mx = 0, my = 0, xy = 0, xx = 0;
    const auto n = double(h.size());
    for (std::size_t i = 0; i < h.size(); ++i) {
        mx += std::log(h[i]) / n;
        my += std::log(error[i]) / n;
    }
    for (std::size_t i = 0; i < h.size(); ++i) {
        xy += (std::log(h[i]) - mx) * (std::log(error[i]) - my);
        xx += (std::log(h[i]) - mx) * (std::log(h[i]) - mx);
    }
    return xy / xx;
}

}  // namespace involute::testing
