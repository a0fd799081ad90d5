// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/leg.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/drive/kept_piece.hpp"
#include "involute/geometry/switches.hpp"
#include "involute/observe/request_notices.hpp"
#include "involute/prepare/freedom.hpp"
#include "involute/prepare/usable_inputs.hpp"
#include "involute/step/choose.hpp"
#include "involute/text/number.hpp"

namespace involute {
namespace {

/// Series do not pass kinks as well as Runge-Kutta methods do, and inputs may have none.
template <class S>
const MethodEntry& method_for(PreparedOf<S>& prepared, const Destination& d,
                              const SolveOptions& options)
{
    CompletedSystem& completed = prepared.geometry->completed();
    const bool smooth =
        find_switches(completed, prepared.findings).empty() && have_series(completed.system);
    return choose_method(options, !d.curve && smooth);
}

template <class S>
std::unique_ptr<SurfaceProblem<S>> problem_for(PreparedOf<S>& prepared, const Destination& d,
                                               const SolveOptions& options,
                                               const MethodEntry& method, int direction)
{
    Geometry<S>& geometry = *prepared.geometry;
    const Technique& t = options.technique;
    const ProjectionChoice projection = choose_projection(geometry.completed(), options, method);
    if (d.curve) {
        auto curve =
            std::make_unique<CurveProblem<S>>(geometry, prepared.scale, d.scale, projection,
                                              t.distribution.value_or(Distribution::null_space));
        curve->orient(direction);
        return curve;
    }
    auto in_x = std::make_unique<XProblem<S>>(geometry, prepared.scale, projection,
                                              t.distribution.value_or(Distribution::linear_solve));
    if (t.tops == TopValues::carried) in_x->carry(prepared.start.p.data(), prepared.start.z.data());
    return in_x;
}

/// The first few; the rest are counted.
std::string words_of(std::span<const MethodChange> changes)
{
    constexpr std::size_t most_told = 4;
    std::string words;
    for (const MethodChange& change : changes.first(std::min(changes.size(), most_told)))
        words +=
            fmt::format("{}{} from {}", words.empty() ? "" : ", ", change.to, to_text(change.x, 6));
    if (changes.size() > most_told)
        words += fmt::format(" and {} more", changes.size() - most_told);
    return words;
}

}  // namespace

template <class S>
Leg<S>::Leg(PreparedOf<S>& prepared, const Destination& destination, const SolveOptions& options)
    : prepared_(prepared),
      destination_(destination),
      options_(options),
      method_(method_for(prepared, destination_, options_)),
      direction_(x_direction(prepared, destination)),
      problem_(problem_for(prepared, destination_, options_, method_, direction_)),
      tops_([problem = problem_.get()](const S* p, S* z) { problem->tops(p, z); }),
      rows_(
          prepared,
          Columns<S>(*prepared.geometry, options_.columns, destination_.curve, &prepared.findings),
          tops_, row_limit(options_)),
      run_(*problem_, method_, rows_,
           Sections<S>(*prepared.geometry, tops_, rows_,
                       error_of_step(options_, destination_.curve, problem_->own_floors())),
           destination_, options_),
      singular_(prepared, *problem_, run_.view(), run_.row_keeper(), run_.sections())
{
    const System& system = prepared.geometry->completed().system;
    if (destination.to) require_within_inputs(system, *destination.to);
    run_.solution().independent = system.names.independent;
    run_.solution().notices = prepared.start.notices;
    for (const Crossing& c : system.crossings)
        run_.solution().crossings.push_back({c.name, c.is_event, {}, {}, {}});
    if (!options_.keep_function) return;
    run_.row_keeper().keep_steps(std::make_unique<StepKeeper<S>>(
        problem_->size(), tops_, prepared.geometry->layout().unknowns,
        options_.technique.tops == TopValues::carried));
}

template <class S>
void Leg<S>::set_end(S t_end)
{
    if (!destination_.curve)
        require_within_inputs(prepared_.geometry->completed().system, to_double(t_end));
    run_.set_end(t_end, singular_);
}

template <class S>
Ran Leg<S>::finish()
{
    Geometry<S>& geometry = *prepared_.geometry;
    Solution solution = run_.finish();
    solution.start = start_entries(prepared_);
    if (const auto steps = run_.row_keeper().take_steps(); steps && steps->began())
        solution.function.add(std::make_shared<const KeptPiece<S>>(
            KeptSystem<S>(prepared_, destination_, options_), steps->take(), solution.names));
    const auto name = [&](int coordinate) {
        const Layout::Jet& jet = geometry.layout().jets[std::size_t(coordinate)];
        return jet_name(geometry.completed().system.names, jet.unknown, jet.order);
    };
    if (std::string notice = run_.small_values().notice(options_, name);
        !notice.empty() && !destination_.continued)
        solution.notices.push_back(std::move(notice));
    if (!destination_.continued && !singular_.change)
        for (std::string& notice : request_notices(solution, options_))
            solution.notices.push_back(std::move(notice));
    if (const auto changes = run_.walker().changes(); !changes.empty()) {
        solution.notices.push_back(
            fmt::format("{}, then as stiffness demands: {}", solution.method, words_of(changes)));
        solution.method += " and radau";
        solution.method_changes.assign(changes.begin(), changes.end());
    }
    return {std::move(solution), std::move(singular_.resume), std::move(singular_.change)};
}

template <class S>
int x_direction(const PreparedOf<S>& prepared, const Destination& d)
{
    if (d.heading != 0) return d.heading;
    return d.backwards || (d.to && as_written<S>(*d.to) < prepared.start.p[0]) ? -1 : 1;
}

template class Leg<double>;
template class Leg<Quad>;
template int x_direction(const PreparedOf<double>&, const Destination&);
template int x_direction(const PreparedOf<Quad>&, const Destination&);

}  // namespace involute
