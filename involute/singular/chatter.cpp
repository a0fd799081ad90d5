// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/chatter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace involute {
namespace {

constexpr long window = 4000;
// Windows that would still be needed: where trials are in vain as often as this, and anyway.
constexpr double vain_part = 0.5;
constexpr double too_many_windows = 1e3, hopeless_windows = 1e7;
constexpr double slowed_part = 1e-5;
constexpr double least_jump = 0.2;  // relative, of a derivative that jumps

}  // namespace

bool ChatterWatch::gets_nowhere(long steps, long rejected, double t, double t_end)
{
    if (began_ && steps - steps_ < window) return false;
    const double progress = std::abs(t - t_), left = std::abs(t_end - t);
    const bool in_vain = double(rejected - rejected_) > vain_part * double(steps - steps_);
    // Without trials in vain only if it got on much faster before: a long way is the user's choice.
    const bool slowed = progress < slowed_part * std::abs(t_ - first_t_);
    const bool nowhere = began_ && ((in_vain && left > too_many_windows * progress) ||
                                    (slowed && left > hopeless_windows * progress));
    if (!began_) first_t_ = t;
    began_ = true;
    steps_ = steps;
    rejected_ = rejected;
    t_ = t;
    return nowhere;
}

void ChatterWatch::visit_state(State& state)
{
    const State::Part part(state, "chatter");
    state("steps", steps_);
    state("rejected", rejected_);
    state("t", t_);
    state("first t", first_t_);
    state("began", began_);
}

template <class S>
Stop explain_chatter(Geometry<S>& geometry, const Walker<S>& walker)
{
    using std::abs;
    const CompletedSystem& c = geometry.completed();
    const int n = c.layout.unknowns;
    std::vector<S> now(n), before(n);
    geometry.field(walker.p.data(), now.data());
    geometry.field(walker.p_before.data(), before.data());
    int jumps = 0;
    double largest = -1;
    S top(0);
    for (int j = 0; j < n; ++j) top = std::max<S>(top, abs(now[j]));
    for (int j = 0; j < n; ++j) {
        const S sum = abs(now[j]) + abs(before[j]) + top / 1000;  // not what is nearly 0
        const double change = sum > S(0) ? to_double(S(abs(now[j] - before[j]) / sum)) : 0;
        if (change > largest) {
            largest = change;
            jumps = j;
        }
    }
    const auto row = std::ranges::find(c.structure.match, jumps) - c.structure.match.begin();
    if (largest < least_jump)
        return {Outcome::step_too_small,
                fmt::format("steps have become so short at {} that the end is out of reach; {} "
                            "changes most, see {}",
                            place_of(c.system.names.independent, to_double(walker.p[0])),
                            jet_name(c.system.names, jumps, c.layout.d[jumps]),
                            equation_name(c.system, int(row), c.structure.c[row]))};
    return {Outcome::step_too_small,
            fmt::format("the solution chatters at {}: {} jumps between {} and {} from step "
                        "to step, see {}; a function in it jumps where the solution stays",
                        place_of(c.system.names.independent, to_double(walker.p[0])),
                        jet_name(c.system.names, jumps, c.layout.d[jumps]),
                        to_text(to_double(before[jumps]), 6), to_text(to_double(now[jumps]), 6),
                        equation_name(c.system, int(row), c.structure.c[row]))};
}

template Stop explain_chatter(Geometry<double>&, const Walker<double>&);
template Stop explain_chatter(Geometry<Quad>&, const Walker<Quad>&);

}  // namespace involute
