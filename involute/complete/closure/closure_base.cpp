// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/closure/closure_base.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "involute/base/patience.hpp"
#include "involute/complete/structural/assignment.hpp"
#include "involute/complete/structural/find_structure.hpp"
#include "involute/complete/structural/offsets.hpp"
#include "involute/expr/calculus.hpp"

namespace involute {

namespace {

constexpr int points_wanted = 3;
constexpr int points_tried = 10;
// What a symbolic dependence may add to the graph.
constexpr std::size_t most_new_nodes = 20'000;
// Which of several dependent equations to keep. Best are leading coefficients that cannot vanish,
// then those that depend on positions only: if a derivative is the coefficient (as in an energy), J
// is singular at rest. Of equally good ones, those differentiated most often imply most.
struct Preference {
    int varies = 0;  // 0: all coefficients are numbers, 1: no derivatives in them, 2: derivatives
    bool no_number = true;
    int less_differentiated = 0;
    int equation = 0;
    auto operator<=>(const Preference&) const = default;
};

Preference preference_of(const Graph& graph, const std::vector<NodeId>& row, int c, int equation)
{
    Preference p{0, true, -c, equation};
    for (NodeId entry : row) {
        if (graph.is_constant(entry, 0)) continue;
        if (graph.is_constant(entry)) {
            p.no_number = false;
            continue;
        }
        for (NodeId leaf : leaves(graph, entry)) {
            const Node& node = graph[leaf];
            p.varies = std::max(p.varies, node.op == Op::jet && node.b > 0 ? 2 : 1);
        }
    }
    return p;
}

// Rows are added one by one; each is reduced by those before it.
class IndependentRows {
public:
    // zero: the size, in scale, of what remains of a dependent row after elimination.
    IndependentRows(const MatrixOf<Quad>& A, double zero) : A_(A), zero_(zero)
    {
        for (Eigen::Index j = 0; j < A_.cols(); ++j)
            if (const Quad size = A_.col(j).cwiseAbs().maxCoeff(); size > 0) A_.col(j) /= size;
    }

    // Whether row i is independent of those taken so far; then it is taken.
    bool take(Eigen::Index i)
    {
        VectorOf<Quad> row = A_.row(i).transpose();
        const Quad size = row.size() ? Quad(row.cwiseAbs().maxCoeff()) : Quad(0);
        if (size == 0) return false;
        for (std::size_t k = 0; k < rows_.size(); ++k) row -= row[pivots_[k]] * rows_[k];
        Eigen::Index pivot = 0;
        if (row.cwiseAbs().maxCoeff(&pivot) <= zero_ * size) return false;
        rows_.push_back(row / row[pivot]);
        pivots_.push_back(pivot);
        return true;
    }

private:
    MatrixOf<Quad> A_;
    double zero_;
    std::vector<VectorOf<Quad>> rows_{};
    std::vector<Eigen::Index> pivots_{};
};

// The leading rows of all equations at a point, and what is zero there.
struct LeadingValues {
    MatrixOf<Quad> A{};
    double zero = 0;
};

// The n equations of the transversal of highest value; surplus equations get unknowns of their
// own, of order 0. Empty if there is none.
std::vector<int> highest_value_rows(const Signature& all, int unknowns,
                                    const std::vector<char>& excluded)
{
    std::vector<int> pool;
    for (int i = 0; i < int(all.size()); ++i)
        if (!excluded[i] && !all[i].empty()) pool.push_back(i);
    const int surplus = int(pool.size()) - unknowns;
    if (surplus < 0) return {};
    Signature sigma;
    for (int i : pool) {
        sigma.push_back(all[i]);
        for (int k = 0; k < surplus; ++k) sigma.back().push_back({unknowns + k, 0});
    }
    const Assignment assignment = highest_value_transversal(sigma, unknowns + surplus);
    if (!assignment.perfect) return {};
    std::vector<int> rows;
    for (std::size_t k = 0; k < pool.size(); ++k)
        if (assignment.match[k] < unknowns) rows.push_back(pool[k]);
    return rows;
}

class BaseSearch {
public:
    BaseSearch(System& system, const TrueSignature& equations, const std::vector<NodeId>& more,
               std::vector<char>& excluded)
        : system_(system), equations_(equations), more_(more), excluded_(excluded)
    {
    }

    Base run()
    {
        for (;;) {
            keep_patience();
            const std::vector<int> rows =
                highest_value_rows(equations_.sigma, unknowns(), excluded_);
            if (rows.empty())
                return {{}, "no equations were found that determine the highest derivatives"};
            find_offsets(rows);
            find_matrix(rows);
            if (matrices_.empty()) return {{}, "no point was found that satisfies all equations"};
            const std::vector<int> ordered = by_preference(rows);
            const auto deficient =
                std::find_if(matrices_.begin(), matrices_.end(), [&](const LeadingValues& at) {
                    return int(independent(ordered, at).size()) < unknowns();
                });
            if (deficient == matrices_.end()) return {with_least_derivatives(rows), "", points_};
            drop_dependent(ordered, *deficient);
        }
    }

private:
    int unknowns() const { return system_.unknowns(); }
    int equations() const { return int(equations_.sigma.size()); }

    // Offsets of the chosen equations; the others are differentiated as far as the jets reach, if
    // they reach (c = -1 otherwise).
    void find_offsets(const std::vector<int>& rows)
    {
        Signature sigma;
        for (int i : rows) sigma.push_back(equations_.sigma[i]);
        d_ = canonical_offsets(sigma, highest_value_transversal(sigma, unknowns())).d;
        for (NodeId row : more_) cover_jets(system_.graph, row, 0, d_);
        c_.assign(equations(), -1);
        for (int i = 0; i < equations(); ++i) {
            int least = std::numeric_limits<int>::max();
            for (const auto& [j, order] : equations_.sigma[i])
                least = std::min(least, d_[j] - order);
            if (!equations_.sigma[i].empty()) c_[i] = std::max(least, -1);
        }
    }

    // Equations with their derivatives: all as far as the jets reach, or only the chosen ones.
    std::vector<NodeId> differentiated_rows(const std::vector<int>& chosen, bool all)
    {
        std::vector<NodeId> rows = more_;
        for (int i = 0; i < equations(); ++i) {
            const bool often = all || std::find(chosen.begin(), chosen.end(), i) != chosen.end();
            NodeId f = equations_.equations[i];
            for (int l = 0; l <= (often ? c_[i] : std::min(c_[i], 0)); ++l) {
                rows.push_back(f);
                if (l < c_[i]) f = total_derivative(system_.graph, f);
            }
        }
        return rows;
    }

    // The leading rows of all equations at points that satisfy all. Where dependent equations touch
    // each other, their derivatives are hard to satisfy and are left out.
    void find_matrix(const std::vector<int>& chosen)
    {
        Graph& graph = system_.graph;
        leading_ = leading_matrix(graph, equations_.equations, equations_.sigma, c_, d_);
        matrices_.clear();
        points_.clear();
        auto found = points_of_set(system_, differentiated_rows(chosen, true), d_, points_wanted);
        if (found.empty())
            found = points_of_set(system_, differentiated_rows(chosen, false), d_, points_wanted);
        for (const SetPoint& point : found) {
            const MatrixOf<Quad> values = values_on_set(graph, leading_, point);
            if (!values.allFinite()) continue;
            matrices_.push_back({values, zero_at(point)});
            points_.push_back(point.at);
        }
    }

    std::vector<int> by_preference(const std::vector<int>& rows) const
    {
        std::vector<Preference> order;
        for (int i : rows) order.push_back(preference_of(system_.graph, leading_[i], c_[i], i));
        std::sort(order.begin(), order.end());
        std::vector<int> sorted;
        for (const Preference& p : order) sorted.push_back(p.equation);
        return sorted;
    }

    std::vector<int> independent(const std::vector<int>& ordered, const LeadingValues& at) const
    {
        IndependentRows taken(at.A, at.zero);
        std::vector<int> rows;
        for (int i : ordered)
            if (taken.take(i)) rows.push_back(i);
        return rows;
    }

    // If two leading rows are multiples of each other, the equation that is differentiated more
    // often is kept: x^2 + y^2 = 1 rather than its second derivative. Of equals the first.
    std::vector<int> with_least_derivatives(std::vector<int> rows) const
    {
        for (int& i : rows)
            for (int other = 0; other < equations(); ++other) {
                const bool taken = std::find(rows.begin(), rows.end(), other) != rows.end();
                const bool is_better = c_[other] > c_[i] || (c_[other] == c_[i] && other < i);
                if (!taken && is_better && are_parallel(i, other)) i = other;
            }
        std::sort(rows.begin(), rows.end());
        return rows;
    }

    bool are_parallel(int a, int b) const
    {
        Eigen::Index column = 0;
        matrices_[0].A.row(a).cwiseAbs().maxCoeff(&column);
        const Quad ratio = matrices_[0].A(b, column) / matrices_[0].A(a, column);
        if (ratio == 0) return false;
        return std::all_of(matrices_.begin(), matrices_.end(), [&](const LeadingValues& at) {
            const VectorOf<Quad> rest = at.A.row(b) - ratio * at.A.row(a);
            return rest.cwiseAbs().maxCoeff() <= at.zero * at.A.row(b).cwiseAbs().maxCoeff();
        });
    }

    // Leaves out the least preferred of some dependent equations: of those that follow from the
    // others wherever these hold, their factor in the dependence being a number, if there are any.
    void drop_dependent(const std::vector<int>& ordered, const LeadingValues& at)
    {
        const std::vector<int> kept = independent(ordered, at);
        int worst = *std::find_if(ordered.begin(), ordered.end(), [&](int i) {
            return std::find(kept.begin(), kept.end(), i) == kept.end();
        });
        ExpressionMatrix A;
        for (int i : ordered) A.push_back(leading_[i]);
        const std::vector<NodeId> u = symbolic_null_vector(
            system_.graph, A, {at.A(ordered, Eigen::all)}, at.zero, most_new_nodes);
        for (std::size_t k = 0; k < u.size(); ++k)
            if (system_.graph.is_constant(u[k]) && !system_.graph.is_constant(u[k], 0))
                worst = ordered[k];
        excluded_[worst] = 1;
    }

    System& system_;
    const TrueSignature& equations_;
    const std::vector<NodeId>& more_;
    std::vector<char>& excluded_;
    std::vector<int> c_{}, d_{};
    ExpressionMatrix leading_{};
    std::vector<LeadingValues> matrices_{};
    std::vector<JetPoint> points_{};  // where they were taken
};

}  // namespace

Base choose_base(System& system, const TrueSignature& equations, const std::vector<NodeId>& more,
                 std::vector<char>& excluded)
{
    return BaseSearch(system, equations, more, excluded).run();
}

Base base_that_implies_the_rest(const System& system, const TrueSignature& equations)
{
    System base = system;
    const std::vector<int> rows = highest_value_rows(equations.sigma, system.unknowns(),
                                                     std::vector<char>(equations.sigma.size(), 0));
    if (rows.empty()) return {};
    base.equations.clear();
    for (int i : rows) base.equations.push_back({.f = equations.equations[i]});
    const Structure structure = find_structure(base);
    if (structure.code != Outcome::complete) return {};
    const NaturalScale scale(base);
    std::vector<SetPoint> good;
    for (const SetPoint& point : points_of_structure(base, structure, {}, points_tried)) {
        const bool holds =
            std::all_of(equations.equations.begin(), equations.equations.end(), [&](NodeId e) {
                std::vector<int> orders = structure.d;
                cover_jets(base.graph, e, 0, orders);
                return orders == structure.d &&
                       scaled_value(base.graph, e, point.at, scale) <= zero_at(point);
            });
        if (holds) good.push_back(point);
    }
    if (int(good.size()) < points_wanted || !is_regular_at(base, structure, good)) return {};
    Base found{rows, "", {}};
    for (const SetPoint& point : good) found.points.push_back(point.at);
    return found;
}

}  // namespace involute
