// SPDX-License-Identifier: Apache-2.0
// What the parts of a parsed text are worth along a curve: Taylor coefficients, so that a prime is
// a shift and nothing is differentiated symbolically.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "involute/expr/series.hpp"

namespace involute {

template <class S>
struct TreeValue {
    Series<S> series{S(0)};
    /// At a tie of abs, min, max, sign or of a condition: derivatives on its two sides differ.
    bool at_kink = false;
    /// The largest number on the way to it: roundings are parts of that.
    double largest = 0;
    /// How often something of the independent variable was differentiated in it; -1 without any.
    std::int64_t shifts = -1;
};

/// The n-th derivative. A series of one coefficient is a constant, or cut off there.
template <class S>
Series<S> shifted(const Series<S>& a, std::int64_t n)
{
    Series<S> d = a;
    for (; n > 0; --n) {
        for (std::size_t k = 1; k < d.size(); ++k) d.c[k - 1] = S(int(k)) * d.c[k];
        if (d.size() > 1)
            d.c.pop_back();
        else
            d.c[0] = S(0);
    }
    return d;
}

/// What a name of the text means.
template <class S>
struct TreeMeaning {
    enum class Kind { nothing, value, unknown, array, family };
    Kind kind = Kind::nothing;
    TreeValue<S> value{};
    int first_unknown = 0;
    std::vector<std::pair<std::int64_t, std::int64_t>> bounds{};   // array: from, to
    std::map<std::vector<std::int64_t>, TreeValue<S>> elements{};  // family, by indices
};

}  // namespace involute
