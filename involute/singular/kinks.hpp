// SPDX-License-Identifier: Apache-2.0
// Kinks of a walk: where an argument of max, min, abs or sign passes zero (geometry/switches.hpp),
// the field or one of its derivatives jumps. A step ends just before such a place, a hop leads over
// it, and the walk starts anew beyond: every step is a step of a smooth system, and the method
// keeps its order.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "involute/geometry/switches.hpp"
#include "involute/observe/walk_view.hpp"
#include "involute/singular/kinks_ahead.hpp"
#include "involute/step/surface_problems.hpp"

namespace involute {

template <class S>
class Kinks {
public:
    /// by_structure: the constraints hold whatever the branch; else they may be those of one.
    Kinks(SurfaceProblem<S>& problem, Scale scale, WalkView<S>& view, bool by_structure);

    /// Where the walk stands on a kink: a point just beyond, on the side that the solution takes.
    const S* beside_start();
    /// The walk begins, or begins again at another point.
    void begin()
    {
        began_ = false;
        ahead_ = false;
        if (!in_x_.empty()) find_kinks_in_x();
    }
    /// After every accepted step. False: it was undone, and nobody is to be shown it.
    bool settle() { return switches_.empty() || settle_step(); }
    /// After a step was shown to everybody: over the kink it ends at, if it does.
    void go_on()
    {
        if (std::exchange(ahead_, false) && view_.walker.t == hop_from_) hop();
    }
    /// No step can be made: perhaps because of a kink just ahead. True if that was dealt with.
    bool stuck();
    struct Passed {
        std::string name{};      // "max(0, t - 1)"
        bool singular = false;   // the field cannot be evaluated beyond it,
        std::vector<S> point{};  // at this point; the walk stands before it
    };
    /// The kink that was passed since the last call.
    std::optional<Passed> take_passed();

private:
    // Interior points of a step at which the switches are looked at: one that passes zero twice
    // within a step is seen between.
    static constexpr int pieces = 4;
    // A walk that passes the same kink this many times without leaving it hovers over it: steps of
    // a usual kind go on, and error control sees to them.
    static constexpr int most_hovers = 8;

    struct Values {
        std::vector<S> g{}, noise{}, quiet{};
    };

    bool settle_step();
    void find_kinks_in_x();
    void look_ahead_in_x();
    void narrow_in_x();
    bool is_watched(std::size_t k) const
    {
        return sides_[k] != 0 && hovers_[k] <= most_hovers && !found_[k];
    }
    void hop();
    bool leap(S size);
    void evaluate(const S* p, Values& values);
    bool crossed(const Values& values, int k) const;
    bool met(const Values& from, const Values& to, int k) const;
    int first_crossed(const Values& before, const Values& after) const;
    void take_sides(const Values& values);
    bool counts(const Values& values) const;
    S possible_touch(int middle) const;
    std::optional<S> first_sign_change();
    bool is_seen_through(bool has_crossed);
    bool slides_back();
    bool approach(S theta);
    bool keep_stages_before();
    Trial try_to(S t);
    void plan_hop(int k, S size);
    bool jumps(const S* from, const S* to);
    void stop_at_jump(const S* ahead);
    bool gets_nowhere();
    bool creeps_nowhere();
    std::string name_of(int k) const;

    SurfaceProblem<S>& problem_;
    Scale scale_;
    WalkView<S>& view_;
    bool by_structure_;
    std::vector<Switch> switches_{};
    KinksAhead in_x_{};
    int kink_in_x_ = 0;          // the next of them is this switch's: steps end at view_.t_stop,
    S beyond_in_x_{};            // and the walk goes on from here
    std::vector<char> found_{};  // the switch is one of x alone, and its next kink is known
    bool need_tops_ = false;
    Program<S> program_{};
    std::vector<S> in_{}, out_{}, work_{}, point_{}, beyond_{}, beside_{};
    Values before_{}, now_{}, low_{}, high_{}, between_{};  // where the step began; somewhere
    std::vector<Values> samples_{};                         // of a step
    std::vector<int> sides_{};      // the branch the walk is on: last sign but 0
    std::vector<int> hovers_{};     // times its kink was passed without having been away from it
    std::vector<char> was_away_{};  // since then
    std::vector<int> slides_{};     // times in a row that the field leads back to its kink
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
