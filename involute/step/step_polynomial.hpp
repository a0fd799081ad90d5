// SPDX-License-Identifier: Apache-2.0
// The dense output of a step as what it is, polynomials: their coefficients, and bounds of their
// values over a part of the step. In double whatever the run computes in: what is proved of them
// holds up to the rounding of double.
#pragma once

#include <span>
#include <vector>

#include "involute/base/interval.hpp"

namespace involute {

class State;  // base/state.hpp

/// Of what coefficients are those of the powers: of s, which goes from -1 to 1 over a part of the
/// step; or of u from 0 to 1, in which a Taylor series comes. To rewrite one as the other costs
/// more than all that is asked of most steps.
enum class Powers { of_s, of_u };

/// Polynomials of some coordinates over the part [from, to] of a step.
class StepPolynomial {
public:
    /// Room for this many coordinates; all coefficients 0.
    void reset(double from, double to, int coordinates, int degree, Powers powers = Powers::of_s);

    double from() const { return from_; }
    double to() const { return to_; }
    int coordinates() const { return coordinates_; }
    int degree() const { return degree_; }
    /// The coefficients of a coordinate, degree + 1 of them.
    double* of(int coordinate) { return &coefficients_[std::size_t(coordinate) * stride()]; }
    const double* of(int coordinate) const
    {
        return &coefficients_[std::size_t(coordinate) * stride()];
    }
    /// The coordinate goes from `first` by `length` in a straight line.
    void make_straight(int coordinate, double first, double length);
    /// To be called when all coefficients are written: how far roundings reach.
    void finish();

    /// The values at a place θ of the step, roundings included.
    Interval at(int coordinate, double theta) const;
    /// The values over [from, to] in θ, and the derivatives by θ.
    struct Range {
        Interval value, slope;
    };
    Range over(int coordinate, double from, double to) const;

    void visit_state(State& state);

private:
    std::size_t stride() const { return std::size_t(degree_) + 1; }
    double place(double theta) const
    {
        const double u = (theta - from_) / (to_ - from_);
        return powers_ == Powers::of_u ? u : 2 * u - 1;
    }
    Range around_middle(int coordinate, double a, double b) const;
    Range from_first(int coordinate, double a, double b) const;
    /// The first of the coefficients in powers of the distance from a place, degree + 1 of them.
    const double* around(int coordinate, double place, int degree) const;
    void find_slope_tails();
    /// The degree that is enough over a part of this width.
    int degree_for(int coordinate, double width) const;

    Powers powers_ = Powers::of_s;
    double from_ = 0, to_ = 1;
    int coordinates_ = 0, degree_ = 0;
    std::vector<double> coefficients_{}, rounding_{}, slope_rounding_{};
    std::vector<double> slope_tails_{};  // powers of u: Σ_{k>n} k |c_k|
    mutable std::vector<double> shifted_{};
};

/// Coefficients in s of p0 + θ (c_0 + (1-θ) (c_1 + θ (c_2 + (1-θ) (...)))), θ = (1 + s)/2: the form
/// in which Runge-Kutta methods and the cubic Hermite polynomial have their dense output. Writes
/// count + 1 coefficients.
void expand_nested(double p0, std::span<const double> nested, double* coefficients);

/// Coefficients in s of the polynomial through values at places s; where a place occurs twice in a
/// row, the second of its values is the derivative by s.
class PolynomialThroughPoints {
public:
    PolynomialThroughPoints() = default;
    explicit PolynomialThroughPoints(std::vector<double> places);
    int count() const { return int(places_.size()); }
    const std::vector<double>& places() const { return places_; }
    void coefficients(std::span<const double> values, double* coefficients);

private:
    std::vector<double> places_{};
    std::vector<long double> differences_{}, sum_{};
};

}  // namespace involute
