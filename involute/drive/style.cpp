// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/style.hpp"

#include <fmt/format.h>

#include "involute/drive/pace.hpp"

namespace involute {

LandingStyle landing_style(const CompletedSystem& c, const SolveOptions& options)
{
    const Technique& technique = options.technique;
    LandingStyle style{.way = technique.projection};
    if (choose_method(options).family == Family::tangent_taylor) {
        // Corrections for the curvature of M reckon with an orthogonal projection.
        if (style.way == ProjectionWay::sweep) style.way = ProjectionWay::newton;
        if (style.way == ProjectionWay::frozen)
            throw Error(Diagnostic{
                .message =
                    fmt::format("`{}` reckons with an orthogonal projection", options.method),
                .hint = "use --projection newton"});
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
