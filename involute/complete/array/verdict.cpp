// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/array/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "involute/base/patience.hpp"
#include "involute/complete/array/start_rank.hpp"
#include "involute/complete/array/verdict_contradiction.hpp"
#include "involute/complete/array/verdict_search.hpp"
#include "involute/complete/array/verdict_text.hpp"
#include "involute/complete/explain.hpp"
#include "involute/complete/redundant/loose_forces.hpp"

namespace involute {

namespace {

// Ranks are taken at so many points if they may change from point to point.
constexpr int wanted_points = 4;
// An entry of a free direction below this, relative to the largest, is round-off.
constexpr double negligible = 1e-9;

struct Measured {
    ArrayPoint at{};
    ArrayMatrix matrix{};
    ArrayRanks now{}, before{};  // of the level and of the one below, at the same point
};

class Judge {
public:
    Judge(System& system, const DerivativeArray& array, const CompletionOptions& options,
          AtStart at_start)
        : system_(system),
          array_(array),
          options_(options),
          at_start_(at_start),
          scale_(system),
          wanted_(!array.is_linear()      ? wanted_points
                  : array.is_autonomous() ? 1
                                          : 3),
          search_(system, array, scale_, wanted_)
    {
    }

    ArrayVerdict run()
    {
        for (int level = 0; level <= options_.most_differentiations; ++level) {
            keep_patience();
            if (array_.equations() * (level + 1) > options_.most_rows) return too_large(level);
            if (!search_.find(level)) return without_points(level);
            const std::vector<Measured> measured = measure_well(level);
            if (measured.empty()) return is_finite_ ? at_crossings(level) : without_points(level);
            const Measured& best = *std::max_element(
                measured.begin(), measured.end(),
                [](const auto& a, const auto& b) { return a.now.total() < b.now.total(); });
            verdict_.level = level;
            verdict_.m = best.now.m();
            verdict_.t = best.now.t();
            if (best.now.t() == array_.unknowns() && best.now.m() == best.before.m()) {
                if (complete(measured, best, level)) return verdict_;
            } else if (best.now == best.before) {
                return underdetermined(measured, best, level);
            }
        }
        verdict_.message =
            fmt::format("after {} differentiations the equations still have not said all they say",
                        options_.most_differentiations);
        return verdict_;
    }

private:
    ArrayVerdict too_large(int level)
    {
        verdict_.outcome = Outcome::too_large;
        verdict_.message = fmt::format("{} equations differentiated {} times are more than {} rows",
                                       array_.equations(), level, options_.most_rows);
        return verdict_;
    }

    // Points whose ranks tell of M. Where some do not, others are looked for near the start, where
    // the author knows of one.
    std::vector<Measured> measure_well(int level)
    {
        std::vector<Measured> all = measure(level), told;
        is_finite_ = !all.empty();
        if (array_.is_linear()) return all;
        const auto take = [&](Measured& m) {
            const bool before = level == 0 || tell_of_zero(m.before, m.at);
            if (before && tell_of_zero(m.now, m.at)) told.push_back(std::move(m));
        };
        std::ranges::for_each(all, take);
        if (told.size() == all.size()) return told;
        search_.find_near_start(level);
        std::vector<Measured> farther = std::move(told);
        told.clear();
        std::vector<Measured> near = measure(level);
        std::ranges::for_each(near, take);
        for (Measured& m : farther)
            if (int(told.size()) < wanted_ && std::ranges::none_of(told, [&](const Measured& n) {
                    return n.at.variant == m.at.variant;
                }))
                told.push_back(std::move(m));
        std::vector<ArrayPoint> kept;
        for (const Measured& m : told) kept.push_back(m.at);
        search_.keep(std::move(kept));
        return told;
    }

    std::vector<Measured> measure(int level) const
    {
        const std::vector<int> groups = column_groups(array_, level);
        std::vector<Measured> measured;
        for (const ArrayPoint& point : search_.points()) {
            keep_patience();
            Measured m{.at = point};
            m.matrix = scaled_array(system_.graph, array_, scale_, point.point, level);
            if (m.matrix.entries.rows() == 0) continue;
            const auto& [entries, sums] = m.matrix;
            m.now = array_ranks<Quad>(entries, sums, groups);
            const int below = level * array_.equations();
            if (level > 0)
                m.before = array_ranks<Quad>(entries.topRows(below), sums.topRows(below), groups);
            measured.push_back(std::move(m));
        }
        return measured;
    }

    ArrayVerdict without_points(int level)
    {
        verdict_.level = level;
        if (const auto found =
                find_contradiction(system_.graph, array_, scale_, search_.ends(), level)) {
            verdict_.outcome = Outcome::inconsistent;
            verdict_.message = explain_contradiction(system_, *found);
            return verdict_;
        }
        verdict_.outcome = Outcome::no_start_found;
        verdict_.message = fmt::format(
            "no point was found that satisfies the equations{}; start values or guesses near one "
            "would help",
            level == 0   ? std::string()
            : level == 1 ? std::string(" and their derivatives")
                         : fmt::format(" and their derivatives up to order {}", level));
        return verdict_;
    }

    // Ranks beside M may be larger than on it: they decide nothing.
    ArrayVerdict at_crossings(int level)
    {
        verdict_.level = level;
        verdict_.message =
            "all points that were found to satisfy the equations lie where sets of solutions cross "
            "or touch, and ranks decide nothing there; start values or guesses near others would "
            "help";
        return verdict_;
    }

    // The points nearest to the start with the largest ranks, consistent one level higher as well.
    bool complete(const std::vector<Measured>& measured, const Measured& best, int level)
    {
        for (const Measured& m : measured) {
            const bool at_start = m.at.variant == 0, generic = m.now.total() == best.now.total();
            if (!at_start && !generic) continue;
            ArrayPoint higher = search_.approach(m.at.variant, m.at.point, level + 1);
            if (!higher.consistent) continue;
            if (at_start) verdict_.start = higher.point;
            if (generic) verdict_.references.push_back(std::move(higher.point));
        }
        if (verdict_.references.empty()) return false;
        if (verdict_.references.size() == 1) {
            ArrayPoint other = search_.elsewhere(level + 1);
            if (other.consistent) verdict_.references.push_back(std::move(other.point));
        }
        note_doubt(best);
        note_special_start(measured, best, level);
        if (at_start_ == AtStart::matters) {
            StartPoint start = rank_at_start(system_, array_, scale_, best.now, level);
            verdict_.start_rank = start.rank;
            if (start.rank == StartRank::full) {
                verdict_.start = start.point;
                verdict_.references.insert(verdict_.references.begin(), std::move(start.point));
            }
        }
        verdict_.outcome = Outcome::complete;
        return true;
    }

    void note_doubt(const Measured& best)
    {
        const double gap = std::min(best.now.gap, best.before.gap);
        if (gap < clear_gap)
            verdict_.notes.push_back(fmt::format(
                "the rank decision is doubtful: what was taken for zero is only {} times "
                "smaller than what was not",
                to_text(gap, 2)));
    }

    void note_special_start(const std::vector<Measured>& measured, const Measured& best, int level)
    {
        const Measured& start = measured.front();
        if (start.at.variant != 0 || start.now.t() >= best.now.t()) return;
        const std::vector<int> open =
            support(free_directions(start.matrix, column_groups(array_, level)));
        verdict_.notes.push_back(names_of_unknowns(system_, open) +
                                 (open.size() == 1 ? " is" : " are") +
                                 " undetermined at the start, determined nearby");
    }

    std::vector<int> support(const MatrixOf<Quad>& directions) const
    {
        std::vector<int> unknowns;
        for (Eigen::Index j = 0; j < directions.cols(); ++j)
            for (Eigen::Index k = 0; k < directions.rows(); ++k)
                if (abs(directions(k, j)) > negligible * directions.row(k).cwiseAbs().maxCoeff()) {
                    unknowns.push_back(int(j));
                    break;
                }
        return unknowns;
    }

    // One unknown for every direction: undifferentiated ones first.
    std::vector<int> pivots(const MatrixOf<Quad>& directions) const
    {
        std::vector<int> groups;
        for (int order : array_.orders()) groups.push_back(order == 0 ? 0 : 1);
        std::vector<int> chosen = staged_rank<Quad>(directions, groups, 2).pivot_columns;
        std::sort(chosen.begin(), chosen.end());
        return chosen;
    }

    // Free unknowns that are forces of redundant constraints: they are not differentiated, act
    // on M, but only through derivatives of others, and no equation is missing.
    bool are_redundant_multipliers(const Measured& best, int level,
                                   const std::vector<int>& open) const
    {
        const auto is_undifferentiated = [&](int j) {
            return array_.occurs(j) && array_.orders()[j] == 0 && array_.below()[j] < 0;
        };
        const auto acts = [&](int j) { return is_felt(best, level, j); };
        return std::ranges::all_of(open, is_undifferentiated) && std::ranges::all_of(open, acts) &&
               have_enough_equations(array_.signature(), array_.unknowns(), open) &&
               !say_something_at_once(best, level, open);
    }

    // Whether an equation as written changes with the unknown at points of M: x*f = 0 beside f = 0
    // does not change with x.
    bool is_felt(const Measured& best, int level, int unknown) const
    {
        const auto& [entries, sums] = best.matrix;
        const int column = first_columns(array_, level)[unknown];
        for (int i = 0; i < array_.equations(); ++i)
            if (entries(i, column) != 0 && sums(i, column) * data_noise < 1) return true;
        return false;
    }

    // Whether the equations as written, not differentiated, determine a combination of these
    // unknowns alone. That of a force shows only after constraints have been differentiated.
    bool say_something_at_once(const Measured& best, int level, const std::vector<int>& open) const
    {
        std::vector<int> groups = column_groups(array_, level);
        const std::vector<int> first = first_columns(array_, level);
        for (int& group : groups) group = group == 1 ? 0 : 2;
        for (int j : open) groups[first[j]] = 1;
        MatrixOf<Quad> written = best.matrix.entries.topRows(array_.equations());
        equilibrate(written);
        return staged_rank(written, groups, 2).ranks[1] > 0;
    }

    // At special points (a multiplier whose factor vanishes) a free direction may contain fewer
    // unknowns than at others.
    std::vector<int> open_unknowns(const std::vector<Measured>& measured, const Measured& best,
                                   int level) const
    {
        std::vector<int> open;
        for (const Measured& m : measured) {
            if (m.now.total() != best.now.total()) continue;
            const std::vector<int> here =
                support(free_directions(m.matrix, column_groups(array_, level)));
            std::vector<int> all;
            std::ranges::set_union(open, here, std::back_inserter(all));
            open = std::move(all);
        }
        return open;
    }

    ArrayVerdict underdetermined(const std::vector<Measured>& measured, const Measured& best,
                                 int level)
    {
        note_doubt(best);
        const MatrixOf<Quad> directions =
            free_directions(best.matrix, column_groups(array_, level));
        const std::vector<int> open = open_unknowns(measured, best, level);
        verdict_.free_unknowns = pivots(directions);
        verdict_.outcome = Outcome::underdetermined;
        if (are_redundant_multipliers(best, level, open)) {
            verdict_.gauge = true;
            verdict_.gauge_unknowns = open;
            verdict_.gauge_pivots = verdict_.free_unknowns;
        }
        verdict_.message = explain_free(open);
        return verdict_;
    }

    std::string explain_free(const std::vector<int>& open) const
    {
        const std::vector<int>& named = verdict_.free_unknowns;
        std::vector<int> others;
        std::set_difference(open.begin(), open.end(), named.begin(), named.end(),
                            std::back_inserter(others));
        const bool one = named.size() == 1;
        std::string text =
            fmt::format("{} free: {}",
                        one ? "1 unknown remains" : fmt::format("{} unknowns remain", named.size()),
                        names_of_unknowns(system_, named));
        if (!others.empty()) text += ", or instead " + names_of_unknowns(system_, others);
        if (!one)
            return text +
                   fmt::format("; {} more equations containing them are needed", named.size());
        return text + "; one more equation containing " +
               (others.empty() ? "it is needed" : "one of them is needed");
    }

    System& system_;
    const DerivativeArray& array_;
    const CompletionOptions& options_;
    AtStart at_start_;
    NaturalScale scale_;
    int wanted_ = 1;
    ArraySearch search_;
    bool is_finite_ = false;  // the array at some point of the level
    ArrayVerdict verdict_{};
};

}  // namespace

ArrayVerdict judge_array(System& system, const DerivativeArray& array,
                         const CompletionOptions& options, AtStart at_start)
{
    return Judge(system, array, options, at_start).run();
}

std::optional<ArrayVerdict> redundant_multipliers(const System& system,
                                                  const CompletionOptions& options)
{
    System copy = system;
    const DerivativeArray array(copy);
    const ArrayVerdict verdict = judge_array(copy, array, options);
    if (!verdict.gauge) return std::nullopt;
    return verdict;
}

}  // namespace involute
