// SPDX-License-Identifier: Apache-2.0
#include "involute/step/series_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "involute/base/state_limits.hpp"
#include "involute/control/error_norm.hpp"

namespace involute {
namespace {

// The slope at the end, over the length of the step, may differ from that of the polynomial by this
// many tolerances; a tenth of one is usual.
constexpr double largest_defect = 10;
// A defect of fewer roundings than this is ignored: J amplifies the rounding of the coordinates.
constexpr double defect_roundings = 1000;
// Coefficients may vanish (at rest every second one does), so the radius of convergence is taken
// from the largest of the last few.
constexpr int last_coefficients = 3;
// If the radius of convergence differs from the unit of the series by more than this factor, the
// unit is changed.
constexpr double largest_ratio = 64;
constexpr int most_units = 5;
constexpr double safety = 0.9;

template <class S>
double step_tolerance(double rtol)
{
    return local_share * std::max(rtol, to_double(unit_roundoff<S>()));
}

}  // namespace

/// Jorba and Zou (Experimental Mathematics 14 (2005) 99-117): an order N costs N² a step, and the
/// step is ρ tolerance^(1/N), so 1 - log(tolerance)/2 is best. In double precision a step costs
/// about N, because sums are made four at a time: a higher order is better. Measured on the
/// pendulum, Kepler's problem and Andrews' mechanism for errors of 1e-9 to 1e-13, the time is least
/// at orders 22 to 30 and a few per cent higher within 4 of that.
template <class S>
int series_order(double tolerance)
{
    const double digits = -std::log(tolerance);
    const double order = std::is_same_v<S, double> ? 4 + 0.75 * digits : 1 + 0.5 * digits;
    return std::max(8, int(std::ceil(order)));
}

template <class S>
SeriesStepper<S>::SeriesStepper(XProblem<S>& problem, const WalkOptions& options)
    : Stepper<S>(problem.size()),
      problem_(problem),
      options_(options),
      tolerance_(step_tolerance<S>(options.rtol)),
      order_(options.technique.order > 0 ? options.technique.order : series_order<S>(tolerance_)),
      series_(problem.geometry(), order_),
      at_(std::size_t(size_)),
      tops_(std::size_t(problem.geometry().layout().unknowns)),
      scale_(std::size_t(size_))
{
    this->exponent =
        0.5;  // beyond a kink the defect grows like h, its effect on the solution like h²
}

/// Expands at the point, in a unit of x in which the last coefficients neither overflow nor vanish,
/// unless they vanish in any unit.
template <class S>
void SeriesStepper<S>::expand(const Stand<S>& from)
{
    using std::abs;
    if (expanded_ && std::equal(at_.begin(), at_.end(), from.p)) return;
    std::copy(from.p, from.p + size_, at_.begin());
    for (int c = 1; c < size_; ++c) scale_[c] = abs(from.p[c]) + S(options_.floor_of(c));
    expanded_ = true;
    for (int tries = 0; tries < most_units; ++tries) {
        found_ = series_.expand(from.p, order_);
        if (found_.health != Health::good) return;
        const Seen seen = find_radius();
        const bool settled =
            !std::isfinite(radius_) || (radius_ < largest_ratio && radius_ > 1 / largest_ratio);
        // In a unit that suits them they do not overflow: the solution has no series here.
        if (settled && seen == Seen::not_numbers) found_.health = Health::not_finite;
        if (settled && seen == Seen::zeros) radius_ = std::numeric_limits<double>::infinity();
        if (settled) return;
        series_.set_unit(series_.unit() * S(std::exp2(std::round(std::log2(radius_)))));
    }
}

/// ρ from |a_n| ≈ ρ^-n for the last coefficients. Where they are not finite or all vanish, ρ comes
/// from the last usable coefficient, and is infinite if there is none.
template <class S>
typename SeriesStepper<S>::Seen SeriesStepper<S>::find_radius()
{
    radius_ = std::numeric_limits<double>::infinity();
    bool numbers = true;
    const int first_of_last = std::max(1, order_ - last_coefficients + 1);
    for (int n = order_; n > 0; --n) {
        const double size = relative_size(n);
        if (std::isfinite(size) && size > 0) radius_ = std::min(radius_, std::pow(size, -1.0 / n));
        numbers &= std::isfinite(size);
        if (n == first_of_last && numbers && std::isfinite(radius_)) return Seen::radius;
        if (n < first_of_last && std::isfinite(radius_)) break;
    }
    return numbers ? Seen::zeros : Seen::not_numbers;
}

/// The largest coefficient n of a coordinate, relative to the coordinate.
template <class S>
double SeriesStepper<S>::relative_size(int n) const
{
    using std::abs;
    using std::isfinite;
    const Layout& layout = problem_.geometry().layout();
    S largest(0);
    for (int c = 1; c < size_; ++c) {
        const Layout::Jet jet = layout.jets[c];
        const S size = abs(series_.coefficient(jet.unknown, jet.order, n)) / scale_[c];
        if (!isfinite(size)) return std::numeric_limits<double>::infinity();
        if (size > largest) largest = size;
    }
    return to_double(largest);
}

/// The step at which the first omitted term just has the allowed size: (h/ρ)^(N+1) = tolerance.
template <class S>
S SeriesStepper<S>::proposed_step(const Stand<S>& from)
{
    expand(from);
    if (found_.health != Health::good) return S(0);
    const bool polynomial = !std::isfinite(radius_);
    if (polynomial) return before_kinks(from, S(std::numeric_limits<double>::max() / 8));
    return before_kinks(
        from, S(safety * radius_ * std::pow(tolerance_, 1.0 / (order_ + 1))) * series_.unit());
}

/// The step up to the next kink if there is one within h. A kink so close that it changes nothing
/// is stepped over.
template <class S>
S SeriesStepper<S>::before_kinks(const Stand<S>& from, S h) const
{
    using std::abs;
    using std::min;
    const S reach = series_.smooth_until(S(direction_) * h);
    if (reach >= h) return h;
    const S nothing = S(tolerance_) * min<S>(h, S(largest_ratio) * series_.unit());
    if (reach > nothing) return reach;
    return S(2) * reach + nothing + S(8) * unit_roundoff<S>() * abs(from.t);
}

/// Compares the slope at the end with that of the polynomial. This shows what the coefficients
/// cannot: a kink on the way, or a series with gaps.
template <class S>
Trial SeriesStepper<S>::check_defect(S h)
{
    using std::abs;
    using std::max;
    const Layout& layout = problem_.geometry().layout();
    const double relative =
        max(options_.rtol, defect_roundings * to_double(unit_roundoff<S>())) * largest_defect;
    series_.evaluate_tops(h, tops_.data());
    this->error = 0;
    for (int j = 0; j < layout.unknowns; ++j) {
        if (layout.d[j] == 0) continue;
        const int c = layout.position(j, layout.d[j] - 1);
        const S size = max(scale_[c], S(abs(end[c])));
        this->error = max(this->error, to_double(S(abs(h * (tops_[j] - end_slope[c])) / size)));
    }
    this->error /= relative;
    return this->error <= 1 ? Trial::accepted : Trial::too_inaccurate;
}

/// The same at points inside: a pulse or two switches on the way leave no trace at the end.
template <class S>
bool SeriesStepper<S>::agrees_inside(const Stand<S>& from, S h)
{
    for (const double theta : {0.17, 0.45, 0.76}) {
        const S part = S(theta) * h;
        series_.evaluate(part, end.data());
        problem_.at_parameter(end.data(), from.t + part);
        const Factored found = problem_.slope(end.data(), end_slope.data());
        if (found.health != Health::good) {
            this->error = 1e6;
            return false;
        }
        if (check_defect(part) != Trial::accepted) return false;
    }
    return true;
}

template <class S>
Trial SeriesStepper<S>::attempt(const Stand<S>& from, S t_next)
{
    const S h = t_next - from.t;
    if (const int direction = h < S(0) ? -1 : 1; direction != direction_) {
        direction_ = direction;
        series_.set_direction(direction);
        expanded_ = false;
    }
    expand(from);
    if (found_.health != Health::good) return this->refuse_slope(found_, from.p);
    problem_.begin_step(from.p, from.v);
    if (options_.step == 0 && !agrees_inside(from, h)) {
        std::copy(from.p, from.p + size_, this->failed.begin());
        return Trial::too_inaccurate;
    }
    series_.evaluate(h, end.data());
    problem_.at_parameter(end.data(), t_next);
    const Trial landed = this->checked_projection(problem_, end.data(), options_.rtol,
                                                  options_.farthest_projection());
    if (landed != Trial::accepted) return landed;
    const Trial sloped = this->checked_slope(problem_, end.data(), from.negative, end_slope.data());
    if (sloped != Trial::accepted || options_.step > 0) return sloped;
    return check_defect(h);
}

template <class S>
void SeriesStepper<S>::interpolate(const TakenStep<S>& step, S theta, S* p)
{
    series_.evaluate(theta * step.h, p);
}

/// The series itself, in units of the step.
template <class S>
void SeriesStepper<S>::polynomial(const TakenStep<S>& step, int, std::span<const int> coordinates,
                                  StepPolynomial& out)
{
    const Layout& layout = problem_.geometry().layout();
    const auto integrals = [&](int c) {
        return layout.d[layout.jets[c].unknown] - layout.jets[c].order;
    };
    int degree = 1;
    for (const int c : coordinates)
        if (c > 0) degree = std::max(degree, order_ - 1 + integrals(c));
    out.reset(0, 1, int(coordinates.size()), degree, Powers::of_u);
    const double ratio = to_double(S(step.h / series_.unit()));
    for (int i = 0; i < out.coordinates(); ++i) {
        const int c = coordinates[std::size_t(i)];
        if (c == 0) {
            out.make_straight(i, to_double(step.p0[0]), to_double(step.h));
            continue;
        }
        const Layout::Jet jet = layout.jets[c];
        coefficients_.resize(std::size_t(order_ + integrals(c)));
        series_.coefficients(jet.unknown, jet.order, coefficients_);
        double power = 1, *to = out.of(i);
        for (const S& coefficient : coefficients_) {
            const double value = to_double(coefficient);
            *to++ = value != 0 ? value * power : 0;  // the power may be infinite
            power *= ratio;
        }
    }
    out.finish();
}

template <class S>
void SeriesStepper<S>::visit_state(State& state)
{
    const State::Part part(state, "taylor");
    Stepper<S>::visit_state(state);
    series_.visit_state(state);
    visit_below(state, "health", found_.health, std::size_t(Health::not_finite) + 1);
    state("negative", found_.negative);
    visit_sized(state, "at", at_);
    visit_sized(state, "tops", tops_);
    visit_sized(state, "scale", scale_);
    state("expanded", expanded_);
    state("direction", direction_);
    state("radius", radius_);
}

template int series_order<double>(double);
template int series_order<Quad>(double);
template class SeriesStepper<double>;
template class SeriesStepper<Quad>;

}  // namespace involute
