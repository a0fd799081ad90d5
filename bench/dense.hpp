// SPDX-License-Identifier: Apache-2.0
// A column-major matrix in storage of someone else (SUNDIALS keeps its dense matrices so), and
// blocks of it: the pieces of a Jacobian are written where they belong.
#pragma once

#include <cstddef>

namespace bench {

struct Dense {
    double* data = nullptr;
    int leading = 0;  // distance from one column to the next

    double& operator()(int i, int j) const { return data[std::ptrdiff_t(j) * leading + i]; }
    Dense block(int i, int j) const { return {&(*this)(i, j), leading}; }
};

}  // namespace bench
