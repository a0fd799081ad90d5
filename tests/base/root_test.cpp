// SPDX-License-Identifier: Apache-2.0
#include "involute/base/root.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "involute/base/scalar.hpp"

namespace involute {
namespace {

template <class S>
class Root : public ::testing::Test {};
using Scalars = ::testing::Types<double, Quad>;
TYPED_TEST_SUITE(Root, Scalars);

template <class S, class F>
S root_of(F f, S a, S b)
{
    return find_root<S>(std::ref(f), a, f(a), b, f(b), 4 * unit_roundoff<S>());
}

TYPED_TEST(Root, IsTheClosedFormWithinTheWidth)
{
    using S = TypeParam;
    using std::abs, std::exp, std::sqrt;
    const S width = 4 * unit_roundoff<S>();
    EXPECT_LE(abs(root_of<S>([](S x) { return S(x * x - S(2)); }, 1, 2) - sqrt(S(2))), 2 * width);
    EXPECT_LE(abs(root_of<S>([](S x) { return S(exp(-x) - S(0.5)); }, 0, 1) - S(log(S(2)))),
              2 * width);
}

TYPED_TEST(Root, HasTheSignOfTheFarEnd)
{
    using S = TypeParam;
    for (const double at : {0.1, 0.3, 0.7}) {
        const auto f = [&](S x) { return S(x * x * x - S(at)); };
        EXPECT_GE(f(root_of<S>(f, 0, 1)), S(0)) << at;
        const auto g = [&](S x) { return S(S(at) - x * x * x); };
        EXPECT_LE(g(root_of<S>(g, 0, 1)), S(0)) << at;
    }
}

TYPED_TEST(Root, AtAnEndIsThatEnd)
{
    using S = TypeParam;
    EXPECT_EQ(root_of<S>([](S x) { return x; }, 0, 1), S(0));
    EXPECT_EQ(root_of<S>([](S x) { return S(x - S(1)); }, 0, 1), S(1));
}

TYPED_TEST(Root, OfHighMultiplicityIsFoundToo)
{
    using S = TypeParam;
    using std::abs;
    const auto f = [](S x) {
        const S d = x - S(0.3);
        return S(d * d * d * d * d * d * d);
    };
    EXPECT_LE(abs(root_of<S>(f, 0, 1) - S(0.3)), 8 * unit_roundoff<S>());
}

TYPED_TEST(Root, OfAFunctionThatIsNotFiniteIsTheLastPointBeyond)
{
    using S = TypeParam;
    const S nan = std::numeric_limits<S>::quiet_NaN();
    int evaluations = 0;
    const auto f = [&](S x) {
        ++evaluations;
        return x > S(0.2) && x < S(0.9) ? nan : S(x - S(0.5));
    };
    EXPECT_EQ(root_of<S>(f, 0, 1), S(1));
    EXPECT_LE(evaluations, 3);  // both ends and the first that fails
}

}  // namespace
}  // namespace involute
