// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/neglected_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace involute {
namespace {

// A term above this part of the tolerance, relative to its equation, matters.
constexpr double matters = 0.01;
constexpr int bisections = 30;

}  // namespace

template <class S>
NeglectedWatch<S>::NeglectedWatch(SurfaceProblem<S>& problem, Scale scale, WalkView<S>& view)
    : problem_(problem), scale_(scale), view_(view)
{
    Geometry<S>& geometry = problem.geometry();
    if (geometry.completed().system.neglected.empty()) return;
    terms_ = known_terms(geometry.completed());
    if (terms_.empty()) return;
    program_ =
        compile_program<S>(write_neglected(geometry.completed(), terms_), geometry.native(), work_);
    in_.assign(program_.inputs(), S(0));
    out_.assign(program_.outputs(), S(0));
    point_.assign(std::size_t(padded(problem.size())), S(0));
    rates_.assign(std::size_t(geometry.layout().unknowns), S(0));
    z_before_ = rates_;
}

/// The term that matters most at p, -1 if none does. A jet above the tops has the size of its top
/// times a rate for every further derivative: how fast the top changes, or one over the whole way.
template <class S>
int NeglectedWatch<S>::worst_at(const S* p)
{
    using std::abs;
    const Layout& l = problem_.geometry().layout();
    std::copy_n(p, l.size, in_.begin());
    problem_.tops(p, in_.data() + l.size);
    program_.run(in_.data(), out_.data(), work_.data());
    int found = -1;
    S most(matters * view_.options.rtol);
    for (std::size_t k = 0; k < terms_.size(); ++k) {
        const int j = terms_[k].unknown, order = terms_[k].order;
        S jet = order < l.d[j] ? abs(p[l.position(j, order)])
                               : S(abs(in_[std::size_t(l.size + j)]) + S(scale_.of(j, l.d[j])));
        for (int s = l.d[j]; s < order; ++s) jet *= rates_[std::size_t(j)];
        const S part = abs(out_[2 * k]) * jet / (out_[2 * k + 1] + S(scale_.floor));
        if (!(part > most)) continue;
        most = part;
        found = int(k);
    }
    return found;
}

template <class S>
auto NeglectedWatch<S>::look_at_step() -> std::optional<Awake>
{
    using std::abs;
    Walker<S>& walker = view_.walker;
    const Layout& l = problem_.geometry().layout();
    const S t0 = walker.t_before, h = walker.t - t0;
    if (!std::exchange(began_, true)) problem_.tops(walker.p_before.data(), z_before_.data());
    S* z = in_.data() + l.size;
    problem_.tops(walker.p.data(), z);
    const S way = abs(view_.t_end - view_.t_start);
    for (int j = 0; j < l.unknowns; ++j) {
        const auto at = std::size_t(j);
        const S size = std::max<S>(abs(z[j]), abs(z_before_[at])) + S(scale_.of(j, l.d[j]));
        rates_[at] = abs((z[j] - z_before_[at]) / h) / size + S(1) / way;
        z_before_[at] = z[j];
    }
    const int term = worst_at(walker.p.data());
    if (term < 0) return std::nullopt;

    S asleep(0), awake(1);
    for (int k = 0; k < bisections && awake - asleep > S(1e-3) * awake; ++k) {
        const S middle = (asleep + awake) / S(2);
        walker.interpolate(middle, point_.data());
        (worst_at(point_.data()) < 0 ? asleep : awake) = middle;
    }
    if (asleep == S(0) && worst_at(walker.p_before.data()) < 0) asleep = awake / S(2);
    walker.retreat();
    const bool again = asleep > S(0) && walker.try_to(t0 + asleep * h) == Trial::accepted;
    if (again) walker.take_trial(t0 + asleep * h);
    const System& system = problem_.geometry().completed().system;
    const NeglectedTerm& t = terms_[std::size_t(term)];
    return Awake{fmt::format("the coefficient {} of {} in {} was taken for zero and no longer is",
                             print(system.graph, t.coefficient, system.names),
                             jet_name(system.names, t.unknown, t.order), t.name),
                 !again};
}

template class NeglectedWatch<double>;
template class NeglectedWatch<Quad>;

}  // namespace involute
