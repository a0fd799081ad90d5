// SPDX-License-Identifier: Apache-2.0
#include "involute/base/dense_least_squares.hpp"

namespace involute {

template VectorOf<Quad> least_squares(const MatrixOf<Quad>&, const VectorOf<Quad>&, const Quad&);

}  // namespace involute
