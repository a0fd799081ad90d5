// SPDX-License-Identifier: Apache-2.0
#include "involute/project/start_search.hpp"

#include <algorithm>
#include <cmath>

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
// Numbers not mentioned that are so many times their natural size may belong to a point where rows
// are small beside their terms alone.
constexpr double far_away = 100;
// Distances equal up to this belong to the same point, or to two points that are equally near to
// the guesses.
constexpr double same_distance = 1e-4;
constexpr double rival_distance = 0.05;
constexpr int restarts = 12;
// A row above this part of its terms does not hold, whatever the sizes.
constexpr double not_satisfied = 1e-6;

}  // namespace

template <class S>
StartSearch<S>::StartSearch(Geometry<S>& geometry, const Wishes& wishes, std::vector<int> rows)
    : geometry_(geometry),
      c_(geometry.completed()),
      wishes_(wishes),
      nearest_(geometry, wishes.floors, std::move(rows)),
      strict_(wishes.floors)
{
    for (double& floor : strict_) floor = std::min(floor, Scale{}.floor * wishes.unit);
}

/// A local search from q for the point nearest to p; false if it does not reach M.
template <class S>
bool StartSearch<S>::try_from(std::vector<S> q, const std::vector<S>& p,
                              const std::vector<S>& weights)
{
    auto found = nearest_.find(p.data(), weights.data(), q.data());
    // Were a natural size far too large, rows would hold beside it alone.
    found.converged = found.converged && nearest_.residual(q.data(), strict_) <= not_satisfied;
    if (!found.converged) {
        if (failed_.p.empty() || found.residual < failed_.residual)
            failed_ = {false, std::move(q), found.residual, found.worst_row, {}};
        return false;
    }
    const double overall = std::sqrt(nearest_.distance_squared(p.data(), weights.data(), q.data()));
    const double distance = said_distance(q, p, weights);
    const Candidate best = candidates_.empty()
                               ? Candidate{{}, distance, overall}
                               : Candidate{{}, candidates_[0].distance, candidates_[0].overall};
    // What was not mentioned decides between points that are equally near to what was.
    const bool alike = std::abs(distance - best.distance) <= same_distance * best.distance;
    const bool nearer =
        alike ? overall < best.overall * (1 - same_distance) : distance < best.distance;
    const bool same = alike && overall <= best.overall * (1 + same_distance);
    found_again_ = nearer ? 1 : same ? found_again_ + 1 : found_again_;
    candidates_.push_back({std::move(q), distance, overall});
    if (nearer) std::swap(candidates_.front(), candidates_.back());
    return true;
}

/// The same, with q first led to M stage by stage.
template <class S>
bool StartSearch<S>::try_by_stages(std::vector<S> q, const std::vector<S>& p,
                                   const std::vector<S>& weights)
{
    if (c_.layout.stages < 2) return false;
    if (!stages_) stages_ = std::make_unique<StartStages<S>>(geometry_, wishes_.floors);
    return stages_->settle(weights.data(), q.data()) && try_from(std::move(q), p, weights);
}

/// How far the values given and guessed have moved.
template <class S>
double StartSearch<S>::said_distance(const std::vector<S>& q, const std::vector<S>& p,
                                     const std::vector<S>& weights) const
{
    S sum(0);
    for (std::size_t i = 0; i < q.size(); ++i)
        if (weights[i] > S(0) && (wishes_.given[i] || wishes_.guessed[i]))
            sum += (q[i] - p[i]) * (q[i] - p[i]) / weights[i];
    return std::sqrt(to_double(sum));
}

/// Whether the best point so far is close to all guesses, and nothing else has run away.
template <class S>
bool StartSearch<S>::is_settled(const std::vector<S>& p) const
{
    using std::abs;
    if (candidates_.empty()) return false;
    for (std::size_t i = 1; i < p.size(); ++i) {
        if (!wishes_.given[i] && !wishes_.guessed[i]) {
            if (abs(candidates_[0].p[i]) > S(far_away * wishes_.sizes[i])) return false;
            continue;
        }
        const S moved = abs(candidates_[0].p[i] - p[i]) / (abs(p[i]) + S(wishes_.floors[i]));
        if (moved > S(near_enough)) return false;
    }
    return true;
}

/// p with everything that may move moved at random, by a part of its size.
template <class S>
std::vector<S> StartSearch<S>::scattered(const std::vector<S>& p, bool hold, double spread,
                                         std::mt19937& random) const
{
    std::normal_distribution<double> normal;
    std::vector<S> q = p;
    for (std::size_t i = 1; i < p.size(); ++i) {
        const double step = spread * normal(random);
        if (hold && wishes_.given[i]) continue;
        const bool said = wishes_.given[i] || wishes_.guessed[i];
        const double size = wishes_.sizes[i];
        q[i] += S(step * (said ? std::abs(to_double(p[i])) + 0.5 * size : size));
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
    const std::vector<S> weights = wished_weights(wishes_, p, hold);
    try_from(p, p, weights);
    if (!is_settled(p)) try_by_stages(p, p, weights);
    strayed_ = candidates_.empty();
    std::mt19937 random(4242);
    for (int k = 0; k < most_searches && !is_settled(p) && found_again_ < reached_often; ++k) {
        const std::vector<S> q = scattered(p, hold, spreads[k % std::size(spreads)], random);
        if (!try_from(q, p, weights)) try_by_stages(q, p, weights);
    }
    return conclude(weights);
}

template <class S>
typename StartSearch<S>::Result StartSearch<S>::conclude(const std::vector<S>& weights)
{
    if (candidates_.empty()) return std::move(failed_);
    const Candidate& best = candidates_[0];
    Result result{true, best.p, 0, -1, {}};
    result.strayed = strayed_;
    for (const Candidate& other : candidates_) {
        const double apart =
            std::sqrt(nearest_.distance_squared(best.p.data(), weights.data(), other.p.data()));
        if (other.distance <= best.distance * (1 + rival_distance) &&
            other.overall <= best.overall * (1 + rival_distance) && apart > 0.5 * best.overall)
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
        const std::vector<S> weights = wished_weights(wishes_, p, true);
        if (try_from(p, p, weights) || try_by_stages(p, p, weights))
            return {true, candidates_[0].p, 0, -1, {}};
    }
    return std::move(failed_);
}

template class StartSearch<double>;
template class StartSearch<Quad>;

}  // namespace involute
