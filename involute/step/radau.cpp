// SPDX-License-Identifier: Apache-2.0
#include "involute/step/radau.hpp"

#include <algorithm>
#include <cmath>

#include "involute/step/lagrange.hpp"

namespace involute {
namespace {

// With constant steps a shorter step is no way out, so Newton's method gets more iterations.
constexpr int most_patient = 60;
constexpr double patient_target = 1e-3;
constexpr double half = 0.5, quarter = 0.25;
// An equation counts as satisfied within this part of the tolerance, relative to its terms.
constexpr double spoilt_part = 1e-3;

}  // namespace

template <class S>
RadauStepper<S>::RadauStepper(XProblem<S>& problem, int stages, const WalkOptions& options)
    : Stepper<S>(problem.size()),
      problem_(problem),
      given_forces_(problem.geometry()),
      options_(options),
      equations_(problem.geometry(), options.technique.collocation == Collocation::completed),
      solver_(std::make_unique<StageSolver<S>>(problem.geometry(), equations_)),
      asked_stages_(stages),
      walk_{.control = RadauControl(stages, options)},
      saved_(walk_),
      derivatives_(equations_.rows().entries.size()),
      index_(error_powers(problem.geometry().completed(), options)),
      indexed_(std::ranges::any_of(index_, [](int power) { return power > 0; }))
{
    const auto size = std::size_t(padded(size_)), n = std::size_t(equations_.unknowns());
    for (auto* vector : {&walk_.base, &walk_.next, &weight_, &errors_, &shifted_})
        vector->assign(size, S(0));
    for (auto* vector : {&walk_.base_tops, &walk_.next_tops, &residuals_, &shifted_tops_})
        vector->assign(n, S(0));
    sizes_.assign(n, S(0));
    open_sizes_.assign(n, S(0));
    for (int c = 0; c < size_; ++c) floors_.push_back(S(options_.floor_of(c)));
    state_.resize(solver_->stride());
    basis_.resize(most_stages + 1);
    kept_.states.resize(most_stages * solver_->stride());
    this->estimates = true;
    this->rough_between = true;
    this->exponent = 1.0 / (walk_.control.stages() + 1);
}

/// The tops where the step begins: known from the last step, or solved for.
template <class S>
Trial RadauStepper<S>::stand_at(const Stand<S>& from)
{
    if (walk_.stood && std::equal(from.p, from.p + size_, walk_.base.begin()))
        return Trial::accepted;
    const bool follows = walk_.stood && std::equal(from.p, from.p + size_, walk_.next.begin());
    copy_few(from.p, std::size_t(size_), walk_.base.data());
    walk_.fresh = false;
    walk_.stood = true;
    if (follows) {
        copy_few(walk_.next_tops.data(), walk_.next_tops.size(), walk_.base_tops.data());
        return Trial::accepted;
    }
    // A new place: the polynomial of the last step does not apply.
    kept_.stages = 0;
    walk_.derived = false;
    walk_.again = true;
    problem_.tops(walk_.base.data(), walk_.base_tops.data());
    return Trial::accepted;
}

/// Tops at the stages from the polynomial of the last step. Algebraic unknowns that nothing needed
/// there may be wrong in it: where it leads nowhere again, from those at the start.
template <class S>
void RadauStepper<S>::predict()
{
    const bool anew = kept_.stages == 0 || walk_.unsolved > 1;
    // The last step's polynomial is evaluated beyond its end, or within it.
    solver_->predict(
        {anew ? 0 : kept_.stages, kept_.h, kept_.states.data(), within_ ? S(0) : S(1)});
}

template <class S>
Trial RadauStepper<S>::refuse(StageNewtonResult result)
{
    using Kind = StageNewtonResult::Kind;
    ++walk_.unsolved;
    walk_.trouble =
        result.kind == Kind::not_finite ? result.row : equation_of(solver_->least_settled());
    std::copy_n(result.kind == Kind::not_finite ? solver_->state(result.stage) : walk_.base.data(),
                size_, this->failed.begin());
    this->advice = walk_.control.after_failure(result.kind == Kind::slow ? result.advice : half);
    if (result.kind == Kind::not_finite) this->advice = quarter;
    // A singular stage matrix means only that a step of this size is impossible.
    return result.kind == Kind::not_finite ? Trial::not_finite : Trial::unsolved;
}

/// The equation that determines the top of an unknown.
template <class S>
int RadauStepper<S>::equation_of(int unknown) const
{
    const std::vector<int>& match = problem_.geometry().completed().structure.match;
    return int(std::ranges::find(match, unknown) - match.begin());
}

template <class S>
std::string RadauStepper<S>::complaint() const
{
    return walk_.trouble < 0 ? std::string() : equations_.name(walk_.trouble);
}

/// Derivatives at the start of the step, and what depends on them.
template <class S>
void RadauStepper<S>::linearize()
{
    copy_few(walk_.base.data(), std::size_t(size_), state_.data());
    copy_few(walk_.base_tops.data(), walk_.base_tops.size(), state_.data() + size_);
    equations_.linearize(state_.data());
    walk_.fresh = walk_.derived = true;
    solver_->forget();
}

/// Derivatives in the middle of the predicted step, for steps so long that those at the start do
/// not make Newton's method converge.
template <class S>
void RadauStepper<S>::linearize_ahead()
{
    predict();
    equations_.linearize(solver_->state(solver_->table().stages / 2));
    solver_->forget();
}

template <class S>
Trial RadauStepper<S>::solve_stages(S h)
{
    using Kind = StageNewtonResult::Kind;
    const bool constant = options_.step > 0;
    const double share =
        constant ? options_.rtol : walk_.control.tolerance(solver_->table().stages);
    StageNewtonRule rule{.most = constant ? most_patient : walk_.control.most_iterations(),
                         .patient = constant};
    const double rounding = 10 * to_double(unit_roundoff<S>()) / share;
    rule.target = constant ? patient_target : walk_.control.newton_target(solver_->table().stages);
    // Errors of velocities are weighted with h there, so the iteration must end closer to the
    // solution.
    if (options_.technique.collocation == Collocation::written) rule.target *= 0.1;
    rule.target = std::max(rounding, rule.target);
    rule.rounding = 10 * rounding;
    if (!walk_.fresh && !(walk_.derived && walk_.control.keeps_derivatives())) linearize();
    solver_->begin_step(walk_.base.data(), walk_.base_tops.data(), weight_.data(), h);
    bool ahead = false;
    for (;;) {
        if (!solver_->is_factored_for(h) && !solver_->factor(h)) {
            if (walk_.fresh) return refuse({Kind::singular});
            linearize();
            continue;
        }
        predict();
        const StageNewtonResult result = solver_->iterate(rule, options_.technique.newton);
        this->iterations += solver_->iterations();
        if (result.kind == Kind::converged) return Trial::accepted;
        if (walk_.fresh && constant && !ahead) {
            ahead = true;
            linearize_ahead();
            continue;
        }
        if (walk_.fresh) return refuse(result);
        linearize();  // try again with new derivatives before giving up
    }
}

/// Whether the tops of the last stage differ from those computed from the end point by more than
/// the tolerance. Either stiff equations magnify the error of p in their tops, or the stage is not
/// solved.
template <class S>
bool RadauStepper<S>::recomputing_differs(const S* last) const
{
    using std::abs;
    const Layout& layout = problem_.geometry().layout();
    for (int j = 0; j < layout.unknowns; ++j) {
        if (layout.d[j] == 0) continue;
        const S w = weight_[layout.position(j, layout.d[j] - 1)];
        if (abs(walk_.h * (last[size_ + j] - walk_.next_tops[j])) * w > S(1)) return true;
    }
    return false;
}

/// How far a point and its tops are from satisfying the equations, relative to their terms. Tops
/// that underflow are off by the smallest number, and what is below them by what the step makes of
/// that: with steps of 1e157, as far as x' = -x may go, that is more than x itself.
template <class S>
typename RadauStepper<S>::Defect RadauStepper<S>::defect(const S* p, const S* z)
{
    using std::abs;
    const int n = equations_.unknowns();
    std::copy_n(p, size_, state_.begin());
    std::copy_n(z, n, state_.begin() + size_);
    equations_.values(state_.data(), residuals_.data());
    equations_.derivatives_at(state_.data(), derivatives_.data());
    std::fill(sizes_.begin(), sizes_.end(), S(0));
    std::fill(open_sizes_.begin(), open_sizes_.end(), S(0));
    const StageRows& rows = equations_.rows();
    for (std::size_t e = 0; e < rows.entries.size(); ++e) {
        S lost(0x1p-1022);
        for (int k = 0; k < rows.entries[e].depth; ++k) lost *= abs(walk_.h);
        const int at = solver_->entry_place(e);
        const S slope = abs(derivatives_[e]), size = slope * (abs(state_[at]) + lost);
        sizes_[rows.entries[e].row] += size;
        open_sizes_[rows.entries[e].row] += size + (at < size_ ? slope * floors_[at] : S(0));
    }
    Defect largest;
    for (int i = 0; i < n; ++i) {
        if (!(sizes_[i] > S(0))) continue;
        largest.strict = std::max<S>(largest.strict, abs(residuals_[i]) / sizes_[i]);
        largest.tolerant = std::max<S>(largest.tolerant, abs(residuals_[i]) / open_sizes_[i]);
    }
    return largest;
}

/// The last stage is the end of the step: projected, with its slope.
template <class S>
Trial RadauStepper<S>::land(const Stand<S>& from, S t_next)
{
    const S* last = solver_->state(solver_->table().stages - 1);
    copy_few(last, std::size_t(size_), end.data());
    problem_.at_parameter(end.data(), t_next);
    const bool raw = options_.technique.collocation == Collocation::written;
    const double farthest =
        raw || options_.step > 0 ? 0 : 100 * walk_.control.tolerance(solver_->table().stages);
    Trial found = this->checked_projection(problem_, end.data(), options_.rtol, farthest);
    if (found != Trial::accepted) return found;
    if (options_.technique.tops == TopValues::carried) {
        std::copy_n(last + size_, walk_.next_tops.size(), walk_.next_tops.begin());
        given_forces_.settle(end.data(), walk_.next_tops.data());
        problem_.geometry().direction(end.data(), walk_.next_tops.data(), end_slope.data());
        problem_.carry(end.data(), walk_.next_tops.data(), within_);
    } else {
        found = this->checked_slope(problem_, end.data(), from.negative, end_slope.data());
        copy_few(problem_.last_tops().data(), walk_.next_tops.size(), walk_.next_tops.data());
        if (found == Trial::accepted && !raw && recomputing_differs(last)) {
            // Check the stage before projection: projection moves it, and so changes its defect.
            const Defect before = defect(last, last + size_);
            if (options_.step == 0 && before.tolerant > S(options_.rtol))
                return refuse({StageNewtonResult::Kind::diverged});
            const bool moved = !std::equal(last, last + size_, end.begin());
            const S off = moved ? defect(end.data(), last + size_).strict : before.strict;
            if (off <= S(spoilt_part * options_.rtol) || off <= 1000 * unit_roundoff<S>())
                problem_.carry(end.data(), last + size_, within_);
        }
    }
    copy_few(end.data(), std::size_t(size_), walk_.next.data());
    return found;
}

template <class S>
Trial RadauStepper<S>::judge_error(S h)
{
    this->error = solver_->estimate(errors_.data());
    if (this->error >= 1 && walk_.again) {
        // After a jump the slope at the start is misleading: take it at the start plus the error.
        for (int c = 0; c < size_; ++c) shifted_[c] = walk_.base[c] + errors_[c];
        shifted_[0] = walk_.base[0];
        if (problem_.geometry().field(shifted_.data(), shifted_tops_.data()).health ==
            Health::good) {
            solver_->begin_at(shifted_.data(), shifted_tops_.data());
            this->error = solver_->estimate(errors_.data());
        }
    }
    const RadauControl::Seen seen{.h = to_double(h),
                                  .error = this->error,
                                  .theta = solver_->theta(),
                                  .iterations = solver_->iterations(),
                                  .most = walk_.control.most_iterations()};
    if (!std::isfinite(this->error)) {
        this->advice = walk_.control.after_failure(quarter);
        return Trial::not_finite;
    }
    walk_.seen = seen;
    if (this->error < 1) return Trial::accepted;
    const int unknown = largest_error(*solver_, errors_, weight_);
    if (unknown >= 0) walk_.trouble = equation_of(unknown);
    this->advice = walk_.control.after_rejected(seen, kept_.stages == 0);
    return Trial::too_inaccurate;
}

template <class S>
Trial RadauStepper<S>::attempt(const Stand<S>& from, S t_next)
{
    using std::abs;
    this->far = false;
    this->advice = 0;
    walk_.h = t_next - from.t;
    solver_->set_stages(within_ && kept_.stages > 0 ? kept_.stages : walk_.control.stages());
    Trial found = stand_at(from);
    if (found != Trial::accepted) return found;
    const S share(options_.step > 0 ? options_.rtol
                                    : walk_.control.tolerance(solver_->table().stages));
    for (int c = 0; c < size_; ++c) {
        weight_[c] = S(1) / (share * (abs(walk_.base[c]) + floors_[c]));
        if (!indexed_) continue;
        for (int k = 0; k < index_[c]; ++k) weight_[c] *= abs(walk_.h);
    }
    problem_.begin_step(from.p, from.v);
    found = solve_stages(walk_.h);
    if (found == Trial::accepted && options_.step == 0 && !within_) found = judge_error(walk_.h);
    if (found == Trial::accepted) found = land(from, t_next);
    if (found != Trial::accepted) walk_.again = true;
    return found;
}

template <class S>
Trial RadauStepper<S>::attempt_within(const Stand<S>& from, S t_next)
{
    if (!beside_) beside_ = std::make_unique<StageSolver<S>>(problem_.geometry(), equations_);
    saved_ = walk_;
    kept_derivatives_ = equations_.derivatives();
    const double next_factor = this->advice, last_error = this->error;
    std::swap(solver_, beside_);
    solver_->restart_with_order_of(*beside_);
    within_ = true;
    const Trial trial = attempt(from, t_next);
    within_ = false;
    std::swap(solver_, beside_);
    this->advice = next_factor;
    this->error = last_error;
    equations_.restore(kept_derivatives_);
    walk_ = saved_;
    return trial;
}

template <class S>
void RadauStepper<S>::restart()
{
    walk_.control = RadauControl(asked_stages_, options_);
    solver_->restart();
    kept_.stages = 0;
    walk_.stood = walk_.fresh = walk_.derived = false;
    walk_.trouble = -1;
    walk_.again = true;
}

template <class S>
void RadauStepper<S>::taken()
{
    // Steps within the last one, made for output rows, do not come here, so the control never sees
    // them.
    if (options_.step == 0) this->advice = walk_.control.after_accepted(walk_.seen);
    const Radau<S>& table = solver_->table();
    kept_.stages = table.stages;
    kept_.h = walk_.h;
    this->order_between = 2 * table.stages - 1;
    std::copy_n(solver_->state(0), std::size_t(table.stages) * solver_->stride(),
                kept_.states.begin());
    walk_.again = false;
    walk_.unsolved = 0;
}

template <class S>
void RadauStepper<S>::undone()
{
    kept_.stages = 0;  // its polynomial begins where the next one does
    walk_.again = true;
}

/// The collocation polynomial through the start and all stages, the last one projected.
template <class S>
void RadauStepper<S>::interpolate(const TakenStep<S>& step, S theta, S* p)
{
    const Radau<S>& table = radau<S>(kept_.stages);
    const int s = table.stages;
    std::array<S, most_stages + 1> nodes{};
    std::copy(table.c.begin(), table.c.end(), nodes.begin() + 1);
    lagrange(nodes.data(), s + 1, theta, basis_.data());
    for (int c = 0; c < size_; ++c) {
        S sum = basis_[0] * step.p0[c] + basis_[std::size_t(s)] * step.p1[c];
        for (int k = 1; k < s; ++k)
            sum += basis_[std::size_t(k)] * kept_.states[(k - 1) * solver_->stride() + c];
        p[c] = sum;
    }
}

template <class S>
void RadauStepper<S>::polynomial(const TakenStep<S>& step, int, std::span<const int> coordinates,
                                 StepPolynomial& out)
{
    const Radau<S>& table = radau<S>(kept_.stages);
    const int s = table.stages;
    std::vector<double> places{-1}, values(std::size_t(s) + 1);
    for (const S& c : table.c) places.push_back(2 * to_double(c) - 1);
    PolynomialThroughPoints through(std::move(places));
    out.reset(0, 1, int(coordinates.size()), s);
    for (int i = 0; i < out.coordinates(); ++i) {
        const int c = coordinates[std::size_t(i)];
        values[0] = to_double(step.p0[c]);
        for (int k = 1; k < s; ++k)
            values[std::size_t(k)] = to_double(kept_.states[(k - 1) * solver_->stride() + c]);
        values[std::size_t(s)] = to_double(step.p1[c]);
        through.coefficients(values, out.of(i));
    }
    out.finish();
}

template class RadauStepper<double>;
template class RadauStepper<Quad>;

}  // namespace involute
