// SPDX-License-Identifier: Apache-2.0
// Random sparse matrices that are structurally regular, and their dense form as the reference.
#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "involute/base/dense.hpp"
#include "involute/geometry/pivots.hpp"

namespace involute::test {

struct RandomMatrix {
    int size = 0;
    std::vector<SparseEntry> entries{};
    std::vector<double> values{};

    Eigen::MatrixXd dense() const
    {
        Eigen::MatrixXd a = Eigen::MatrixXd::Zero(size, size);
        for (std::size_t e = 0; e < entries.size(); ++e)
            a(entries[e].row, entries[e].column) = values[e];
        return a;
    }
    SampledMatrix sampled() const { return {size, entries, {values}}; }
};

inline std::vector<int> random_permutation(int size, std::mt19937& random)
{
    std::vector<int> image(size);
    std::iota(image.begin(), image.end(), 0);
    std::shuffle(image.begin(), image.end(), random);
    return image;
}

/// A random permutation full of entries of size 1 to 2, and about `extra` more in every row.
inline RandomMatrix random_matrix(int size, double extra, std::mt19937& random)
{
    std::uniform_real_distribution<double> unit(0, 1);
    const std::vector<int> image = random_permutation(size, random);
    RandomMatrix a{.size = size};
    for (int i = 0; i < size; ++i)
        for (int j = 0; j < size; ++j) {
            const bool matched = image[i] == j;
            if (!matched && unit(random) * size >= extra) continue;
            const double sign = unit(random) < 0.5 ? -1 : 1;
            a.entries.push_back({i, j});
            a.values.push_back(sign * (matched ? 1 + unit(random) : unit(random)));
        }
    return a;
}

inline Eigen::VectorXd random_vector(int size, std::mt19937& random)
{
    std::uniform_real_distribution<double> unit(-1, 1);
    Eigen::VectorXd v(size);
    for (double& x : v) x = unit(random);
    return v;
}

inline double condition(const Eigen::MatrixXd& a)
{
    const Eigen::VectorXd s = singular_values(a);
    return s[0] / s[s.size() - 1];
}

}  // namespace involute::test
