// SPDX-License-Identifier: Apache-2.0
#include "involute/algebra/choose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "involute/base/dense.hpp"
#include "involute/base/linear.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"

namespace involute {
namespace {

// Start values are often printed with three or four digits: a start may move by this part of its
// scale.
constexpr double rounding_allowance = 1e-2;
// Another component must be this much farther than the nearest one for the start to decide.
constexpr double clearly_farther = 1.1;
constexpr int restarts = 8;
constexpr int iterations = 60;
// Numbers without start value or guess move almost freely.
constexpr double unmentioned_mobility = 1e3;
// Residuals in Quad, relative to their terms.
constexpr double arrived = 1e-22;

/// The nearest point of {h = 0, D h = 0} to the start, in positions and velocities.
class Search {
public:
    Search(System& system, const std::vector<NodeId>& h, double floor)
        : graph_(system.graph), floor_(floor)
    {
        for (const NodeId e : h) rows_.push_back(e);
        for (const NodeId e : h) rows_.push_back(total_derivative(graph_, e));
        for (const NodeId leaf : leaves(graph_, rows_)) {
            const Node& node = graph_[leaf];
            const bool is_jet = node.op == Op::jet;
            places_.push_back(
                {.leaf = leaf,
                 .given = value(system.starts, is_jet ? int(node.a) : -1, int(node.b)),
                 .guessed = value(system.guesses, is_jet ? int(node.a) : -1, int(node.b))});
            // The start of the independent variable is 0 unless said otherwise.
            if (!is_jet && !places_.back().given) places_.back().given = 0;
        }
        for (const NodeId e : rows_)
            for (const Place& place : places_)
                slopes_.push_back(differentiate(graph_, e, place.leaf));
    }

    Standing run()
    {
        Standing best;
        best.distance = std::numeric_limits<double>::infinity();
        for (const bool hold : {true, false}) {
            std::mt19937 random(31);
            for (int attempt = 0; attempt <= restarts; ++attempt) {
                const std::optional<double> found = approach(hold, attempt > 0 ? &random : nullptr);
                if (found) best.distance = std::min(best.distance, *found);
            }
            best.contains_start =
                std::isfinite(best.distance) && (hold || best.distance <= rounding_allowance);
            if (best.contains_start) break;
        }
        return best;
    }

private:
    struct Place {
        NodeId leaf{};
        std::optional<Quad> given{}, guessed{};
    };

    static std::optional<Quad> value(const std::vector<Given>& list, int unknown, int order)
    {
        for (const Given& given : list)
            if (given.unknown == unknown && (unknown < 0 || given.order == order))
                return given.value;
        return std::nullopt;
    }

    /// How far a place may move, relative to the others: 0 holds it.
    Quad mobility(const Place& place, bool hold) const
    {
        if (place.given) return hold ? Quad(0) : scale(*place.given);
        return place.guessed ? scale(*place.guessed) : Quad(unmentioned_mobility);
    }
    Quad scale(const Quad& x) const { return abs(x) + Quad(floor_); }

    /// Gauss-Newton to the nearest point; its distance from what was said, in scale.
    std::optional<double> approach(bool hold, std::mt19937* random)
    {
        std::normal_distribution<double> normal;
        const int n = int(places_.size()), m = int(rows_.size());
        VectorOf<Quad> wish(n), q(n), w(n), residual(m);
        MatrixOf<Quad> a(m, n);
        for (int j = 0; j < n; ++j) {
            const Place& place = places_[j];
            w[j] = mobility(place, hold);
            wish[j] = place.given ? *place.given : place.guessed.value_or(0);
            q[j] = wish[j];
            if (!random || w[j] == 0) continue;
            const bool said = place.given || place.guessed;
            q[j] += Quad(normal(*random)) * (said ? Quad(0.1) * scale(wish[j]) : Quad(1));
            if (!said) wish[j] = q[j];
        }
        for (int k = 0; k < iterations; ++k) {
            const double off = evaluate_at(q, residual, a);
            if (!(off < 1e30)) return std::nullopt;
            if (off <= arrived && k > 0) return distance(wish, q, w);
            const MatrixOf<Quad> scaled = a * w.asDiagonal();
            const VectorOf<Quad> target = residual + a * (wish - q);
            q = wish - w.asDiagonal() * least_squares<Quad>(scaled, target, 1e-14);
        }
        return std::nullopt;
    }

    /// Values and slopes; the largest residual relative to its terms.
    double evaluate_at(const VectorOf<Quad>& q, VectorOf<Quad>& residual, MatrixOf<Quad>& a) const
    {
        const auto leaf = [&](NodeId id) {
            const auto at = std::find_if(places_.begin(), places_.end(),
                                         [&](const Place& p) { return p.leaf == id; });
            return q[at - places_.begin()];
        };
        std::vector<NodeId> all = rows_;
        all.insert(all.end(), slopes_.begin(), slopes_.end());
        const std::vector<Quad> values = evaluate<Quad>(graph_, all, leaf);
        const int n = int(places_.size()), m = int(rows_.size());
        double worst = 0;
        for (int i = 0; i < m; ++i) {
            residual[i] = values[i];
            Quad reach = 0;
            for (int j = 0; j < n; ++j) {
                a(i, j) = values[m + i * n + j];
                reach += abs(a(i, j)) * scale(q[j]);
            }
            const double off = to_double(reach > 0 ? Quad(abs(values[i]) / reach) : abs(values[i]));
            if (!(off <= worst)) worst = off;
        }
        return worst;
    }

    double distance(const VectorOf<Quad>& wish, const VectorOf<Quad>& q,
                    const VectorOf<Quad>& w) const
    {
        Quad sum = 0;
        for (int j = 0; j < int(places_.size()); ++j)
            if (w[j] != 0 && (places_[j].given || places_[j].guessed))
                sum += (q[j] - wish[j]) * (q[j] - wish[j]) / (w[j] * w[j]);
        return std::sqrt(to_double(sum));
    }

    Graph& graph_;
    double floor_;
    std::vector<NodeId> rows_, slopes_;
    std::vector<Place> places_;
};

std::string list_of(const std::vector<int>& numbers)
{
    std::string text;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        text += fmt::format("{}{}",
                            i == 0                    ? ""
                            : i + 1 == numbers.size() ? " and "
                                                      : ", ",
                            numbers[i] + 1);
    return text;
}

}  // namespace

std::vector<Standing> find_start(System& system, const Decomposition& decomposition, double floor)
{
    std::vector<Standing> result;
    for (const Component& component : decomposition.components)
        result.push_back(Search(system, component.equations, floor).run());
    return result;
}

Chosen choose_component(const std::vector<Standing>& standings)
{
    std::vector<int> on;
    for (int i = 0; i < int(standings.size()); ++i)
        if (standings[i].contains_start) on.push_back(i);
    if (on.empty()) return {-1, "the start lies on none of the components"};
    std::sort(on.begin(), on.end(),
              [&](int a, int b) { return standings[a].distance < standings[b].distance; });
    if (on.size() == 1) return {on[0], fmt::format("the start lies on component {}", on[0] + 1)};
    // Smaller distances are round-off.
    const double nearest = std::max(standings[on[0]].distance, 1e-12);
    if (standings[on[1]].distance > clearly_farther * nearest)
        return {on[0], fmt::format("the start lies nearest to component {}", on[0] + 1)};
    std::vector<int> tied;
    for (const int i : on)
        if (standings[i].distance <= clearly_farther * nearest) tied.push_back(i);
    std::sort(tied.begin(), tied.end());
    return {-1, fmt::format("the start lies on components {} alike: say which one is meant",
                            list_of(tied))};
}

}  // namespace involute
