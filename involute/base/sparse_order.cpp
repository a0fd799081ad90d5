// SPDX-License-Identifier: Apache-2.0
#include "involute/base/sparse_order.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

namespace involute {
namespace {

using Matrix = Eigen::SparseMatrix<double>;

Matrix matrix_of(int size, std::span<const SparseEntry> entries)
{
    std::vector<Eigen::Triplet<double>> triplets;
    triplets.reserve(entries.size());
    for (const auto [row, column] : entries) triplets.emplace_back(row, column, 1.0);
    Matrix matrix(size, size);
    matrix.setFromTriplets(triplets.begin(), triplets.end());
    matrix.makeCompressed();
    return matrix;
}

}  // namespace

std::vector<int> column_order(int size, std::span<const SparseEntry> entries)
{
    Eigen::COLAMDOrdering<int>::PermutationType position;
    Eigen::COLAMDOrdering<int>()(matrix_of(size, entries), position);
    std::vector<int> order(static_cast<std::size_t>(size));
    for (int column = 0; column < size; ++column)
        order[std::size_t(position.indices()[column])] = column;
    return order;
}

std::vector<int> diagonal_order(int size, std::span<const SparseEntry> entries)
{
    Eigen::AMDOrdering<int>::PermutationType order;
    Eigen::AMDOrdering<int>()(matrix_of(size, entries), order);
    return {order.indices().data(), order.indices().data() + size};
}

}  // namespace involute
