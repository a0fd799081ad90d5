// SPDX-License-Identifier: Apache-2.0
#include "involute/project/start_proof.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "involute/base/linear.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"
#include "involute/expr/range.hpp"

namespace involute {
namespace {

// Start values have 16 digits, and what follows from them loses some: a residual below this is no
// contradiction.
constexpr double proves = 1e-7;
// A pivot below this part of its row determines nothing.
constexpr double determines = 1e-6;
// Rows that are solved together; with more, each is solved for one unknown.
constexpr std::size_t most_together = 60;

/// A row as a linear equation in what is not known: value + Σ slope · leaf = 0.
struct LinearRow {
    std::size_t row = 0;
    Quad value = 0, size = 0;  // the sum of the sizes of the terms
    std::map<NodeId, Quad> slopes{};
    bool from_start = false;  // combined with rows in which start values have a say
};

class Proof {
public:
    Proof(CompletedSystem& c, const Wishes& wishes) : graph_(c.system.graph)
    {
        for (const int row : imposed_rows(c)) {
            const int invariant = row - int(c.layout.constraints.size());
            const Quad value = invariant < 0 ? Quad(0) : *c.system.invariants[invariant].value;
            add_row(graph_.subtract(c.constraint_nodes[std::size_t(row)], graph_.constant(value)),
                    c.constraint_name(row));
        }
        for (int i = 0; i < c.layout.unknowns; ++i)
            add_row(c.structure.derivatives[std::size_t(i)][std::size_t(c.structure.c[i])],
                    equation_name(c.system, i, c.structure.c[i]));
        know(graph_.independent(), wishes.given[0].value_or(Quad(0)), 0);
        for (int i = 1; i < c.layout.size + c.layout.unknowns; ++i)
            if (wishes.given[std::size_t(i)])
                know(i < c.layout.size ? leaf_at(c, i) : c.top(i - c.layout.size),
                     *wishes.given[std::size_t(i)],
                     i < c.layout.size ? wishes.floors[std::size_t(i)] : 0, true);
    }

    std::optional<StartContradiction> run()
    {
        for (bool more = true; more;) {
            more = false;
            std::vector<LinearRow> together;
            for (std::size_t r = 0; r < rows_.size(); ++r) {
                if (rows_[r].used) continue;
                auto linear = linear_row(r);
                if (!linear) continue;
                if (linear->slopes.empty()) {
                    check(*linear);
                    rows_[r].used = more = true;
                } else if (linear->slopes.size() == 1) {
                    solve_for_one(*linear);
                    more = true;
                } else {
                    together.push_back(std::move(*linear));
                }
            }
            if (!more && !together.empty() && together.size() <= most_together)
                more = solve_together(together);
        }
        for (std::size_t r = 0; r < rows_.size(); ++r)
            if (!rows_[r].used) check_range(r);
        return worst_;
    }

private:
    struct Row {
        NodeId f{};
        std::string name{};
        std::vector<NodeId> in{};
        bool used = false;
    };

    void add_row(NodeId f, std::string name)
    {
        rows_.push_back({f, std::move(name), leaves(graph_, f)});
    }
    void know(NodeId leaf, const Quad& value, double floor, bool from_start = false)
    {
        known_[leaf] = value;
        floors_[leaf] = floor;
        if (from_start) from_start_.insert(leaf);
    }
    /// Whether a start value has a say in a row. If none has, the equations contradict each other,
    /// and not the start.
    bool heeds_start(std::size_t r) const
    {
        return std::ranges::any_of(rows_[r].in,
                                   [&](NodeId leaf) { return from_start_.contains(leaf); });
    }
    bool is_known(NodeId leaf) const { return known_.contains(leaf); }

    /// The row with everything known put in; nothing if it is not linear in the rest, or has no
    /// value.
    std::optional<LinearRow> linear_row(std::size_t r)
    {
        const Row& row = rows_[r];
        LinearRow result{.row = r};
        std::vector<NodeId> slopes;
        for (const NodeId leaf : row.in) {
            slopes.push_back(differentiate(graph_, row.f, leaf));
            if (is_known(leaf)) continue;
            const std::vector<NodeId> in = leaves(graph_, slopes.back());
            if (!std::all_of(in.begin(), in.end(), [&](NodeId id) { return is_known(id); }))
                return std::nullopt;
        }
        slopes.push_back(row.f);
        const auto value = [&](NodeId leaf) {
            const auto at = known_.find(leaf);
            return at == known_.end() ? Quad(0) : at->second;
        };
        const std::vector<Quad> values = evaluate<Quad>(graph_, slopes, value);
        result.value = values.back();
        result.size = abs(result.value);
        for (std::size_t k = 0; k < row.in.size(); ++k) {
            if (!is_finite(values[k])) return std::nullopt;
            if (!is_known(row.in[k])) {
                if (values[k] != Quad(0)) result.slopes[row.in[k]] = values[k];
            } else
                result.size += abs(values[k]) * (abs(value(row.in[k])) + Quad(floors_[row.in[k]]));
        }
        if (!is_finite(result.value)) return std::nullopt;
        return result;
    }

    static bool is_finite(const Quad& value) { return std::isfinite(to_double(value)); }

    void check(const LinearRow& linear)
    {
        if (!(linear.size > Quad(0))) return;
        const double off = to_double(Quad(abs(linear.value) / linear.size));
        if (off > proves && (linear.from_start || heeds_start(linear.row)) &&
            (!worst_ || off > worst_->residual))
            worst_ = StartContradiction{rows_[linear.row].name, off};
    }

    /// A row that cannot vanish whatever is not known: 4 + y^2 - 1 is at least 3.
    void check_range(std::size_t r)
    {
        const Row& row = rows_[r];
        const ValueRange range = range_of(graph_, row.f, [&](NodeId leaf) -> std::optional<double> {
            const auto at = known_.find(leaf);
            return at == known_.end() ? std::nullopt : std::optional(to_double(at->second));
        });
        const double nearest = range.low > 0 ? range.low : range.high < 0 ? -range.high : 0;
        if (!(nearest > 0) || !std::isfinite(nearest)) return;
        LinearRow bound{.row = r, .value = Quad(nearest), .size = Quad(nearest)};
        const auto value = [&](NodeId leaf) {
            const auto at = known_.find(leaf);
            return at == known_.end() ? Quad(0) : at->second;
        };
        for (const NodeId leaf : row.in) {
            if (!is_known(leaf)) continue;
            const Quad slope = evaluate<Quad>(graph_, differentiate(graph_, row.f, leaf), value);
            if (!is_finite(slope)) return;
            bound.size += abs(slope) * (abs(value(leaf)) + Quad(floors_[leaf]));
        }
        check(bound);
    }

    void solve_for_one(const LinearRow& linear)
    {
        const auto& [leaf, slope] = *linear.slopes.begin();
        rows_[linear.row].used = true;
        follow(leaf, -linear.value / slope, linear.size / abs(slope), heeds_start(linear.row));
    }

    /// A value that follows has the scale of what it follows from: with a small coefficient it is
    /// large and uncertain, and then contradicts little.
    void follow(NodeId leaf, const Quad& value, const Quad& size, bool from_start)
    {
        know(leaf, value, 1e-2 * to_double(size), from_start);
    }

    /// Reduced row echelon form with full pivoting: rows without coefficients must vanish, rows
    /// with one determine it.
    bool solve_together(const std::vector<LinearRow>& rows)
    {
        std::map<NodeId, int> column;
        for (const LinearRow& row : rows)
            for (const auto& [leaf, slope] : row.slopes) column.try_emplace(leaf, 0);
        int n = 0;
        std::vector<NodeId> leaf_of;
        for (auto& [leaf, number] : column) {
            number = n++;
            leaf_of.push_back(leaf);
        }
        const int m = int(rows.size());
        MatrixOf<Quad> a = MatrixOf<Quad>::Zero(m, n + 1);
        std::vector<Quad> size(rows.size());  // of the terms a row is made of, once scaled
        for (int i = 0; i < m; ++i) {
            const LinearRow& row = rows[std::size_t(i)];
            Quad most = 0;
            for (const auto& [leaf, slope] : row.slopes) most = std::max<Quad>(most, abs(slope));
            if (most == Quad(0)) return false;
            for (const auto& [leaf, slope] : row.slopes) a(i, column[leaf]) = slope / most;
            a(i, n) = row.value / most;
            size[std::size_t(i)] = row.size / most;
        }
        std::vector<bool> used(std::size_t(m), false);
        std::vector<int> pivot_row(std::size_t(n), -1);
        for (int step = 0; step < std::min(m, n); ++step) {
            int pi = -1, pj = -1;
            for (int i = 0; i < m; ++i)
                for (int j = 0; j < n; ++j)
                    if (!used[std::size_t(i)] && pivot_row[std::size_t(j)] < 0 &&
                        (pi < 0 || abs(a(i, j)) > abs(a(pi, pj))))
                        pi = i, pj = j;
            if (pi < 0 || !(abs(a(pi, pj)) > Quad(determines))) break;
            used[std::size_t(pi)] = true;
            pivot_row[std::size_t(pj)] = pi;
            for (int i = 0; i < m; ++i) {
                if (i == pi || a(i, pj) == Quad(0)) continue;
                const Quad factor = a(i, pj) / a(pi, pj);
                a.row(i) -= factor * a.row(pi);
                a(i, pj) = 0;
                size[std::size_t(i)] += abs(factor) * size[std::size_t(pi)];
            }
        }
        return take(rows, a, leaf_of, used, pivot_row, size);
    }

    bool take(const std::vector<LinearRow>& rows, const MatrixOf<Quad>& a,
              const std::vector<NodeId>& leaf_of, const std::vector<bool>& used,
              const std::vector<int>& pivot_row, const std::vector<Quad>& size)
    {
        const int n = int(leaf_of.size());
        bool more = false;
        const bool from_start =
            std::ranges::any_of(rows, [&](const LinearRow& row) { return heeds_start(row.row); });
        const auto is_nothing = [&](int i, int but) {
            for (int j = 0; j < n; ++j)
                if (j != but && abs(a(i, j)) > Quad(1e-20)) return false;
            return true;
        };
        for (int i = 0; i < int(rows.size()); ++i) {
            if (used[std::size_t(i)] || !is_nothing(i, -1)) continue;
            check({.row = rows[std::size_t(i)].row,
                   .value = a(i, n),
                   .size = size[std::size_t(i)],
                   .from_start = from_start});
            rows_[rows[std::size_t(i)].row].used = more = true;
        }
        for (int j = 0; j < n; ++j) {
            const int i = pivot_row[std::size_t(j)];
            if (i < 0 || !is_nothing(i, j)) continue;
            follow(leaf_of[std::size_t(j)], -a(i, n) / a(i, j), size[std::size_t(i)] / abs(a(i, j)),
                   from_start);
            more = true;
        }
        return more;
    }

    Graph& graph_;
    std::vector<Row> rows_{};
    std::map<NodeId, Quad> known_{};
    std::map<NodeId, double> floors_{};
    std::set<NodeId> from_start_{};  // given, or computed from given ones
    std::optional<StartContradiction> worst_{};
};

}  // namespace

std::optional<StartContradiction> prove_contradiction(CompletedSystem& completed,
                                                      const Wishes& wishes)
{
    return Proof(completed, wishes).run();
}

}  // namespace involute
