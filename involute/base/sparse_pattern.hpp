// SPDX-License-Identifier: Apache-2.0
// Where the entries of a sparse matrix are.
#pragma once

#include <vector>

namespace involute {

struct SparseEntry {
    int row = 0;
    int column = 0;
};

/// A matrix by its entries; values come in the same order.
struct SparsePattern {
    int rows = 0;
    int columns = 0;
    std::vector<SparseEntry> entries{};
};

}  // namespace involute
