// SPDX-License-Identifier: Apache-2.0
// Kinks of a walk: where an argument of max, min, abs or sign passes zero (geometry/switches.hpp),
// the field or one of its derivatives jumps. A step ends just before such a place, a hop leads over
// it, and the walk starts anew beyond: every step is a step of a smooth system, and the method
// keeps its order.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "involute/singular/kink_sight.hpp"
#include "involute/singular/kinks_ahead.hpp"

namespace involute {

template <class S>
class Kinks {
public:
    /// by_structure: the constraints hold whatever the branch; else they may be those of one.
    Kinks(SurfaceProblem<S>& problem, Scale scale, WalkView<S>& view, bool by_structure,
          FoundOnce& findings);

    /// Where the walk stands on a kink: a point just beyond, on the side that the solution takes.
    const S* beside_start();
    /// The walk begins, or begins again at another point.
    void begin()
    {
        began_ = false;
        ahead_ = false;
        look_ahead();
    }
    /// Finds those of x alone between where the walk stands and where it is to end.
    void look_ahead()
    {
        if (!in_x_.empty()) find_kinks_in_x();
    }
    /// After every accepted step. False: it was undone, and nobody is to be shown it.
    bool settle() { return sides_.count() == 0 || settle_step(); }
    /// After a step was shown to everybody: over the kink it ends at, if it does.
    void go_on()
    {
        if (std::exchange(ahead_, false) && view_.walker.t == hop_from_) hop();
    }
    /// No step can be made: perhaps because of a kink just ahead. True if that was dealt with.
    bool stuck();
    /// Whether one lies within so much of the parameter ahead, straight on.
    bool lies_ahead(S distance);
    struct Passed {
        std::string name{};      // "max(0, t - 1)"
        bool singular = false;   // the field cannot be evaluated beyond it,
        std::vector<S> point{};  // at this point; the walk stands before it
    };
    /// The kink that was passed since the last call.
    std::optional<Passed> take_passed();
    void visit_state(State& state);

private:
    using Values = SwitchValues<S>;
    using Seen = typename KinkSight<S>::Seen;

    bool settle_step();
    /// Whether no stage may lie beyond a kink: else the estimated error tells of one that does.
    bool asks_stages() const { return view_.options.step > 0 || view_.walker.is_blind(); }
    void find_kinks_in_x();
    void look_ahead_in_x();
    void narrow_in_x();
    void hop_from_start(int k);
    void plan_hop(int k, S size);
    void hop();
    bool leap(S size);
    bool plan_hop_nearby();
    std::optional<int> first_ahead(S distance);
    bool creeps_up(const Values& before, const Values& now) const;
    bool slides_back();
    bool approach(S theta);
    bool keep_stages_before();
    Trial try_to(S t);
    bool jumps(const S* from, const S* to);
    void stop_at_jump(const S* ahead);
    bool gets_nowhere();
    bool creeps_nowhere();
    std::string name_of(int k) const;

    SurfaceProblem<S>& problem_;
    std::vector<double> floors_;
    WalkView<S>& view_;
    bool by_structure_;
    SwitchSides<S> sides_;
    KinkSight<S> sight_;
    KinksAhead in_x_{};
    int kink_in_x_ = 0;  // the next of them is this switch's: steps end at view_.t_stop,
    S beyond_in_x_{};    // and the walk goes on from here
    std::vector<S> point_{}, beyond_{}, beside_{};
    Values before_{}, now_{}, low_{}, high_{}, at_stage_{};  // where the step began; somewhere
    std::vector<int> slides_{};  // times in a row that the field leads back to its kink
    bool began_ = false;
    bool ahead_ = false;  // the walk stands just before a kink
    int kink_ = 0;        // the switch that is hopped over
    int old_side_ = 0;    // its sign before; 0: the walk starts on it
    S hop_{}, usual_{};   // sizes of the hop, and of the step that met the kink
    S hop_from_{};        // the parameter there
    bool singular_beyond_ = false;
    long kinks_ = 0;
    S last_look_{};  // the parameter some kinks ago
    long creeps_ = 0;
    S first_creep_{};  // the parameter at the first of them
    std::optional<int> passed_{};
};

extern template class Kinks<double>;
extern template class Kinks<Quad>;

}  // namespace involute
