// SPDX-License-Identifier: Apache-2.0
#include "involute/method/radau.hpp"

#include <gtest/gtest.h>

#include "involute/method/coefficients.hpp"
#include "involute/method/implicit_methods.hpp"

namespace involute {
namespace {

const Quad rounding = 1000 * unit_roundoff<Quad>();

// The simplifying conditions B(2s-1) and C(s) make the order 2s - 1 (Butcher; Hairer, Wanner,
// Solving ODE II, IV.5); b is the last row of A.
TEST(Radau, SatisfiesTheConditionsOfItsOrderInQuad)
{
    for (const int s : radau_stages()) {
        const Radau<Quad>& r = radau<Quad>(s);
        ASSERT_EQ(int(r.c.size()), s);
        EXPECT_EQ(r.c.back(), 1);
        for (int q = 1; q <= 2 * s - 1; ++q) {
            Quad sum = Quad(-1) / q;
            for (int j = 0; j < s; ++j) sum += r.a(s - 1, j) * pow(r.c[j], q - 1);
            EXPECT_LE(abs(sum), rounding) << s << " stages, B(" << q << ")";
        }
        for (int i = 0; i < s; ++i)
            for (int q = 1; q <= s; ++q) {
                Quad sum = -pow(r.c[i], q) / q;
                for (int j = 0; j < s; ++j) sum += r.a(i, j) * pow(r.c[j], q - 1);
                EXPECT_LE(abs(sum), rounding) << s << " stages, C(" << q << ")";
            }
        Quad beyond = Quad(-1) / (2 * s);
        for (int j = 0; j < s; ++j) beyond += r.a(s - 1, j) * pow(r.c[j], 2 * s - 1);
        EXPECT_GT(abs(beyond), 1e-10) << s;
    }
}

TEST(Radau, IsThePublishedTableauWhereOneIsWritten)
{
    for (const auto& [name, s] : {std::pair{"radau3", 2}, {"radau5", 3}}) {
        const Coefficients<Quad>& published = coefficients<Quad>(*find_implicit_method(name));
        const Radau<Quad>& r = radau<Quad>(s);
        for (int i = 0; i < s; ++i)
            for (int j = 0; j < s; ++j)
                EXPECT_LE(abs(r.a(i, j) - published.a(i, j)), rounding) << name;
    }
}

// Σ over all modes of γ right leftᵗ is A, and Σ right leftᵗ is the identity. The eigenvectors are
// nearly parallel for seven stages, which costs two digits.
TEST(Radau, MatrixIsTheSumOfItsEigenmodes)
{
    for (const int s : radau_stages()) {
        const Radau<Quad>& r = radau<Quad>(s);
        EXPECT_EQ(r.has_real, s % 2 == 1);
        for (int i = 0; i < s; ++i)
            for (int j = 0; j < s; ++j) {
                Quad a = 0, one = 0;
                if (r.has_real) {
                    one += r.real.right[i] * r.real.left[j];
                    a += r.real.gamma * r.real.right[i] * r.real.left[j];
                }
                for (const auto& mode : r.pairs) {
                    const std::complex<Quad> product = mode.right[i] * mode.left[j];
                    one += 2 * product.real();
                    a += 2 * (mode.gamma * product).real();
                }
                EXPECT_LE(abs(a - r.a(i, j)), 100 * rounding) << s << i << j;
                EXPECT_LE(abs(one - (i == j ? 1 : 0)), 100 * rounding) << s << i << j;
            }
    }
}

// RADAU5's own: γ/3 (-13 - 7√6, -13 + 7√6, -1) for h A times the slopes, with 1/γ = 30/(6 + ∛81 -
// ∛9) (Hairer, Wanner, Solving ODE II, IV.8).
TEST(Radau, WithThreeStagesEstimatesItsErrorLikeRadau5)
{
    const Radau<Quad>& r = radau<Quad>(3);
    const Quad u1 = 30 / (6 + cbrt(Quad(81)) - cbrt(Quad(9)));
    EXPECT_LE(abs(r.real.gamma - 1 / u1), rounding);
    const Quad root = 7 * sqrt(Quad(6));
    const Quad expected[] = {(-13 - root) / 3, (-13 + root) / 3, Quad(-1) / 3};
    for (int j = 0; j < 3; ++j) {
        Quad sum = 0;
        for (int i = 0; i < 3; ++i) sum += expected[i] * r.error_gamma * r.a(i, j);
        EXPECT_LE(abs(sum - r.error[j]), rounding) << j;
    }
}

}  // namespace
}  // namespace involute
