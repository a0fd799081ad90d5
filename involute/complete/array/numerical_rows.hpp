// SPDX-License-Identifier: Apache-2.0
// Which rows of a complete derivative array become equations. A subset R determines all that the
// array says about p and u1; constant combinations of R that are free of u2 replace it where they
// exist. Of R, the rows S are solved for u1 and for the jets of u2 they need; the others are
// closure rows.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "involute/complete/array/verdict.hpp"
#include "involute/complete/array/verdict_contradiction.hpp"

namespace involute {

using JetPlace = std::pair<int, int>;  // (unknown, order)

/// Σ factor · D^order f_equation, mostly a single term.
struct ChosenRow {
    std::vector<ArrayTerm> terms{};
    NodeId node = 0;
    /// Jets that were left out of it, with coefficients that are not zero by proof.
    std::vector<std::pair<JetPlace, NodeId>> left_out{};
};

struct ChosenRows {
    std::vector<ChosenRow> solved{}, closing{};
    std::vector<JetPlace> carried{};  // jets of u2 that S is solved for
    std::vector<JetPlace> frozen{};   // jets of u2 that may have any value
    // Combinations that contain p only: with constant factors, which became closure rows; with the
    // factors they have at the reference.
    std::vector<std::vector<ArrayTerm>> combined{}, hiding{};
    std::vector<int> differentiated{};  // by equation: the highest derivative in R
};

/// Nothing if the derivatives outgrow max_nodes.
std::optional<ChosenRows> choose_rows(System& system, const DerivativeArray& array,
                                      const ArrayVerdict& verdict, std::size_t max_nodes);

/// The smallest nu such that F_nu determines, at the reference, y_j^(max(ord_j, 1)) for all j.
std::optional<int> array_index(const System& system, const DerivativeArray& array,
                               const ArrayVerdict& verdict);

}  // namespace involute
