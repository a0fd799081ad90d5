// SPDX-License-Identifier: Apache-2.0
// Whether a step passes a kink. Every switch is bounded over the polynomials of the step: most are
// far from zero, and that is all. Of the others the zeros are isolated with proof
// (base/root_isolation.hpp), as for sections; where there are no bounds, samples have to do.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "involute/observe/crossing_bounds.hpp"
#include "involute/singular/kink_samples.hpp"

namespace involute {

template <class S>
class KinkSight {
public:
    using Values = SwitchValues<S>;

    KinkSight(SurfaceProblem<S>& problem, WalkView<S>& view, SwitchSides<S>& sides);

    struct Seen {
        std::optional<S> beyond{};  // a place of the step beyond the first kink
        bool clear = true;          // else a shorter step would tell more
    };
    /// before, now: values at both ends of the last step. beyond: those at the place that is found.
    Seen look(const Values& before, const Values& now, Values& beyond);

private:
    bool prepare(int piece, bool fine);
    bool bound_all(const Values& now);
    bool is_far(const Enclosure& over, const Values& now, std::size_t k) const;
    double roughness(const Interval& v) const;
    CrossingBounds& bounds_of(std::size_t k);
    std::optional<double> isolate(std::size_t k, const Values& before, bool fine);
    bool passes_closely(std::size_t k, const Values& now);
    bool is_beyond(std::size_t k, double theta, bool fine, const Values& before);

    SurfaceProblem<S>& problem_;
    WalkView<S>& view_;
    SwitchSides<S>& sides_;
    KinkSamples<S> samples_;
    // all switches over the whole step
    Interpreter<Enclosure> all_{};
    std::vector<Enclosure> in_{}, out_{}, work_{};
    std::vector<int> coordinates_{};  // that any of them reads
    std::vector<int> where_{};        // their places in coordinates_
    std::vector<char> reads_tops_{};
    StepPolynomial own_{}, fine_{};
    int own_piece_ = -1;  // of the step, in own_
    bool has_fine_ = false;
    // one of them, over a piece; made when it comes near zero for the first time
    std::unique_ptr<VerifiedTops> tops_{};
    std::vector<std::unique_ptr<CrossingBounds>> bounds_{};
    RootIsolation roots_{};
    std::vector<char> near_{}, unclear_{};
    std::vector<double> rough_{};  // how far polynomials of the method may be off
    Values values_;
    std::vector<S> point_{}, z_{};
};

extern template class KinkSight<double>;
extern template class KinkSight<Quad>;

}  // namespace involute
