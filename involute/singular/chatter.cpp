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

namespace {

/// What changes most between two fields.
struct Change {
    int unknown = 0;
    double part = -1;  // of the sum of both sizes
};

template <class S>
Change largest_change(const std::vector<S>& before, const std::vector<S>& now)
{
    using std::abs;
    Change largest;
    S top(0);
    for (const S& value : now) top = std::max<S>(top, abs(value));
    for (std::size_t j = 0; j < now.size(); ++j) {
        const S sum = abs(now[j]) + abs(before[j]) + top / 1000;  // not what is nearly 0
        const double part = sum > S(0) ? to_double(S(abs(now[j] - before[j]) / sum)) : 0;
        if (part > largest.part) largest = {int(j), part};
    }
    return largest;
}

/// The fields on the two sides of a jump that lies ahead of where the walk stands, or behind. It
/// stays a jump however near the two places are.
template <class S>
class JumpNearBy {
public:
    JumpNearBy(Geometry<S>& geometry, const Walker<S>& walker)
        : before(std::size_t(geometry.layout().unknowns)),
          now(before.size()),
          geometry_(geometry),
          walker_(walker),
          point_(walker.p),
          middle_(before.size())
    {
    }
    std::vector<S> before, now;

    bool find()
    {
        using std::abs;
        const S h = std::max<S>(abs(walker_.t - walker_.t_before),
                                S(64) * unit_roundoff<S>() * (abs(walker_.t) + S(1)));
        for (const S& direction : {S(1), S(-1)}) {
            if (!field(S(0), before)) return false;
            S from(0), step = direction * h;
            for (int k = 0; k < doublings && field(step, now); ++k, from = step, step *= S(2)) {
                if (largest_change(before, now).part >= least_jump) {
                    if (stays(from, step)) return true;
                    break;  // it is steep, no more
                }
                before = now;
            }
        }
        return false;
    }

private:
    static constexpr int doublings = 24, halvings = 100;

    bool field(const S& ahead, std::vector<S>& v)
    {
        using std::isfinite;
        for (std::size_t i = 0; i < point_.size(); ++i)
            point_[i] = walker_.p[i] + ahead * walker_.v[i];
        geometry_.field(point_.data(), v.data());
        return std::ranges::all_of(v, [](const S& value) { return isfinite(value); });
    }

    /// Halved on and on, it is as large. Where it is halved to, sign is 0 and tells no side.
    bool stays(S a, S b)
    {
        std::vector<S> at_a = before, at_b = now;
        for (int k = 0; k < halvings; ++k) {
            const S middle = (a + b) / S(2);
            if (middle == a || middle == b) break;
            if (!field(middle, middle_)) return false;
            const bool first =
                largest_change(at_a, middle_).part >= largest_change(middle_, at_b).part;
            (first ? b : a) = middle;
            (first ? at_b : at_a) = middle_;
        }
        return largest_change(at_a, at_b).part >= least_jump;
    }

    Geometry<S>& geometry_;
    const Walker<S>& walker_;
    std::vector<S> point_, middle_;
};

}  // namespace

template <class S>
Stop explain_chatter(Geometry<S>& geometry, const Walker<S>& walker)
{
    const CompletedSystem& c = geometry.completed();
    const std::string place = place_of(c.system.names.independent, to_double(walker.p[0]));
    std::vector<S> now(std::size_t(c.layout.unknowns)), before(now.size());
    geometry.field(walker.p.data(), now.data());
    geometry.field(walker.p_before.data(), before.data());
    Change change = largest_change(before, now);
    // Both ends of the last step may lie on one side of what jumps.
    if (change.part < least_jump)
        if (JumpNearBy<S> jump(geometry, walker); jump.find()) {
            before = jump.before;
            now = jump.now;
            change = largest_change(before, now);
        }
    const auto jumps = std::size_t(change.unknown);
    const auto row =
        std::ranges::find(c.structure.match, change.unknown) - c.structure.match.begin();
    const std::string name = jet_name(c.system.names, change.unknown, c.layout.d[jumps]);
    const std::string equation = equation_name(c.system, int(row), c.structure.c[row]);
    if (change.part < least_jump)
        return {Outcome::step_too_small,
                fmt::format("steps have become so short at {} that the end is out of reach; {} "
                            "changes most, see {}",
                            place, name, equation)};
    return {Outcome::step_too_small,
            fmt::format("the solution chatters at {}: {} jumps between {} and {} from step "
                        "to step, see {}; a function in it jumps where the solution stays",
                        place, name, to_text(to_double(before[jumps]), 6),
                        to_text(to_double(now[jumps]), 6), equation)};
}

template Stop explain_chatter(Geometry<double>&, const Walker<double>&);
template Stop explain_chatter(Geometry<Quad>&, const Walker<Quad>&);

}  // namespace involute
