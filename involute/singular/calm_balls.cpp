// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/calm_balls.hpp"

#include <algorithm>
#include <cmath>

#include "involute/expr/balls.hpp"

namespace involute {
namespace {

// More than the roundings of radii, of which there is one an instruction.
constexpr double roundings = 1e-9;
constexpr std::size_t few_instructions = 40;

}  // namespace

template <class S>
CalmBalls<S>::CalmBalls(const Tape& tape, std::vector<int> coordinates, std::vector<double> factors,
                        double beyond, bool native)
    : coordinates_(std::move(coordinates)), wider_(2 * beyond)
{
    const auto balls = ball_tape(tape);
    known_ = balls.has_value();
    if (!known_) return;
    quick_ = balls->code.size() <= few_instructions * coordinates_.size();
    program_ = compile_program<double>(*balls, native, work_);
    // c + r <= f (c - r)
    for (const double f : factors) allowed_.push_back((f - 1) / (f + 1) * (1 - roundings));
    in_.resize(program_.inputs());
    out_.resize(program_.outputs());
    radii_.resize(coordinates_.size());
}

template <class S>
inline bool CalmBalls<S>::run()
{
    program_.run(in_.data(), out_.data(), work_.data());
    const double* out = out_.data();
    for (const double allowed : allowed_) {
        if (!(out[1] < allowed * std::abs(out[0]))) return false;
        out += 2;
    }
    return true;
}

/// The control points of the cubic lie within a radius of the middle of its chord.
template <class S>
bool CalmBalls<S>::over_step(const Walker<S>& walker, double third)
{
    const S *p = walker.p_before.data(), *q = walker.p.data(), *v = walker.v_before.data(),
            *w = walker.v.data();
    const std::size_t count = coordinates_.size();
    const int* coordinates = coordinates_.data();
    double *middles = in_.data(), *radii = middles + count, *plain = radii_.data();
    const double wider = 1 + wider_;
    for (std::size_t i = 0; i < count; ++i) {
        const int at = coordinates[i];
        const double half = (to_double(q[at]) - to_double(p[at])) / 2;
        const double b = std::abs(third * to_double(v[at]) - half),
                     c = std::abs(third * to_double(w[at]) - half);
        middles[i] = to_double(p[at]) + half;
        plain[i] = std::max(std::max(b, c), std::abs(half));
        radii[i] = wider * plain[i];
    }
    return run();
}

/// The control points of a half by de Casteljau's construction.
template <class S>
bool CalmBalls<S>::over_half(const Walker<S>& walker, double third, bool first)
{
    const std::size_t count = coordinates_.size();
    for (std::size_t i = 0; i < count; ++i) {
        const auto at = std::size_t(coordinates_[i]);
        const double a = to_double(walker.p_before[at]), d = to_double(walker.p[at]);
        const double b = a + third * to_double(walker.v_before[at]),
                     c = d - third * to_double(walker.v[at]);
        const double end = first ? a : d, next = first ? (a + b) / 2 : (c + d) / 2;
        const double inner = (next + (b + c) / 2) / 2, middle = (a + d + 3 * (b + c)) / 8;
        const double centre = (end + middle) / 2;
        const double radius = std::max(std::max(std::abs(next - centre), std::abs(inner - centre)),
                                       std::abs(end - centre));
        in_[i] = centre;
        in_[count + i] = radius + wider_ * radii_[i];
    }
    return run();
}

template <class S>
bool CalmBalls<S>::keep_sizes(const std::vector<Interval>& ranges)
{
    if (!known_) return false;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const double middle = ranges[i].middle();
        in_[i] = middle;
        in_[ranges.size() + i] =
            std::max(ranges[i].high - middle, middle - ranges[i].low) * (1 + roundings);
    }
    return run();
}

template class CalmBalls<double>;
template class CalmBalls<Quad>;

}  // namespace involute
