// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/invariant_watch.hpp"

#include <algorithm>
#include <cmath>

#include "involute/geometry/invariant_rates.hpp"
#include "involute/prepare/invariants.hpp"

namespace involute {
namespace {

// A relative rate below this, or below this part of the tolerance, is not looked into: points of a
// walk are on M no better.
constexpr double smallest_rate = 1e-10, part_of_tolerance = 0.1;
constexpr double worse = 4;
constexpr long first_pause = 64;
constexpr double projection_in_full = 1e-24;

}  // namespace

template <class S>
InvariantWatch<S>::InvariantWatch(SurfaceProblem<S>& problem, Scale scale, WalkView<S>& view)
    : problem_(problem), scale_(scale), view_(view)
{
    Geometry<S>& geometry = problem.geometry();
    CompletedSystem& c = geometry.completed();
    for (int k = 0; k < c.invariants; ++k)
        if (!c.system.invariants[k].closure && !c.system.invariants[k].imposed)
            watched_.push_back(k);
    if (watched_.empty()) return;
    program_ = compile_program<S>(write_invariant_rates(c, watched_), geometry.native(), work_);
    in_.assign(program_.inputs(), S(0));
    out_.assign(program_.outputs(), S(0));
    cleared_.resize(watched_.size());
}

template <class S>
std::optional<std::string> InvariantWatch<S>::look_at_step()
{
    using std::abs;
    const Walker<S>& walker = view_.walker;
    const int size = problem_.size();
    std::copy_n(walker.p.begin(), size, in_.begin());
    std::copy_n(walker.v.begin(), size, in_.begin() + size);
    program_.run(in_.data(), out_.data(), work_.data());
    const S least(std::max(smallest_rate, part_of_tolerance * view_.options.rtol));
    for (std::size_t k = 0; k < watched_.size(); ++k) {
        const S value = abs(problem_.geometry().invariant_values()[std::size_t(watched_[k])]);
        const S rate = abs(out_[2 * k]), terms = size_of_rate(out_[2 * k + 1], value);
        if (!(rate > least * terms)) continue;
        Cleared& cleared = cleared_[k];
        const double defect = to_double(S(rate / terms));
        if (defect <= worse * cleared.defect && walker.steps < cleared.until) continue;
        if (auto found = judge(watched_[k])) return found;
        cleared.defect = defect;
        cleared.pause = std::max(first_pause, 2 * cleared.pause);
        cleared.until = walker.steps + cleared.pause;
    }
    return std::nullopt;
}

template <class S>
std::optional<std::string> InvariantWatch<S>::judge(int invariant)
{
    Geometry<S>& geometry = problem_.geometry();
    if (!in_full_) in_full_ = std::make_unique<Geometry<Quad>>(geometry.completed(), false);
    in_full_->invariant_values().clear();
    for (const S& value : geometry.invariant_values())
        in_full_->invariant_values().push_back(Quad(value));
    std::vector<Quad> p(std::size_t(padded(problem_.size())), Quad(0));
    for (int i = 0; i < problem_.size(); ++i)
        p[std::size_t(i)] = Quad(view_.walker.p[std::size_t(i)]);
    if (!Projector<Quad>(*in_full_, scale_)
             .shortest_at_fixed_x(p.data(), projection_in_full)
             .converged ||
        !in_full_->choose_order(p.data()))
        return std::nullopt;
    const auto report = rate_of_invariant(*in_full_, p, invariant);
    if (!report || report->defect <= invariant_tolerance) return std::nullopt;
    return not_an_invariant(geometry.completed().system, invariant, *report);
}

template class InvariantWatch<double>;
template class InvariantWatch<Quad>;

}  // namespace involute
