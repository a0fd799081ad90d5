// SPDX-License-Identifier: Apache-2.0
// Dense vectors and matrices over any of our scalars.
#pragma once

#include <Eigen/Core>

#include "involute/base/scalar.hpp"

/// What Eigen must know of a Quad.
template <>
struct Eigen::NumTraits<involute::Quad> : Eigen::GenericNumTraits<involute::Quad> {
    using Real = involute::Quad;
    using NonInteger = involute::Quad;
    using Literal = double;
    using Nested = involute::Quad;
    enum {
        IsComplex = 0,
        IsInteger = 0,
        IsSigned = 1,
        RequireInitialization = 1,
        ReadCost = 1,
        AddCost = 4,
        MulCost = 8
    };
    static Real dummy_precision() { return 1000 * epsilon(); }
    static Real epsilon() { return std::numeric_limits<Real>::epsilon(); }
};

/// Quads and doubles meet in an expression as Quads.
template <class Operation>
struct Eigen::ScalarBinaryOpTraits<involute::Quad, double, Operation> {
    using ReturnType = involute::Quad;
};
template <class Operation>
struct Eigen::ScalarBinaryOpTraits<double, involute::Quad, Operation> {
    using ReturnType = involute::Quad;
};

namespace involute {

template <class S>
using VectorOf = Eigen::Matrix<S, Eigen::Dynamic, 1>;
template <class S>
using MatrixOf = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;

}  // namespace involute
