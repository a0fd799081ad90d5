// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/array/verdict_points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "involute/base/dense.hpp"

namespace involute {

namespace {

constexpr double round_off = std::numeric_limits<double>::epsilon();
// A residual below this is round-off of Quad.
constexpr double all_digits = 1e-28;
constexpr double golden_ratio = 0.6180339887498949;

// What is demanded moves least, then the other jets of p, guessed ones less; what the array
// determines from p is to follow, not to lead.
double reach_of(const DerivativeArray& array, const NaturalScale& scale, int unknown, int order,
                bool hold_start)
{
    const int beyond = order - array.below()[unknown];
    if (scale.is_demanded(unknown, order)) return hold_start ? 0 : 0.01;
    if (beyond > 1) return 10;
    return (beyond == 1 ? 1 : 0.05) * (scale.given(unknown, order) ? 0.3 : 1);
}

// The jets of a point as Taylor coefficients, unknown after unknown.
VectorOf<Quad> to_coefficients(const JetPoint& point, const std::vector<int>& highest)
{
    std::vector<Quad> all;
    for (std::size_t j = 0; j < highest.size(); ++j) {
        Quad factorial = 1;
        for (int s = 0; s <= highest[j]; ++s) {
            if (s > 1) factorial *= s;
            all.push_back(point.jets[j][s] / factorial);
        }
    }
    return Eigen::Map<VectorOf<Quad>>(all.data(), Eigen::Index(all.size()));
}

void from_coefficients(const VectorOf<Quad>& w, JetPoint& point)
{
    Eigen::Index next = 0;
    for (auto& jets : point.jets) {
        Quad factorial = 1;
        for (std::size_t s = 0; s < jets.size(); ++s) {
            if (s > 1) factorial *= int(s);
            jets[s] = w[next++] * factorial;
        }
    }
}

// A point that differs by what it is not known to, in natural sizes: also where a jet is zero on M
// and what it has there is left over from a search.
JetPoint moved(JetPoint point, const NaturalScale& scale, double part)
{
    int count = 0;
    for (std::size_t j = 0; j < point.jets.size(); ++j)
        for (std::size_t s = 0; s < point.jets[j].size(); ++s) {
            const double turn = golden_ratio * ++count;  // a different one for each, all alike
            point.jets[j][s] +=
                Quad(part * (1 + turn - std::floor(turn)) * scale.of(int(j), int(s)));
        }
    return point;
}

// By how much more than rounding the entries change when the point moves.
MatrixOf<double> sums_of(const Graph& graph, const DerivativeArray& array, const JetPoint& beside,
                         int level, const MatrixOf<Quad>& J)
{
    VectorOf<double> f;
    MatrixOf<double> there, sums = MatrixOf<double>::Ones(J.rows(), J.cols());
    const bool known = array.evaluate_at<double>(graph, beside, level, f, &there);
    for (Eigen::Index i = 0; i < J.size(); ++i) {
        const Quad& x = J.data()[i];
        if (x == 0) continue;
        const double part = known ? to_double(Quad(abs(there.data()[i] - x) / abs(x))) : 1;
        sums.data()[i] = std::max(1.0, part / round_off);
    }
    return sums;
}

}  // namespace

std::vector<int> first_columns(const DerivativeArray& array, int level)
{
    std::vector<int> first{0};
    for (int highest : array.orders_at(level)) first.push_back(first.back() + highest + 1);
    return first;
}

std::vector<int> column_groups(const DerivativeArray& array, int level)
{
    std::vector<int> groups;
    const std::vector<int> highest = array.orders_at(level);
    for (int j = 0; j < array.unknowns(); ++j)
        for (int s = 0; s <= highest[j]; ++s)
            groups.push_back(s <= array.below()[j] ? 2 : s == array.below()[j] + 1 ? 1 : 0);
    return groups;
}

ArrayPoint approach_array(const Graph& graph, const DerivativeArray& array,
                          const NaturalScale& scale, int variant, const JetPoint& first, int level,
                          const std::vector<int>* some)
{
    const std::vector<int> highest = array.orders_at(level);
    JetPoint point = first_point(scale, highest, variant);
    point.x = first.x;
    for (std::size_t j = 0; j < highest.size(); ++j)
        for (std::size_t s = 0; s < std::min(point.jets[j].size(), first.jets[j].size()); ++s)
            point.jets[j][s] = first.jets[j][s];

    const RowsAt rows = [&](const VectorOf<Quad>& at, VectorOf<Quad>& f, MatrixOf<double>* J) {
        from_coefficients(at, point);
        if (!array.evaluate_at<Quad>(graph, point, level, f, nullptr)) return false;
        VectorOf<double> in_double;
        if (J && !array.evaluate_at<double>(graph, point, level, in_double, J)) return false;
        if (some) {
            f = VectorOf<Quad>(f(*some));
            if (J) *J = MatrixOf<double>((*J)(*some, Eigen::all));
        }
        return !J || J->allFinite();
    };
    const VectorOf<Quad> w = to_coefficients(point, highest);
    VectorOf<double> sizes(w.size()), reach(w.size());
    ZeroSearch found;
    for (const bool hold_start : {true, false}) {
        if (found.consistent || (hold_start && variant != 0)) continue;
        Eigen::Index next = 0;
        for (int j = 0; j < array.unknowns(); ++j)
            for (int s = 0; s <= highest[j]; ++s, ++next) {
                sizes[next] = scale.size(j) / std::pow(scale.period(), s);
                reach[next] = reach_of(array, scale, j, s, hold_start) * sizes[next];
            }
        found = approach_zero(rows, w, sizes, reach);
    }
    if (found.finite) from_coefficients(found.w, point);
    return {variant, found.consistent, found.finite, point, found.residual};
}

ArrayMatrix scaled_array(const Graph& graph, const DerivativeArray& array,
                         const NaturalScale& scale, const JetPoint& point, int level,
                         VectorOf<Quad>* row_sizes)
{
    VectorOf<Quad> f;
    MatrixOf<Quad> J;
    if (!array.evaluate_at<Quad>(graph, point, level, f, &J)) return {};
    const MatrixOf<Quad> exact = J;
    const std::vector<int> highest = array.orders_at(level);
    Eigen::Index column = 0;
    for (int j = 0; j < array.unknowns(); ++j)
        for (int s = 0; s <= highest[j]; ++s)
            J.col(column++) *= Quad(scale.size(j) / std::pow(scale.period(), s));
    if (row_sizes) *row_sizes = VectorOf<Quad>::Constant(J.rows(), Quad(1));
    Quad residual = 0;
    for (Eigen::Index i = 0; i < J.rows(); ++i) {
        const Quad size = J.row(i).cwiseAbs().maxCoeff();
        if (!(size > 0)) continue;
        J.row(i) /= size;
        if (row_sizes) (*row_sizes)[i] = size;
        residual = std::max<Quad>(residual, abs(f[i]) / size);
    }
    // At a double zero of the rows half of the digits are known.
    const double known_to = std::max(round_off, std::sqrt(to_double(residual)));
    return {std::move(J), sums_of(graph, array, moved(point, scale, known_to), level, exact)};
}

template <class S>
ArrayRanks array_ranks(MatrixOf<S> rows, const MatrixOf<double>& sums,
                       const std::vector<int>& groups)
{
    equilibrate(rows);
    const StagedRank<S> found = staged_rank(rows, sums, groups, 3);
    const int b2 = found.ranks[0], b = b2 + found.ranks[1];
    return {b + found.ranks[2], b, b2, found.gap, found.least};
}

bool tell_of_zero(const ArrayRanks& ranks, const ArrayPoint& at)
{
    return at.residual < all_digits || at.residual * clear_gap < ranks.least * ranks.least;
}

// After u2 is eliminated, the rows that remain say everything about u1 alone.
MatrixOf<Quad> free_directions(const ArrayMatrix& matrix, const std::vector<int>& groups)
{
    std::vector<int> tops;
    for (int c = 0; c < int(groups.size()); ++c)
        if (groups[c] == 1) tops.push_back(c);
    MatrixOf<Quad> rows = matrix.entries;
    equilibrate(rows);
    const StagedRank<Quad> found = staged_rank(rows, matrix.sums, groups, 2);
    const int t = found.ranks[1], n = int(tops.size());
    MatrixOf<Quad> about(t, n);
    for (int i = 0; i < t; ++i)
        for (int j = 0; j < n; ++j)
            about(i, j) = found.reduced(found.pivot_rows[found.ranks[0] + i], tops[j]);
    if (t == 0) return MatrixOf<Quad>::Identity(n, n);
    return FullLu<Quad>(about).kernel().transpose();
}

template ArrayRanks array_ranks(MatrixOf<long double>, const MatrixOf<double>&,
                                const std::vector<int>&);
template ArrayRanks array_ranks(MatrixOf<Quad>, const MatrixOf<double>&, const std::vector<int>&);

}  // namespace involute
