// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/gauge.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/expr/calculus.hpp"
#include "involute/expr/identity.hpp"

namespace involute {

namespace {

std::string names_of(const System& system, const std::vector<int>& unknowns)
{
    std::string text;
    for (std::size_t k = 0; k < unknowns.size(); ++k)
        text += (k == 0 ? "" : ", ") + system.names.unknowns[unknowns[k]];
    return text;
}

}  // namespace

System without_derivatives(const System& system)
{
    System fewer = system;
    Graph& graph = fewer.graph;
    for (std::size_t k = fewer.equations.size(); k-- > 0;) {
        const NodeId f = fewer.equations[k].f;
        const auto is_source = [&](const Equation& other) {
            return other.f != f &&
                   is_proved_zero(graph, graph.subtract(total_derivative(graph, other.f), f));
        };
        if (std::ranges::any_of(fewer.equations, is_source))
            fewer.equations.erase(fewer.equations.begin() + std::ptrdiff_t(k));
    }
    return fewer;
}

System with_zero_multipliers(const System& system, const ArrayVerdict& open)
{
    System chosen = system;
    for (int j : open.gauge_pivots)
        chosen.equations.push_back(
            {.f = chosen.graph.jet(j, 0),
             .text = fmt::format("{} = 0 (a choice: only combinations of {} are determined)",
                                 system.names.unknowns[j], names_of(system, open.gauge_unknowns)),
             .choice = true});
    return chosen;
}

void name_gauged(Completion& completion, const System& system, const ArrayVerdict& open)
{
    System& completed = completion.system;
    completed.written = system.equations;
    completion.differentiated.resize(system.equations.size());
    std::vector<int>& gauged = completed.gauged;
    gauged.insert(gauged.end(), open.gauge_unknowns.begin(), open.gauge_unknowns.end());
    std::sort(gauged.begin(), gauged.end());
    gauged.erase(std::unique(gauged.begin(), gauged.end()), gauged.end());
    completion.notes.push_back(
        fmt::format("the multipliers {} of redundant constraints are not unique: those of minimum "
                    "norm are returned",
                    names_of(system, open.gauge_unknowns)));
}

}  // namespace involute
