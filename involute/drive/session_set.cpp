// SPDX-License-Identifier: Apache-2.0
// What can be changed of a session: numbers and options, at its start or on the way.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <limits>

#include "involute/base/error.hpp"
#include "involute/base/patience.hpp"
#include "involute/drive/regimes.hpp"
#include "involute/drive/session.hpp"
#include "involute/drive/untouched.hpp"
#include "involute/observe/stop_reasons.hpp"
#include "involute/step/choose.hpp"
#include "involute/step/sensible.hpp"
#include "involute/system/parameters.hpp"
#include "involute/text/number.hpp"

namespace involute {
namespace {

// Roundings by which a value that stays may differ.
constexpr double roundings = 64;
// Values that moved named in a notice; moved() lists all.
constexpr std::size_t most_named = 4;

[[noreturn]] void refuse(std::string message, std::string hint)
{
    throw Error(Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

std::string words_of(const Overrides& values)
{
    std::vector<std::string> parts;
    for (const auto& [name, value] : values)
        parts.push_back(fmt::format("{} = {}", name, to_text(value)));
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string words_of(const std::vector<MovedValue>& moved)
{
    std::vector<std::string> parts;
    for (std::size_t k = 0; k < std::min(moved.size(), most_named); ++k)
        parts.push_back(fmt::format("{} from {} to {}", moved[k].name, to_text(moved[k].before, 6),
                                    to_text(moved[k].after, 6)));
    std::string text = fmt::format("{}", fmt::join(parts, ", "));
    if (moved.size() > most_named) text += fmt::format(" and {} more", moved.size() - most_named);
    return text;
}

/// Fields that decide how the equations are completed, and what is walked.
std::string decided_at_start(const System& system, const SolveOptions& now,
                             const SolveOptions& next)
{
    if (goes_along_curve(system, now) != goes_along_curve(system, next)) return "curve";
    if (now.scale != next.scale) return "scale";
    if (now.smooth != next.smooth) return "smooth";
    if (now.component != next.component) return "component";
    if (now.branch != next.branch) return "branch";
    if (now.native != next.native) return "native";
    if (now.technique.distribution != next.technique.distribution) return "technique.distribution";
    return {};
}

}  // namespace

/// Where it stands, in the numbers that an author's system is started from.
template <class S>
RegimeChange SessionOf<S>::here()
{
    RegimeChange at;
    const Geometry<S>& geometry = *prepared().geometry;
    at.layout = geometry.layout();
    for (const S& value : point_) at.p.push_back(Quad(value));
    for (const S& value : tops_here()) at.z.push_back(Quad(value));
    for (const S& value : prepared().geometry->invariant_values())
        at.invariant_values.push_back(Quad(value));
    at.x = to_double(point_[0]);
    return at;
}

template <class S>
void SessionOf<S>::drop_leg()
{
    if (!leg_) return;
    if (prepared().curve) heading_ = leg_->run().walker().v[0] < S(0) ? -1 : 1;
    tops_ = tops_here();
    leave_leg();
    leg_.reset();
    asked_.clear();
    ended_ = false;
}

/// What differs from where it stood.
template <class S>
void SessionOf<S>::report_moves(const RegimeChange& before)
{
    const Layout& now = prepared().geometry->layout();
    for (std::size_t i = 1; i < before.layout.jets.size(); ++i) {
        const auto [unknown, order] = before.layout.jets[i];
        if (unknown >= system_->unknowns() || order > now.d[std::size_t(unknown)]) continue;
        const S after = now.in_point(unknown, order)
                            ? point_[std::size_t(now.position(unknown, order))]
                            : tops_[std::size_t(unknown)];
        const double was = to_double(before.p[i]), is = to_double(after);
        const double size = std::abs(was) + std::abs(is) + prepared().scale.floor;
        if (std::abs(is - was) <= roundings * std::numeric_limits<double>::epsilon() * size)
            continue;
        moved.push_back({jet_name(system_->names, unknown, order), was, is});
    }
}

/// Consistent again with other numbers, as near as can be; or an outcome, and all is as before.
template <class S>
void SessionOf<S>::move_here(const Overrides& values, const std::vector<Parameter>& numbers_before)
{
    PreparedOf<S>& from = prepared();
    const RegimeChange before = here();
    const std::string place = fmt::format(
        "at {}, with {}", place_of(system_->names.independent, before.x), words_of(values));
    // Invariants of a regime that began on the way have the values they had there.
    const bool can_move =
        from.can_move() && (!regime_ || from.geometry->completed().system.invariants.empty());
    typename Geometry<S>::Memory memory;
    if (can_move) memory = from.geometry->memory();
    const auto take_back = [&] {
        system_->parameters = numbers_before;
        set_parameters(*system_, {});
        if (can_move) from.take_back(*system_, memory);
    };
    try {
        std::vector<S> p = point_, z(tops_.size());
        if (can_move && from.move_parameters(*system_, p, z)) {
            drop_leg();
            point_ = std::move(p);
            tops_ = std::move(z);
        } else {
            NextRegime<S> next = completed_here(*system_, from, before, ready_.options);
            if (!next.prepared) {
                take_back();
                outcome = next.outcome;
                reason = fmt::format("{} there is no point to go on from: {}", place, next.words);
                return;
            }
            drop_leg();
            regime_ = std::make_unique<PreparedOf<S>>(std::move(*next.prepared));
            point_ = regime_->start.p;
            tops_ = regime_->start.z;
            notices_.push_back(fmt::format("{} completed anew: {}", place, next.words));
        }
    } catch (const OutOfPatience& out) {
        take_back();
        Stop why = out_of_patience(out.code, options_, "while parameters were set");
        outcome = why.code;
        reason = std::move(why.reason);
        return;
    } catch (...) {
        take_back();
        throw;
    }
    asked_.clear();
    start_is_old_ = begun_ = true;
    if (regime_) {
        change_ = here();
        change_by_numbers_ = true;
    }
    closed_ = false;
    outcome = Outcome::finished;
    reason.clear();
    report_moves(before);
    if (!moved.empty()) notices_.push_back(fmt::format("{} moved: {}", place, words_of(moved)));
}

template <class S>
void SessionOf<S>::set(const Overrides& values)
{
    const bool other_system = task_.smooth || !task_.components.empty();
    if (other_system && !at_start())
        refuse("parameters of a smooth motion, or of one component, are set at its start",
               "call start() first");
    const std::vector<Parameter> before = system_->parameters;
    set_parameters(*system_, values);
    moved.clear();
    const Patience patience(options_.max_seconds, options_.interrupted);
    if (!at_start()) return move_here(values, before);
    try {
        const Route route = ready_.prepared.report.route;
        make_ready_to_start();
        if (route != ready_.prepared.report.route)
            notices_.push_back(fmt::format("with {} completed anew: route {} -> {}",
                                           words_of(values), word_of(route),
                                           word_of(ready_.prepared.report.route)));
    } catch (...) {
        system_->parameters = before;
        set_parameters(*system_, {});
        make_ready_to_start();
        throw;
    }
}

template <class S>
void SessionOf<S>::set_options(const SolveOptions& options)
{
    require_sensible(options);
    if (options.precision != options_.precision)
        refuse("option `precision` of a simulation cannot be changed", "make another one");
    if (at_start()) {
        const SolveOptions before = std::exchange(options_, options);
        const Patience patience(options_.max_seconds, options_.interrupted);
        options_are_new_ = true;
        try {
            return make_ready_to_start();
        } catch (...) {
            options_ = before;
            make_ready_to_start();
            throw;
        }
    }
    std::string field = decided_at_start(*system_, options_, options);
    if (field.empty() && task_.smooth) field = "smooth";
    if (!field.empty())
        refuse(fmt::format("with option `{}` other options are for the start", field),
               "call start() first");
    const bool same_ways = options.continuations == options_.continuations;
    const std::vector<int> ways = ready_.options.continuations;
    drop_leg();
    asked_.clear();
    options_ = task_.options = ready_.options = options;
    if (same_ways) ready_.options.continuations = ways;
    PreparedOf<S>& now = prepared();
    now.set_scale(
        scale_of(options, now.geometry->completed().system.names, now.asked.system->tolerances));
    options_are_new_ = true;
}

template RegimeChange SessionOf<double>::here();
template void SessionOf<double>::drop_leg();
template void SessionOf<double>::report_moves(const RegimeChange&);
template void SessionOf<double>::move_here(const Overrides&, const std::vector<Parameter>&);
template void SessionOf<double>::set(const Overrides&);
template void SessionOf<double>::set_options(const SolveOptions&);
template RegimeChange SessionOf<Quad>::here();
template void SessionOf<Quad>::drop_leg();
template void SessionOf<Quad>::report_moves(const RegimeChange&);
template void SessionOf<Quad>::move_here(const Overrides&, const std::vector<Parameter>&);
template void SessionOf<Quad>::set(const Overrides&);
template void SessionOf<Quad>::set_options(const SolveOptions&);

}  // namespace involute
