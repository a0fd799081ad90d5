// SPDX-License-Identifier: Apache-2.0
#include "involute/project/start_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <tuple>

#include "involute/project/nearest.hpp"

namespace involute {
namespace {

// Sizes looked at where nothing is told: from the smallest, by this factor, then halved in the
// logarithm until six digits are known, so that another unit gives the same start.
constexpr double smallest = 1e-20, largest = 1e20, factor = 100;
constexpr int halvings = 26;
// Changes of a row above this part of its size are no round-off.
constexpr double beyond_rounding = 1e-9;
// With more groups than this, each group is as large as the largest number of its order: asking the
// equations about each would cost more than the start itself.
constexpr std::size_t most_groups = 300;
// Systems of this index and more have their numbers settled stage by stage.
constexpr int many_stages = 4;
constexpr double almost_held = 1e-3;

/// "x" of "x[3]".
std::string array_of(const std::string& name)
{
    return name.substr(0, name.find('['));
}

/// Positions of p that have one size: elements of one array at one stage.
struct Group {
    int stage = 0;
    int order = 0;
    double told = 0;  // the largest value of its order in its array
    std::vector<int> places{};
};

template <class S>
class Sizes {
public:
    Sizes(Geometry<S>& geometry, const std::vector<int>& rows, const std::vector<S>& told,
          double ordinary)
        : geometry_(geometry),
          c_(geometry.completed()),
          counts_(c_.constraint_nodes.size(), false),
          q_(told),
          told_(told.size(), false),
          sizes_(told.size(), 0),
          ordinary_(ordinary),
          signs_(told.size(), 1),
          before_(c_.constraint_nodes.size()),
          after_(before_),
          terms_(before_.size(), 0),
          entries_(c_.constraint_jacobian.entries.size())
    {
        for (const int row : rows) counts_[std::size_t(row)] = true;
        for (std::size_t i = 0; i < told.size(); ++i) told_[i] = told[i] != S(0);
        collect();
    }

    std::vector<double> run()
    {
        std::mt19937 random(31415);
        for (std::size_t k = 0; k < groups_.size(); ++k) {
            measure(groups_[k], random);
            const bool last = k + 1 == groups_.size() || groups_[k + 1].stage > groups_[k].stage;
            if (last && c_.layout.stages >= many_stages) settle(groups_[k].stage);
        }
        sizes_[0] = 0;  // x is held: its roundings are its own
        return sizes_;
    }

private:
    void measure(const Group& group, std::mt19937& random)
    {
        double size = group.told;
        if (groups_.size() <= most_groups) {
            choose_signs(group, random);
            size = felt_size(group);
        }
        if (size == 0) size = typical(group.order);
        for (std::size_t k = 0; k < group.places.size(); ++k) {
            const auto i = std::size_t(group.places[k]);
            sizes_[i] = size;
            // What is not known stands somewhere, so that products with it are felt.
            if (q_[i] == S(0)) q_[i] = S(0.5 * size * signs_[k]);
        }
    }

    /// Puts the jets of a stage, those told almost held, where its rows are satisfied: sizes of one
    /// stage follow from values of the one before, and guesses of them would grow without end.
    void settle(int stage)
    {
        std::vector<int> rows;
        for (int r = 0; r < int(c_.layout.constraints.size()); ++r)
            if (c_.layout.constraints[std::size_t(r)].stage == stage && counts_[std::size_t(r)])
                rows.push_back(r);
        if (rows.empty()) return;
        std::vector<S> weights(q_.size(), S(0)), q = q_;
        std::vector<double> floors = start_floors({}, sizes_);
        for (const Group& group : groups_)
            for (const int place : group.places) {
                const auto i = std::size_t(place);
                if (group.stage != stage) continue;
                const double step = told_[i] ? almost_held * sizes_[i] : sizes_[i];
                weights[i] = S(step * step);
                if (!told_[i]) q[i] = S(0);
            }
        const std::vector<S> p = q;
        NearestPoint<S> nearest(geometry_, std::move(floors), std::move(rows));
        if (nearest.find(p.data(), weights.data(), q.data()).converged) q_ = std::move(q);
    }

    void collect()
    {
        std::map<std::pair<std::string, int>, double> told;
        std::map<std::tuple<int, int, std::string>, Group> found;
        for (std::size_t i = 1; i < q_.size(); ++i) {
            const auto [unknown, order] = c_.layout.jets[i];
            const std::string array = array_of(c_.system.names.unknowns[std::size_t(unknown)]);
            const double value = std::abs(to_double(q_[i]));
            double& most = told[{array, order}];
            most = std::max(most, value);
            largest_.resize(std::max(largest_.size(), std::size_t(order) + 1), 0);
            largest_[std::size_t(order)] = std::max(largest_[std::size_t(order)], value);
            const int stage = order - c_.layout.d[std::size_t(unknown)];
            Group& group = found[{stage, order, array}];
            group.stage = stage;
            group.order = order;
            group.places.push_back(int(i));
        }
        for (auto& [key, group] : found) {
            group.told = told[{std::get<2>(key), group.order}];
            groups_.push_back(std::move(group));
        }
        // Earlier stages first, and what is told before what is not.
        std::stable_sort(groups_.begin(), groups_.end(), [](const Group& a, const Group& b) {
            return std::pair(a.stage, a.told == 0) < std::pair(b.stage, b.told == 0);
        });
    }

    double typical(int order) const
    {
        const double told = largest_[std::size_t(order)];
        return told > 0 ? told : ordinary_;
    }

    /// Directions of its places, so that differences of them change too.
    void choose_signs(const Group& group, std::mt19937& random)
    {
        std::uniform_real_distribution<double> uniform(0.5, 1);
        for (std::size_t k = 0; k < group.places.size(); ++k)
            signs_[k] = group.places.size() == 1 ? 1 : uniform(random) * (random() % 2 ? 1 : -1);
    }

    /// The sizes of the terms of rows at q, to first order; numbers whose size is known count with
    /// it. Only rows that count and are of the group's stage: those that determine it.
    void measure_rows(const Group& group)
    {
        using std::abs;
        geometry_.constraints(q_.data(), before_.data());
        geometry_.constraint_jacobian(q_.data(), entries_.data());
        std::vector<bool> touched(terms_.size(), false), moves(q_.size(), false);
        for (const int i : group.places) moves[std::size_t(i)] = true;
        for (std::size_t r = 0; r < terms_.size(); ++r) terms_[r] = std::abs(to_double(before_[r]));
        for (std::size_t e = 0; e < entries_.size(); ++e) {
            const auto [row, column] = c_.constraint_jacobian.entries[e];
            const auto j = std::size_t(column);
            if (moves[j]) touched[std::size_t(row)] = true;
            const double size = std::max(sizes_[j], std::abs(to_double(q_[j])));
            if (size > 0) terms_[std::size_t(row)] += std::abs(to_double(entries_[e])) * size;
        }
        for (std::size_t r = 0; r < terms_.size(); ++r) {
            const bool leading =
                r >= c_.layout.constraints.size() || c_.layout.constraints[r].stage == group.stage;
            if (!touched[r] || !counts_[r] || !leading || !std::isfinite(terms_[r])) terms_[r] = 0;
        }
    }

    /// The largest change of a row, in units of its own size, if the group moves by h or -h.
    double felt(const Group& group, double h)
    {
        return std::max(felt_one_way(group, h), felt_one_way(group, -h));
    }
    double felt_one_way(const Group& group, double h)
    {
        std::vector<S> moved = q_;
        for (std::size_t k = 0; k < group.places.size(); ++k)
            moved[std::size_t(group.places[k])] += S(h * signs_[k]);
        geometry_.constraints(moved.data(), after_.data());
        double most = 0;
        for (std::size_t r = 0; r < terms_.size(); ++r) {
            if (terms_[r] == 0) continue;
            const double change = std::abs(to_double(S(after_[r] - before_[r]))) / terms_[r];
            if (!std::isfinite(change)) return std::numeric_limits<double>::infinity();
            most = std::max(most, change);
        }
        return most;
    }

    /// The size that is felt, but not below what is told; 0 if neither is known.
    double felt_size(const Group& group)
    {
        measure_rows(group);
        if (std::all_of(terms_.begin(), terms_.end(), [](double t) { return t == 0; }))
            return group.told;
        const double first = group.told > 0 ? group.told : smallest;
        double high = first, here = felt(group, first), enough = 1;
        while (here < enough) {
            const double before = here;
            high *= factor;
            if (high > largest) return group.told;
            here = felt(group, high);
            // What is bounded, like a sine, is felt where it has half of its range.
            if (before > beyond_rounding && here < 2 * before) enough = std::max(here, before) / 2;
        }
        double low = first;
        if (felt(group, low) >= enough) return low;
        for (int k = 0; k < halvings; ++k) {
            const double middle = std::sqrt(low * high);
            (felt(group, middle) >= enough ? high : low) = middle;
        }
        return high;
    }

    Geometry<S>& geometry_;
    const CompletedSystem& c_;
    std::vector<bool> counts_;
    std::vector<S> q_;
    std::vector<bool> told_;
    std::vector<double> sizes_;  // 0: not known yet
    double ordinary_;
    std::vector<Group> groups_{};
    std::vector<double> largest_{};  // told, by order
    std::vector<double> signs_;
    std::vector<S> before_, after_;
    std::vector<double> terms_;  // of rows; 0: the row does not count
    std::vector<S> entries_;
};

}  // namespace

template <class S>
std::vector<double> start_sizes(Geometry<S>& geometry, const std::vector<int>& rows,
                                const std::vector<S>& told, double ordinary)
{
    return Sizes<S>(geometry, rows, told, ordinary).run();
}

std::vector<double> start_floors(Scale part, std::vector<double> sizes)
{
    for (double& size : sizes) size *= part.floor;
    return sizes;
}

template std::vector<double> start_sizes(Geometry<double>&, const std::vector<int>&,
                                         const std::vector<double>&, double);
template std::vector<double> start_sizes(Geometry<Quad>&, const std::vector<int>&,
                                         const std::vector<Quad>&, double);

}  // namespace involute
