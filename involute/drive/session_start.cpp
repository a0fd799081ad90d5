// SPDX-License-Identifier: Apache-2.0
// Where a session begins: completed and compiled once, then started as often as wanted.
#include <algorithm>
#include <limits>

#include "involute/base/patience.hpp"
#include "involute/drive/session.hpp"
#include "involute/drive/untouched.hpp"
#include "involute/model/read.hpp"
#include "involute/prepare/start_branches.hpp"
#include "involute/system/parameters.hpp"

namespace involute {
namespace {

Destination towards(const System& system, const SolveOptions& options)
{
    Destination d{.curve = goes_along_curve(system, options)};
    d.to = options.to || options.length ? options.to : system.solve.to;
    return d;
}

/// Where the start is a singular point that one solution alone leaves: ready beside it.
template <class S>
void begin_on_series(const System& system, Task& task, ReadyOf<S>& ready, const Destination& d)
{
    if (ready.prepared.outcome == Outcome::complete || task.instead || !d.to) return;
    Solution failed;
    failed.code = ready.prepared.outcome;
    if (ready.left.point) failed.singular_points.push_back(*ready.left.point);
    auto series = series_start(with_folded_parameters(system), task.options, failed);
    if (!series) return;
    Task beside{.asked = &system, .instead = series->system, .options = task.options};
    beside.series = std::move(series);
    ReadyOf<S> begun = make_ready<S>(beside, d);
    if (begun.prepared.outcome != Outcome::complete) return;
    task = std::move(beside);
    ready = std::move(begun);
}

}  // namespace

bool goes_along_curve(const System& system, const SolveOptions& options)
{
    return options.curve || options.length || (!options.to && system.solve.length);
}

template <class S>
void SessionOf<S>::make_ready_to_start()
{
    leg_.reset();
    asked_.clear();
    regime_.reset();
    if (!restart()) prepare_anew();
    start_is_old_ = options_are_new_ = false;
    const PreparedOf<S>& prepared = ready_.prepared;
    if (prepared.geometry)
        at_start_ =
            std::make_shared<const typename Geometry<S>::Memory>(prepared.geometry->memory());
    heading_ = prepared.start.p.empty() ? 1 : x_direction(prepared, towards(*system_, options_));
    stand_at_start();
}

template <class S>
void SessionOf<S>::prepare_anew()
{
    const Destination d = towards(*system_, options_);
    preparation_ = std::make_shared<const int>();
    try {
        task_ = task_for(*system_, options_);
        ready_ = make_ready<S>(task_, d);
        begin_on_series(*system_, task_, ready_, d);
    } catch (const OutOfPatience& out) {
        Stop why = out_of_patience(out.code, options_,
                                   "before the first step, while the equations were prepared");
        task_ = {.asked = system_.get(), .options = options_};
        ready_ = {.options = options_};
        ready_.prepared.outcome = why.code;
        ready_.prepared.message = std::move(why.reason);
    }
    looked_around_ = true;
}

/// At the start that the present numbers and start values have, with nothing completed anew. False
/// where that is not enough: what was decided depends on them.
template <class S>
bool SessionOf<S>::restart()
{
    const bool plain = !task_.instead && options_.branch == 0 && !ready_.left.point;
    if (options_are_new_ || !plain) return false;
    PreparedOf<S>& prepared = ready_.prepared;
    std::vector<std::string>& notices = prepared.start.notices;
    notices.resize(std::min(notices.size(), ready_.notices_of_start));
    if (!prepared.set_parameters(*system_)) return false;
    ready_.notices_of_start = notices.size();
    ready_.options = task_.options;
    ready_.branches.clear();
    looked_around_ = false;
    return true;
}

/// What is to be said of a start that was found again is looked for when somebody asks.
template <class S>
void SessionOf<S>::look_around_start()
{
    if (looked_around_ || start_is_old_) return;
    looked_around_ = true;
    const Untouched<S> untouched(*ready_.prepared.geometry);
    look_around(task_, ready_);
}

template <class S>
bool SessionOf<S>::at_start() const
{
    const bool at_first_leg = ready_.prepared.curve && !regime_ && !start_is_old_ && t_ == S(0);
    return !begun_ || at_first_leg;
}

template <class S>
void SessionOf<S>::start()
{
    const Patience patience(options_.max_seconds, options_.interrupted);
    if (start_is_old_ || options_are_new_)
        make_ready_to_start();
    else
        stand_at_start();
}

template <class S>
void SessionOf<S>::start(std::string_view values)
{
    const Patience patience(options_.max_seconds, options_.interrupted);
    const std::vector<Given> starts = system_->starts, guesses = system_->guesses;
    bool read = false;
    try {
        system_->starts = model_starts_;
        system_->guesses = model_guesses_;
        set_parameters(*system_, {});  // which start values follow
        add_starts(*system_, values);
        read = true;
        make_ready_to_start();
    } catch (...) {
        system_->starts = starts;
        system_->guesses = guesses;
        if (read) make_ready_to_start();
        throw;
    }
}

template <class S>
void SessionOf<S>::stand_at_start()
{
    leg_.reset();
    asked_.clear();
    regime_.reset();
    change_.reset();
    begun_ = ended_ = closed_ = change_by_numbers_ = false;
    moved.clear();
    before_leg_ = {};
    found_before_ = {};
    PreparedOf<S>& prepared = ready_.prepared;
    outcome = prepared.outcome;
    reason = prepared.message;
    notices_.clear();
    point_ = prepared.start.p;
    tops_ = prepared.start.z;
    t_ = prepared.curve || point_.empty() ? S(0) : point_[0];
    if (outcome == Outcome::complete) prepared.geometry->put_back(*at_start_);
    if (outcome == Outcome::complete && prepared.curve)
        begin_leg(std::numeric_limits<S>::infinity());
}

template <class S>
std::vector<std::string> SessionOf<S>::notices()
{
    look_around_start();
    std::vector<std::string> all = task_.said_first;
    const auto add = [&](const std::vector<std::string>& more) {
        all.insert(all.end(), more.begin(), more.end());
    };
    add(ready_.prepared.start.notices);
    if (!ready_.left.notice.empty()) all.push_back(ready_.left.notice);
    if (std::string many = branches_notice(ready_.prepared, ready_.branches); !many.empty())
        all.push_back(std::move(many));
    add(task_.said_last);
    add(notices_);
    if (leg_) add(leg_->run().view().solution.notices);
    return all;
}

template void SessionOf<double>::make_ready_to_start();
template void SessionOf<double>::prepare_anew();
template bool SessionOf<double>::restart();
template void SessionOf<double>::stand_at_start();
template void SessionOf<double>::look_around_start();
template bool SessionOf<double>::at_start() const;
template void SessionOf<double>::start();
template void SessionOf<double>::start(std::string_view);
template std::vector<std::string> SessionOf<double>::notices();
template void SessionOf<Quad>::make_ready_to_start();
template void SessionOf<Quad>::prepare_anew();
template bool SessionOf<Quad>::restart();
template void SessionOf<Quad>::stand_at_start();
template void SessionOf<Quad>::look_around_start();
template bool SessionOf<Quad>::at_start() const;
template void SessionOf<Quad>::start();
template void SessionOf<Quad>::start(std::string_view);
template std::vector<std::string> SessionOf<Quad>::notices();

}  // namespace involute
