// SPDX-License-Identifier: Apache-2.0
// The search for the point of M nearest to the start values and guesses. A local search may end in
// one of several local minima, so searches start from scattered points and the nearest result is
// taken.
#pragma once

#include <optional>
#include <random>
#include <vector>

#include "involute/project/start_stages.hpp"
#include "involute/project/start_wishes.hpp"

namespace involute {

template <class S>
class StartSearch {
public:
    StartSearch(Geometry<S>& geometry, const Wishes& wishes, std::vector<int> rows);

    struct Result {
        bool converged = false;
        std::vector<S> p{};      // the nearest point found, or where the residual was least
        double residual = 0;     // there
        int worst_row = -1;      // to which it belongs
        std::vector<S> rival{};  // another one, about as near; empty: there is none
        bool strayed = false;    // found from scattered points only, not from what was said
    };

    /// With every given value as it was given.
    Result hold_given();
    /// The same, but starting from random values in place of zeros and guesses; any point is
    /// accepted.
    Result hold_given_anywhere();
    /// Given values may move.
    Result move_given();

private:
    /// A point of M with its distance from what was said, and from all numbers tried first.
    struct Candidate {
        std::vector<S> p{};
        double distance = 0, overall = 0;
    };
    Result nearest(bool hold);
    bool try_from(std::vector<S> q, const std::vector<S>& p, const std::vector<S>& weights);
    bool try_by_stages(std::vector<S> q, const std::vector<S>& p, const std::vector<S>& weights);
    double said_distance(const std::vector<S>& q, const std::vector<S>& p,
                         const std::vector<S>& weights) const;
    bool is_settled(const std::vector<S>& p) const;
    std::vector<S> scattered(const std::vector<S>& p, bool hold, double spread,
                             std::mt19937& random) const;
    Result conclude(const std::vector<S>& weights);

    Geometry<S>& geometry_;
    const CompletedSystem& c_;
    const Wishes& wishes_;
    NearestPoint<S> nearest_;
    std::vector<double> strict_;                // floors of ordinary numbers
    std::unique_ptr<StartStages<S>> stages_{};  // made when first needed
    std::vector<Candidate> candidates_;
    int found_again_ = 0;  // how often the best candidate has been reached
    bool strayed_ = false;
    Result failed_{};  // the attempt that came closest
};

extern template class StartSearch<double>;
extern template class StartSearch<Quad>;

}  // namespace involute
