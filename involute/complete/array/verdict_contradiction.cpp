// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/array/verdict_contradiction.hpp"

#include <algorithm>
#include <cmath>

#include "involute/base/patience.hpp"
#include "involute/complete/combine/combination.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/function_rows.hpp"
#include "involute/expr/identity.hpp"

namespace involute {

namespace {

// A residual below this, in scale, means that the search found a zero.
constexpr double misfit = 1e-9;
// Values at different points that agree to this are the same number.
constexpr double same_value = 1e-6;
// A row that contradicts the others misses zero by at least this, in scale.
constexpr double clear_misfit = 1e-4;
// Round-off in Quad of a sum of terms, or of the digits in which numbers are given.
constexpr double round_off = 1e-12;
// Random points at which a combination must be the same number.
constexpr int random_points = 4;
// Up to this many rows, each is left out in turn; and the number of searches for points of the
// rest.
constexpr std::size_t most_excluded = 24;
constexpr int tried_variants = 12;
// Points that differ by less than this, in scale, are one point.
constexpr double same_point = 1e-3;

/// The rows of a level at a point, scaled: their derivatives, then their values.
struct Rows {
    MatrixOf<Quad> matrix{};  // [J f], rows divided by sizes
    VectorOf<Quad> sizes{};
};

std::optional<Rows> rows_at(const Graph& graph, const DerivativeArray& array,
                            const NaturalScale& scale, const JetPoint& point, int level)
{
    Rows rows;
    const MatrixOf<Quad> J = scaled_array(graph, array, scale, point, level, &rows.sizes).entries;
    VectorOf<Quad> f;
    if (J.rows() == 0 || !array.evaluate_at<Quad>(graph, point, level, f, nullptr))
        return std::nullopt;
    rows.matrix.resize(J.rows(), J.cols() + 1);
    rows.matrix << J, f.cwiseQuotient(rows.sizes);
    return rows;
}

// Whether eliminating the derivatives leaves a value.
bool contradict(const MatrixOf<Quad>& matrix, const std::vector<int>& rows)
{
    std::vector<int> groups(matrix.cols(), 0);
    groups.back() = 1;
    const auto found = staged_rank(rows_of<long double>(matrix, rows), groups, 1);
    std::vector<char> used(rows.size(), 0);
    for (int r : found.pivot_rows) used[r] = 1;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (!used[i] && std::abs(found.reduced(Eigen::Index(i), matrix.cols() - 1)) > misfit)
            return true;
    return false;
}

// Rows are dropped, the highest derivatives first, as long as the rest still contradict each other.
std::vector<int> smallest_contradiction(const MatrixOf<Quad>& matrix)
{
    std::vector<int> rows(matrix.rows());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = int(i);
    if (!contradict(matrix, rows)) return {};
    for (int i = int(rows.size()) - 1; i >= 0; --i) {
        std::vector<int> fewer = rows;
        fewer.erase(fewer.begin() + i);
        if (contradict(matrix, fewer)) rows = std::move(fewer);
    }
    return rows;
}

// The left null vector of those rows of J, and what it makes of f: Taylor rows back to derivatives.
std::optional<Contradiction> combination(const Rows& at, const std::vector<int>& rows, int k)
{
    const Eigen::Index width = at.matrix.cols(), height = Eigen::Index(rows.size());
    MatrixOf<Quad> extended(height, width + height);
    extended << rows_of<Quad>(at.matrix, rows), MatrixOf<Quad>::Identity(height, height);
    std::vector<int> groups(width + height, 1);
    std::fill(groups.begin(), groups.begin() + (width - 1), 0);
    const StagedRank<Quad> found = staged_rank(extended, groups, 1);
    std::vector<char> used(rows.size(), 0);
    for (int r : found.pivot_rows) used[r] = 1;
    const auto left = std::find(used.begin(), used.end(), 0);
    if (left == used.end()) return std::nullopt;
    const Eigen::Index row = left - used.begin();
    Contradiction result;
    result.value = found.reduced(row, width - 1);
    for (Eigen::Index i = 0; i < height; ++i) {
        const int l = rows[i] / k;
        Quad factor = found.reduced(row, width + i) / at.sizes[rows[i]];
        for (int q = 2; q <= l; ++q) factor /= q;
        if (factor != 0) result.terms.push_back({rows[i] % k, l, factor});
    }
    return result;
}

// The smallest factor becomes 1, and the value positive.
void normalise(Contradiction& c)
{
    Quad smallest = abs(c.terms[0].factor);
    for (const ArrayTerm& term : c.terms) smallest = std::min<Quad>(smallest, abs(term.factor));
    if (c.value < 0) smallest = -smallest;
    for (ArrayTerm& term : c.terms) term.factor /= smallest;
    c.value /= smallest;
}

bool is_same_number(const Quad& a, const Quad& b)
{
    return abs(a - b) <= same_value * std::max<Quad>(abs(a), abs(b));
}

// The combination at any point, and the size of its terms.
struct Value {
    Quad sum = 0, size = 0;
};

std::optional<Value> value_at(const Graph& graph, const DerivativeArray& array,
                              const Contradiction& c, const JetPoint& point, int level)
{
    VectorOf<Quad> f;
    if (!array.evaluate_at<Quad>(graph, point, level, f, nullptr)) return std::nullopt;
    Value value;
    for (const ArrayTerm& term : c.terms) {
        Quad derivative = f[term.order * array.equations() + term.equation];
        for (int q = 2; q <= term.order; ++q) derivative *= q;
        value.sum += term.factor * derivative;
        value.size += abs(term.factor * derivative);
    }
    return value;
}

// Whether an expression contains a function that can look constant where it is not: max(0, y -
// 100), exp(-(y - 30)^2), tanh(y - 50), (y/50)^20.
bool can_look_flat(const Graph& graph, NodeId e)
{
    using namespace rows;
    const auto varies_everywhere = [](FunctionId f) {
        return f == id_of<Sin> || f == id_of<Cos> || f == id_of<Tan> || f == id_of<Sqrt> ||
               f == id_of<Log>;
    };
    const Subgraph part = subgraph(graph, {e});
    return std::any_of(part.visits.begin(), part.visits.end(), [&](const Visit& visit) {
        const Node& node = graph[visit.id];
        return node.op == Op::power || (node.op == Op::integer_power && node.exponent > 3) ||
               (node.op == Op::call && !varies_everywhere(node.function));
    });
}

bool can_look_flat(const Graph& graph, const DerivativeArray& array, const Contradiction& c)
{
    return std::any_of(c.terms.begin(), c.terms.end(), [&](const ArrayTerm& term) {
        return can_look_flat(graph, array.rows()[std::size_t(term.equation)]);
    });
}

// The combination with its factors as fractions, if these are simple, proved to contain no unknown.
bool is_proved_number(const Graph& graph, const DerivativeArray& array, const Contradiction& c)
{
    Graph copy = graph;
    VectorOf<Quad> factors(Eigen::Index(c.terms.size()));
    for (std::size_t k = 0; k < c.terms.size(); ++k) factors[Eigen::Index(k)] = c.terms[k].factor;
    factors = readable(factors, round_off);
    NodeId sum = copy.constant(0);
    for (std::size_t k = 0; k < c.terms.size(); ++k) {
        NodeId f = array.rows()[std::size_t(c.terms[k].equation)];
        for (int l = 0; l < c.terms[k].order; ++l) f = total_derivative(copy, f);
        sum = copy.add(sum, copy.multiply(copy.constant(factors[Eigen::Index(k)]), f));
    }
    for (const NodeId leaf : leaves(copy, sum))
        if (copy[leaf].op == Op::jet && !is_proved_free_of(copy, sum, leaf)) return false;
    return true;
}

// Whether it is a number at random points: the same one (true), another at another x (false), or
// no number at all (nothing).
std::optional<bool> is_number(const Graph& graph, const DerivativeArray& array,
                              const NaturalScale& scale, const Contradiction& c, const Quad& x,
                              int level)
{
    bool same = true;
    int compared = 0;
    for (int variant = 1; variant <= random_points; ++variant) {
        keep_patience();
        JetPoint here = first_point(scale, array.orders_at(level), variant);
        JetPoint there = here;
        here.x = x;
        const auto at_x = value_at(graph, array, c, here, level);
        const auto elsewhere = value_at(graph, array, c, there, level);
        if (!at_x || !elsewhere) continue;
        if (abs(at_x->sum - c.value) > same_value * abs(c.value) + round_off * at_x->size)
            return std::nullopt;
        same &= abs(elsewhere->sum - c.value) <=
                same_value * abs(c.value) + round_off * elsewhere->size;
        ++compared;
    }
    if (compared == 0) return std::nullopt;
    return same;
}

// Whether the arguments of the rows differ between the two points.
bool differ(const MatrixOf<Quad>& matrix, const std::vector<int>& rows,
            const DerivativeArray& array, const NaturalScale& scale, const JetPoint& a,
            const JetPoint& b, int level)
{
    const std::vector<int> first = first_columns(array, level);
    for (int j = 0; j < array.unknowns(); ++j)
        for (int c = first[j]; c < first[j + 1]; ++c) {
            const bool occurs =
                std::any_of(rows.begin(), rows.end(), [&](int r) { return matrix(r, c) != 0; });
            const int s = c - first[j];
            if (occurs && abs(a.jets[j][s] - b.jets[j][s]) > same_point * scale.of(j, s))
                return true;
        }
    return false;
}

// Rows are left out, the highest derivatives first, as long as no point is found where the rest
// vanish. Of what remains, one row may have the same value at all points where the others vanish.
class Exclusion {
public:
    Exclusion(const Graph& graph, const DerivativeArray& array, const NaturalScale& scale,
              int level)
        : graph_(graph), array_(array), scale_(scale), level_(level)
    {
    }

    std::optional<Contradiction> run() const
    {
        for (const NodeId row : array_.rows())
            if (can_look_flat(graph_, row)) return std::nullopt;
        std::vector<int> rows(array_.equations() * (level_ + 1));
        if (rows.size() > most_excluded) return std::nullopt;
        for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = int(i);
        if (!points_of(rows, 1).empty()) return std::nullopt;
        for (int i = int(rows.size()) - 1; i >= 0; --i)
            if (points_of(without(rows, i), 1).empty()) rows = without(rows, i);
        for (int i = int(rows.size()) - 1; i >= 0; --i)
            if (auto found = decided_by(rows, i)) return found;
        return std::nullopt;
    }

private:
    static std::vector<int> without(std::vector<int> rows, int i)
    {
        rows.erase(rows.begin() + i);
        return rows;
    }

    std::vector<JetPoint> points_of(const std::vector<int>& rows, std::size_t wanted) const
    {
        std::vector<JetPoint> points;
        for (int variant = 0; variant < tried_variants && points.size() < wanted; ++variant) {
            keep_patience();
            const JetPoint first = first_point(scale_, array_.orders_at(level_), variant);
            ArrayPoint end = approach_array(graph_, array_, scale_, variant, first, level_, &rows);
            if (end.consistent) points.push_back(std::move(end.point));
        }
        return points;
    }

    std::optional<Contradiction> decided_by(const std::vector<int>& rows, int i) const
    {
        const std::vector<int> rest = without(rows, i);
        const std::vector<JetPoint> points = points_of(rest, tried_variants);
        if (points.size() < 3) return std::nullopt;
        Contradiction result;
        for (int r : rows)
            result.terms.push_back({r % array_.equations(), r / array_.equations(), Quad(1)});
        result.decided = std::size_t(i);
        const Contradiction one{{result.terms[i]}, 0, {}, {}};
        bool elsewhere = false;
        for (std::size_t k = 0; k < points.size(); ++k) {
            const auto at = rows_at(graph_, array_, scale_, points[k], level_);
            const auto value = value_at(graph_, array_, one, points[k], level_);
            if (!at || !value || !(abs(at->matrix(rows[i], at->matrix.cols() - 1)) > clear_misfit))
                return std::nullopt;
            if (k == 0) result.value = value->sum;
            if (!is_same_number(value->sum, result.value)) return std::nullopt;
            elsewhere |= differ(at->matrix, rest, array_, scale_, points[0], points[k], level_);
        }
        return elsewhere ? std::optional(result) : std::nullopt;
    }

    const Graph& graph_;
    const DerivativeArray& array_;
    const NaturalScale& scale_;
    int level_;
};

}  // namespace

std::optional<Contradiction> find_contradiction(const Graph& graph, const DerivativeArray& array,
                                                const NaturalScale& scale,
                                                const std::vector<ArrayPoint>& ends, int level)
{
    for (const ArrayPoint& end : ends) {
        if (!end.finite) continue;
        const auto at = rows_at(graph, array, scale, end.point, level);
        if (!at) continue;
        const std::vector<int> rows = smallest_contradiction(at->matrix);
        if (rows.empty()) continue;
        auto found = combination(*at, rows, array.equations());
        if (!found || found->terms.empty()) continue;
        normalise(*found);
        const auto same = is_number(graph, array, scale, *found, end.point.x, level);
        if (!same) continue;
        if (can_look_flat(graph, array, *found) && !is_proved_number(graph, array, *found))
            continue;
        if (!*same) found->x = end.point.x;
        return found;
    }
    if (array.is_linear()) return std::nullopt;
    return Exclusion(graph, array, scale, level).run();
}

}  // namespace involute
