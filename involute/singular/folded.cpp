// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/folded.hpp"

#include <algorithm>
#include <cmath>

#include "involute/base/dense.hpp"

namespace involute {
namespace {

constexpr int most_iterations = 40;
// Increments in scale at which the iteration has arrived, and how much the first ones must shrink.
const Quad arrived = Quad(1e-24);
constexpr double contraction = 0.5;
// Step of central differences: their error is its square, beside round-off / step.
const Quad difference_step = Quad(1e-11);
// Singular values of C below this vanish, in scale: those in question were sought as zeros.
constexpr double vanishing = 1e-12;

/// [C b; Pᵗ 0] (N; φ) = (0; 1): φ = 0 where C has lost rank, with b, P near its null vectors.
class Bordered {
public:
    Bordered(SingularForm& form, const std::vector<Quad>& q) : form_(form)
    {
        const Eigen::MatrixXd c = form.matrix(q).cast<double>();
        const Svd svd = full_svd(c);
        const int n = form.layout().unknowns;
        left_ = svd.U.col(n - 1).cast<Quad>();
        right_ = svd.V.rightCols(2).cast<Quad>();
        values_ = svd.values;
    }

    struct Value {
        VectorOf<Quad> phi{};   // 2
        MatrixOf<Quad> null{};  // (n + 1) × 2
    };
    Value at(const std::vector<Quad>& q) const
    {
        const int n = int(left_.size());
        MatrixOf<Quad> m = MatrixOf<Quad>::Zero(n + 2, n + 2);
        m.topLeftCorner(n, n + 1) = form_.matrix(q);
        m.topRightCorner(n, 1) = left_;
        m.bottomLeftCorner(2, n + 1) = right_.transpose();
        MatrixOf<Quad> rhs = MatrixOf<Quad>::Zero(n + 2, 2);
        rhs.bottomRows(2).setIdentity();
        const MatrixOf<Quad> found = solve_square(m, rhs);
        return {found.bottomRows(1).transpose(), found.topRows(n + 1)};
    }
    /// Dφ along d, which is in scale.
    VectorOf<Quad> derivative(const std::vector<Quad>& q, const VectorOf<Quad>& d) const
    {
        const Quad size = d.norm();
        if (!(size > 0)) return VectorOf<Quad>::Zero(2);
        const Quad h = difference_step / size;
        return (at(form_.moved(q, h * d)).phi - at(form_.moved(q, -h * d)).phi) / (2 * h);
    }
    const Eigen::VectorXd& values() const { return values_; }

private:
    SingularForm& form_;
    VectorOf<Quad> left_;
    MatrixOf<Quad> right_;
    Eigen::VectorXd values_;  // singular values of C where it was made
};

MatrixOf<Quad> embedded(const SingularForm& form, const std::vector<Quad>& q,
                        const MatrixOf<Quad>& null)
{
    MatrixOf<Quad> plane(form.layout().size, 2);
    for (int k = 0; k < 2; ++k) plane.col(k) = form.embed(q, null.col(k));
    return plane;
}

/// Newton's increment for φ = 0 within the plane of possible directions, so that a solution drawn
/// into a whole family of such points is led to its own.
VectorOf<Quad> increment(SingularForm& form, const Bordered& bordered, const std::vector<Quad>& q)
{
    const Bordered::Value now = bordered.at(q);
    const MatrixOf<Quad> plane = embedded(form, q, now.null);
    MatrixOf<Quad> slopes(2, 2);
    for (int k = 0; k < 2; ++k) slopes.col(k) = bordered.derivative(q, plane.col(k));
    return plane * shortest_solution(slopes, -now.phi);
}

bool newton(SingularForm& form, std::vector<Quad>& q)
{
    const Bordered bordered(form, q);
    Quad last = 0;
    for (int k = 0; k < most_iterations; ++k) {
        const VectorOf<Quad> d = increment(form, bordered, q);
        const Quad size = d.norm();
        if (!isfinite(size) || (k == 0 && size > Quad(1))) return false;
        if (k > 0 && size > arrived && size > Quad(contraction) * last) return false;
        q = form.moved(q, d);
        if (!form.project(q)) return false;
        if (size <= arrived) return true;
        last = size;
    }
    return false;
}

void classify(FoldedPoint& point, const SingularForm& form)
{
    const MatrixOf<Quad>& m = point.linear;
    const Quad determinant = m(0, 0) * m(1, 1) - m(0, 1) * m(1, 0), trace = m(0, 0) + m(1, 1);
    const Quad discriminant = trace * trace / 4 - determinant;
    const Quad largest =
        discriminant < 0 ? Quad(sqrt(determinant)) : Quad(abs(trace) / 2 + sqrt(discriminant));
    if (largest > 0) point.linear /= largest;
    const Eigen::Matrix<double, 2, 2> a = point.linear.cast<double>();
    const double half = a.trace() / 2,
                 square = half * half - (a(0, 0) * a(1, 1) - a(1, 0) * a(0, 1));
    const double size = a.norm();
    if (square < 0) {
        const double turn = std::sqrt(-square);
        point.eigenvalues = {std::complex<double>(half, turn), {half, -turn}};
        point.kind = SingularKind::folded_focus;
        return;
    }
    const double root = std::sqrt(square);
    point.eigenvalues = {std::complex<double>(half - root), half + root};
    const double first = half - root, second = half + root;
    if (std::min(std::abs(first), std::abs(second)) <= 1e-10 * size)
        point.kind = SingularKind::folded_saddle_node;
    else
        point.kind = first * second < 0 ? SingularKind::folded_saddle : SingularKind::folded_node;
    // Eigenvectors from the larger column of A - μ', which maps into the eigenspace of the other.
    point.directions.resize(form.layout().size, 2);
    for (int k = 0; k < 2; ++k) {
        const Quad other = Quad(point.eigenvalues[std::size_t(1 - k)].real());
        const MatrixOf<Quad> shifted = point.linear - other * MatrixOf<Quad>::Identity(2, 2);
        const VectorOf<Quad> c =
            shifted.col(shifted.col(0).norm() >= shifted.col(1).norm() ? 0 : 1);
        point.directions.col(k) = point.plane * c;
        const Quad length = point.directions.col(k).norm();
        if (!(length > Quad(vanishing) * c.norm())) {  // it moves highest derivatives alone: no way
            point.directions.col(k).setZero();         // of the solution
            continue;
        }
        point.directions.col(k) /= length;
        if (point.directions(0, k) < 0) point.directions.col(k) *= Quad(-1);  // x increasing
    }
}

/// Does C lose rank all along a curve through the point, tangent to its central direction?
bool is_family(SingularForm& form, const FoldedPoint& point)
{
    const Quad step = Quad(1e-4);
    const bool second = std::abs(point.eigenvalues[1]) < std::abs(point.eigenvalues[0]);
    const VectorOf<Quad> central = point.directions.col(second ? 1 : 0);
    if (!(central.norm() > 0)) return false;
    std::vector<Quad> q = form.moved(point.p, step * central);
    if (!form.project(q)) return false;
    std::vector<Quad> other = q;
    return newton(form, other) && form.difference(other, q).norm() < Quad(1e-2) * step;
}

}  // namespace

double rank_margin(SingularForm& form, const std::vector<Quad>& q)
{
    form.fix_scale(q);
    const Eigen::MatrixXd c = form.matrix(q).cast<double>();
    const Eigen::VectorXd values = singular_values(c);
    return values[values.size() - 1] / std::max(values[0], 1.0);
}

namespace {

/// The point at q, where C has lost rank.
std::optional<FoldedPoint> examine(SingularForm& form, const std::vector<Quad>& q)
{
    const Bordered bordered(form, q);
    const Eigen::VectorXd& values = bordered.values();
    const int n = form.layout().unknowns;
    const double zero = vanishing * std::max(values[0], 1.0);
    if (values[n - 1] > zero || (n > 1 && values[n - 2] <= zero)) return std::nullopt;
    FoldedPoint point{.p = q};
    const MatrixOf<Quad> null = bordered.at(q).null;
    point.plane = embedded(form, q, null);
    MatrixOf<Quad> turn(2, 2), slopes(2, 2);
    turn << 0, -1, 1, 0;
    for (int k = 0; k < 2; ++k) slopes.col(k) = bordered.derivative(q, point.plane.col(k));
    point.linear = turn * slopes;
    classify(point, form);
    return point;
}

/// Where the general solution through q meets a family of such points: Newton along its direction.
std::vector<Quad> along_general(SingularForm& form, const FoldedPoint& point, std::vector<Quad> q)
{
    const Bordered bordered(form, point.p);
    const bool second = std::abs(point.eigenvalues[1]) > std::abs(point.eigenvalues[0]);
    const VectorOf<Quad> d = point.directions.col(second ? 1 : 0);
    for (int k = 0; k < most_iterations; ++k) {
        const VectorOf<Quad> phi = bordered.at(q).phi, slope = bordered.derivative(q, d);
        const Quad s = -slope.dot(phi) / slope.squaredNorm();
        q = form.moved(q, s * d);
        if (!form.project(q) || abs(s) <= arrived) break;
    }
    return q;
}

}  // namespace

std::optional<FoldedPoint> find_folded(SingularForm& form, std::vector<Quad> q)
{
    form.fix_scale(q);
    const std::vector<Quad> from = q;
    if (!newton(form, q)) return std::nullopt;
    auto point = examine(form, q);
    if (point && point->kind == SingularKind::folded_saddle_node && is_family(form, *point)) {
        point = examine(form, along_general(form, *point, from));
        if (point) point->kind = SingularKind::singular_solution;
    }
    return point;
}

void orient(const SingularForm& form, FoldedPoint& point, const std::vector<Quad>& q,
            const VectorOf<Quad>& direction)
{
    const VectorOf<Quad> c = shortest_solution(point.plane, form.difference(q, point.p));
    const VectorOf<Quad> ahead = shortest_solution(point.plane, direction);
    if (ahead.dot(point.linear * c) >= 0) return;
    point.linear = -point.linear;
    for (std::complex<double>& value : point.eigenvalues) value = {-value.real(), value.imag()};
}

bool runs_into(const SingularForm& form, const FoldedPoint& point, const std::vector<Quad>& q,
               double accuracy)
{
    const double first = point.eigenvalues[0].real(), second = point.eigenvalues[1].real();
    if (point.kind == SingularKind::folded_focus || point.kind == SingularKind::folded_node)
        return first < 0;
    if (point.kind != SingularKind::folded_saddle) return std::min(first, second) < 0;
    // In the coordinates of the eigenvectors a' = -a, b' = κ b up to the parameter: b a^κ is kept,
    // so that what is b here was b a^κ at distance 1.
    const VectorOf<Quad> parts = shortest_solution(point.directions, form.difference(q, point.p));
    const int in = first < 0 ? 0 : 1;
    const double ratio = std::abs(in == 0 ? second / first : first / second);
    const double a = std::abs(to_double(parts[in])), b = std::abs(to_double(parts[1 - in]));
    if (b > a) return false;  // it lies behind
    return b * std::pow(std::min(1.0, a), ratio) <= accuracy;
}

}  // namespace involute
