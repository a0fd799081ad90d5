// SPDX-License-Identifier: Apache-2.0
#include "involute/algebra/forces.hpp"

#include <algorithm>

#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"

namespace involute {
namespace {

constexpr int points = 4;
// Round-off in Quad is 2e-34 an operation; constants differ by less than this from point to point.
const Quad sameness = 1e-26;

/// Values of an expression at the random points.
using Values = std::vector<Quad>;

bool vanishes(const Values& v)
{
    return std::all_of(v.begin(), v.end(), [](const Quad& x) { return x == 0; });
}

/// a = constant · b at all points; both may vanish (the constant is then 0).
std::optional<Quad> constant_ratio(const Values& a, const Values& b)
{
    if (vanishes(b)) return vanishes(a) ? std::optional<Quad>(0) : std::nullopt;
    if (vanishes(a)) return std::nullopt;
    std::optional<Quad> ratio;
    for (int q = 0; q < points; ++q) {
        if (!isfinite(a[q]) || !isfinite(b[q]) || b[q] == 0) return std::nullopt;
        const Quad here = a[q] / b[q];
        if (!ratio) ratio = here;
        if (abs(here - *ratio) > sameness * abs(*ratio)) return std::nullopt;
    }
    return ratio;
}

class Matching {
public:
    Matching(System& system, const std::vector<NodeId>& g, const std::vector<NodeId>& coordinates,
             const std::vector<bool>& is_constraint)
        : system_(system), graph_(system.graph), probe_(system), coordinates_(coordinates)
    {
        for (std::size_t k = 0; k < g.size(); ++k) {
            gradients_.emplace_back();
            for (const NodeId y : coordinates)
                gradients_.back().push_back(values(differentiate(graph_, g[k], y)));
        }
        for (int i = 0; i < int(system.equations.size()); ++i)
            if (!is_constraint[i]) others_.push_back(i);
    }

    std::optional<ConstraintForces> run()
    {
        find_candidates();
        ConstraintForces forces;
        std::vector<bool> used(candidates_.size(), false);
        for (std::size_t k = 0; k < gradients_.size(); ++k) {
            const int c = candidate_for(int(k), used);
            if (c < 0) return std::nullopt;
            used[c] = true;
            chosen_.push_back(c);
            forces.multipliers.push_back(candidates_[c].unknown);
        }
        if (!find_rows(forces) || !has_rank_one(forces)) return std::nullopt;
        return forces;
    }

private:
    /// An unknown that is never differentiated and enters affinely, with its column L_.k.
    struct Candidate {
        int unknown = 0;
        std::vector<Values> column{};  // by equation of others_
    };

    Values values(NodeId e)
    {
        Values result;
        for (int q = 0; q < points; ++q)
            result.push_back(evaluate<Quad>(
                graph_, e, [&](NodeId leaf) { return Quad(probe_.sample(graph_, leaf, q)); }));
        return result;
    }

    bool is_coordinate(NodeId leaf) const
    {
        return std::find(coordinates_.begin(), coordinates_.end(), leaf) != coordinates_.end();
    }

    void find_candidates()
    {
        std::vector<NodeId> all;
        for (const Equation& equation : system_.equations) all.push_back(equation.f);
        const std::vector<NodeId> jets = leaves(graph_, all);
        for (int unknown = 0; unknown < system_.unknowns(); ++unknown) {
            const NodeId leaf = graph_.jet(unknown, 0);
            const bool differs = std::any_of(jets.begin(), jets.end(), [&](NodeId jet) {
                return graph_[jet].op == Op::jet && int(graph_[jet].a) == unknown && jet != leaf;
            });
            if (differs || is_coordinate(leaf)) continue;
            Candidate candidate{.unknown = unknown};
            bool affine = true;
            for (const int i : others_) {
                const NodeId slope = differentiate(graph_, system_.equations[i].f, leaf);
                const std::vector<NodeId> in = leaves(graph_, slope);
                // Constraint forces depend on positions only, not on other multipliers.
                affine = affine && std::all_of(in.begin(), in.end(), [&](NodeId n) {
                             return graph_[n].op == Op::independent || is_coordinate(n);
                         });
                candidate.column.push_back(affine ? values(slope) : Values{});
            }
            if (affine) candidates_.push_back(std::move(candidate));
        }
    }

    /// The unused candidate whose column has the entries of the gradient of constraint k up to
    /// constants, row for row.
    int candidate_for(int k, const std::vector<bool>& used) const
    {
        const auto& gradient = gradients_[k];
        const auto needed = std::count_if(gradient.begin(), gradient.end(),
                                          [](const Values& v) { return !vanishes(v); });
        for (int c = 0; c < int(candidates_.size()); ++c) {
            if (used[c]) continue;
            std::ptrdiff_t found = 0;
            bool fits = true;
            for (const Values& entry : candidates_[c].column) {
                if (vanishes(entry)) continue;
                ++found;
                fits = fits && std::any_of(gradient.begin(), gradient.end(), [&](const Values& v) {
                           return bool(constant_ratio(entry, v));
                       });
            }
            if (fits && found == needed) return c;
        }
        return -1;
    }

    /// For every equation with a force, a coordinate of which all its entries are derivatives.
    bool find_rows(ConstraintForces& forces)
    {
        std::vector<bool> taken(coordinates_.size(), false);
        for (std::size_t i = 0; i < others_.size(); ++i) {
            const bool none = std::all_of(chosen_.begin(), chosen_.end(), [&](int c) {
                return vanishes(candidates_[c].column[i]);
            });
            if (none) continue;
            int place = -1;
            for (int j = 0; j < int(coordinates_.size()) && place < 0; ++j)
                if (!taken[j] && fits(i, j)) place = j;
            if (place < 0) return false;
            taken[place] = true;
            forces.rows.push_back({others_[i], place});
            ratios_.emplace_back();
            for (std::size_t k = 0; k < chosen_.size(); ++k)
                ratios_.back().push_back(
                    *constant_ratio(candidates_[chosen_[k]].column[i], gradients_[k][place]));
        }
        return true;
    }
    bool fits(std::size_t i, int j) const
    {
        for (std::size_t k = 0; k < chosen_.size(); ++k)
            if (!constant_ratio(candidates_[chosen_[k]].column[i], gradients_[k][j])) return false;
        return true;
    }

    /// ratio_ik = p_i s_k wherever it is not 0: spread from one known factor to the next. Parts of
    /// the mechanism that no constraint joins have factors of their own.
    bool has_rank_one(ConstraintForces& forces)
    {
        const std::size_t rows = forces.rows.size(), columns = chosen_.size();
        std::vector<Quad> p(rows, 0), s(columns, 0);
        for (std::size_t first = 0; first < rows; ++first) {
            if (p[first] != 0) continue;
            const auto known = std::find_if(ratios_[first].begin(), ratios_[first].end(),
                                            [](const Quad& r) { return r != 0; });
            p[first] = *known > 0 ? 1 : -1;
            for (bool grows = true; grows;) {
                grows = false;
                for (std::size_t i = 0; i < rows; ++i)
                    for (std::size_t k = 0; k < columns; ++k) {
                        if (ratios_[i][k] == 0 || (p[i] == 0) == (s[k] == 0)) continue;
                        if (p[i] == 0)
                            p[i] = ratios_[i][k] / s[k];
                        else
                            s[k] = ratios_[i][k] / p[i];
                        grows = true;
                    }
            }
        }
        for (std::size_t i = 0; i < rows; ++i) {
            forces.rows[i].factor = p[i];
            for (std::size_t k = 0; k < columns; ++k)
                if (ratios_[i][k] != 0 &&
                    abs(p[i] * s[k] - ratios_[i][k]) > sameness * abs(ratios_[i][k]))
                    return false;
        }
        return true;
    }

    System& system_;
    Graph& graph_;
    Probe probe_;
    const std::vector<NodeId>& coordinates_;
    std::vector<int> others_;                     // equations that are no constraints
    std::vector<std::vector<Values>> gradients_;  // by constraint and coordinate
    std::vector<Candidate> candidates_;
    std::vector<int> chosen_;                // candidates, by constraint
    std::vector<std::vector<Quad>> ratios_;  // by row of the forces and constraint
};

}  // namespace

std::optional<ConstraintForces> constraint_forces(System& system, const std::vector<NodeId>& g,
                                                  const std::vector<NodeId>& coordinates,
                                                  const std::vector<bool>& is_constraint)
{
    return Matching(system, g, coordinates, is_constraint).run();
}

}  // namespace involute
