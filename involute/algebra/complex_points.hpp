// SPDX-License-Identifier: Apache-2.0
// Random points of the set where polynomials vanish, over the complex numbers.
#pragma once

#include <complex>
#include <optional>
#include <random>
#include <vector>

#include "involute/expr/graph.hpp"

namespace involute {

using ComplexPoint = std::vector<std::complex<long double>>;

/// Polynomials with their slopes, to be evaluated at complex points.
class PolynomialSet {
public:
    /// The graph grows by the slopes.
    PolynomialSet(Graph& graph, const std::vector<NodeId>& polynomials,
                  const std::vector<NodeId>& variables);

    /// The largest value, each relative to its terms.
    double residual(const ComplexPoint& at);
    /// The rank of the slopes at a point.
    int rank(const ComplexPoint& at);
    /// Newton's method (Levenberg, Marquardt) from a point; nothing if it does not arrive.
    std::optional<ComplexPoint> reach(ComplexPoint from);
    /// Points reached from random places of all sizes around 1, or from around a point.
    std::vector<ComplexPoint> points(int wanted, std::mt19937& random);
    std::optional<ComplexPoint> point_beside(const ComplexPoint& at, std::mt19937& random);

private:
    using Number = std::complex<long double>;
    void evaluate(const ComplexPoint& at);
    bool solve_damped(long double damping, std::vector<Number>& delta) const;
    long double squares() const;

    const Graph& graph_;
    std::vector<NodeId> nodes_;  // polynomials, then slopes row by row
    std::vector<NodeId> variables_;
    std::size_t rows_;
    std::vector<Number> values_, slopes_;  // at a point, in scale; slopes row after row
};

}  // namespace involute
