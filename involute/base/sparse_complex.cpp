// SPDX-License-Identifier: Apache-2.0
#include "involute/base/sparse_lu.hpp"

namespace involute {

template class SparseLu<std::complex<double>>;

}  // namespace involute
