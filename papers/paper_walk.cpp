// SPDX-License-Identifier: Apache-2.0
#include "papers/paper_walk.hpp"

#include <fmt/format.h>

#include <limits>

#include "involute/base/error.hpp"
#include "involute/step/runge_kutta_impl.hpp"

namespace involute::papers {
namespace {

[[noreturn]] void refuse(std::string message)
{
    throw Error(Diagnostic{.message = std::move(message)});
}

WalkOptions walk_options(const Way& way)
{
    // Projections stop at round-off; the stage equations of constant implicit steps do below both.
    return {.rtol = 1e-10,
            .atol = way.tolerance > 0 ? way.tolerance : 1e-10,
            .step = way.tolerance > 0 ? 0 : way.step,
            .first_step = way.step,
            .technique = {.rule = way.rule,
                          .norm = Norm::euclidean,
                          .estimate = way.estimate,
                          .project_stages = true}};
}

template <class S>
std::unique_ptr<Problem<S>> make_problem(PreparedOf<S>& prepared, const Way& way)
{
    const ProjectionChoice nearest{.way = ProjectionWay::newton};
    if (!way.arclength)
        return std::make_unique<XProblem<S>>(*prepared.geometry, prepared.scale, nearest);
    auto problem = std::make_unique<CurveProblem<S>>(*prepared.geometry, prepared.scale, 1.0,
                                                     nearest, way.distribution);
    problem->orient(+1);
    return problem;
}

}  // namespace

MethodEntry method_named(std::string_view name)
{
    const MethodEntry* found = find_method_entry(name);
    if (!found) refuse(fmt::format("there is no method `{}`", name));
    return *found;
}

template <class S>
PaperWalk<S>::PaperWalk(const System& system, const Way& way)
    : prepared_(prepare_in<S>(system, {}, way.arclength))
{
    if (prepared_.outcome != Outcome::complete) refuse(prepared_.message);
    problem_ = make_problem<S>(prepared_, way);
    const WalkOptions options = walk_options(way);
    std::unique_ptr<Stepper<S>> stepper;
    if (way.own) {
        own_ = convert<S>(*way.own);
        stepper = std::make_unique<RungeKutta<S>>(*problem_, own_, options);
    } else {
        stepper = make_stepper<S>(*problem_, way.method, options);
    }
    walker_ = std::make_unique<Walker<S>>(*problem_, std::move(stepper), options);
    const std::vector<S>& p = prepared_.start.p;
    if (!walker_->stand(p.data(), way.arclength ? S(0) : p[0], +1))
        refuse("the direction of the solution is not determined at the start");
}

template <class S>
void PaperWalk<S>::step()
{
    const Outcome found = walker_->advance(std::numeric_limits<S>::infinity());
    if (found != Outcome::finished)
        refuse(fmt::format("no step can be made at {}", to_double(walker_->p[0])));
}

template <class S>
long PaperWalk<S>::steps_past(double x)
{
    while (walker_->p[0] < S(x)) step();
    return walker_->steps;
}

template <class S>
int PaperWalk<S>::place_of(std::string_view name) const
{
    const CompletedSystem& c = prepared_.geometry->completed();
    for (std::size_t i = 1; i < c.layout.jets.size(); ++i)
        if (jet_name(c.system.names, c.layout.jets[i].unknown, c.layout.jets[i].order) == name)
            return int(i);
    refuse(fmt::format("there is no coordinate `{}`", name));
}

std::vector<long> count_steps(const System& system, const Way& way, std::span<const double> past)
{
    PaperWalk<double> walk(system, way);
    std::vector<long> counts;
    for (const double x : past) counts.push_back(walk.steps_past(x));
    return counts;
}

template class PaperWalk<double>;
template class PaperWalk<Quad>;

}  // namespace involute::papers
