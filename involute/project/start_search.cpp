// SPDX-License-Identifier: Apache-2.0
#include "involute/project/start_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace involute {
namespace {

// The largest number of local searches from scattered points, and how often the best point must be
// reached to end them early.
constexpr int most_searches = 40;
constexpr int reached_often = 6;
// The first points scatter by these parts of the size of the numbers, from search to search.
constexpr double spreads[] = {0.1, 0.3, 0.6, 1.0, 1.5};
// If guesses moved by less than this in scale, no other nearest point is sought: there is one only
// if M has folds of this size.
constexpr double near_enough = 1e-2;
// Distances equal up to this belong to the same point, or to two points that are equally near to
// the guesses.
constexpr double same_distance = 1e-4;
constexpr double rival_distance = 0.05;
constexpr int restarts = 12;

}  // namespace

std::vector<int> imposed_rows(const CompletedSystem& c)
{
    std::vector<int> rows(c.layout.constraints.size());
    std::iota(rows.begin(), rows.end(), 0);
    for (int k = 0; k < c.invariants; ++k)
        if (c.system.invariants[k].value) rows.push_back(int(c.layout.constraints.size()) + k);
    return rows;
}

template <class S>
StartSearch<S>::StartSearch(Geometry<S>& geometry, Scale scale, const Wishes& wishes,
                            std::vector<int> rows)
    : c_(geometry.completed()),
      scale_(scale),
      wishes_(wishes),
      nearest_(geometry, scale, std::move(rows))
{
}

/// A local search from q for the point nearest to p; false if it does not reach M.
template <class S>
bool StartSearch<S>::try_from(std::vector<S> q, const std::vector<S>& p,
                              const std::vector<S>& weights)
{
    const auto found = nearest_.find(p.data(), weights.data(), q.data());
    if (!found.converged) {
        if (failed_.p.empty() || found.residual < failed_.residual)
            failed_ = {false, std::move(q), found.residual, found.worst_row, {}};
        return false;
    }
    const double distance =
        std::sqrt(nearest_.distance_squared(p.data(), weights.data(), q.data()));
    const double best = candidates_.empty() ? distance : candidates_[0].distance;
    found_again_ = distance < best * (1 - same_distance)    ? 1
                   : distance <= best * (1 + same_distance) ? found_again_ + 1
                                                            : found_again_;
    candidates_.push_back({std::move(q), distance});
    if (distance < best) std::swap(candidates_.front(), candidates_.back());
    return true;
}

/// Whether the best point so far is close to all guesses.
template <class S>
bool StartSearch<S>::is_settled(const std::vector<S>& p) const
{
    using std::abs;
    if (candidates_.empty()) return false;
    for (std::size_t i = 0; i < p.size(); ++i) {
        if (!wishes_.given[i] && !wishes_.guessed[i]) continue;
        const S moved = abs(candidates_[0].p[i] - p[i]) / (abs(p[i]) + S(scale_.floor));
        if (moved > S(near_enough)) return false;
    }
    return true;
}

/// p with everything that may move moved at random, by a part of its size and of the size of other
/// jets of its order.
template <class S>
std::vector<S> StartSearch<S>::scattered(const std::vector<S>& p, bool hold, double spread,
                                         std::mt19937& random) const
{
    std::vector<double> typical;
    for (std::size_t i = 1; i < p.size(); ++i) {
        const auto order = std::size_t(c_.layout.jets[i].order);
        if (typical.size() <= order) typical.resize(order + 1, 0);
        typical[order] = std::max(typical[order], std::abs(to_double(p[i])));
    }
    std::normal_distribution<double> normal;
    std::vector<S> q = p;
    for (std::size_t i = 1; i < p.size(); ++i) {
        const double step = spread * normal(random);
        if (hold && wishes_.given[i]) continue;
        const bool said = wishes_.given[i] || wishes_.guessed[i];
        const double size = typical[std::size_t(c_.layout.jets[i].order)];
        q[i] += S(step * (said ? std::abs(to_double(p[i])) + 0.5 * size + scale_.floor
                               : std::max(size, wishes_.unit)));
    }
    return q;
}

template <class S>
typename StartSearch<S>::Result StartSearch<S>::nearest(bool hold)
{
    candidates_.clear();
    failed_ = {};
    found_again_ = 0;
    const std::vector<S> p = wished_point<S>(wishes_, c_.layout.size, nullptr);
    const std::vector<S> weights = wished_weights(wishes_, p, scale_, hold);
    try_from(p, p, weights);
    std::mt19937 random(4242);
    for (int k = 0; k < most_searches && !is_settled(p) && found_again_ < reached_often; ++k)
        try_from(scattered(p, hold, spreads[k % std::size(spreads)], random), p, weights);
    return conclude(weights);
}

template <class S>
typename StartSearch<S>::Result StartSearch<S>::conclude(const std::vector<S>& weights)
{
    if (candidates_.empty()) return std::move(failed_);
    const Candidate& best = candidates_[0];
    Result result{true, best.p, 0, -1, {}};
    for (const Candidate& other : candidates_) {
        const double apart =
            std::sqrt(nearest_.distance_squared(best.p.data(), weights.data(), other.p.data()));
        if (other.distance <= best.distance * (1 + rival_distance) && apart > 0.5 * best.distance)
            result.rival = other.p;
    }
    return result;
}

template <class S>
typename StartSearch<S>::Result StartSearch<S>::hold_given()
{
    return nearest(true);
}

template <class S>
typename StartSearch<S>::Result StartSearch<S>::move_given()
{
    return nearest(false);
}

template <class S>
typename StartSearch<S>::Result StartSearch<S>::hold_given_anywhere()
{
    candidates_.clear();
    failed_ = {};
    std::mt19937 random(4242);
    for (int attempt = 0; attempt <= restarts; ++attempt) {
        const std::vector<S> p = wished_point<S>(wishes_, c_.layout.size, &random);
        if (try_from(p, p, wished_weights(wishes_, p, scale_, true)))
            return {true, candidates_[0].p, 0, -1, {}};
    }
    return std::move(failed_);
}

template class StartSearch<double>;
template class StartSearch<Quad>;

}  // namespace involute
