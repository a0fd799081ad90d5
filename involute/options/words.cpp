// SPDX-License-Identifier: Apache-2.0
#include "involute/options/words.hpp"

namespace involute {
namespace {

// clang-format off
constexpr ChoiceWord<Precision> precisions[] = {
    {Precision::double_, "double", "16 digits"},
    {Precision::quad, "quad", "33 digits"},
};
constexpr ChoiceWord<StepRule> step_rules[] = {
    {StepRule::pi, "pi", "from the last two errors"},
    {StepRule::classic, "classic", "from the last error"},
    {StepRule::halving, "halving", "by powers of two, as in the papers"},
};
constexpr ChoiceWord<Norm> norms[] = {
    {Norm::scaled, "scaled", "every coordinate against rtol and atol"},
    {Norm::euclidean, "euclidean", "the length of the error against atol"},
};
constexpr ChoiceWord<Estimate> estimates[] = {
    {Estimate::automatic, "auto", "embedded where there is such a formula, else doubling"},
    {Estimate::embedded, "embedded", "the second formula of a pair"},
    {Estimate::doubling, "doubling", "two steps against one of twice the size"},
    {Estimate::implicit_euler, "implicit-euler", "midpoint rules against an implicit Euler step"},
};
constexpr ChoiceWord<Collocation> collocations[] = {
    {Collocation::completed, "completed", "the equations with all hidden ones"},
    {Collocation::written, "written", "the equations as they are written"},
};
constexpr ChoiceWord<TopValues> top_values[] = {
    {TopValues::recomputed, "recomputed", "solved for at every returned point"},
    {TopValues::carried, "carried", "as the last stage left them"},
};
constexpr ChoiceWord<StageNewton> stage_newtons[] = {
    {StageNewton::simplified, "simplified", "one matrix for all stages, kept while it serves"},
    {StageNewton::full, "full", "every stage's own in every iteration"},
};
constexpr ChoiceWord<ProjectionWay> projection_ways[] = {
    {ProjectionWay::sweep, "sweep", "back-substitution with the factored J"},
    {ProjectionWay::newton, "newton", "nearest point, Newton's method"},
    {ProjectionWay::chord, "chord", "nearest point, matrix refreshed every third iteration"},
    {ProjectionWay::second_order, "second-order", "chord, started from the curvature of M"},
    {ProjectionWay::gauss_newton, "gauss-newton", "nearest point without second derivatives"},
    {ProjectionWay::frozen, "frozen", "along the normals at the start of the step"},
    {ProjectionWay::none, "none", "none: only to see what it is good for"},
};
constexpr ChoiceWord<Distribution> distributions[] = {
    {Distribution::linear_solve, "linear-solve", "by solving with J"},
    {Distribution::null_space, "null-space", "from the null space of (r | J)"},
};
constexpr ChoiceWord<Interpolation> interpolations[] = {
    {Interpolation::dense, "dense", "the method's own"},
    {Interpolation::hermite, "hermite", "cubic Hermite polynomials"},
};
// clang-format on

}  // namespace

std::span<const ChoiceWord<Precision>> words(Precision)
{
    return precisions;
}
std::span<const ChoiceWord<StepRule>> words(StepRule)
{
    return step_rules;
}
std::span<const ChoiceWord<Norm>> words(Norm)
{
    return norms;
}
std::span<const ChoiceWord<Estimate>> words(Estimate)
{
    return estimates;
}
std::span<const ChoiceWord<Collocation>> words(Collocation)
{
    return collocations;
}
std::span<const ChoiceWord<TopValues>> words(TopValues)
{
    return top_values;
}
std::span<const ChoiceWord<StageNewton>> words(StageNewton)
{
    return stage_newtons;
}
std::span<const ChoiceWord<ProjectionWay>> words(ProjectionWay)
{
    return projection_ways;
}
std::span<const ChoiceWord<Distribution>> words(Distribution)
{
    return distributions;
}
std::span<const ChoiceWord<Interpolation>> words(Interpolation)
{
    return interpolations;
}

}  // namespace involute
