// SPDX-License-Identifier: Apache-2.0
// The rules of SeriesRule, once for coefficients written out and once for those of a general stage.
#pragma once

#include "involute/expr/series_program.hpp"
#include "involute/expr/tape.hpp"

namespace involute {

/// The coefficient n >= 1 of node v. `at` knows v and n, and has
///   coefficient(a)      a_n
///   value(a)            a_0, and reciprocal(a) = 1/a_0
///   convolution(a, b)   Σ a_j b_(n-j)
///   integral(a, b)      1/n Σ j a_j b_(n-j), the coefficient of ∫ a' b
/// where the products that contain v_n itself are left out.
template <class At>
Slot write_coefficient(At at, const SeriesNode& v, int self)
{
    TapeBuilder& tape = at.tape();
    switch (v.rule) {
        case SeriesRule::same:
            return at.coefficient(v.a);
        case SeriesRule::add:
            return tape.add(at.coefficient(v.a), at.coefficient(v.b));
        case SeriesRule::subtract:
            return tape.subtract(at.coefficient(v.a), at.coefficient(v.b));
        case SeriesRule::negate:
            return tape.negate(at.coefficient(v.a));
        case SeriesRule::scale:
            return tape.multiply(at.value(v.a), at.coefficient(v.b));
        case SeriesRule::product:
            return at.convolution(v.a, v.b);
        case SeriesRule::quotient:
            return tape.multiply(tape.subtract(at.coefficient(v.a), at.convolution(v.b, self)),
                                 at.reciprocal(v.b));
        case SeriesRule::root:
            return tape.multiply(tape.subtract(at.coefficient(v.a), at.convolution(self, self)),
                                 tape.multiply(tape.constant(Quad(1) / 2), at.reciprocal(self)));
        case SeriesRule::logarithm:
            return tape.multiply(tape.subtract(at.coefficient(v.a), at.integral(self, v.a)),
                                 at.reciprocal(v.a));
        case SeriesRule::power:
            return tape.multiply(tape.subtract(tape.multiply(at.value(v.b), at.integral(v.a, self)),
                                               at.integral(self, v.a)),
                                 at.reciprocal(v.a));
        case SeriesRule::choice:
            return tape.call(v.function, at.value(v.a), at.coefficient(v.b));
        case SeriesRule::function: {
            const Slot first = at.integral(v.a, v.wa);
            return v.b < 0 ? first : tape.add(first, at.integral(v.b, v.wb));
        }
        case SeriesRule::leaf:
        case SeriesRule::frozen:
            break;
    }
    return tape.constant(0);
}

}  // namespace involute
