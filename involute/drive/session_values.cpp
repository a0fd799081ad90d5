// SPDX-License-Identifier: Apache-2.0
// What a session is asked: values where it stands and within its last step, and runs from there.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "involute/base/error.hpp"
#include "involute/base/patience.hpp"
#include "involute/drive/resume.hpp"
#include "involute/drive/session.hpp"
#include "involute/drive/untouched.hpp"
#include "involute/step/sensible.hpp"
#include "involute/text/number.hpp"

namespace involute {
namespace {

[[noreturn]] void refuse(std::string message, std::string hint)
{
    throw Error(Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

}  // namespace

template <class S>
EquationRows<S>& SessionOf<S>::rows_for(const std::vector<std::string>& columns)
{
    const auto known = asked_.find(columns);
    if (known != asked_.end()) return *known->second;
    PreparedOf<S>& from = prepared();
    const Tops<S> tops = [this](const S* p, S* z) {
        if (leg_) return leg_->tops()(p, z);
        std::copy(tops_.begin(), tops_.end(), z);
    };
    auto rows = std::make_unique<EquationRows<S>>(
        from, Columns<S>(*from.geometry, columns, from.curve), tops, row_limit(options_));
    return *asked_.emplace(columns, std::move(rows)).first->second;
}

template <class S>
std::vector<S> SessionOf<S>::tops_here()
{
    if (!leg_) return tops_;
    const Untouched<S> untouched(*prepared().geometry);
    std::vector<S> z(std::size_t(prepared().geometry->layout().unknowns));
    leg_->tops()(point_.data(), z.data());
    return z;
}

template <class S>
std::vector<double> SessionOf<S>::row_of(const std::vector<std::string>& columns,
                                         const std::vector<S>& p)
{
    PreparedOf<S>& from = prepared();
    if (p.empty() || !from.geometry)
        refuse("there is no point to ask for values at: " + reason, "");
    const Untouched<S> untouched(*from.geometry);
    EquationRows<S>& rows = rows_for(columns);
    std::vector<S> row;
    const Made made = rows.make({.p = p.data()}, row);
    if (made == Made::refused) refuse(rows.refusal().reason, "");
    std::vector<double> values(rows.names().size() + 1, std::numeric_limits<double>::quiet_NaN());
    values[0] = to_double(p[0]);
    if (made == Made::row)
        std::ranges::transform(row, values.begin(), [](const S& v) { return to_double(v); });
    return values;
}

template <class S>
double SessionOf<S>::value_of(std::string_view name, const std::vector<S>& p)
{
    if (name == system_->names.independent && !p.empty()) return to_double(p[0]);
    return row_of({std::string(name)}, p)[1];
}

/// Within the last step.
template <class S>
std::vector<S> SessionOf<S>::point_at(double parameter)
{
    const S t = as_written<S>(parameter);
    if (t == t_) return point_;
    const S before = leg_ ? leg_->run().walker().t_before : t_;
    if ((t - before) * (t - t_) > S(0) || !leg_)
        refuse(fmt::format("{} is not within the last step, from {} to {}", parameter,
                           to_double(before), to_double(t_)),
               "advance there first, or ask a run with option `keep_function`");
    const Walker<S>& walker = leg_->run().walker();
    std::vector<S> p(point_.size());
    if (t == before) {
        std::copy_n(walker.p_before.begin(), p.size(), p.begin());
    } else {
        const Untouched<S> untouched(*prepared().geometry);
        const S theta = (t - before) / (walker.t - before);
        const S* fixed_x = prepared().curve ? nullptr : &t;
        if (!leg_->run().view().points.at(theta, p.data(), fixed_x))
            refuse(fmt::format("the step could not be projected near {}", parameter), "");
    }
    return p;
}

template <class S>
double SessionOf<S>::value_at(double parameter, std::string_view name)
{
    return value_of(name, point_at(parameter));
}

template <class S>
std::vector<double> SessionOf<S>::row_at(double parameter)
{
    return row_of(options_.columns, point_at(parameter));
}

template <class S>
std::vector<std::string> SessionOf<S>::names()
{
    return prepared().geometry ? rows_for(options_.columns).names() : std::vector<std::string>{};
}

template <class S>
Solution SessionOf<S>::found()
{
    Solution all = found_before_;
    if (all.crossings.empty())
        for (const Crossing& c : system_->crossings)
            all.crossings.push_back({c.name, c.is_event, {}, {}, {}});
    if (leg_) {
        const Solution& now = leg_->run().solution();
        Solution more;
        more.names = now.names;
        more.crossings = now.crossings;
        more.singular_points = now.singular_points;
        if (found_before_.names.empty()) all.names = more.names;
        take_columns(all.names, more);
        join(all, std::move(more));
    }
    return all;
}

template <class S>
Solution SessionOf<S>::run_from(ReadyOf<S>& ready, const SolveOptions& options)
{
    Task task = task_;
    task.options = options;
    const std::vector<int> ways = ready.options.continuations;
    ready.options = options;
    ready.options.continuations = ways;
    return walk(task, ready, destination(*system_, options));
}

template <class S>
Solution SessionOf<S>::run(const RunRequest& request)
{
    SolveOptions options = task_.options;
    if (request.to || request.length) {
        options.to = request.to;
        options.length = request.length;
    }
    options.sampling = request.sampling;
    options.keep_function = options.keep_function || request.keep_function;
    options.stream = request.stream;
    options.progress = request.progress;
    require_sensible(options);
    const Patience patience(options_.max_seconds, options_.interrupted);
    PreparedOf<S>& from = prepared();
    const bool at_start = this->at_start();
    if (at_start && request.look_around_start) look_around_start();
    ReadyOf<S> here;
    if (!at_start) here.options.continuations = ready_.options.continuations;
    ReadyOf<S>& ready = at_start ? ready_ : here;
    typename Geometry<S>::Memory memory;
    Start<S> start;
    if (from.geometry) memory = from.geometry->memory();
    if (!at_start) {
        start = from.start;
        from.start.p = point_;
        from.start.notices.clear();
        if (!from.curve) from.start.z = tops_here();
        here.prepared = std::move(from);
    }
    const auto put_all_back = [&] {
        if (!at_start) {
            from = std::move(here.prepared);
            from.start = std::move(start);
        }
        if (from.geometry) from.geometry->put_back(memory);
    };
    try {
        Solution solution = run_from(ready, options);
        put_all_back();
        return solution;
    } catch (...) {
        put_all_back();
        throw;
    }
}

template EquationRows<double>& SessionOf<double>::rows_for(const std::vector<std::string>&);
template std::vector<double> SessionOf<double>::tops_here();
template std::vector<double> SessionOf<double>::row_of(const std::vector<std::string>&,
                                                       const std::vector<double>&);
template double SessionOf<double>::value_of(std::string_view, const std::vector<double>&);
template std::vector<double> SessionOf<double>::point_at(double);
template double SessionOf<double>::value_at(double, std::string_view);
template std::vector<double> SessionOf<double>::row_at(double);
template std::vector<std::string> SessionOf<double>::names();
template Solution SessionOf<double>::found();
template Solution SessionOf<double>::run_from(ReadyOf<double>&, const SolveOptions&);
template Solution SessionOf<double>::run(const RunRequest&);
template EquationRows<Quad>& SessionOf<Quad>::rows_for(const std::vector<std::string>&);
template std::vector<Quad> SessionOf<Quad>::tops_here();
template std::vector<double> SessionOf<Quad>::row_of(const std::vector<std::string>&,
                                                     const std::vector<Quad>&);
template double SessionOf<Quad>::value_of(std::string_view, const std::vector<Quad>&);
template std::vector<Quad> SessionOf<Quad>::point_at(double);
template double SessionOf<Quad>::value_at(double, std::string_view);
template std::vector<double> SessionOf<Quad>::row_at(double);
template std::vector<std::string> SessionOf<Quad>::names();
template Solution SessionOf<Quad>::found();
template Solution SessionOf<Quad>::run_from(ReadyOf<Quad>&, const SolveOptions&);
template Solution SessionOf<Quad>::run(const RunRequest&);

}  // namespace involute
