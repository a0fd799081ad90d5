// SPDX-License-Identifier: Apache-2.0
#include "involute/project/start_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <tuple>

#include "involute/expr/evaluate.hpp"
#include "involute/project/felt_size.hpp"
#include "involute/project/nearest.hpp"

namespace involute {
namespace {

// Where a row that depends on a number at all must show it, in told or ordinary sizes.
constexpr double far_away = 1e12;
// A value below this part of an ordinary one is what rounding left of 0: no other follows from it.
constexpr double left_of_zero = 1e-15;
// With more numbers than this, elements of an array share a size, and with more arrays all numbers
// of an order do: asking the equations about each would cost more than the start itself.
constexpr std::size_t most_groups = 300;
// Systems of this index and more have their numbers settled stage by stage.
constexpr int many_stages = 4;
constexpr double almost_held = 1e-3;

/// "x" of "x[3]".
std::string array_of(const std::string& name)
{
    return name.substr(0, name.find('['));
}

/// Positions of p that have one size: one, or those of an array at one stage.
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
          summands_(terms_),
          entries_(c_.constraint_jacobian.entries.size())
    {
        for (const int row : rows) {
            counts_[std::size_t(row)] = true;
            summands_[std::size_t(row)] = size_of_summands(row);
        }
        collect();
        for (std::size_t i = 1; i < told.size(); ++i) {
            told_[i] = std::abs(to_double(told[i])) > left_of_zero * ordinary;
            if (!told_[i]) q_[i] = S(0);
        }
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
    /// The sum of the sizes of what a row adds up where the search begins. At a start where all
    /// numbers are 0 nothing else tells how large it is.
    double size_of_summands(int row) const
    {
        const Graph& graph = c_.system.graph;
        std::vector<NodeId> open{c_.constraint_nodes[std::size_t(row)]}, parts;
        while (!open.empty()) {
            const Node node = graph[open.back()];
            const NodeId part = open.back();
            open.pop_back();
            if (node.op == Op::add || node.op == Op::subtract)
                open.insert(open.end(), {node.a, node.b});
            else
                parts.push_back(part);
        }
        double size = 0;
        for (const double value : evaluate<double>(graph, parts, [&](NodeId leaf) {
                 return to_double(q_[std::size_t(position_of(c_, leaf))]);
             }))
            size += std::abs(value);
        return std::isfinite(size) ? size : 0;
    }

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
        const bool single = q_.size() <= most_groups;
        std::map<std::pair<std::string, int>, double> told;
        std::map<std::tuple<int, int, std::string>, Group> found;
        for (std::size_t i = 1; i < q_.size(); ++i) {
            const auto [unknown, order] = c_.layout.jets[i];
            const std::string& name = c_.system.names.unknowns[std::size_t(unknown)];
            const std::string array = single ? name : array_of(name);
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
            if (terms_[r] < beyond_rounding * summands_[r]) terms_[r] = summands_[r];
            if (!touched[r] || !counts_[r] || !leading || !std::isfinite(terms_[r])) terms_[r] = 0;
        }
    }

    /// Rows that do not change however far the group moves say nothing of it.
    void forget_indifferent_rows(const Group& group)
    {
        std::vector<double> sensitive(terms_.size(), 0);
        for (const double way : {far_away, -far_away}) {
            move(group, way * std::max(group.told, ordinary_));
            for (std::size_t r = 0; r < terms_.size(); ++r)
                if (!(change_of(r) < beyond_rounding)) sensitive[r] = terms_[r];
        }
        terms_ = std::move(sensitive);
    }

    /// after_ := the rows where the group has moved by h.
    void move(const Group& group, double h)
    {
        std::vector<S> moved = q_;
        for (std::size_t k = 0; k < group.places.size(); ++k)
            moved[std::size_t(group.places[k])] += S(h * signs_[k]);
        geometry_.constraints(moved.data(), after_.data());
    }
    double change_of(std::size_t row) const
    {
        return terms_[row] == 0 ? 0
                                : std::abs(to_double(S(after_[row] - before_[row]))) / terms_[row];
    }

    /// The smallest change of a row, in units of its own size, if the group moves by h or -h: with
    /// equations that happen to be small where others have not been looked at yet, the largest
    /// would mean nothing.
    double felt(const Group& group, double h)
    {
        return std::max(felt_one_way(group, h), felt_one_way(group, -h));
    }
    double felt_one_way(const Group& group, double h)
    {
        move(group, h);
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t r = 0; r < terms_.size(); ++r)
            if (terms_[r] > 0)
                if (const double change = change_of(r); change < least) least = change;
        return least;
    }

    /// The size that is felt, but not below what is told; 0 if neither is known.
    double felt_size(const Group& group)
    {
        measure_rows(group);
        forget_indifferent_rows(group);
        if (std::all_of(terms_.begin(), terms_.end(), [](double t) { return t == 0; }))
            return group.told;
        return size_where_felt([&](double h) { return felt(group, h); }, group.told, ordinary_);
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
    std::vector<double> terms_;     // of rows; 0: the row does not count
    std::vector<double> summands_;  // of rows, where the search begins
    std::vector<S> entries_;
};

}  // namespace

template <class S>
std::vector<double> start_sizes(Geometry<S>& geometry, const std::vector<int>& rows,
                                const std::vector<S>& told, double ordinary)
{
    const System& system = geometry.completed().system;
    const bool closed = std::any_of(system.invariants.begin(), system.invariants.end(),
                                    [](const Invariant& row) { return row.closure; });
    if (!closed && system.auxiliary == 0) return Sizes<S>(geometry, rows, told, ordinary).run();
    // Rows of other routes have no stages in which they determine one number after the other.
    std::vector<double> sizes(told.size(), 0);
    for (std::size_t i = 1; i < told.size(); ++i)
        sizes[i] = std::max(std::abs(to_double(told[i])), ordinary);
    return sizes;
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
