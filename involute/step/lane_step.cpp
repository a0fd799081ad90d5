// SPDX-License-Identifier: Apache-2.0
#include "involute/step/lane_step.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "involute/control/error_norm.hpp"

namespace involute {
namespace {

// Longer code does not pay: it is read from memory for every step.
constexpr std::size_t longest_code = 60000;
// Making it takes as long as so many trial steps made side by side save.
constexpr std::size_t pays_after = 1000;

}  // namespace

LaneStep::LaneStep(Stepper& like, int lanes)
    : lanes_(lanes),
      size_(like.size_),
      tops_(like.problem_.geometry().layout().unknowns),
      tableau_(like.tableau_),
      sums_{like.rows_, like.error_, like.error2_, like.tableau_.end, like.estimates_early()},
      geometry_(like.problem_.geometry())
{
}

/// Stays without code where it does not pay, or cannot be made.
void LaneStep::make_code(Geometry<double>& geometry)
{
    CompletedSystem& completed = geometry.completed();
    const int lanes = lanes_;
    const Tape field = write_field(completed, geometry.orders()).tape;
    if (sums_.end < 2 || expected_size(field, sums_, size_) > longest_code) return;
    tapes_ = write_step(completed, geometry.orders(), sums_);
    stage_outputs_ = int(tapes_.stages.outputs.size());
    arrival_ = LaneProgram(tapes_.arrival, lanes);
    if (tapes_.sweep) sweep_ = LaneProgram(*tapes_.sweep, lanes);
    if (!arrival_ || (tapes_.sweep && !sweep_)) return;
    stages_ = LaneProgram(tapes_.stages, lanes);

    const auto rows = [&](Rows& of, std::size_t count) {
        of.assign(count * std::size_t(lanes), 0.0);
    };
    const std::size_t all =
        std::size_t(tapes_.in.count + stage_outputs_ + size_) + tapes_.arrival.outputs.size();
    for (Rows& numbers : numbers_) rows(numbers, all);
    for (auto& owners : owners_) owners.assign(std::size_t(lanes), nullptr);
    holders_.assign(std::size_t(lanes), nullptr);
    rows(floors_, std::size_t(tapes_.pivots));
    rows(sweep_floors_, std::size_t(tapes_.sweep_pivots));
    if (tapes_.sweep) {
        rows(sweep_in_, std::size_t(tapes_.sweep->inputs));
        rows(sweep_out_, tapes_.sweep->outputs.size());
    }
    for (Rows* numbers : {&errors_, &last_}) rows(*numbers, 1);
    sweeps_.assign(std::size_t(lanes), 0);
    settled_.assign(std::size_t(lanes), 0);
    for (LaneFlags* flags : {&going_, &kept_pivots_, &odd_pivots_})
        flags->assign(std::size_t(lanes), 0);
    tops_of_lane_.assign(std::size_t(tops_), 0.0);
}

bool LaneStep::is_ready(std::span<LaneTrial* const> trials)
{
    const bool was_due = seen_ >= pays_after;
    seen_ += trials.size();
    if (!was_due && seen_ >= pays_after) make_code(trials.front()->stepper->problem_.geometry());
    return bool(stages_);
}

bool LaneStep::serves(const Stepper& stepper) const
{
    return &stepper.tableau_ == &tableau_ && stepper.size_ == size_ &&
           geometry_.serves(stepper.problem_.geometry());
}

bool LaneStep::are_alike(const Stepper& a, const Stepper& b)
{
    return &a.tableau_ == &b.tableau_ &&
           LaneGeometry::are_alike(a.problem_.geometry(), b.problem_.geometry());
}

// ---- slopes

void LaneStep::fetch(LanePlace& place, double* slopes, int stride)
{
    if (!place.step) return;
    LaneStep& step = *place.step;
    const int end = step.sums_.end, lanes = step.lanes_;
    const double* const in = step.numbers_[std::size_t(place.buffer)].data() + place.lane;
    const double* const found = in + step.tapes_.in.count * lanes;
    const double* const arrived = found + (step.stage_outputs_ + step.size_) * lanes;
    for (int i = 0; i <= end; ++i) {
        const double* const rows = i == 0     ? in + step.tapes_.in.v * lanes
                                   : i == end ? arrived + step.tapes_.arrived.slope * lanes
                                              : found + (i - 1) * step.size_ * lanes;
        for (int c = 0; c < step.size_; ++c) slopes[i * stride + c] = rows[c * lanes];
    }
    place = {};
}

void LaneStep::drop(LanePlace& place, const Stepper& stepper)
{
    if (!place.step) return;
    Stepper*& owner = place.step->owners_[std::size_t(place.buffer)][std::size_t(place.lane)];
    if (owner == &stepper) owner = nullptr;
    place = {};
}

/// Before they are written over: those of the last step of a walk that has not taken another one
/// since.
void LaneStep::keep_slopes(std::span<LaneTrial* const> trials)
{
    for (int lane = 0; lane < lanes_; ++lane) {
        Stepper* const owner =
            std::exchange(owners_[std::size_t(buffer_)][std::size_t(lane)], nullptr);
        if (!owner) continue;
        const LanePlace here{this, buffer_, lane};
        if (owner->k_last_place_ == here)
            fetch(owner->k_last_place_, owner->k_last_.data(), owner->stride_);
        if (owner->k_place_ != here) continue;
        const bool tries_again = std::ranges::any_of(
            trials, [&](const LaneTrial* trial) { return trial->stepper == owner; });
        if (tries_again)
            owner->k_place_ = {};
        else
            fetch(owner->k_place_, owner->k_.data(), owner->stride_);
    }
}

// ---- from a walk to its lane, and back

/// What stays the same as long as a walk has this stepper and this code.
void LaneStep::take_constants(const Stepper& stepper, int lane)
{
    const Geometry<double>& geometry = stepper.problem_.geometry();
    const StepTapes::Inputs& in = tapes_.in;
    const std::vector<double>& floors =
        stepper.problem_.projection().projector().iteration().floors();
    for (Rows& numbers : numbers_) {
        double* const rows = numbers.data();
        at(rows, in.zero, lane) = 0;
        at(rows, in.one, lane) = 1;
        at(rows, in.unit, lane) = LaneGeometry::unit(geometry);
        at(rows, in.rtol, lane) = stepper.options_.rtol;
        at(rows, in.share, lane) = local_share * std::sqrt(double(size_));
        for (int c = 0; c < size_; ++c) {
            at(rows, in.atol + c, lane) = stepper.options_.atol_of(c);
            at(rows, in.floors + c, lane) = floors[std::size_t(c)];
        }
        for (int k = 0; k < tapes_.pivots; ++k)
            at(rows, in.inverses + k, lane) = LaneGeometry::inverses(geometry)[std::size_t(k)];
    }
    for (int k = 0; k < tapes_.pivots; ++k)
        at(floors_.data(), k, lane) = LaneGeometry::floors(geometry)[std::size_t(k)];
    const std::vector<Quad>& parameters = geometry.completed().system.graph.parameter_values();
    for (LaneProgram* program : {&stages_, &arrival_, &sweep_}) program->take(lane, parameters);
    if (!tapes_.sweep) return;
    for (int c = 0; c < size_; ++c) at(sweep_in_.data(), size_ + c, lane) = floors[std::size_t(c)];
    for (int k = 0; k < tapes_.sweep_pivots; ++k)
        at(sweep_floors_.data(), k, lane) = LaneGeometry::sweep_floors(geometry)[std::size_t(k)];
}

void LaneStep::take(const LaneTrial& trial)
{
    const int lane = trial.lane;
    Stepper& stepper = *trial.stepper;
    const LanePlace here{this, 0, lane};
    if (holders_[std::size_t(lane)] != &stepper || stepper.constants_place_ != here) {
        holders_[std::size_t(lane)] = &stepper;
        stepper.constants_place_ = here;
        take_constants(stepper, lane);
    }
    take_place(trial, lane);
    settled_[std::size_t(lane)] = 0;
    sweeps_[std::size_t(lane)] = 0;
    last_[std::size_t(lane)] = 0;
}

void LaneStep::take_place(const LaneTrial& trial, int lane)
{
    double* const rows = inputs() + lane;
    double* const p = rows + tapes_.in.p * lanes_;
    double* const v = rows + tapes_.in.v * lanes_;
    for (int c = 0; c < size_; ++c) {
        p[c * lanes_] = trial.from->p[c];
        v[c * lanes_] = trial.from->v[c];
    }
    rows[tapes_.in.h * lanes_] = trial.t_next - trial.from->t;
    rows[tapes_.in.to * lanes_] = trial.t_next;
    rows[tapes_.in.lowest * lanes_] = trial.stepper->problem_.geometry().seen.lowest;
}

/// Lanes that never had a walk have the numbers of this one: functions are called with them too.
void LaneStep::fill_others(const LaneTrial& trial)
{
    if (std::exchange(is_filled_[std::size_t(buffer_)], true)) return;
    for (int lane = 0; lane < lanes_; ++lane) {
        if (lane == trial.lane) continue;
        if (!holders_[std::size_t(lane)]) take_constants(*trial.stepper, lane);
        take_place(trial, lane);
    }
}

/// The walk is then as if it had made the step itself.
void LaneStep::give(LaneTrial& trial, Trial outcome, const double* rows,
                    const WatchedPlaces& watched, bool has_arrived)
{
    const int lane = trial.lane;
    Stepper& stepper = *trial.stepper;
    XProblem<double>& problem = stepper.problem_;
    Geometry<double>& geometry = problem.geometry();
    settled_[std::size_t(lane)] = 1;
    trial.outcome = outcome;
    stepper.error = errors_[std::size_t(lane)];
    stepper.far = stepper.strayed = false;
    stepper.k_place_ = {};
    const double* const end =
        (has_arrived ? projected() : found() + tapes_.found.end * lanes_) + lane;
    for (int c = 0; c < size_; ++c) stepper.end[std::size_t(c)] = end[c * lanes_];
    if (outcome == Trial::accepted) {
        const double* const slope = arrived() + tapes_.arrived.slope * lanes_ + lane;
        for (int c = 0; c < size_; ++c) stepper.end_slope[std::size_t(c)] = slope[c * lanes_];
        stepper.k_place_ = {this, buffer_, lane};
        owners_[std::size_t(buffer_)][std::size_t(lane)] = &stepper;
    }
    for (int j = 0; j < tops_; ++j)
        tops_of_lane_[std::size_t(j)] = at(rows, watched.tops + j, lane);
    problem.found_tops(tops_of_lane_.data());
    if (tapes_.pivots > 0) {
        geometry.seen.lowest = at(rows, watched.lowest, lane);
        geometry.seen.last = at(rows, watched.determinant, lane);
    }
    const int sweeps = sweeps_[std::size_t(lane)];
    LaneGeometry::count(geometry, sums_.end - (has_arrived ? 0 : 1), sweeps,
                        at(rows, watched.x, lane));
    if (sweeps > 0) ++problem.projection().projector().count;
}

// ---- the step

void LaneStep::look_at_pivots(const double* rows, const WatchedPlaces& watched)
{
    judge_pivots(lanes_,
                 {rows + watched.least * lanes_, rows + watched.greatest * lanes_, floors_.data(),
                  tapes_.pivots},
                 kept_pivots_, odd_pivots_);
}

/// Whether the compiled elimination was good everywhere, on the side of every fold it began on.
bool LaneStep::is_usual(const LaneTrial& trial, const double* rows,
                        const WatchedPlaces& watched) const
{
    const auto lane = std::size_t(trial.lane);
    const bool odd = odd_pivots_[lane] != 0;
    const bool negative = LaneGeometry::negative(trial.stepper->problem_.geometry()) != odd;
    return at(rows, watched.unfinite, trial.lane) == 0 && kept_pivots_[lane] != 0 &&
           negative == trial.from->negative;
}

void LaneStep::judge_error(LaneTrial& trial, const double* rows, const WatchedPlaces& watched,
                           const double* norms, bool has_arrived)
{
    const auto lane = std::size_t(trial.lane);
    const double first = std::sqrt(norms[lane]);
    errors_[lane] = sums_.error2.empty()
                        ? first
                        : mixed_norm(first, std::sqrt(norms[std::size_t(lanes_) + lane]));
    if (!is_usual(trial, rows, watched) || !std::isfinite(errors_[lane]))
        settled_[lane] = 1;
    else if (!(errors_[lane] <= 1))
        give(trial, Trial::too_inaccurate, rows, watched, has_arrived);
}

void LaneStep::make_stages(std::span<LaneTrial* const> trials)
{
    stages_.run(inputs(), found());
    look_at_pivots(found(), tapes_.found.watched);
    for (LaneTrial* const trial : trials) {
        if (sums_.early)
            judge_error(*trial, found(), tapes_.found.watched,
                        found() + tapes_.found.norms * lanes_, false);
        else if (!is_usual(*trial, found(), tapes_.found.watched))
            settled_[std::size_t(trial->lane)] = 1;
    }
}

/// Whether the lane needs another sweep.
bool LaneStep::goes_on(int lane, int sweep, const LaneTrial& trial)
{
    const auto l = std::size_t(lane);
    const auto& iteration = trial.stepper->problem_.projection().projector().iteration();
    using Verdict = ScaledIteration<double>::Verdict;
    const double increment = at(sweep_out_.data(), size_, lane);
    const bool usable = std::isfinite(increment) && kept_pivots_[l] != 0;
    const Verdict verdict =
        usable ? iteration.judge(sweep, increment, last_[l], trial.stepper->options_.rtol)
               : Verdict::stuck;
    const bool last = sweep + 1 == iteration.rule().most;
    if (verdict == Verdict::stuck || (verdict == Verdict::goes_on && last)) settled_[l] = 1;
    last_[l] = increment;
    sweeps_[l] = sweep + 1;
    return verdict == Verdict::goes_on && !last;
}

/// A lane that has arrived is not moved any more.
void LaneStep::project(std::span<LaneTrial* const> trials)
{
    const double* const end = found() + tapes_.found.end * lanes_;
    std::copy_n(end, size_ * lanes_, projected());
    if (!tapes_.sweep) return;
    double* const point = sweep_in_.data();
    const double* const pivots = sweep_out_.data() + (size_ + 1) * lanes_;
    std::copy_n(end, size_ * lanes_, point);
    bool any = false;
    std::ranges::fill(going_, 0);
    for (const LaneTrial* trial : trials) {
        const auto lane = std::size_t(trial->lane);
        going_[lane] = settled_[lane] ? 0 : ~std::int64_t{0};
        any |= !settled_[lane];
    }
    for (int k = 0; std::exchange(any, false); ++k) {
        sweep_.run(point, sweep_out_.data());
        judge_pivots(lanes_, {pivots, pivots, sweep_floors_.data(), tapes_.sweep_pivots},
                     kept_pivots_, odd_pivots_);
        take_lanes(lanes_, going_, sweep_out_.data(), point, size_);
        for (const LaneTrial* trial : trials) {
            const int lane = trial->lane;
            std::int64_t& going = going_[std::size_t(lane)];
            if (going && !goes_on(lane, k, *trial)) going = 0;
            any |= going != 0;
        }
    }
    std::copy_n(point, size_ * lanes_, projected());
}

void LaneStep::arrive(std::span<LaneTrial* const> trials)
{
    const WatchedPlaces& watched = tapes_.arrived.watched;
    arrival_.run(inputs(), arrived());
    look_at_pivots(arrived(), watched);
    for (LaneTrial* const trial : trials) {
        const auto lane = std::size_t(trial->lane);
        const double farthest = trial->stepper->options_.farthest_projection();
        const double distance = at(arrived(), tapes_.arrived.distance, trial->lane);
        if (tapes_.sweep && farthest > 0 && !(distance <= farthest)) settled_[lane] = 1;
        if (settled_[lane]) continue;
        if (!sums_.early)
            judge_error(*trial, arrived(), watched, arrived() + tapes_.arrived.norms * lanes_,
                        true);
        else if (!is_usual(*trial, arrived(), watched))
            settled_[lane] = 1;
        if (!settled_[lane]) give(*trial, Trial::accepted, arrived(), watched, true);
    }
}

void LaneStep::attempt(std::span<LaneTrial* const> trials)
{
    if (!is_ready(trials)) return;
    buffer_ = 1 - buffer_;
    keep_slopes(trials);
    fill_others(*trials.front());
    for (const LaneTrial* trial : trials) take(*trial);
    make_stages(trials);
    const bool all_settled = std::ranges::all_of(
        trials, [&](const LaneTrial* trial) { return settled_[std::size_t(trial->lane)] != 0; });
    if (all_settled) return;
    project(trials);
    arrive(trials);
}

}  // namespace involute
