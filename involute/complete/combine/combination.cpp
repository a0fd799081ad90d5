// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/combine/combination.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "involute/base/dense.hpp"
#include "involute/complete/combine/combination_expand.hpp"
#include "involute/expr/identity.hpp"
#include "involute/expr/subgraph.hpp"

namespace involute {

namespace {

// More terms are unreadable, and nested shared sums could multiply without bound.
constexpr std::size_t most_terms = 4000;

struct Term {
    NodeId base = 0;
    NodeId coefficient = 0;  // a constant
};

// Sums taken apart into coefficient · base, equal bases added up.
class Collector {
public:
    explicit Collector(Graph& graph) : graph_(graph) {}

    // False when there are too many terms.
    bool add(NodeId factor, NodeId e)
    {
        const bool is_number = graph_.is_constant(factor);
        std::vector<std::pair<NodeId, NodeId>> stack{
            {is_number ? factor : graph_.constant(1), e}};  // (coefficient, part)
        while (!stack.empty()) {
            const auto [coefficient, id] = stack.back();
            stack.pop_back();
            if (++seen_ > most_terms) return false;
            const Node node = graph_[id];
            const auto minus = [&] { return graph_.negate(coefficient); };
            if (node.op == Op::add || node.op == Op::subtract) {
                stack.push_back({node.op == Op::add ? coefficient : minus(), node.b});
                stack.push_back({coefficient, node.a});
            } else if (node.op == Op::negate) {
                stack.push_back({minus(), node.a});
            } else if (node.op == Op::multiply && graph_.is_constant(node.a)) {
                stack.push_back({graph_.multiply(coefficient, node.a), node.b});
            } else if (node.op == Op::divide && graph_.is_constant(node.b)) {
                stack.push_back({graph_.divide(coefficient, node.b), node.a});
            } else if (is_number) {
                add_term(coefficient, id);
            } else {
                add_term(coefficient, graph_.multiply(factor, id));
            }
        }
        return true;
    }

    NodeId sum()
    {
        NodeId result = graph_.constant(0);
        for (const Term& term : terms_) {
            if (is_proved_zero(graph_, term.coefficient)) continue;
            const NodeId part = graph_.multiply(term.coefficient, term.base);
            result = graph_.add(result, part);
        }
        return result;
    }

private:
    void add_term(NodeId coefficient, NodeId base)
    {
        if (graph_.is_constant(base)) {
            coefficient = graph_.multiply(coefficient, base);
            base = graph_.constant(1);
        }
        const std::uint32_t known = place_.find(base);
        if (known == NodeMap::absent) {
            place_.set(base, std::uint32_t(terms_.size()));
            terms_.push_back({base, coefficient});
            return;
        }
        Term& term = terms_[known];
        term.coefficient = graph_.add(term.coefficient, coefficient);
    }

    Graph& graph_;
    NodeMap place_{};
    std::vector<Term> terms_{};
    std::size_t seen_ = 0;
};

struct Scaled {
    MatrixOf<Quad> A{};
    VectorOf<Quad> rows{};  // the factors of the rows
};

// Rows and columns in turn brought to a largest entry of 1.
Scaled equilibrated(MatrixOf<Quad> A)
{
    VectorOf<Quad> rows = VectorOf<Quad>::Ones(A.rows());
    for (int round = 0; round < 2; ++round) {
        for (Eigen::Index j = 0; j < A.cols(); ++j)
            if (const Quad size = A.col(j).cwiseAbs().maxCoeff(); size > 0) A.col(j) /= size;
        for (Eigen::Index i = 0; i < A.rows(); ++i)
            if (const Quad size = A.row(i).cwiseAbs().maxCoeff(); size > 0) {
                A.row(i) /= size;
                rows[i] /= size;
            }
    }
    return {std::move(A), std::move(rows)};
}

// The denominator up to `most` that makes x an integer.
std::optional<int> denominator_of(const Quad& x, int most, double tolerance)
{
    for (int q = 1; q <= most; ++q)
        if (abs(x * q - round(x * q)) <= tolerance * q * abs(x)) return q;
    return std::nullopt;
}

}  // namespace

NodeId combine(Graph& graph, const std::vector<Share>& shares)
{
    Collector collector(graph);
    const bool collected = std::all_of(shares.begin(), shares.end(), [&](const Share& share) {
        return collector.add(share.factor, share.e);
    });
    if (collected) {
        const NodeId plain = collector.sum();
        const std::optional<NodeId> open = expanded(graph, plain, 0);
        const auto size = [&](NodeId e) { return subgraph(graph, {e}).visits.size(); };
        return open && size(*open) <= size(plain) ? *open : plain;
    }
    NodeId sum = graph.constant(0);
    for (const Share& share : shares) sum = graph.add(sum, graph.multiply(share.factor, share.e));
    return sum;
}

VectorOf<Quad> readable(const VectorOf<Quad>& u, double tolerance)
{
    constexpr int most = 64;          // denominator of a ratio
    constexpr int most_common = 720;  // of all of them
    Eigen::Index largest = 0;
    u.cwiseAbs().maxCoeff(&largest);
    VectorOf<Quad> result = u / u[largest];
    int common = 1;
    for (Eigen::Index i = 0; i < result.size(); ++i)
        if (abs(result[i]) <= tolerance) result[i] = 0;
    for (Eigen::Index i = 0; i < result.size(); ++i) {
        const std::optional<int> q = denominator_of(result[i], most, tolerance);
        if (!q) return result;
        common = std::lcm(common, *q);
        if (common > most_common) return result;
    }
    for (Eigen::Index i = 0; i < result.size(); ++i) result[i] = round(result[i] * common);
    return result;
}

MatrixOf<Quad> left_null_space(const MatrixOf<Quad>& A, double threshold)
{
    const Scaled scaled = equilibrated(A);
    if (A.rows() == 0) return MatrixOf<Quad>(0, 0);
    if (A.cols() == 0 || scaled.A.cwiseAbs().maxCoeff() == 0)
        return MatrixOf<Quad>::Identity(A.rows(), A.rows());
    const FullLu<Quad> lu(scaled.A.transpose(), threshold);
    if (lu.rank() == A.rows()) return MatrixOf<Quad>(A.rows(), 0);
    return scaled.rows.asDiagonal() * lu.kernel();
}

int scaled_rank(const MatrixOf<Quad>& A, double threshold)
{
    if (A.rows() == 0 || A.cols() == 0) return 0;
    return FullLu<Quad>(equilibrated(A).A, threshold).rank();
}

std::string times_differentiated(int times)
{
    if (times == 0) return "";
    if (times == 1) return " differentiated once";
    if (times == 2) return " differentiated twice";
    return fmt::format(" differentiated {} times", times);
}

std::string describe_sum(const std::vector<Summand>& summands)
{
    std::string text;
    for (const Summand& s : summands) {
        const bool minus = s.factor.starts_with('-');
        const std::string factor = minus ? s.factor.substr(1) : s.factor;
        text += text.empty() ? (minus ? "-" : "") : (minus ? " - " : " + ");
        if (factor != "1") text += factor + "*";
        text += s.name + times_differentiated(s.differentiated);
    }
    return text;
}

}  // namespace involute
