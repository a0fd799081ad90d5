// SPDX-License-Identifier: Apache-2.0
#include "involute/step/step_polynomial.hpp"

#include <algorithm>
#include <cmath>

#include "involute/base/state_limits.hpp"

namespace involute {
namespace {

using interval_detail::unit;

constexpr int highest_degree = 1000;

// Of a Taylor series most terms are far smaller than what bounds over a part of the step are too
// wide by: left out are those whose slopes are this part of all slopes, times the part's width.
constexpr double left_out = 1e-3;

/// A sum of count products, in any order.
double roundings(int count)
{
    return 4 * (count + 2) * unit;
}

/// From powers of s to powers of s - middle, by Horner's rule again and again.
void shift(double* c, int degree, double middle)
{
    for (int low = 0; low < degree; ++low) {
        double above = c[degree];
        for (int n = degree; n-- > low;) c[n] = above = c[n] + middle * above;
    }
}

}  // namespace

void StepPolynomial::reset(double from, double to, int coordinates, int degree, Powers powers)
{
    powers_ = powers;
    from_ = from;
    to_ = to;
    coordinates_ = coordinates;
    degree_ = degree;
    coefficients_.assign(std::size_t(coordinates) * stride(), 0);
    rounding_.assign(std::size_t(coordinates), 0);
    slope_rounding_.assign(std::size_t(coordinates), 0);
    shifted_.resize(stride());
}

void StepPolynomial::make_straight(int coordinate, double first, double length)
{
    double* c = of(coordinate);
    std::fill_n(c, stride(), 0.0);
    c[0] = powers_ == Powers::of_u ? first : first + length / 2;
    c[1] = powers_ == Powers::of_u ? length : length / 2;
}

/// Shifting and summing within [-1, 1] never meets terms larger in sum than Σ|c_n|, or Σ n|c_n| for
/// derivatives.
void StepPolynomial::finish()
{
    for (int i = 0; i < coordinates_; ++i) {
        const double* c = of(i);
        double sum = 0, slope = 0;
        for (int n = 0; n <= degree_; ++n) {
            sum += std::abs(c[n]);
            slope += n * std::abs(c[n]);
        }
        rounding_[std::size_t(i)] = roundings(degree_) * sum;
        slope_rounding_[std::size_t(i)] = roundings(degree_) * slope;
    }
    find_slope_tails();
}

void StepPolynomial::find_slope_tails()
{
    if (powers_ != Powers::of_u) return;
    slope_tails_.resize(coefficients_.size());
    const double grown = 1 + roundings(degree_);
    for (int i = 0; i < coordinates_; ++i) {
        const double* c = of(i);
        double* tails = &slope_tails_[std::size_t(i) * stride()];
        double sum = 0;
        for (int n = degree_; n >= 0; --n) {
            tails[n] = sum * grown;
            sum += n * std::abs(c[n]);
        }
    }
}

int StepPolynomial::degree_for(int coordinate, double width) const
{
    const double* tails = &slope_tails_[std::size_t(coordinate) * stride()];
    const double most = left_out * width * tails[0];
    int degree = std::min(1, degree_);
    while (degree < degree_ && !(tails[degree] <= most)) ++degree;
    return degree;
}

Interval StepPolynomial::at(int coordinate, double theta) const
{
    const double* c = of(coordinate);
    const double s = place(theta), doubt = rounding_[std::size_t(coordinate)];
    double sum = c[degree_];
    for (int n = degree_; n-- > 0;) sum = c[n] + s * sum;
    return {sum - doubt, sum + doubt};
}

auto StepPolynomial::over(int coordinate, double from, double to) const -> Range
{
    const double a = place(from), b = place(to);
    return powers_ == Powers::of_u ? from_first(coordinate, a, b) : around_middle(coordinate, a, b);
}

const double* StepPolynomial::around(int coordinate, double place, int degree) const
{
    const double* c = of(coordinate);
    if (place == 0) return c;
    std::copy_n(c, degree + 1, shifted_.begin());
    shift(shifted_.data(), degree, place);
    return shifted_.data();
}

/// In powers of the distance from the middle, so that Σ|c_n| r^n bounds how far values are from
/// that in the middle.
auto StepPolynomial::around_middle(int coordinate, double a, double b) const -> Range
{
    const double* c = around(coordinate, (a + b) / 2, degree_);
    const double radius = (b - a) / 2 * (1 + 4 * unit);
    double away = 0, slope_away = 0, power = 1;
    for (int n = 1; n <= degree_; ++n) {
        const double size = std::abs(c[n]) * power;  // |c_n| r^(n-1)
        if (n > 1) slope_away += n * size;
        power *= radius;
        away += size * radius;
    }
    const double grown = 1 + roundings(degree_);
    away = away * grown + rounding_[std::size_t(coordinate)];
    slope_away = slope_away * grown + slope_rounding_[std::size_t(coordinate)];
    const double slope = degree_ > 0 ? c[1] : 0;
    return {Interval(c[0] - away, c[0] + away),
            Interval(slope - slope_away, slope + slope_away) * Interval(2 / (to_ - from_))};
}

/// By Horner's rule, c_n + u (...) with all u of the part, beginning at its first place; and from
/// the value at its last place backwards, by the slopes. What is no number stays none. Terms that
/// are left out are at most Σ|c_k|, which is less than the tail of their slopes.
auto StepPolynomial::from_first(int coordinate, double a, double b) const -> Range
{
    const auto below = [](double x) { return x > 0 ? 0 : x; };
    const auto above = [](double x) { return x < 0 ? 0 : x; };
    const int degree = degree_for(coordinate, b - a);
    const double* c = around(coordinate, a, degree);
    const double width = (b - a) * (1 + 4 * unit);
    double low = c[degree], high = low, last = low;
    double slope_low = degree * low, slope_high = slope_low;
    for (int n = degree; n-- > 0;) {
        low = c[n] + width * below(low);
        high = c[n] + width * above(high);
        last = c[n] + width * last;
        if (n == 0) break;
        slope_low = n * c[n] + width * below(slope_low);
        slope_high = n * c[n] + width * above(slope_high);
    }
    const double doubt = rounding_[std::size_t(coordinate)];
    const double slope_doubt = slope_rounding_[std::size_t(coordinate)];
    low = std::max(low, last - width * above(slope_high + slope_doubt));
    high = std::min(high, last - width * below(slope_low - slope_doubt));
    const double slope_tail =
        slope_tails_[std::size_t(coordinate) * stride() + std::size_t(degree)];
    const double off = doubt + slope_tail / (degree + 1), slope_off = slope_doubt + slope_tail;
    return {Interval(low - off, high + off),
            Interval(slope_low - slope_off, slope_high + slope_off) * Interval(1 / (to_ - from_))};
}

void expand_nested(double p0, std::span<const double> nested, double* c)
{
    const int count = int(nested.size());
    std::fill_n(c, count + 1, 0.0);
    // times (1 ± s)/2, then plus the next
    const auto times = [&](int degree, double sign) {
        for (int n = degree; n >= 0; --n) {
            c[n + 1] += sign * c[n] / 2;
            c[n] /= 2;
        }
    };
    c[0] = nested[std::size_t(count - 1)];
    for (int r = count - 1, degree = 0; r-- > 0; ++degree) {
        times(degree, r % 2 == 0 ? -1 : 1);
        c[0] += nested[std::size_t(r)];
    }
    times(count - 1, 1);
    c[0] += p0;
}

PolynomialThroughPoints::PolynomialThroughPoints(std::vector<double> places)
    : places_(std::move(places)), differences_(places_.size()), sum_(places_.size())
{
}

/// Newton's divided differences, then multiplied out.
void PolynomialThroughPoints::coefficients(std::span<const double> values, double* c)
{
    const std::size_t count = places_.size();
    const auto twice = [&](std::size_t i) { return i > 0 && places_[i] == places_[i - 1]; };
    for (std::size_t i = 0; i < count; ++i) differences_[i] = values[twice(i) ? i - 1 : i];
    for (std::size_t order = 1; order < count; ++order)
        for (std::size_t i = count; i-- > order;) {
            const long double apart = (long double)(places_[i]) - places_[i - order];
            differences_[i] = apart == 0 ? (long double)(values[i])
                                         : (differences_[i] - differences_[i - 1]) / apart;
        }
    std::fill(sum_.begin(), sum_.end(), 0.0L);
    for (std::size_t i = count; i-- > 0;) {  // sum = d_i + (s - s_i) sum
        for (std::size_t n = count - 1; n > 0; --n) sum_[n] = sum_[n - 1] - places_[i] * sum_[n];
        sum_[0] = differences_[i] - places_[i] * sum_[0];
    }
    std::copy(sum_.begin(), sum_.end(), c);
}

void StepPolynomial::visit_state(State& state)
{
    const State::Part part(state, "polynomial");
    state("powers", powers_);
    state("from", from_);
    state("to", to_);
    state("coordinates", coordinates_);
    state("degree", degree_);
    state("coefficients", coefficients_);
    state("rounding", rounding_);
    state("slope rounding", slope_rounding_);
    const auto count = std::size_t(std::max(0, coordinates_));
    require(state, degree_ >= 0 && degree_ <= highest_degree, "degree");
    require(state, coefficients_.size() == count * stride(), "coefficients");
    require(state, rounding_.size() == count && slope_rounding_.size() == count, "rounding");
    if (!state.restoring()) return;
    shifted_.resize(stride());
    find_slope_tails();
}

}  // namespace involute
