// SPDX-License-Identifier: Apache-2.0
#include "involute/base/dense_lu.hpp"

namespace involute {

template class Lu<Quad>;
template VectorOf<Quad> solve_square(const MatrixOf<Quad>&, const VectorOf<Quad>&);
template MatrixOf<Quad> solve_square(const MatrixOf<Quad>&, const MatrixOf<Quad>&);

using Complex = std::complex<Quad>;
template class Lu<Complex>;
template VectorOf<Complex> solve_square(const MatrixOf<Complex>&, const VectorOf<Complex>&);

}  // namespace involute
