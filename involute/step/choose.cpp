// SPDX-License-Identifier: Apache-2.0
#include "involute/step/choose.hpp"

#include <fmt/format.h>

#include "involute/base/error.hpp"

namespace involute {

const MethodEntry& choose_method(const SolveOptions& options, bool series_can_be_had)
{
    // Order eight is fastest from five digits on, Taylor series from about ten (bench/taylor).
    std::string name = options.method;
    if (name == "auto")
        name = options.rtol < 3e-11 && series_can_be_had ? "taylor"
               : options.rtol < 1e-4                     ? "dop853"
                                                         : "dopri54";
    const MethodEntry* found = find_method_entry(name);
    if (!found)
        throw Error(Diagnostic{.message = fmt::format("unknown method `{}`", name),
                               .hint = "`involute methods` lists them"});
    if (!options.technique.lower_order) return *found;
    const MethodEntry* lower = find_method_entry(found->name + "-lower");
    if (!lower)
        throw Error(Diagnostic{
            .message = fmt::format("`{}` has no lower formula to go on with", found->name),
            .hint = "leave out option `technique.lower_order`"});
    return *lower;
}

Scale scale_of(const SolveOptions& options, const Names& names,
               const std::vector<OwnTolerance>& own)
{
    Scale scale{options.atol / options.rtol};
    std::vector<OwnTolerance> all = own;
    for (const auto& [name, atol] : options.atol_of) all.push_back({name, atol});
    if (all.empty()) return scale;
    OwnTolerances floors = own_tolerances(names, all, options.atol);
    for (std::vector<double>& of : floors)
        for (double& atol : of) atol /= options.rtol;
    scale.own = std::make_shared<const OwnTolerances>(std::move(floors));
    return scale;
}

WalkOptions walk_options(const SolveOptions& options, std::span<const double> own_floors)
{
    std::vector<double> atols;
    for (const double floor : own_floors) atols.push_back(floor * options.rtol);
    return {.rtol = options.rtol,
            .atol = options.atol,
            .atols = std::move(atols),
            .step = options.step,
            .first_step = options.first_step,
            .max_step = options.max_step,
            .technique = options.technique,
            .smooth = options.smooth};
}

ProjectionChoice choose_projection(const CompletedSystem& c, const SolveOptions& options,
                                   const MethodEntry& method)
{
    const Technique& technique = options.technique;
    ProjectionChoice style{.way = technique.projection};
    if (method.family == Family::tangent_taylor) {
        // Corrections for the curvature of M assume an orthogonal projection.
        if (style.way == ProjectionWay::sweep) style.way = ProjectionWay::newton;
        if (style.way == ProjectionWay::frozen)
            throw Error(Diagnostic{
                .message =
                    fmt::format("`{}` reckons with an orthogonal projection", options.method),
                .hint = "use option `technique.projection = newton`"});
    }
    if (technique.metric.empty()) return style;
    style.metric = {.kind = Metric::Kind::given,
                    .lengths = std::vector<double>(std::size_t(c.layout.size), 1)};
    for (const auto& [name, length] : technique.metric) {
        bool found = name == c.system.names.independent;
        if (found) style.metric.lengths[0] = length;
        for (std::size_t i = 1; i < c.layout.jets.size(); ++i)
            if (jet_name(c.system.names, c.layout.jets[i].unknown, c.layout.jets[i].order) ==
                name) {
                style.metric.lengths[i] = length;
                found = true;
            }
        if (!found)
            throw Error(Diagnostic{
                .message = fmt::format("`{}` is not a coordinate of the points walked on", name),
                .hint = "the metric is for unknowns and derivatives below the highest"});
    }
    return style;
}

}  // namespace involute
