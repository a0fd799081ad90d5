// SPDX-License-Identifier: Apache-2.0
// Where x passes a value along a step that has x as a polynomial.
#pragma once

#include <cmath>
#include <functional>
#include <optional>

#include "involute/base/root.hpp"
#include "involute/base/root_isolation.hpp"
#include "involute/base/scalar.hpp"
#include "involute/step/step_polynomial.hpp"

namespace involute {

/// x along a step, coordinate 0 of the polynomial, less an x that is looked for.
class XAlong final : public BoundedFunction {
public:
    XAlong(const StepPolynomial& polynomial, double x) : polynomial_(polynomial), x_(x) {}
    Bound over(double from, double to) override
    {
        if (from == to) return {polynomial_.at(0, from) - x_, Interval::everything(), false};
        const StepPolynomial::Range range = polynomial_.over(0, from, to);
        return {range.value - x_, range.slope, false};
    }

private:
    const StepPolynomial& polynomial_;
    Interval x_;
};

/// The θ at which `ahead`, x less the x looked for, vanishes in a piece that may hold a zero.
template <class S, class Ahead>
std::optional<S> passage_within(const Ahead& ahead, const RootPiece& piece)
{
    using std::abs;
    const S a = ahead(S(piece.from)), b = ahead(S(piece.to));
    if (a == 0 || b == 0 || (a < 0) != (b < 0))
        return find_root<S>(std::ref(ahead), S(piece.from), a, S(piece.to), b,
                            S(4) * unit_roundoff<S>());
    if (piece.after == 0 || piece.after == piece.before) return std::nullopt;
    return S(abs(a) < abs(b) ? piece.from : piece.to);  // roundings of the polynomial
}

}  // namespace involute
