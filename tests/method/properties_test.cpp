// SPDX-License-Identifier: Apache-2.0
#include "involute/method/properties.hpp"

#include <gtest/gtest.h>

#include "involute/method/explicit_methods.hpp"
#include "involute/method/implicit_methods.hpp"

namespace involute {
namespace {

// Computed independently in exact rationals; for dopri54 also in Dormand, Prince (1980), 3.99e-4.
TEST(PrincipalError, IsThePublishedConstant)
{
    const std::pair<const char*, double> known[] = {{"rkf45", 3.36e-3},
                                                    {"rkf45-lower", 1.84e-3},
                                                    {"dopri54", 3.99e-4},
                                                    {"dopri54-lower", 1.18e-3}};
    for (const auto& [name, constant] : known)
        EXPECT_NEAR(principal_error(*find_method(name)), constant, 0.005e-3) << name;
}

// y1 - y(h) of Euler's method is -h²/2 f'f; the midpoint rule's trees [τ,τ] and [[τ]] have the
// defects 1/4 - 1/3 over σ = 2 and 1/4 - 1/6.
TEST(PrincipalError, AgreesWithHandWrittenOnes)
{
    EXPECT_DOUBLE_EQ(principal_error(*find_method("euler")), 0.5);
    EXPECT_DOUBLE_EQ(principal_error(*find_implicit_method("implicit-euler")), 0.5);
    EXPECT_DOUBLE_EQ(principal_error(*find_implicit_method("midpoint-rk")),
                     std::hypot(1.0 / 24, 1.0 / 12));
}

/// The coefficient of y^n in |R(iy)|²: Σ_k r_k r_(n-k) i^k (-i)^(n-k), n even.
double modulus_term(const Tableau& method, int n)
{
    const auto r = stability_series(method, n);
    Quad sum = 0;
    for (int k = 0; k <= n; ++k)
        sum += ((n / 2 - k) % 2 == 0 ? 1 : -1) * r[std::size_t(k)] * r[std::size_t(n - k)];
    return to_double(sum);
}

// |R(iy)|² - 1 = c6 y^6 + ...; of RK4 -1/72 by hand (R is the truncated exponential), the others
// computed independently. RKF45 amplifies oscillations a little, dopri54 damps them.
TEST(StabilityFunction, TellsWhichPairsAmplifyOscillations)
{
    const std::pair<const char*, double> known[] = {{"rkf45-lower", 0.00534},
                                                    {"rkf45", 0.00182},
                                                    {"dopri54-lower", 0.00171},
                                                    {"dopri54", -0.00056}};
    EXPECT_NEAR(modulus_term(*find_method("rk4"), 6), -1.0 / 72, 1e-17);
    for (const auto& [name, c6] : known) {
        const Tableau& method = *find_method(name);
        EXPECT_NEAR(modulus_term(method, 2), 0, 1e-17) << name;
        EXPECT_NEAR(modulus_term(method, 4), 0, 1e-17) << name;
        EXPECT_NEAR(modulus_term(method, 6), c6, 0.000005) << name;
    }
}

/// P(z) = R(z) Q(z) up to z^n, for R given by its series.
void expect_quotient(const char* name, std::vector<Quad> P, std::vector<Quad> Q)
{
    constexpr std::size_t n = 12;
    const auto r = stability_series(*find_implicit_method(name), n);
    P.resize(n + 1);
    for (std::size_t m = 0; m <= n; ++m) {
        Quad product = 0;
        for (std::size_t j = 0; j < Q.size() && j <= m; ++j) product += Q[j] * r[m - j];
        EXPECT_LE(abs(product - P[m]), 16 * unit_roundoff<Quad>()) << name << ", z^" << m;
    }
}

// Padé approximants of the exponential, (0,1), (1,1), (1,2), (2,3) and (2,2)
// (Hairer, Wanner, Solving ODE II, IV.3); Radau I by hand from det(I - zA + z 1 bᵗ).
TEST(StabilityFunction, OfImplicitMethodsIsThePadeApproximant)
{
    const Quad one = 1;
    expect_quotient("implicit-euler", {1}, {1, -1});
    expect_quotient("midpoint-rk", {1, one / 2}, {1, -one / 2});
    expect_quotient("radau-i", {1, 2 * one / 3, one / 6}, {1, -one / 3});
    expect_quotient("radau3", {1, one / 3}, {1, -2 * one / 3, one / 6});
    expect_quotient("radau5", {1, 2 * one / 5, one / 20},
                    {1, -3 * one / 5, 3 * one / 20, -one / 60});
    expect_quotient("lobatto-iiia", {1, one / 2, one / 12}, {1, -one / 2, one / 12});
}

}  // namespace
}  // namespace involute
