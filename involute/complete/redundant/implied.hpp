// SPDX-License-Identifier: Apache-2.0
// What is said more than once, and what is not said at all, by exact sums: equations that are sums
// of others and of derivatives of others, with fractions as factors, and unknowns that enter all
// equations in some combinations only. Both are proved identities: what they lead to holds
// everywhere, at whatever start.
#pragma once

#include <vector>

#include "involute/complete/structural/signature.hpp"

namespace involute {

enum class Sums { of_equations, of_derivatives_too };

/// Equations that follow from those that are not listed; of several possible ones the last, of
/// those with derivatives of the highest order.
std::vector<int> implied_equations(Graph& graph, const TrueSignature& known, Sums sums);

/// Undifferentiated unknowns of which only combinations occur.
struct LooseUnknowns {
    std::vector<int> all{};     // ascending
    std::vector<int> pivots{};  // as many of them can have any value, whatever the others have
};
LooseUnknowns loose_unknowns(Graph& graph, const TrueSignature& known, int unknowns);

}  // namespace involute
