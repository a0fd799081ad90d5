// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/crossing_bounds.hpp"

#include <algorithm>
#include <cmath>

#include "involute/geometry/tapes.hpp"

namespace involute {
namespace {

// A point is known up to a few roundings of its coordinates.
constexpr double point_roundings = 8 * interval_detail::unit;
// The error of one step, in parts of the tolerance.
constexpr double step_error = 0.01;

}  // namespace

CoordinateError error_of_step(const SolveOptions& options, bool along_curve,
                              std::span<const double> own_floors)
{
    std::vector<double> own;
    for (const double floor : own_floors) own.push_back(step_error * options.rtol * floor);
    return {.relative = step_error * options.rtol,
            .absolute = step_error * options.atol,
            .exact_x = !along_curve,
            .own = std::move(own)};
}

std::vector<bool> inputs_read(const Tape& tape)
{
    std::vector<bool> read(tape.inputs, false);
    const auto use = [&](Slot slot) {
        if (slot < tape.inputs) read[slot] = true;
    };
    for (const Instruction& p : tape.code) {
        use(p.a);
        if (operand_count(p.code) == 2) use(p.b);
    }
    for (const Slot slot : tape.outputs) use(slot);
    return read;
}

CrossingBounds::CrossingBounds(CompletedSystem& completed, NodeId expression, CoordinateError error,
                               VerifiedTops* tops, Near near)
    : points_(completed.layout.size),
      error_(std::move(error)),
      tops_(tops),
      near_(std::move(near)),
      cases_(completed, expression)
{
    const Tape tape = write_values(completed, {expression});
    const std::vector<bool> read = inputs_read(tape);
    for (std::size_t i = std::size_t(points_); i < read.size(); ++i)
        reads_tops_ = reads_tops_ || read[i];
    // the highest derivatives depend on all of the point
    for (int c = 0; c < points_; ++c)
        if (reads_tops_ || read[std::size_t(c)]) reads_.push_back(c);
    bounds_ = Interpreter<Enclosure>(tape);
    in_.resize(bounds_.inputs());
    work_.resize(bounds_.work_size());
    bounds_.prepare(work_.data());
    middle_.resize(std::size_t(points_));
    z_.resize(std::size_t(completed.layout.unknowns));
}

void CrossingBounds::along(const StepPolynomial& polynomial, const std::vector<int>& where)
{
    polynomial_ = &polynomial;
    where_ = &where;
}

Bound CrossingBounds::run()
{
    if (reads_tops_) {
        for (int c = 0; c < points_; ++c) middle_[std::size_t(c)] = in_[std::size_t(c)].v.middle();
        near_(middle_.data(), z_.data());
        if (!tops_->solve(in_.data(), z_.data(), in_.data() + points_)) return {};
    }
    Enclosure found;
    bounds_.run(in_.data(), &found, work_.data());
    if (found.v.sign() == 0) found.v = cases_.narrow(in_.data(), found.v);
    return {found.v, found.d, found.nowhere};
}

Bound CrossingBounds::over(double from, double to)
{
    for (const int c : reads_) {
        const int place = (*where_)[std::size_t(c)];
        if (from == to) {
            in_[std::size_t(c)] = Enclosure(polynomial_->at(place, from));
        } else {
            const StepPolynomial::Range range = polynomial_->over(place, from, to);
            in_[std::size_t(c)] = Enclosure(range.value, range.slope);
        }
    }
    return run();
}

Interval CrossingBounds::doubt(int coordinate, const Interval& value, double relative,
                               double absolute) const
{
    const bool exact = coordinate == 0 && error_.exact_x;
    const double size = value.magnitude();
    const double off = size * point_roundings + (exact ? 0 : size * relative + absolute);
    return {value.low - off, value.high + off};
}

/// How much the value varies over all points within the error of the step's.
double CrossingBounds::indistinct(double theta)
{
    for (const int c : reads_)
        in_[std::size_t(c)] = Enclosure(doubt(c, polynomial_->at((*where_)[std::size_t(c)], theta),
                                              error_.relative, error_.absolute_of(c)));
    const Interval value = run().value;
    const double width = cases_.width(in_.data(), value);
    return std::isfinite(width) ? width / 2 : 0;
}

int CrossingBounds::sign_at(const double* p)
{
    for (const int c : reads_) in_[std::size_t(c)] = Enclosure(doubt(c, Interval(p[c]), 0, 0));
    const Bound found = run();
    return found.nowhere ? 0 : found.value.sign();
}

}  // namespace involute
