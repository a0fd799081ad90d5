// SPDX-License-Identifier: Apache-2.0
#include "involute/algebra/components.hpp"

#include <fmt/format.h>

#include "involute/algebra/choose.hpp"
#include "involute/algebra/on_component.hpp"

namespace involute {
namespace {

void choose(ComponentChoice& choice, const Decomposition& decomposition, int wanted)
{
    const auto count = int(decomposition.components.size());
    const std::vector<Standing> standings = find_start(choice.system, decomposition);
    for (int i = 0; i < count; ++i)
        choice.components.push_back({.dimension = decomposition.components[i].dimension,
                                     .equations = decomposition.components[i].texts,
                                     .contains_start = standings[i].contains_start});
    if (wanted < 0 || wanted > count) {
        choice.message = fmt::format("there is no component {}: there {} {}", wanted,
                                     count == 1 ? "is" : "are", count);
        return;
    }
    const Chosen chosen = choose_component(standings);
    choice.chosen = wanted > 0 ? wanted : chosen.component + 1;
    if (choice.chosen == 0) {
        choice.message = chosen.message;
        return;
    }
    ComponentChoice::Entry& entry = choice.components[choice.chosen - 1];
    entry.chosen = true;
    choice.message = chosen.message;
    if (wanted > 0)
        choice.message =
            fmt::format("component {} was asked for{}", wanted,
                        entry.contains_start ? "" : ", which does not contain the start");
}

}  // namespace

ComponentChoice put_on_component(const System& system, int wanted, const std::string& program,
                                 double seconds)
{
    ComponentChoice choice{.system = system};
    const Decomposition decomposition = decompose(choice.system, program, seconds);
    if (decomposition.components.empty()) {
        choice.message = decomposition.reason;
        return choice;
    }
    choose(choice, decomposition, wanted);
    if (choice.chosen == 0) return choice;
    if (decomposition.is_prime) {
        choice.message =
            "the constraint set has one component, whose equations are the constraints";
        return choice;
    }
    OnComponent restricted = on_component(choice.system, decomposition, choice.chosen - 1);
    choice.system = std::move(restricted.system);
    choice.notes = std::move(restricted.notes);
    choice.replaced = std::move(restricted.replaced);
    choice.changed = true;
    return choice;
}

}  // namespace involute
