// SPDX-License-Identifier: Apache-2.0
// Zeros of even order of det J: there it does not change its sign, and a step may lead over them.
// The size of det J is known wherever J was eliminated; where it has fallen and rises again, its
// lowest place is sought on the dense output, and there in quadruple precision. Along a curve,
// where det J may vanish at folds, the same is done with the distance of C = (r | J) from losing
// rank.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "involute/observe/walk_view.hpp"
#include "involute/step/surface_problems.hpp"

namespace involute {

/// Depths are parts of what |det J| was before. One below this is a zero; one between this and the
/// tolerance is not told from a zero by a solution of that tolerance.
inline constexpr double zero_depth = 1e-18;

struct Dip {
    double x = 0;      // where it is lowest
    double theta = 0;  // in parts of the last step
    double depth = 0;
};

template <class S>
class DipWatch {
public:
    DipWatch(SurfaceProblem<S>& problem, WalkView<S>& view);

    /// The walk begins at another point.
    void begin_again();
    /// After every accepted step: where |det J| is lower than double precision or
    /// the tolerance lets one see, if it went through such a place.
    std::optional<Dip> look()
    {
        S lowest = std::exchange(seen_.lowest, std::numeric_limits<S>::infinity());
        if (lowest == std::numeric_limits<S>::infinity()) return std::nullopt;
        const S start = began_ ? end_ : at_start();
        end_ = seen_.x == view_.walker.p[0] ? seen_.last : lowest;
        if (std::exchange(iterations_, view_.walker.iterations()) != iterations_)
            lowest = std::min<S>(lowest, sampled({0.35, 0.65}));  // its stages do not ask
        // A zero just before the end is not seen from afar, and the next step may be short.
        if (end_ * S(4) < start) lowest = std::min<S>(lowest, near_end(to_double(S(start / end_))));
        peak_ = std::max<S>(peak_, start);
        const S inside = std::min<S>(lowest, start);
        const bool dips = inside * S(4) < peak_ && inside * S(1.25) < end_;
        return dips ? look_closer() : std::nullopt;
    }

    /// The same place in quadruple precision, if it is still lower than the tolerance lets one see.
    std::optional<Dip> confirm(Dip dip);
    void visit_state(State& state);

private:
    /// Three places of the step, |det J| at the middle one being the lowest.
    template <class T>
    struct Valley {
        T a{}, c{}, b{};  // in parts of the step
        T at_a{}, at_c{}, at_b{};
    };

    S at_start();
    /// The lowest at these parts of the step.
    S sampled(std::initializer_list<double> parts);
    /// The lowest where a zero of order 2, 4 or 6 within the step would be that makes |det J| so
    /// many times smaller at its end than at its start.
    S near_end(double ratio);
    std::optional<Dip> look_closer();
    std::optional<Valley<S>> find_valley();
    S determinant_at(S theta);
    void point_at(S theta);
    /// The place and depth of the valley in quadruple precision, where that can be told.
    void look_exactly(const Valley<S>& valley, const S& peak, Dip& dip);

    SurfaceProblem<S>& problem_;
    SeenDeterminant<S>& seen_;
    WalkView<S>& view_;
    bool began_ = false;
    long iterations_ = 0;  // of an implicit method, so far
    S end_{};              // |det J| where the last step ended
    S peak_{0};            // the largest since the last close look
    S lowest_part_{0};     // of the places sampled last
    Valley<S> valley_{};   // of the last close look
    S above_{0};           // the largest before it
    std::vector<S> point_;
};

extern template class DipWatch<double>;
extern template class DipWatch<Quad>;

}  // namespace involute
