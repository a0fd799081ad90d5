// SPDX-License-Identifier: Apache-2.0
// Combinations of equations: what replaces an equation that hides another. Like terms are
// collected, so that what cancels is gone and the rest can be read.
#pragma once

#include <string>
#include <vector>

#include "involute/base/linear.hpp"
#include "involute/expr/graph.hpp"

namespace involute {

/// One summand factor · e of a combination; the factor is a number or an expression.
struct Share {
    NodeId factor{};
    NodeId e{};
};

/// The sum of the shares with like terms collected. A term is dropped where its coefficients are
/// proved to cancel.
NodeId combine(Graph& graph, const std::vector<Share>& shares);

/// The vector as small integers where its ratios are fractions with small denominators to the
/// relative tolerance; else divided by its largest entry.
VectorOf<Quad> readable(const VectorOf<Quad>& u, double tolerance);

/// u with uᵗ A = 0: a basis, one vector a column, as sparse as an echelon form is. Rows and columns
/// are scaled first; what is below `threshold` then is zero.
MatrixOf<Quad> left_null_space(const MatrixOf<Quad>& A, double threshold);

/// The number of independent rows, in the same sense.
int scaled_rank(const MatrixOf<Quad>& A, double threshold);

/// One summand in words.
struct Summand {
    std::string factor{};  // "1", "-3", "x'"
    std::string name{};    // "equation 2"
    int differentiated = 0;
};

/// "equation 1 - 2 * equation 2 differentiated once"
std::string describe_sum(const std::vector<Summand>& summands);

/// " differentiated twice"; nothing for 0 times.
std::string times_differentiated(int times);

}  // namespace involute
