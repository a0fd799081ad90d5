// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/array/numerical_rows.hpp"

#include <algorithm>

#include "involute/complete/combine/combination_expand.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/subgraph.hpp"

namespace involute {

namespace {

// Reference points at which a choice must hold.
constexpr std::size_t most_references = 3;
// A factor of a combination below this part of the largest is round-off of the data.
constexpr double negligible = 1e-15;
// A column this much smaller at the first reference than at another nearly vanishes there.
constexpr double nearly_vanishing = 1e-3;
// A combination is free of a jet if its derivative by it is below this part of its terms'.
constexpr double cancels = 1e-9;

/// The array at one reference point: rows of size 1 and what they were divided by.
struct Reference {
    MatrixOf<Quad> matrix{};
    MatrixOf<double> sums{};  // see ArrayMatrix
    VectorOf<Quad> sizes{};
};

class Chooser {
public:
    Chooser(System& system, const DerivativeArray& array, const ArrayVerdict& verdict)
        : system_(system),
          array_(array),
          verdict_(verdict),
          k_(array.equations()),
          groups_(column_groups(array, verdict.level))
    {
        const NaturalScale scale(system);
        const bool one = array.is_linear() && array.is_autonomous();
        for (const JetPoint& point : verdict.references) {
            if (references_.size() >= (one ? 1 : most_references)) break;
            Reference r;
            ArrayMatrix at =
                scaled_array(system.graph, array, scale, point, verdict.level, &r.sizes);
            r.matrix = std::move(at.entries);
            r.sums = std::move(at.sums);
            if (r.matrix.rows() > 0) references_.push_back(std::move(r));
        }
        const std::vector<int> first = first_columns(array, verdict.level);
        for (int j = 0; j < array.unknowns(); ++j)
            for (int c = first[j]; c < first[j + 1]; ++c) places_.push_back({j, c - first[j]});
    }

    std::optional<ChosenRows> run(std::size_t max_nodes)
    {
        if (references_.empty()) return std::nullopt;
        drop_needless_rows();
        if (!differentiate_rows(max_nodes)) return std::nullopt;
        eliminate_higher_jets();
        separate();
        return std::move(chosen_);
    }

private:
    // A row of the array, or a combination of such rows: factors by row of the array, as scaled at
    // the first reference.
    using Combination = std::vector<std::pair<int, Quad>>;

    template <class S>
    bool says_the_same(const std::vector<int>& rows) const
    {
        return std::all_of(references_.begin(), references_.end(), [&](const Reference& at) {
            const MatrixOf<double> sums = at.sums(rows, Eigen::all);
            const ArrayRanks ranks = array_ranks(rows_of<S>(at.matrix, rows), sums, groups_);
            return ranks.m() == verdict_.m && ranks.t() == verdict_.t;
        });
    }

    // Backward elimination, the highest derivatives first.
    void drop_needless_rows()
    {
        std::vector<int> rows(k_ * (verdict_.level + 1));
        for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = int(i);
        const bool badly_scaled = !says_the_same<long double>(rows);
        for (int i = int(rows.size()) - 1; i >= 0; --i) {
            std::vector<int> fewer = rows;
            fewer.erase(fewer.begin() + i);
            if (badly_scaled ? says_the_same<Quad>(fewer) : says_the_same<long double>(fewer))
                rows = std::move(fewer);
        }
        chosen_.differentiated.assign(k_, 0);
        for (int r : rows) {
            rows_.push_back({{r, Quad(1)}});
            int& most = chosen_.differentiated[r % k_];
            most = std::max(most, r / k_);
        }
    }

    bool differentiate_rows(std::size_t max_nodes)
    {
        NodeMap known;
        levels_.resize(k_);
        for (int i = 0; i < k_; ++i) {
            levels_[i].push_back(array_.rows()[i]);
            for (int l = 0; l < chosen_.differentiated[i]; ++l) {
                const auto next =
                    total_derivative(system_.graph, levels_[i].back(), known, max_nodes);
                if (!next) return false;
                levels_[i].push_back(*next);
            }
        }
        return true;
    }

    // The rows as they stand at a reference, in the scale of the first one.
    MatrixOf<Quad> matrix_at(const Reference& at) const
    {
        MatrixOf<Quad> result = MatrixOf<Quad>::Zero(rows_.size(), at.matrix.cols());
        for (std::size_t i = 0; i < rows_.size(); ++i)
            for (const auto& [r, factor] : rows_[i])
                result.row(i) += at.matrix.row(r) * Quad(factor * at.sizes[r] / first().sizes[r]);
        return result;
    }

    const Reference& first() const { return references_.front(); }

    struct Eliminated {
        StagedRank<Quad> rank{};
        std::vector<char> used{};
        std::vector<Combination> left{};  // by row without pivot, in order: what remains of it
    };

    // Eliminates [u2 u1 | I] with pivots in the first `groups` groups: the remaining rows are
    // combinations without jets of these groups. Rows and columns of B are brought to size 1 first,
    // except those that are only round-off of the data, and columns that nearly vanish at the first
    // reference alone: they are no good pivots.
    Eliminated eliminate(int groups) const
    {
        const Eigen::Index height = Eigen::Index(rows_.size()), width = first().matrix.cols();
        std::vector<MatrixOf<Quad>> all;
        for (const Reference& at : references_) {
            all.push_back(matrix_at(at));
            for (Eigen::Index c = 0; c < width; ++c)
                if (groups_[c] == 2 || (groups_[c] == 0 && free_of_higher_))
                    all.back().col(c).setZero();
        }
        MatrixOf<Quad>& B = all.front();
        VectorOf<Quad> row_factors(height);
        for (Eigen::Index i = 0; i < height; ++i) {
            Quad terms = 0;
            for (const auto& [r, factor] : rows_[i]) terms += abs(factor);
            row_factors[i] = 1 / terms;
            for (MatrixOf<Quad>& at : all) at.row(i) /= terms;
        }
        for (int round = 0; round < 2; ++round) {
            for (Eigen::Index i = 0; i < height; ++i) {
                const Quad size = B.row(i).cwiseAbs().maxCoeff();
                if (size < data_noise) continue;
                for (MatrixOf<Quad>& at : all) at.row(i) /= size;
                row_factors[i] /= size;
            }
            for (Eigen::Index c = 0; c < width; ++c) {
                Quad size = B.col(c).cwiseAbs().maxCoeff(), largest = size;
                for (const MatrixOf<Quad>& at : all)
                    largest = std::max<Quad>(largest, at.col(c).cwiseAbs().maxCoeff());
                if (!(size > data_noise)) continue;
                if (size < nearly_vanishing * largest) size = largest;
                for (MatrixOf<Quad>& at : all) at.col(c) /= size;
            }
        }
        MatrixOf<Quad> extended(height, width + height);
        extended << B, MatrixOf<Quad>(row_factors.asDiagonal());
        std::vector<int> extended_groups = groups_;
        extended_groups.resize(width + height, 3);

        Eliminated result{staged_rank(extended, extended_groups, groups), {}, {}};
        result.used.assign(height, 0);
        for (int r : result.rank.pivot_rows) result.used[r] = 1;
        for (Eigen::Index i = 0; i < height; ++i)
            if (!result.used[i])
                result.left.push_back(combine(result.rank.reduced.row(i).tail(height)));
        return result;
    }

    // Σ factors[i] · rows_[i], without factors that are round-off.
    Combination combine(const VectorOf<Quad>& factors) const
    {
        std::vector<std::pair<int, Quad>> sum;
        std::vector<Quad> by_row(first().matrix.rows(), Quad(0));
        for (std::size_t i = 0; i < rows_.size(); ++i)
            for (const auto& [r, factor] : rows_[i]) by_row[r] += factors[i] * factor;
        Quad largest = 0;
        for (const Quad& factor : by_row) largest = std::max<Quad>(largest, abs(factor));
        for (std::size_t r = 0; r < by_row.size(); ++r)
            if (abs(by_row[r]) > negligible * largest) sum.push_back({int(r), by_row[r]});
        return sum;
    }

    // Whether combinations found at the first reference are free of those groups at all of them.
    bool is_constant(const std::vector<Combination>& combinations, int groups) const
    {
        for (const Reference& at : references_)
            for (const Combination& combination : combinations)
                for (Eigen::Index c = 0; c < at.matrix.cols(); ++c) {
                    if (groups_[c] >= groups) continue;
                    Quad sum = 0, size = 0;
                    for (const auto& [r, scaled] : combination) {
                        const Quad factor = scaled * at.sizes[r] / first().sizes[r];
                        sum += factor * at.matrix(r, c);
                        size += abs(factor) * (cancels * abs(at.matrix(r, c)) + data_noise);
                    }
                    if (abs(sum) > size) return false;
                }
        return true;
    }

    // Combinations without u2, if their factors are numbers.
    void eliminate_higher_jets()
    {
        Eliminated found = eliminate(1);
        if (found.rank.ranks[0] == 0 || !is_constant(found.left, 1)) return;
        rows_ = std::move(found.left);
        free_of_higher_ = true;
    }

    void separate()
    {
        const Eliminated found = eliminate(2);
        std::vector<char> carried(groups_.size(), 0);
        for (int q = 0; q < found.rank.ranks[0]; ++q) {
            carried[found.rank.pivot_columns[q]] = 1;
            chosen_.carried.push_back(places_[found.rank.pivot_columns[q]]);
        }
        std::sort(chosen_.carried.begin(), chosen_.carried.end());
        for (std::size_t c = 0; c < groups_.size(); ++c)
            if (groups_[c] == 0 && !carried[c]) chosen_.frozen.push_back(places_[c]);

        std::size_t next = 0;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (found.used[i]) {
                chosen_.solved.push_back(make_row(rows_[i], free_of_higher_ ? 1 : 0));
                continue;
            }
            const Combination& left = found.left[next++];
            const bool constant = is_constant({left}, 2);
            chosen_.closing.push_back(constant ? make_row(left, 2)
                                               : make_row(rows_[i], free_of_higher_ ? 1 : 0));
            if (left.size() > 1)
                (constant ? chosen_.combined : chosen_.hiding).push_back(terms_of(left));
        }
    }

    // Taylor rows, divided by their sizes, back to derivatives; the largest factor becomes 1.
    std::vector<ArrayTerm> terms_of(const Combination& combination) const
    {
        std::vector<ArrayTerm> terms;
        Quad largest = 0;
        for (const auto& [r, scaled] : combination) {
            Quad factor = scaled / first().sizes[r];
            for (int q = 2; q <= r / k_; ++q) factor /= q;
            terms.push_back({r % k_, r / k_, factor});
            if (abs(factor) > abs(largest)) largest = factor;
        }
        for (ArrayTerm& term : terms) term.factor /= largest;
        return terms;
    }

    // Jets of the first `free` groups, which the combination does not depend on, become 0.
    ChosenRow make_row(const Combination& combination, int free)
    {
        Graph& graph = system_.graph;
        std::vector<NodeId> from, to;
        for (std::size_t c = 0; c < groups_.size(); ++c)
            if (groups_[c] < free) {
                from.push_back(graph.jet(places_[c].first, places_[c].second));
                to.push_back(graph.constant(0));
            }
        ChosenRow row{terms_of(combination), graph.constant(0), {}};
        NodeId whole = row.node;
        for (const ArrayTerm& term : row.terms) {
            const NodeId all = levels_[term.equation][term.order];
            const NodeId factor = graph.constant(term.factor);
            whole = graph.add(whole, graph.multiply(factor, all));
            row.node =
                graph.add(row.node, graph.multiply(factor, substitute(graph, all, from, to)));
        }
        if (row.terms.size() > 1) {
            row.node = expanded(graph, row.node, data_noise).value_or(row.node);
            whole = expanded(graph, whole, data_noise).value_or(whole);
        }
        const std::vector<NodeId> in_whole = leaves(graph, whole);
        for (std::size_t c = 0; c < groups_.size(); ++c) {
            const NodeId jet = graph.jet(places_[c].first, places_[c].second);
            if (groups_[c] >= free || !std::ranges::binary_search(in_whole, jet)) continue;
            const NodeId coefficient = differentiate(graph, whole, jet);
            if (!graph.is_constant(coefficient, 0))
                row.left_out.push_back({places_[c], substitute(graph, coefficient, from, to)});
        }
        return row;
    }

    System& system_;
    const DerivativeArray& array_;
    const ArrayVerdict& verdict_;
    const int k_;
    std::vector<int> groups_;
    std::vector<JetPlace> places_{};  // by column
    std::vector<Reference> references_{};
    std::vector<Combination> rows_{};
    bool free_of_higher_ = false;
    std::vector<std::vector<NodeId>> levels_{};  // D^l f_i as far as needed
    ChosenRows chosen_{};
};

// Numbers that are small may be rounding (of a point that is known to some digits only) or small
// numbers of a badly scaled system. Where taking them for one or the other gives other ranks, that
// counts which parts what it takes for zero from the rest more clearly by this factor.
// Of the two systems known to need it, the ring modulator has gaps of 7e6 and 2e4 (small is zero),
// the slider crank mixed by functions 1e13 and 1e34 (small counts): 100 lies between 1 and these.
constexpr double much_clearer = 100;

std::optional<StagedRank<Quad>> clearer(StagedRank<Quad> small_is_zero,
                                        StagedRank<Quad> small_counts)
{
    if (small_is_zero.ranks == small_counts.ranks) return small_counts;
    if (small_counts.gap > much_clearer * small_is_zero.gap) return small_counts;
    if (small_is_zero.gap > much_clearer * small_counts.gap) return small_is_zero;
    return std::nullopt;
}

}  // namespace

std::optional<ChosenRows> choose_rows(System& system, const DerivativeArray& array,
                                      const ArrayVerdict& verdict, std::size_t max_nodes)
{
    return Chooser(system, array, verdict).run(max_nodes);
}

std::optional<int> array_index(const System& system, const DerivativeArray& array,
                               const ArrayVerdict& verdict)
{
    const int level = verdict.level + 1, n = array.unknowns();
    const NaturalScale scale(system);
    const auto [all, sums] =
        scaled_array(system.graph, array, scale, verdict.references.front(), level);
    if (all.rows() == 0) return std::nullopt;
    std::vector<int> groups;
    const std::vector<int> highest = array.orders_at(level);
    for (int j = 0; j < n; ++j)
        for (int s = 0; s <= highest[j]; ++s) {
            const int target = std::max(array.orders()[j], 1);
            groups.push_back(s > target ? 0 : s == target ? 1 : 2);
        }
    for (int nu = 0; nu <= level; ++nu) {
        const int height = (nu + 1) * array.equations();
        MatrixOf<Quad> rows = all.topRows(height);
        equilibrate(rows);
        const auto found = clearer(staged_rank(rows, groups, 2),
                                   staged_rank(rows, sums.topRows(height), groups, 2));
        if (!found || found->gap < clear_gap) return std::nullopt;
        if (found->ranks[1] == n) return nu;
    }
    return std::nullopt;
}

}  // namespace involute
