// SPDX-License-Identifier: Apache-2.0
// The singular points of a walk: seen on the way or where a step fails, looked into, reported, and
// left along the way that the user asks for.
#pragma once

#include <optional>
#include <vector>

#include "involute/observe/row_keeper.hpp"
#include "involute/observe/sections.hpp"
#include "involute/prepare/prepare.hpp"
#include "involute/singular/chatter.hpp"
#include "involute/singular/collapse_watch.hpp"
#include "involute/singular/crossing_watch.hpp"
#include "involute/singular/dip_watch.hpp"
#include "involute/singular/encounter.hpp"
#include "involute/singular/factor_watch.hpp"
#include "involute/singular/invariant_watch.hpp"
#include "involute/singular/kinks.hpp"
#include "involute/singular/neglected_watch.hpp"
#include "involute/singular/pulse_watch.hpp"
#include "involute/singular/regime_change.hpp"
#include "involute/step/surface_problems.hpp"

namespace involute {

/// What became of a step over a crossing of branches: there is none; the walk went on over it; or
/// it stands elsewhere, or ended.
enum class Passed { nothing, straight_on, elsewhere };

/// A point of the walk, and its parameter.
template <class S>
struct PlaceOfWalk {
    std::vector<S> p{};
    S t{};
};

template <class S>
class SingularPoints final : public Obstacles<S> {
public:
    SingularPoints(PreparedOf<S>& prepared, SurfaceProblem<S>& problem, WalkView<S>& view,
                   RowKeeper<S>& rows, Sections<S>& sections);

    void at_start() override;
    void begin() override { kinks_.begin(); }
    void end_moved() override { kinks_.look_ahead(); }
    /// In x: was a point jumped over, or does one lie ahead?
    void before_others() override;
    const S* beside_start() override { return kinks_.beside_start(); }
    /// Along a curve: did x turn, or does C lose rank?
    void after_others() override;
    void failed_step() override;
    bool gets_nowhere() override;
    void visit_state(State& state) override;

    /// The way asked for at the last singular point, where a walk in x cannot follow it.
    std::optional<Resume> resume{};
    /// The walk is to go on with the equations completed anew.
    std::optional<RegimeChange> change{};

private:
    void change_regime(std::string what, const std::vector<S>& p);
    void take_other_rows(std::string why);
    bool steps_collapse();
    bool is_of_rows(const Encounter& met);
    std::string rows_fail(double x) const;
    bool beyond_kink();
    bool seen_on_the_way();
    Passed passed_crossing(const std::vector<S>& before);
    bool passed_double_zero();
    bool jumped_branch();
    std::vector<S> before_crossing();
    bool curve_meets_more(double part);
    PlaceOfWalk<S> before_place(double part, double by);
    bool beyond(const PlaceOfWalk<S>& place, double singular_x) const;
    int x_direction() const;
    void go_back(const PlaceOfWalk<S>& before, double singular_x);
    bool lost_in_rounding();
    std::optional<Encounter> find_singular_point(const std::vector<S>& p, const std::vector<S>& v);
    bool look_for_singular_point(const std::vector<S>& p, const std::vector<S>& v,
                                 bool steps_can_be_made = false);
    WalkPoint walk_point(const std::vector<S>& p, const std::vector<S>& v);
    void keep_row(const Encounter& met);
    void encounter(Encounter met);
    bool follow_next(Encounter& met);
    bool stand_on(const WayOut& way, const Layout& layout);
    bool x_turned();
    bool x_stands();

    PreparedOf<S>& prepared_;
    Geometry<S>& geometry_;
    SurfaceProblem<S>& problem_;
    CurveProblem<S>* curve_;  // the same, where the walk is along the curve
    WalkView<S>& view_;
    RowKeeper<S>& rows_;
    Sections<S>& sections_;
    std::size_t continued_ = 0;  // ways followed so far

    // in x
    bool by_ranks_;  // decided which equations hold
    Kinks<S> kinks_;
    PulseWatch<S> pulses_;
    InvariantWatch<S> invariants_;
    NeglectedWatch<S> neglected_;
    FactorWatch<S> factors_;
    std::string awake_{};  // the neglected term that begins to matter where the last step ends
    std::vector<Given> other_rows_at_{};  // the rows lose rank here, the equations do not
    CrossingWatch<S> crossing_watch_;
    DipWatch<S> dips_;
    ChatterWatch chatter_{};
    CollapseWatch collapse_{};
    bool branches_cross_ = false;  // somewhere, as was seen before
    std::optional<S> crossed_{};   // x of the last crossing of branches met within a step
    bool told_undecided_ = false;
    long fallbacks_ = 0;      // of the elimination, when the last step was looked at
    bool fell_back_ = false;  // in the last step
    long rejected_ = 0;       // steps, when the last step was looked at
    double recent_rejections_ = 0;
    long next_search_ = 0, steps_between_searches_ = 1;

    // along the curve
    std::optional<bool> side_{};              // of det [C; tᵗ] = 0
    std::optional<Encounter> jumped_over_{};  // by the last step
    int retreats_ = 0;                        // from steps that jumped to another branch
    long fold_step_ = 0;                      // the last step at which x turned
    int x_sign_ = 0;                          // of the last dx that was not 0
    int standing_ = 0;                        // steps in which x did not move
    bool rank_was_low_ = false;               // at the last step: it has been looked into
    std::optional<Columns<S>> fold_columns_{};
};

extern template class SingularPoints<double>;
extern template class SingularPoints<Quad>;

}  // namespace involute
