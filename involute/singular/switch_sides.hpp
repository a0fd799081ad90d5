// SPDX-License-Identifier: Apache-2.0
// Switches (geometry/switches.hpp) at points of a walk, and on which side of its kink the walk is:
// what is no more than rounding, what is no more than the error of the solution, and what counts.
#pragma once

#include <vector>

#include "involute/geometry/switches.hpp"
#include "involute/step/surface_problems.hpp"

namespace involute {

/// Of every switch at a point: its value, the rounding in it, and the part of the tolerance below
/// which it is as good as zero.
template <class S>
struct SwitchValues {
    std::vector<S> g{}, noise{}, quiet{};

    explicit SwitchValues(std::size_t count = 0) : g(count), noise(count), quiet(count) {}
    void visit_state(State& state);
};

/// -1, 1, or 0 where rounding decides.
template <class S>
int sign_of(const SwitchValues<S>& values, std::size_t k)
{
    return values.g[k] > values.noise[k] ? 1 : values.g[k] < -values.noise[k] ? -1 : 0;
}

template <class S>
class SwitchSides {
public:
    using Values = SwitchValues<S>;

    SwitchSides(SurfaceProblem<S>& problem, const Scale& scale, double rtol, FoundOnce& findings);

    std::size_t count() const { return switches.size(); }
    bool need_tops() const { return need_tops_; }
    void evaluate(const S* p, Values& values);
    /// Of one that depends on x alone.
    S value_in_x(int k, const S& x);
    void take(const Values& values);

    bool is_watched(std::size_t k) const
    {
        return side[k] != 0 && hovers[k] <= most_hovers && !found[k];
    }
    bool crossed(const Values& values, std::size_t k) const
    {
        return is_watched(k) && values.g[k] * S(side[k]) < S(0);
    }
    /// Of the switches that meet their kinks, the one that a straight line says does first.
    int first_met(const Values& before, const Values& after) const;
    /// Whether a switch has met its kink, and that is more than the error of the solution.
    bool counts(const Values& before, const Values& after, std::size_t k) const;
    bool counts(const Values& before, const Values& after) const;
    /// A step ended here: sides of switches that had none, and which ones have left their kinks.
    void settle(const Values& values);
    void visit_state(State& state);

    std::vector<Switch> switches{};
    std::vector<int> side{};       // the branch the walk is on: last sign but 0
    std::vector<char> found{};     // the switch is one of x alone, and its next kink is known
    std::vector<int> hovers{};     // times its kink was passed without having been away from it
    std::vector<char> was_away{};  // since then

private:
    // A walk that passes the same kink this many times without leaving it hovers over it: steps of
    // a usual kind go on, and error control sees to them.
    static constexpr int most_hovers = 8;

    bool met(const Values& before, const Values& after, std::size_t k) const;

    SurfaceProblem<S>& problem_;
    double rtol_;
    bool need_tops_ = false;
    Program<S> program_{};
    std::vector<S> in_{}, out_{}, work_{};
};

extern template class SwitchSides<double>;
extern template class SwitchSides<Quad>;

}  // namespace involute
