// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/tangent_cone.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "involute/base/dense.hpp"

namespace involute {
namespace {

// Relative sizes below which a discriminant, or a derivative at a line, vanishes.
constexpr double vanishes_below = 1e-10, touching = 1e-6;
// What is left of a product of entries in quadruple precision, beside the largest.
constexpr double rounding = 1e-16;
constexpr int most_iterations = 60, starts_per_dimension = 20;
constexpr double arrived = 1e-13;
// Lines with a larger cosine are the same.
constexpr double same_line = 1 - 1e-9;

/// b00 x² + 2 b01 x y + b11 y² = 0, by the larger of the outer coefficients.
ConeLines lines_of(const Eigen::MatrixXd& b)
{
    ConeLines found;
    const double root = b(0, 1) * b(0, 1) - b(0, 0) * b(1, 1);
    // Whatever the units of the two directions are, as long as it is not what rounding leaves.
    const double terms = b(0, 1) * b(0, 1) + std::abs(b(0, 0) * b(1, 1));
    found.isolated =
        std::abs(root) > vanishes_below * terms && std::abs(root) > rounding * b.squaredNorm();
    if (!found.isolated || root <= 0) return found;
    const double s = std::sqrt(root);
    for (const double sign : {1.0, -1.0}) {
        Eigen::Vector2d line = std::abs(b(0, 0)) >= std::abs(b(1, 1))
                                   ? Eigen::Vector2d(-b(0, 1) + sign * s, b(0, 0))
                                   : Eigen::Vector2d(b(1, 1), -b(0, 1) + sign * s);
        if (line.norm() == 0) line = sign > 0 ? Eigen::Vector2d(1, 0) : Eigen::Vector2d(0, 1);
        found.lines.emplace_back(line.normalized());
    }
    return found;
}

/// Newton's iteration for xᵗ B x = 0, xᵗ x = 1; as many equations as unknowns.
std::optional<Eigen::VectorXd> newton(const std::vector<Eigen::MatrixXd>& forms, Eigen::VectorXd x)
{
    const auto n = int(x.size());
    Eigen::MatrixXd slopes(n, n);
    Eigen::VectorXd values(n);
    for (int k = 0; k < most_iterations; ++k) {
        x.normalize();
        for (int i = 0; i + 1 < n; ++i) {
            const Eigen::VectorXd bx = forms[std::size_t(i)] * x;
            slopes.row(i) = 2 * bx.transpose();
            values[i] = x.dot(bx);
        }
        slopes.row(n - 1) = 2 * x.transpose();
        values[n - 1] = 0;
        const bool is_line = values.norm() <= arrived;
        if (is_line && singular_values(slopes)[n - 1] < touching) return std::nullopt;
        const Eigen::VectorXd step = FullLu<double>(slopes).solve(values);
        if (!step.allFinite()) return std::nullopt;
        x -= step;
        if (is_line) return x.normalized();
    }
    return std::nullopt;
}

}  // namespace

ConeLines cone_lines(const std::vector<Eigen::MatrixXd>& forms, const Eigen::VectorXd& near)
{
    const auto n = int(near.size());
    if (forms.size() == 1 && n == 2) return lines_of(forms[0]);
    ConeLines found;
    if (int(forms.size()) + 1 != n) return found;
    std::vector<Eigen::MatrixXd> scaled;
    for (const Eigen::MatrixXd& form : forms) {
        if (!(form.norm() > 0)) return found;
        scaled.push_back(form / form.norm());
    }
    std::mt19937 random(1);
    for (int k = 0; k <= starts_per_dimension * n; ++k) {
        Eigen::VectorXd start = near;
        if (k > 0)
            for (double& part : start) part = 2 * double(random()) / double(random.max()) - 1;
        if (!(start.norm() > 0)) continue;
        const auto line = newton(scaled, start);
        const auto is_same = [&](const Eigen::VectorXd& other) {
            return std::abs(other.dot(*line)) > same_line;
        };
        if (line && std::none_of(found.lines.begin(), found.lines.end(), is_same))
            found.lines.push_back(*line);
    }
    found.isolated = !found.lines.empty();
    return found;
}

}  // namespace involute
