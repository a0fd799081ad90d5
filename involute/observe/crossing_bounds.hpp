// SPDX-License-Identifier: Apache-2.0
// Bounds of a crossing function along a step: the expression of a section or an event, composed
// with the polynomials of the step.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "involute/base/root_isolation.hpp"
#include "involute/observe/sign_cases.hpp"
#include "involute/observe/verified_tops.hpp"
#include "involute/options/solve_options.hpp"
#include "involute/step/step_polynomial.hpp"

namespace involute {

/// How far a coordinate may be off: relative to its size, and at least.
struct CoordinateError {
    double relative = 0, absolute = 0;
    bool exact_x = true;        // x is the parameter, and has roundings only
    std::vector<double> own{};  // absolute, of every coordinate, where they differ

    double absolute_of(int c) const { return own.empty() ? absolute : own[std::size_t(c)]; }
};

/// That of one step: a part of the tolerance.
CoordinateError error_of_step(const SolveOptions& options, bool along_curve,
                              std::span<const double> own_floors = {});

class CrossingBounds final : public BoundedFunction {
public:
    /// near(p, z): z at a point, as computed.
    using Near = std::function<void(const double* p, double* z)>;

    /// tops: shared by all crossing functions of a system.
    CrossingBounds(CompletedSystem& completed, NodeId expression, CoordinateError error,
                   VerifiedTops* tops, Near near);

    /// Which coordinates of a point it reads, in ascending order.
    const std::vector<int>& reads() const { return reads_; }
    bool reads_tops() const { return reads_tops_; }
    /// The polynomials along which it is bounded from now on; where: for each coordinate of a
    /// point its place among them.
    void along(const StepPolynomial& polynomial, const std::vector<int>& where);

    Bound over(double from, double to) override;
    double indistinct(double theta) override;
    /// The sign at a point, roundings allowed for; 0 where it cannot be told.
    int sign_at(const double* p);

private:
    Bound run();
    Interval doubt(int coordinate, const Interval& value, double relative, double absolute) const;

    int points_ = 0;
    std::vector<int> reads_{};
    bool reads_tops_ = false;
    CoordinateError error_;
    VerifiedTops* tops_ = nullptr;
    Near near_;
    Interpreter<Enclosure> bounds_{};
    SignCases cases_;
    std::vector<Enclosure> in_{}, work_{};
    std::vector<double> middle_{}, z_{};
    const StepPolynomial* polynomial_ = nullptr;
    const std::vector<int>* where_ = nullptr;
};

/// Whether a tape reads its input i, for every i.
std::vector<bool> inputs_read(const Tape& tape);

}  // namespace involute
