// SPDX-License-Identifier: Apache-2.0
#include "involute/model/crossings.hpp"

#include <fmt/format.h>

namespace involute {

std::optional<std::string> new_label(Evaluator& evaluator, const Label& label,
                                     std::string_view role, std::unordered_set<std::string>& taken)
{
    const std::optional<Indices> at = evaluator.indices(label.indices);
    if (!at) return {};
    const std::string& word = evaluator.name(label.name.id);
    std::string name = element_name(word, *at);
    if (taken.insert(name).second) return name;
    const bool in_loop = !evaluator.loop_values.empty() && at->empty();
    const std::string variable = in_loop ? evaluator.name(evaluator.loop_values.back().first) : "";
    evaluator.complain(label.name.place, fmt::format("there is already {} `{}`", role, name),
                       in_loop ? fmt::format("inside a loop write `{}[{}]`", word, variable)
                               : "choose another name");
    return {};
}

std::optional<Crossing> read_crossing(Evaluator& evaluator, const Graph& graph,
                                      const CrossingStatement& s,
                                      std::unordered_set<std::string>& taken)
{
    const auto name = new_label(evaluator, s.label, "a section or event", taken);
    const auto f = evaluator.difference(s.left, s.right);
    if (f && evaluator.is_number(value_of(graph, *f)))
        evaluator.complain(s.left.place, "this is never crossed: both sides are constant");
    if (!name || !f) return {};
    return Crossing{*name, *f, s.direction, s.is_event, s.stop, {}};
}

}  // namespace involute
