// SPDX-License-Identifier: Apache-2.0
// The walk from kink to kink. Whether a step passes one: kinks_sight.cpp; jumps: kinks_jump.cpp.
#include "involute/singular/kinks.hpp"

#include <algorithm>
#include <cmath>

#include "involute/singular/chatter.hpp"

namespace involute {
namespace {

// Rounding in a switch, in roundings of its terms; of x alone a switch is exact but for its own.
constexpr double roundings = 500, roundings_in_x = 4;
// Rounding in the x of a stage, in units of the step.
constexpr double stage_roundings = 256;
// The step from a kink of x, in parts of the usual one, where there are kinks of the state too.
constexpr double careful_start = 1e-3;
// A switch that stays below this part of the tolerance all along a step is zero but for the error
// of the solution: it vanishes identically, or the walk runs along the kink.
constexpr double quiet_part = 0.1;
// Tolerances by which a walk must leave a kink to have left it.
constexpr double away = 1e4;
constexpr int most_trials = 60, most_hops = 40;
// Steps shorter than this part of the whole are not halved to see what switches do within.
constexpr double shortest_halved = 1e-9;
// A field that leads back to a kink from both sides this often in a row keeps the solution there.
constexpr int most_slides = 6;
// No hop is longer than this part of the step that met the kink.
constexpr double longest_hop = 1e-6;
// Steps that fail this near before a kink, in parts of the way, fail because of it.
constexpr double stuck_before = 1e-11;
// The first hop from a start on a kink, in parts of the way.
constexpr double first_hop = 1e-13;
// Kinks between two looks at what they brought, and the part of the way that is nothing.
constexpr long kinks_between_looks = 64;
constexpr double nowhere = 1e-7;
// The same for a solution that crosses a kink to and fro within its error.
constexpr long creeps_between_looks = 2000;
constexpr double creeping = 1e-3;

template <class S>
int sign_of(const S& value, const S& noise)
{
    return value > noise ? 1 : value < -noise ? -1 : 0;
}

}  // namespace

template <class S>
Kinks<S>::Kinks(SurfaceProblem<S>& problem, Scale scale, WalkView<S>& view, bool by_structure)
    : problem_(problem), scale_(scale), view_(view), by_structure_(by_structure)
{
    Geometry<S>& geometry = problem.geometry();
    switches_ = find_switches(geometry.completed());
    if (switches_.empty()) return;
    found_.assign(switches_.size(), false);
    if (!problem.along_curve()) in_x_ = KinksAhead(geometry.completed(), switches_);
    need_tops_ = contain_tops(geometry.completed(), switches_);
    program_ = compile_program<S>(write_switches(geometry.completed(), switches_, scale.floor),
                                  geometry.native(), work_);
    in_.assign(program_.inputs(), S(0));
    out_.assign(program_.outputs(), S(0));
    for (auto* point : {&point_, &beyond_, &beside_})
        point->assign(std::size_t(padded(problem.size())), S(0));
    sides_.assign(switches_.size(), 0);
    hovers_.assign(switches_.size(), 0);
    was_away_.assign(switches_.size(), true);
    slides_.assign(switches_.size(), 0);
    samples_.resize(pieces + 1);
    std::vector<Values*> all{&before_, &now_, &low_, &high_, &between_};
    for (Values& values : samples_) all.push_back(&values);
    for (Values* values : all)
        for (auto* list : {&values->g, &values->noise, &values->quiet})
            list->assign(switches_.size(), S(0));
    if (view.options.step > 0)
        view.walker.admit_stages([this](const S* stage) {
            evaluate(stage, between_);
            for (std::size_t k = 0; k < sides_.size(); ++k)
                if (crossed(between_, int(k)) && sign_of(between_.g[k], between_.noise[k]) != 0)
                    return false;
            return true;
        });
}

template <class S>
void Kinks<S>::evaluate(const S* p, Values& values)
{
    const int size = problem_.size();
    std::copy_n(p, size, in_.begin());
    if (need_tops_) problem_.tops(p, in_.data() + size);
    program_.run(in_.data(), out_.data(), work_.data());
    for (std::size_t k = 0; k < switches_.size(); ++k) {
        const S terms = out_[2 * k + 1];
        const double count = switches_[k].in_x ? roundings_in_x : roundings;
        values.g[k] = out_[2 * k];
        values.noise[k] = S(count) * unit_roundoff<S>() * terms;
        values.quiet[k] = switches_[k].in_x ? S(0) : S(quiet_part * view_.options.rtol) * terms;
    }
}

template <class S>
bool Kinks<S>::crossed(const Values& values, int k) const
{
    const auto at = std::size_t(k);
    return is_watched(at) && values.g[at] * S(sides_[at]) < S(0);
}

/// From one branch to the kink itself or beyond it: a stage that lies on a kink has neither branch,
/// and a derivative that jumps there is the mean of both.
template <class S>
bool Kinks<S>::met(const Values& from, const Values& to, int k) const
{
    const auto at = std::size_t(k);
    if (crossed(to, k)) return true;
    return to.g[at] == S(0) && is_watched(at) && from.g[at] * S(sides_[at]) > S(0);
}

/// Of the switches that meet their kinks, the one that a straight line says does first.
template <class S>
int Kinks<S>::first_crossed(const Values& before, const Values& after) const
{
    int first = -1;
    S smallest(2);
    for (std::size_t k = 0; k < sides_.size(); ++k) {
        if (!met(before, after, int(k))) continue;
        const S part = before.g[k] / (before.g[k] - after.g[k]);
        if (first >= 0 && !(part < smallest)) continue;
        first = int(k);
        smallest = part;
    }
    return first;
}

template <class S>
void Kinks<S>::take_sides(const Values& values)
{
    for (std::size_t k = 0; k < sides_.size(); ++k)
        if (const int sign = sign_of(values.g[k], values.noise[k]); sign != 0) sides_[k] = sign;
}

/// Whether a switch has met its kink, and that is more than the error of the solution.
template <class S>
bool Kinks<S>::counts(const Values& values) const
{
    using std::abs;
    for (std::size_t k = 0; k < sides_.size(); ++k)
        if (met(before_, values, int(k)) &&
            (sign_of(values.g[k], values.noise[k]) != 0 ||
             sign_of(before_.g[k], before_.noise[k]) == sides_[k]) &&
            std::max<S>(abs(before_.g[k]), abs(values.g[k])) > values.quiet[k])
            return true;
    return false;
}

/// Just beyond a kink: whether the field there leads back to it.
template <class S>
bool Kinks<S>::slides_back()
{
    const auto at = std::size_t(kink_);
    const Walker<S>& walker = view_.walker;
    const S ahead = S(view_.direction) * std::max<S>(S(16) * hop_, S(1e-6) * usual_);
    for (int i = 0; i < problem_.size(); ++i)
        point_[std::size_t(i)] = walker.p[std::size_t(i)] + ahead * walker.v[std::size_t(i)];
    evaluate(point_.data(), now_);
    return (now_.g[at] - before_.g[at]) * S(sides_[at]) < -now_.noise[at];
}

/// Switches that stay zero are none, and where what is no highest derivative would have to jump
/// there is no side to take.
template <class S>
const S* Kinks<S>::beside_start()
{
    using std::abs;
    if (switches_.empty()) return nullptr;
    const Walker<S>& walker = view_.walker;
    const auto on_kinks = [&](const S* p) {
        evaluate(p, now_);
        std::size_t count = 0;
        for (std::size_t k = 0; k < switches_.size(); ++k)
            count += sign_of(now_.g[k], now_.noise[k]) == 0 ? 1 : 0;
        return count;
    };
    const std::size_t at_start = on_kinks(walker.p.data());
    std::size_t left = at_start;
    const S way = abs(view_.t_end - walker.t);
    const S farthest = S(first_hop) * (std::isfinite(to_double(way)) ? way : S(1)) +
                       S(16) * unit_roundoff<S>() * abs(walker.t);
    for (S size = farthest / S(1024); left > 0 && size <= farthest; size *= S(2)) {
        const S h = S(view_.direction) * size;
        for (std::size_t i = 0; i < std::size_t(problem_.size()); ++i)
            point_[i] = beside_[i] = walker.p[i] + h * walker.v[i];
        problem_.at_parameter(point_.data(), walker.t + h);
        problem_.at_parameter(beside_.data(), walker.t + h);
        if (!problem_.project(beside_.data(), view_.options.rtol).converged ||
            jumps(point_.data(), beside_.data()))
            return nullptr;
        left = on_kinks(beside_.data());
    }
    return left < at_start ? beside_.data() : nullptr;
}

template <class S>
void Kinks<S>::find_kinks_in_x()
{
    in_x_.begin(to_double(view_.walker.t), to_double(view_.t_end));
    look_ahead_in_x();
}

/// The next kink of x alone: a step will end just before it.
template <class S>
void Kinks<S>::look_ahead_in_x()
{
    const S t = view_.walker.t, way(view_.direction);
    view_.t_stop = view_.t_end;
    auto place = in_x_.next(to_double(t));
    // what the walk stands in it has passed
    while (place && (S(place->before) - t) * way <= S(0)) place = in_x_.next(place->after);
    for (std::size_t k = 0; k < switches_.size(); ++k)
        found_[k] = switches_[k].in_x && in_x_.finds(int(k));
    if (!place || (view_.t_end - S(place->before)) * way <= S(0)) return;
    kink_in_x_ = place->number;
    view_.t_stop = S(place->before);
    beyond_in_x_ = S(place->after);
    if constexpr (!std::is_same_v<S, double>) narrow_in_x();
    // A little before: rounding puts no stage of a step beyond it.
    using std::abs;
    const S far = abs(view_.t_stop - t), usual = view_.walker.next_size();
    const S step = usual > S(0) ? std::min<S>(usual, far) : far;
    const S margin = unit_roundoff<S>() * (S(16) * abs(view_.t_stop) + S(stage_roundings) * step);
    view_.t_stop -= way * std::min<S>(margin, far / S(4));
}

/// The same in more digits than bounds have.
template <class S>
void Kinks<S>::narrow_in_x()
{
    using std::abs;
    const auto value_at = [&](const S& t) {
        in_[0] = t;
        program_.run(in_.data(), out_.data(), work_.data());
        return out_[2 * std::size_t(kink_in_x_)];
    };
    const bool negative = value_at(view_.t_stop) < S(0);
    if ((value_at(beyond_in_x_) < S(0)) == negative) return;  // no sign change
    while (abs(beyond_in_x_ - view_.t_stop) > S(4) * unit_roundoff<S>() * abs(beyond_in_x_)) {
        const S middle = (view_.t_stop + beyond_in_x_) / S(2);
        ((value_at(middle) < S(0)) == negative ? view_.t_stop : beyond_in_x_) = middle;
    }
}

template <class S>
bool Kinks<S>::settle_step()
{
    using std::abs;
    Walker<S>& walker = view_.walker;
    if (!began_) {
        began_ = true;
        evaluate(walker.p_before.data(), before_);
        std::ranges::fill(sides_, 0);
        take_sides(before_);
        if (const auto on = std::ranges::find(sides_, 0); on != sides_.end()) {
            const S way = abs(view_.t_end - walker.t_before), h = abs(walker.t - walker.t_before);
            usual_ = h;
            walker.retreat();
            plan_hop(int(on - sides_.begin()), S(first_hop) * std::min<S>(way, S(1e3) * h) +
                                                   S(16) * unit_roundoff<S>() * abs(walker.t));
            hop();
            return false;
        }
        if (view_.options.step > 0) {  // again, now that it is known where stages belong
            walker.retreat();
            return false;
        }
    }
    // A switch that has crept over zero within the error of the solution is on the other side now.
    for (std::size_t k = 0; k < sides_.size(); ++k)
        if (crossed(before_, int(k)) && sign_of(before_.g[k], before_.noise[k]) != 0) {
            sides_[k] = -sides_[k];
            if (creeps_nowhere()) {
                view_.stop(explain_chatter(problem_.geometry(), walker));
                return true;
            }
        }
    evaluate(walker.p.data(), now_);
    const bool all_found = std::ranges::count(found_, char(false)) == 0;
    const std::optional<S> theta = all_found ? std::nullopt : first_sign_change();
    if (const S h = abs(walker.t - walker.t_before);
        view_.options.step == 0 && h > S(shortest_halved) * abs(view_.t_end - view_.t_start) &&
        !all_found && !is_seen_through(theta.has_value())) {
        walker.retreat();
        walker.limit_next(h / S(2));
        return false;
    }
    if (theta) return approach(*theta);
    if (walker.strayed()) return keep_stages_before();
    for (std::size_t k = 0; k < sides_.size(); ++k) {
        const int sign = sign_of(now_.g[k], now_.noise[k]);
        if (abs(now_.g[k]) > S(away) * now_.quiet[k]) {
            was_away_[k] = true;
            if (hovers_[k] > most_hovers) sides_[k] = sign;
            hovers_[k] = 0;
        }
        if (sides_[k] == 0) sides_[k] = sign;
    }
    std::swap(before_, now_);
    if (walker.t == view_.t_stop && walker.t != view_.t_end) {
        usual_ = walker.next_size();
        // other kinks may follow at once
        if (!all_found && view_.options.step == 0) usual_ *= S(careful_start);
        plan_hop(kink_in_x_,
                 abs(beyond_in_x_ - walker.t) + S(2) * unit_roundoff<S>() * abs(walker.t));
    }
    return true;
}

/// A trial with a stage beyond a kink is none of the old branch.
template <class S>
Trial Kinks<S>::try_to(S t)
{
    const Trial found = view_.walker.try_to(t);
    return found == Trial::accepted && view_.walker.strayed() ? Trial::too_inaccurate : found;
}

/// The last step ends before a kink, but a stage of it lay beyond: shorter ones come nearer and
/// nearer, each with stages closer to the solution.
template <class S>
bool Kinks<S>::keep_stages_before()
{
    Walker<S>& walker = view_.walker;
    const S t0 = walker.t_before, t1 = walker.t;
    S h = t1 - t0;
    const auto take = [&](S t) {
        walker.take_trial(t);
        evaluate(walker.p.data(), before_);
        return true;
    };
    walker.retreat();
    for (int trials = 0; trials < most_trials; ++trials) {
        h /= S(2);
        ++walker.rejected;
        if (try_to(t0 + h) == Trial::accepted) return take(t0 + h);
    }
    if (stuck()) return false;
    return walker.try_to(t1) == Trial::accepted && take(t1);
}

/// The last step passes a kink before θ. It is made again so that it ends just before it: regula
/// falsi (Illinois) on the ends of trials from where it began.
template <class S>
bool Kinks<S>::approach(S theta)
{
    using std::abs;
    Walker<S>& walker = view_.walker;
    const S t0 = walker.t_before, h = walker.t - t0;
    usual_ = abs(h);
    walker.retreat();
    std::swap(low_, before_);
    S a(0), b = theta, tried(-1), weight_a(1), weight_b(1);
    const S width = S(4) * unit_roundoff<S>() * (abs(t0) / abs(h) + S(1));
    bool measured = true;  // high_ are the values at b
    int k = first_crossed(low_, high_), refused = 0;
    const auto near = [&] {
        return abs(low_.g[std::size_t(k)]) <= low_.noise[std::size_t(k)] || b - a <= width;
    };
    for (int trials = 0; trials < most_trials && !near(); ++trials) {
        const auto at = std::size_t(k);
        S part(0.5);
        if (measured) {
            // Aims a little before the kink, so that the trial that ends there can be taken.
            const S aim = S(0.5 * sides_[at]) * low_.noise[at];
            const S fa = weight_a * (low_.g[at] - aim), fb = weight_b * (high_.g[at] - aim);
            part = fa / (fa - fb);
            if (!(part > S(0) && part < S(1))) part = S(0.5);
        }
        const S middle = std::clamp<S>(a + part * (b - a), a + width / 4, b - width / 4);
        tried = middle;
        ++walker.rejected;
        if (try_to(t0 + middle * h) != Trial::accepted) {
            b = middle;
            measured = false;
            if (++refused > 4 && a > S(0)) break;
            continue;
        }
        evaluate(walker.trial_end(), now_);
        if (first_crossed(low_, now_) >= 0) {
            std::swap(high_, now_);
            b = middle;
            k = first_crossed(low_, high_);
            weight_a = measured ? S(weight_a / 2) : S(1);
            weight_b = S(1);
            measured = true;
        } else {
            std::swap(low_, now_);
            a = middle;
            weight_b /= 2;
            weight_a = S(1);
        }
    }
    const auto at = std::size_t(k);
    S hop_size = (b - a) * abs(h);
    if (measured) {
        const S rate = abs(high_.g[at] - low_.g[at]) / hop_size;
        hop_size = std::min<S>(hop_size, (abs(low_.g[at]) + S(3) * low_.noise[at]) / rate);
    }
    hop_size += S(8) * unit_roundoff<S>() * abs(t0 + a * h);
    const bool reached = near();
    bool shown = false;
    if (a > S(0) && (tried == a || try_to(t0 + a * h) == Trial::accepted)) {
        walker.take_trial(t0 + a * h);
        shown = true;
    }
    std::swap(before_, low_);
    if (reached || !shown) plan_hop(k, hop_size);
    if (!shown) go_on();
    return shown;
}

template <class S>
void Kinks<S>::plan_hop(int k, S size)
{
    kink_ = k;
    old_side_ = sides_[std::size_t(k)];
    hop_ = size;
    hop_from_ = view_.walker.t;
    ahead_ = true;
}

/// Straight on, farther and farther, until the switch has its other sign, or some sign at all where
/// the walk starts on the kink.
template <class S>
void Kinks<S>::hop()
{
    ahead_ = false;
    int& hovers = hovers_[std::size_t(kink_)];
    hovers = was_away_[std::size_t(kink_)] ? 0 : hovers + 1;
    was_away_[std::size_t(kink_)] = switches_[std::size_t(kink_)].in_x;
    S size = hop_;
    for (int hops = 0; hops < most_hops; ++hops, size *= S(2)) {
        if (!leap(size)) return;
        evaluate(view_.walker.p.data(), before_);
        const auto at = std::size_t(kink_);
        const int sign = sign_of(before_.g[at], before_.noise[at]);
        if (old_side_ == 0 || found_[at] || (sign != 0 && sign != old_side_) ||
            size > S(longest_hop) * usual_ || view_.walker.t == view_.t_end)
            break;
    }
    take_sides(before_);
    if (!in_x_.empty()) look_ahead_in_x();
    if (old_side_ != 0) passed_ = kink_;
    int& slides = slides_[std::size_t(kink_)];
    slides = slides_back() ? slides + 1 : 0;
    if (slides > most_slides || gets_nowhere())
        view_.stop(explain_chatter(problem_.geometry(), view_.walker));
}

/// One hop; false where the walk cannot stand beyond it.
template <class S>
bool Kinks<S>::leap(S size)
{
    using std::abs;
    Walker<S>& walker = view_.walker;
    S t_next = walker.t + S(view_.direction) * size;
    if ((view_.t_end - t_next) * S(view_.direction) < S(0)) t_next = view_.t_end;
    const S h = t_next - walker.t;
    for (int i = 0; i < problem_.size(); ++i) {
        const auto at = std::size_t(i);
        point_[at] = beyond_[at] = walker.p[at] + h * walker.v[at];
    }
    problem_.at_parameter(point_.data(), t_next);
    problem_.at_parameter(beyond_.data(), t_next);
    const Projection landed = problem_.project(beyond_.data(), view_.options.rtol);
    const bool lands = landed.converged && !jumps(point_.data(), beyond_.data());
    if (!lands && by_structure_ && landed.health != Health::singular) stop_at_jump(point_.data());
    if (view_.ended || (lands && walker.leap(beyond_.data(), t_next, usual_))) return !view_.ended;
    if (lands && walker.trial == Trial::not_finite) {
        view_.stop(explain_not_finite(problem_.geometry(), walker));
        return false;
    }
    // The equations have to be looked at anew.
    if (!lands) std::swap(beyond_, point_);
    singular_beyond_ = true;
    passed_ = kink_;
    return false;
}

/// A kink is so near that steps fail because of it: the walk hops over it.
template <class S>
bool Kinks<S>::stuck()
{
    using std::abs;
    if (switches_.empty()) return false;
    const Walker<S>& walker = view_.walker;
    const S way = std::min<S>(abs(view_.t_end - walker.t), abs(walker.t - view_.t_start));
    const S nearby = S(stuck_before) * way + S(64) * unit_roundoff<S>() * abs(walker.t);
    evaluate(walker.p.data(), before_);
    for (int i = 0; i < problem_.size(); ++i) {
        const auto at = std::size_t(i);
        point_[at] = walker.p[at] + S(view_.direction) * nearby * walker.v[at];
    }
    evaluate(point_.data(), now_);
    for (std::size_t k = 0; k < sides_.size(); ++k) {
        if (sign_of(now_.g[k], S(0)) * sides_[k] >= 0) continue;
        if (usual_ == S(0)) usual_ = S(1e-3) * way;
        plan_hop(int(k), S(1.5) * nearby);
        hop();
        return true;
    }
    return false;
}

/// Kink after kink, and no way made: the field pushes towards the kink from both sides.
template <class S>
bool Kinks<S>::gets_nowhere()
{
    using std::abs;
    const S t = view_.walker.t;
    if (++kinks_ % kinks_between_looks != 1) return false;
    const S way = abs(view_.t_end - t);
    const bool far = std::isfinite(to_double(way));
    const bool stays = kinks_ > 1 && abs(t - last_look_) <= S(nowhere) * (far ? way : abs(t));
    last_look_ = t;
    return stays;
}

/// The same within the error of the solution, where no step ends at the kink.
template <class S>
bool Kinks<S>::creeps_nowhere()
{
    using std::abs;
    const S t = view_.walker.t;
    if (creeps_++ == 0) first_creep_ = t;
    if (creeps_ < creeps_between_looks) return false;
    creeps_ = 0;
    return abs(t - first_creep_) <= S(creeping) * abs(view_.t_end - view_.t_start);
}

template <class S>
auto Kinks<S>::take_passed() -> std::optional<Passed>
{
    if (!passed_) return std::nullopt;
    Passed passed{
        name_of(*std::exchange(passed_, std::nullopt)), std::exchange(singular_beyond_, false), {}};
    if (passed.singular) passed.point = beyond_;
    return passed;
}

template <class S>
std::string Kinks<S>::name_of(int k) const
{
    const System& system = problem_.geometry().completed().system;
    return print(system.graph, switches_[std::size_t(k)].call, system.names);
}

template class Kinks<double>;
template class Kinks<Quad>;

}  // namespace involute
