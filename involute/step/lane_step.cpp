// SPDX-License-Identifier: Apache-2.0
#include "involute/step/lane_step.hpp"

#include <algorithm>
#include <cmath>

#include "involute/step/lane_kernels.hpp"

namespace involute {

LaneStep::LaneStep(const Stepper& like, int lanes)
    : lanes_(lanes),
      size_(like.size_),
      row_(size_ * lanes),
      tableau_(like.tableau_),
      rows_(like.rows_),
      error_(like.error_),
      error2_(like.error2_),
      early_(like.estimates_early()),
      geometry_(like.problem_.geometry(), lanes)
{
    for (auto* point : {&from_, &stage_, &end_, &projected_, &moved_, &weight_, &atol_, &floors_})
        point->assign(std::size_t(row_), 0.0);
    for (auto* number :
         {&h_, &to_, &share_, &rtol_, &norm_, &norm2_, &increment_, &last_, &distance_})
        number->assign(std::size_t(lanes), 0.0);
    slopes_.assign(std::size_t(row_) * std::size_t(tableau_.end + 1), 0.0);
    going_.assign(std::size_t(lanes), 0);
    sweeps_.assign(std::size_t(lanes), 0);
    settled_.assign(std::size_t(lanes), 0);
    tops_.assign(std::size_t(geometry_.tops()), 0.0);
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

/// From the walk to its lane.
void LaneStep::take(int lane, const LaneTrial& trial)
{
    const Stepper& stepper = *trial.stepper;
    const auto l = std::size_t(lane), width = std::size_t(lanes_);
    const std::vector<double>& floors =
        stepper.problem_.projection().projector().iteration().floors();
    for (std::size_t c = 0; c < std::size_t(size_); ++c) {
        from_[c * width + l] = trial.from->p[c];
        slopes_[c * width + l] = trial.from->v[c];
        atol_[c * width + l] = stepper.options_.atol_of(int(c));
        floors_[c * width + l] = floors[c];
    }
    h_[l] = trial.t_next - trial.from->t;
    to_[l] = trial.t_next;
    share_[l] = local_share * std::sqrt(double(size_));
    rtol_[l] = stepper.options_.rtol;
    geometry_.take(lane, stepper.problem_.geometry(), trial.from->negative);
    settled_[l] = 0;
    sweeps_[l] = 0;
    last_[l] = 0;
}

void LaneStep::scatter(const double* rows, int count, int lane, double* to) const
{
    for (int c = 0; c < count; ++c) to[c] = rows[c * lanes_ + lane];
}

/// From the lane to the walk, which then is as if it had made the step itself.
void LaneStep::give(int lane, LaneTrial& trial, Trial outcome, int slopes,
                    const std::vector<double>& end)
{
    const auto l = std::size_t(lane);
    Stepper& stepper = *trial.stepper;
    XProblem<double>& problem = stepper.problem_;
    trial.outcome = outcome;
    stepper.error = error_of(lane);
    stepper.far = stepper.strayed = false;
    std::copy_n(trial.from->v, stepper.stride_, stepper.k_.begin());
    for (int i = 1; i <= slopes; ++i) scatter(slopes_at(i), size_, lane, stepper.slope_at(i));
    scatter(end.data(), size_, lane, stepper.end.data());
    if (outcome == Trial::accepted)
        std::copy_n(stepper.slope_at(slopes), size_, stepper.end_slope.begin());
    scatter(geometry_.found_tops(), geometry_.tops(), lane, tops_.data());
    problem.found_tops(tops_.data());
    geometry_.give(lane, problem.geometry(), slopes, sweeps_[l]);
    if (sweeps_[l] > 0) ++problem.projection().projector().count;
    settled_[l] = 1;
}

double LaneStep::error_of(int lane) const
{
    const double first = std::sqrt(norm_[std::size_t(lane)]);
    return error2_.empty() ? first : mixed_norm(first, std::sqrt(norm2_[std::size_t(lane)]));
}

/// Steps that are too inaccurate end here.
void LaneStep::judge_errors(std::span<LaneTrial* const> trials, int slopes,
                            const std::vector<double>& end)
{
    for (std::size_t l = 0; l < trials.size(); ++l) {
        if (settled_[l]) continue;
        const double error = error_of(int(l));
        if (geometry_.is_marked(int(l)) || !std::isfinite(error))
            settled_[l] = 1;
        else if (!(error <= 1))
            give(int(l), *trials[l], Trial::too_inaccurate, slopes, end);
    }
}

/// Whether the lane needs another sweep.
bool LaneStep::goes_on(int lane, int sweep, const LaneTrial& trial)
{
    const auto l = std::size_t(lane);
    const auto& iteration = trial.stepper->problem_.projection().projector().iteration();
    using Verdict = ScaledIteration<double>::Verdict;
    const bool usable = !geometry_.sweep_is_marked(lane) && std::isfinite(increment_[l]);
    const Verdict verdict =
        usable ? iteration.judge(sweep, increment_[l], last_[l], rtol_[l]) : Verdict::stuck;
    const bool last = sweep + 1 == iteration.rule().most;
    if (verdict == Verdict::stuck || (verdict == Verdict::goes_on && last)) settled_[l] = 1;
    last_[l] = increment_[l];
    sweeps_[l] = sweep + 1;
    return verdict == Verdict::goes_on && !last;
}

// ---- compiled for wide registers

template <int lanes>
INVOLUTE_INLINE void LaneStep::make_stages()
{
    geometry_.begin<lanes>();
    for (int i = 1; i < tableau_.end; ++i) {
        combine_lanes<lanes>(rows_[std::size_t(i)], slopes_.data(), size_, h_.data(), from_.data(),
                             stage_.data());
        geometry_.slope<lanes>(stage_.data(), slopes_at(i));
    }
    combine_lanes<lanes>(rows_[std::size_t(tableau_.end)], slopes_.data(), size_, h_.data(),
                         from_.data(), end_.data());
    std::copy(to_.begin(), to_.end(), end_.begin());
}

template <int lanes>
INVOLUTE_INLINE void LaneStep::estimate(const double* end)
{
    weigh_lanes<lanes>(share_.data(), rtol_.data(), atol_.data(), from_.data(), end, size_,
                       weight_.data());
    combine_lanes<lanes>(error_, slopes_.data(), size_, h_.data(), nullptr, stage_.data());
    squared_norms<lanes>(stage_.data(), weight_.data(), size_, norm_.data());
    if (error2_.empty()) return;
    combine_lanes<lanes>(error2_, slopes_.data(), size_, h_.data(), nullptr, stage_.data());
    squared_norms<lanes>(stage_.data(), weight_.data(), size_, norm2_.data());
}

template <int lanes>
INVOLUTE_INLINE void LaneStep::project(std::span<LaneTrial* const> trials)
{
    std::copy(end_.begin(), end_.end(), projected_.begin());
    if (geometry_.stages() == 0) return;
    for (std::size_t l = 0; l < std::size_t(lanes); ++l)
        going_[l] = l < trials.size() && !settled_[l] ? -1 : 0;
    bool any = std::ranges::any_of(going_, [](std::int64_t mask) { return mask != 0; });
    for (int k = 0; any; ++k) {
        geometry_.sweep<lanes>(projected_.data(), moved_.data());
        distances<lanes>(moved_.data(), projected_.data(), floors_.data(), size_,
                         increment_.data());
        PackMask<lanes> going;
        std::memcpy(&going, going_.data(), sizeof going);
        for (int c = 0; c < size_; ++c) {
            Pack<lanes> before, after;
            load<lanes>(before, projected_.data(), c);
            load<lanes>(after, moved_.data(), c);
            before = going ? after : before;
            store<lanes>(projected_.data(), c, before);
        }
        any = false;
        for (std::size_t l = 0; l < trials.size(); ++l) {
            if (going_[l] == 0) continue;
            if (goes_on(int(l), k, *trials[l]))
                any = true;
            else
                going_[l] = 0;
        }
    }
    distances<lanes>(projected_.data(), end_.data(), floors_.data(), size_, distance_.data());
    for (std::size_t l = 0; l < trials.size(); ++l) {
        const double farthest = trials[l]->stepper->options_.farthest_projection();
        if (farthest > 0 && !(distance_[l] <= farthest)) settled_[l] = 1;
    }
}

template <int lanes>
INVOLUTE_INLINE void LaneStep::attempt_in(std::span<LaneTrial* const> trials)
{
    make_stages<lanes>();
    if (early_) {
        estimate<lanes>(end_.data());
        judge_errors(trials, tableau_.end - 1, end_);
    }
    project<lanes>(trials);
    geometry_.slope<lanes>(projected_.data(), slopes_at(tableau_.end));
    if (!early_) {
        estimate<lanes>(projected_.data());
        judge_errors(trials, tableau_.end, projected_);
    }
    for (std::size_t l = 0; l < trials.size(); ++l)
        if (!settled_[l] && !geometry_.is_marked(int(l)))
            give(int(l), *trials[l], Trial::accepted, tableau_.end, projected_);
}

#if defined(__x86_64__)

[[gnu::target("avx")]] void LaneStep::attempt_in_4(std::span<LaneTrial* const> trials)
{
    attempt_in<4>(trials);
}
[[gnu::target("avx512f,avx512dq")]] void LaneStep::attempt_in_8(std::span<LaneTrial* const> trials)
{
    attempt_in<8>(trials);
}

#else

void LaneStep::attempt_in_4(std::span<LaneTrial* const> trials)
{
    attempt_in<4>(trials);
}
void LaneStep::attempt_in_8(std::span<LaneTrial* const> trials)
{
    attempt_in<8>(trials);
}

#endif

/// Lanes without a walk repeat the first one's.
void LaneStep::attempt(std::span<LaneTrial* const> trials)
{
    for (int lane = 0; lane < lanes_; ++lane)
        take(lane, *trials[std::size_t(lane) < trials.size() ? std::size_t(lane) : 0]);
    if (lanes_ == 4)
        attempt_in_4(trials);
    else
        attempt_in_8(trials);
}

}  // namespace involute
