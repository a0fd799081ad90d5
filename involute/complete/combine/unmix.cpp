// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/combine/unmix.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <tuple>

#include "involute/complete/combine/combination_expand.hpp"
#include "involute/expr/calculus.hpp"

namespace involute {

namespace {

// Terms of all equations together, and what elimination may cost: products of fractions, each
// counted by the length of its numbers in words.
constexpr std::size_t most_terms = 20'000;
constexpr std::size_t most_work = 3'000'000;
constexpr std::size_t word = 64;
// Terms that cancel to less than this part of them, but not to zero, were rounded.
constexpr double nearly_nothing = 1e-12;

using Row = std::map<int, Rational>;  // by column: terms first, then the equations themselves

/// An equation as coefficient · base, where the coefficient is a fraction and the base neither a
/// sum nor a multiple.
class Terms {
public:
    explicit Terms(Graph& graph) : graph_(graph) {}

    /// False when there are too many.
    bool read(NodeId e, std::map<NodeId, Rational>& found)
    {
        struct Part {
            Rational factor;
            NodeId e;
            bool open;  // not yet multiplied out
        };
        std::vector<Part> stack{{Rational(1), e, true}};
        while (!stack.empty()) {
            const Part part = std::move(stack.back());
            stack.pop_back();
            if (++seen_ > most_terms) return false;
            const Node node = graph_[part.e];
            if (node.op == Op::add || node.op == Op::subtract) {
                stack.push_back({part.factor, node.a, part.open});
                stack.push_back(
                    {node.op == Op::add ? part.factor : -part.factor, node.b, part.open});
            } else if (node.op == Op::negate) {
                stack.push_back({-part.factor, node.a, part.open});
            } else if (const auto number =
                           graph_.is_constant(part.e) ? graph_.fraction(part.e) : std::nullopt) {
                found[graph_.constant(1)] += part.factor * *number;
            } else if (const auto front = number_in(node, Op::multiply, node.a)) {
                stack.push_back({part.factor * *front, node.b, part.open});
            } else if (const auto below = number_in(node, Op::divide, node.b)) {
                stack.push_back({part.factor / *below, node.a, part.open});
            } else if (const auto out = part.open ? expanded(graph_, part.e, 0) : std::nullopt) {
                stack.push_back({part.factor, *out, false});
            } else {
                found[part.e] += part.factor;
            }
        }
        std::erase_if(found, [](const auto& term) { return term.second == Rational(0); });
        return true;
    }

private:
    std::optional<Rational> number_in(const Node& node, Op op, NodeId operand) const
    {
        if (node.op != op || !graph_.is_constant(operand) || graph_.is_constant(operand, 0))
            return std::nullopt;
        return graph_.fraction(operand);
    }

    Graph& graph_;
    std::size_t seen_ = 0;
};

/// What is eliminated first: the highest derivatives, those that stand alone before products;
/// numbers come last.
std::tuple<int, bool, NodeId> elimination_order(const Graph& graph, NodeId base)
{
    if (graph.is_constant(base)) return {2, true, base};
    int order = -1;
    for (const NodeId leaf : leaves(graph, base))
        if (graph[leaf].op == Op::jet) order = std::max(order, int(graph[leaf].b));
    return {-order, graph[base].op != Op::jet, base};
}

/// Reduced echelon form over the first `columns` columns.
class Echelon {
public:
    Echelon(std::vector<Row> rows, int columns)
        : written_(rows), rows_(std::move(rows)), columns_(columns)
    {
    }

    /// False where the numbers grow too long.
    bool reduce()
    {
        for (int j = 0; j < columns_ && rank_ < rows_.size(); ++j) {
            const std::size_t pivot = shortest_with(j, rank_);
            if (pivot == rows_.size()) continue;
            std::swap(rows_[pivot], rows_[rank_]);
            const Rational front = rows_[rank_].at(j);
            rounded_ = rounded_ || nearly_cancels(rows_[rank_], j);
            for (auto& [column, x] : rows_[rank_]) x /= front;
            for (std::size_t i = 0; i < rows_.size(); ++i)
                if (i != rank_ && rows_[i].contains(j) && !subtract(rows_[i], rows_[rank_], j))
                    return false;
            ++rank_;
        }
        return true;
    }

    std::span<const Row> independent() const { return {rows_.data(), rank_}; }
    const std::vector<Row>& rows() const { return rows_; }
    /// Whether something was solved for what rounding may have left.
    bool rounded() const { return rounded_; }

private:
    std::size_t shortest_with(int j, std::size_t from) const
    {
        std::size_t found = rows_.size();
        for (std::size_t i = from; i < rows_.size(); ++i)
            if (rows_[i].contains(j) &&
                (found == rows_.size() || rows_[i].size() < rows_[found].size()))
                found = i;
        return found;
    }

    bool nearly_cancels(const Row& row, int j) const
    {
        double largest = 0;
        for (auto at = row.lower_bound(columns_); at != row.end(); ++at)
            if (const Row& from = written_[std::size_t(at->first - columns_)]; from.contains(j))
                largest = std::max(largest, size_of(at->second * from.at(j)));
        return size_of(row.at(j)) < nearly_nothing * largest;
    }

    static double size_of(const Rational& x) { return std::abs(to_double(x.nearest())); }

    bool subtract(Row& row, const Row& pivot, int j)
    {
        const Rational factor = row.at(j);
        for (const auto& [column, x] : pivot) {
            const Rational part = factor * x;
            work_ += 1 + part.bits() / word;
            const auto at = row.try_emplace(column).first;
            at->second -= part;
            if (at->second == Rational(0)) row.erase(at);
        }
        return work_ <= most_work;
    }

    std::vector<Row> written_, rows_;
    int columns_;
    bool rounded_ = false;
    std::size_t rank_ = 0;
    std::size_t work_ = 0;
};

/// The terms of a row; what the elimination of it began with comes last.
NodeId write(Graph& graph, const Row& row, const std::vector<NodeId>& bases)
{
    NodeId sum = graph.constant(0);
    for (const auto& [column, x] : row)
        if (column < int(bases.size()))
            sum = graph.add(sum, graph.multiply(graph.exact_constant(x), bases[column]));
    return sum;
}

struct Reduced {
    std::vector<NodeId> bases{};
    Echelon echelon{{}, 0};
};

std::optional<Reduced> reduced(Graph& graph, const std::vector<NodeId>& equations)
{
    Terms terms(graph);
    std::vector<std::map<NodeId, Rational>> read(equations.size());
    std::map<NodeId, int> column_of;
    for (std::size_t i = 0; i < equations.size(); ++i) {
        if (!terms.read(equations[i], read[i])) return std::nullopt;
        for (const auto& [base, x] : read[i]) column_of[base] = 0;
    }
    Reduced result;
    std::vector<NodeId>& bases = result.bases;
    for (const auto& [base, column] : column_of) bases.push_back(base);
    std::ranges::sort(bases, {}, [&](NodeId base) { return elimination_order(graph, base); });
    for (std::size_t k = 0; k < bases.size(); ++k) column_of[bases[k]] = int(k);

    std::vector<Row> rows(equations.size());
    for (std::size_t i = 0; i < equations.size(); ++i) {
        for (const auto& [base, x] : read[i]) rows[i][column_of[base]] = x;
        rows[i][int(bases.size() + i)] = Rational(1);
    }
    result.echelon = Echelon(std::move(rows), int(bases.size()));
    if (!result.echelon.reduce()) return std::nullopt;
    return result;
}

std::vector<Rational> factors_of(const Row& row, std::size_t bases, std::size_t equations)
{
    std::vector<Rational> factors(equations, Rational(0));
    for (auto at = row.lower_bound(int(bases)); at != row.end(); ++at)
        factors[std::size_t(at->first) - bases] = at->second;
    return factors;
}

}  // namespace

std::optional<Unmixed> unmix(Graph& graph, const std::vector<NodeId>& equations)
{
    const auto found = reduced(graph, equations);
    if (!found) return std::nullopt;
    Unmixed result;
    result.rounded = found->echelon.rounded();
    for (const Row& row : found->echelon.independent()) {
        result.rows.push_back(write(graph, row, found->bases));
        result.factors.push_back(factors_of(row, found->bases.size(), equations.size()));
    }
    return result;
}

std::optional<ExactContradiction> exact_contradiction(Graph& graph,
                                                      const std::vector<NodeId>& equations)
{
    const auto found = reduced(graph, equations);
    if (!found || found->bases.empty() || !graph.is_constant(found->bases.back(), 1))
        return std::nullopt;
    const int last = int(found->bases.size()) - 1;  // numbers
    for (const Row& row : found->echelon.rows())
        if (!row.empty() && row.begin()->first == last)
            return ExactContradiction{factors_of(row, found->bases.size(), equations.size()),
                                      row.begin()->second};
    return std::nullopt;
}

}  // namespace involute
