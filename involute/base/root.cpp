// SPDX-License-Identifier: Apache-2.0
#include "involute/base/root.hpp"

#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

namespace involute {

/// Alefeld, Potra, Shi, ACM Trans. Math. Softw. 21 (1995) 327-344 (algorithm 748).
template <class S>
S find_root(const std::function<S(S)>& f, S a, S fa, S b, S fb, S width)
{
    using std::isfinite;
    // At worst, at a zero of high multiplicity, four evaluations halve the bracket.
    constexpr auto most_evaluations = std::uintmax_t(4 * std::numeric_limits<S>::digits);
    if (fa == 0) return a;
    const bool differ = (fa < 0 && fb > 0) || (fa > 0 && fb < 0);  // false where one is a NaN
    if (!differ || !(b - a > width)) return b;
    bool failed = false;
    S beyond = b;  // the nearest point known to have the sign of fb
    const auto watched = [&](const S& x) -> S {
        const S value = f(x);
        if (!isfinite(value)) {
            failed = true;
            return fb;
        }
        if ((value > 0) == (fb > 0)) beyond = x;
        return value;
    };
    const auto arrived = [&](const S& low, const S& high) { return failed || high - low <= width; };
    std::uintmax_t evaluations = most_evaluations;
    const S found =
        boost::math::tools::toms748_solve(watched, a, b, fa, fb, arrived, evaluations).second;
    return failed ? beyond : found;
}

template double find_root(const std::function<double(double)>&, double, double, double, double,
                          double);
template Quad find_root(const std::function<Quad(Quad)>&, Quad, Quad, Quad, Quad, Quad);

}  // namespace involute
