// SPDX-License-Identifier: Apache-2.0
#include "involute/prepare/prepare.hpp"

#include <fmt/format.h>

#include "involute/prepare/invariants.hpp"
#include "involute/prepare/usable_inputs.hpp"
#include "involute/project/start_wishes.hpp"
#include "involute/step/choose.hpp"
#include "involute/system/parameters.hpp"

namespace involute {
namespace {

/// Whether every declared invariant that is not imposed is one, for the present parameters.
template <class S>
bool invariants_hold(PreparedOf<S>& prepared, const std::vector<S>& p)
{
    const System& system = prepared.geometry->completed().system;
    for (int k = 0; k < int(system.invariants.size()); ++k) {
        const Invariant& invariant = system.invariants[std::size_t(k)];
        if (invariant.closure || invariant.imposed) continue;
        if (!(measure_invariant(*prepared.geometry, Scale{}, p, k).defect <= invariant_tolerance))
            return false;
    }
    return true;
}

template <class S>
void check_invariants(PreparedOf<S>& prepared)
{
    const System& system = prepared.geometry->completed().system;
    for (int k = 0; k < int(system.invariants.size()); ++k) {
        const Invariant& invariant = system.invariants[k];
        if (invariant.closure) continue;  // completion has seen to it
        InvariantReport report =
            measure_invariant(*prepared.geometry, Scale{}, prepared.start.p, k);
        report.name = invariant.name;
        report.holds = report.defect <= invariant_tolerance;
        prepared.invariants.push_back(report);
        if (!report.holds && invariant.imposed)
            prepared.start.notices.push_back(fmt::format(
                "`{}` is imposed although it changes at a relative rate of {} along solutions: "
                "what is returned solves other equations",
                invariant.name, to_text(report.defect, 3)));
        if (report.holds || invariant.imposed || prepared.outcome != Outcome::complete) continue;
        prepared.outcome = Outcome::false_invariant;
        prepared.message = not_an_invariant(system, k, report);
    }
}

/// The start is a singular point, and there are regular ones nearby.
template <class S>
void judge_singular_start(PreparedOf<S>& prepared)
{
    if (prepared.curve) {
        prepared.outcome = Outcome::complete;
        return;
    }
    prepared.outcome = Outcome::singular_start;
    prepared.message =
        "the highest derivatives are not determined at the start, though they are at points "
        "nearby: the start is a singular point; start elsewhere, or use option `curve`";
}

}  // namespace

template <class S>
Certificate<S>& PreparedOf<S>::certificate()
{
    if (!certificate_)
        certificate_ = std::make_unique<Certificate<S>>(*this->geometry, scale, author());
    return *certificate_;
}

template <class S>
Confirmation<S>& PreparedOf<S>::confirmation()
{
    if (!confirmation_) confirmation_ = std::make_unique<Confirmation<S>>(author());
    return *confirmation_;
}

template <class S>
bool PreparedOf<S>::set_parameters(const System& author)
{
    if (!this->restart(author)) return false;
    set_numbers(author);
    invariants.clear();
    check_invariants(*this);
    return true;
}

template <class S>
bool PreparedOf<S>::move_parameters(const System& author, std::vector<S>& p, std::vector<S>& z)
{
    if (!this->move(author, p, z) || !invariants_hold(*this, p)) return false;
    set_numbers(author);
    return true;
}

template <class S>
void PreparedOf<S>::take_back(const System& author, const typename Geometry<S>::Memory& memory)
{
    this->geometry->set_parameters(author);
    set_numbers(author);
    this->geometry->put_back(memory);
}

/// Of everything but the geometry.
template <class S>
void PreparedOf<S>::set_numbers(const System& author)
{
    if (own) take_parameters(*own, author);
    if (certificate_) certificate_->set_parameters(author.graph.parameter_values());
    if (confirmation_) confirmation_->set_parameters(asked.system);
}

template <class S>
void PreparedOf<S>::set_scale(Scale now)
{
    scale = now;
    certificate_.reset();
}

template <class S>
PreparedOf<S> PreparedOf<S>::copy(std::shared_ptr<const System> author) const
{
    PreparedOf<S> other;
    other.outcome = this->outcome;
    other.message = this->message;
    other.report = this->report;
    if (this->geometry) {
        other.geometry = std::make_unique<Geometry<S>>(*this->geometry);  // shares its code
        State state;
        this->geometry->visit_state(state);
        State records(state.records());
        other.geometry->visit_state(records);
    }
    other.start = this->start;
    other.how = this->how;
    other.by_structure = this->by_structure;
    other.decisive = this->decisive;
    other.moved_since_start = this->moved_since_start;
    other.invariants = invariants;
    other.scale = scale;
    other.curve = curve;
    other.asked = asked;
    if (own) other.asked.system = other.own = std::make_shared<System>(*own);
    if (!own) other.asked.system = std::move(author);
    return other;
}

template <class S>
Author PreparedOf<S>::author() const
{
    const System& solved = this->geometry->completed().system;
    Author author{.system = asked.system,
                  .held = held_unknowns(*asked.system, solved, asked.replaced)};
    if (asked.as_given) author.differentiated = this->report.differentiated;
    return author;
}

template <class S>
PreparedOf<S> prepare_in(const System& system, const SolveOptions& options, bool curve,
                         bool generic_start, Asked asked, std::vector<Given> regular_at)
{
    require_unknowns(system);
    require_usable_inputs(system, options, curve);
    PreparedOf<S> prepared;
    prepared.curve = curve;
    if (!asked.system) asked.system = prepared.own = std::make_shared<System>(system);
    prepared.asked = std::move(asked);
    require_named(prepared.asked.system->names, options.atol_of);
    const CompleteOptions how{
        .jointly_affine = curve || options.technique.distribution == Distribution::null_space,
        .floor = Scale{}.floor * unit_of(system),
        .native = options.native,
        .generic_start = generic_start,
        .regular_at = std::move(regular_at)};
    static_cast<Completed<S>&>(prepared) = complete<S>(system, how);
    prepared.how = how;
    if (prepared.geometry) require_derivatives(prepared.geometry->completed());
    if (!prepared.start.p.empty()) require_within_inputs(system, to_double(prepared.start.p[0]));
    prepared.scale = scale_of(
        options, prepared.geometry ? prepared.geometry->completed().system.names : system.names,
        prepared.asked.system->tolerances);
    if (prepared.outcome == Outcome::singular_start) judge_singular_start(prepared);
    const bool regular = prepared.geometry && prepared.start.outcome == Outcome::complete;
    if (prepared.outcome == Outcome::complete && regular) check_invariants(prepared);
    return prepared;
}

template <class S>
std::string set_parameters(PreparedOf<S>& prepared, const System& author,
                           const SolveOptions& options)
{
    if (prepared.set_parameters(author)) return {};
    const Route before = prepared.report.route;
    Asked asked = prepared.asked;
    if (prepared.own) asked.system.reset();
    prepared = prepare_in<S>(author, options, prepared.curve, false, std::move(asked));
    const Route now = prepared.report.route;
    std::string numbers;
    for (const auto& [name, value] : tunable_values(author))
        numbers +=
            fmt::format("{}{} = {}", numbers.empty() ? "" : ", ", name, to_text(to_double(value)));
    return fmt::format(
        "with {} the equations were completed anew{}", numbers,
        before == now ? "" : fmt::format(" (route {} -> {})", word_of(before), word_of(now)));
}

template struct PreparedOf<double>;
template struct PreparedOf<Quad>;
template PreparedOf<double> prepare_in(const System&, const SolveOptions&, bool, bool, Asked,
                                       std::vector<Given>);
template PreparedOf<Quad> prepare_in(const System&, const SolveOptions&, bool, bool, Asked,
                                     std::vector<Given>);
template std::string set_parameters(PreparedOf<double>&, const System&, const SolveOptions&);
template std::string set_parameters(PreparedOf<Quad>&, const System&, const SolveOptions&);

}  // namespace involute
