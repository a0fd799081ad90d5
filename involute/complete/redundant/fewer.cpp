// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/redundant/fewer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/complete/closure/closure.hpp"
#include "involute/complete/gauge.hpp"
#include "involute/complete/redundant/implied.hpp"
#include "involute/complete/structural/find_structure.hpp"
#include "involute/complete/structural/hidden.hpp"

namespace involute {

namespace {

constexpr std::size_t named_at_most = 12;

ArrayVerdict as_verdict(const FewerEquations& fewer)
{
    ArrayVerdict open;
    open.gauge_unknowns = fewer.gauged;
    open.gauge_pivots = fewer.pivots;
    return open;
}

/// The equations that are left; choices first take the places of what is left out.
void leave_out(FewerEquations& fewer, const System& system)
{
    System with_choices = with_zero_multipliers(system, as_verdict(fewer));
    std::vector<Equation> all = std::move(with_choices.equations);
    const std::size_t k = system.equations.size();
    std::size_t choice = k;
    std::vector<Equation> left;
    for (std::size_t i = 0; i < k; ++i) {
        const bool out = std::ranges::binary_search(fewer.implied, int(i));
        if (out && choice == all.size()) continue;
        left.push_back(std::move(all[out ? choice++ : i]));
        fewer.written.push_back(out ? -1 : int(i));
    }
    for (; choice < all.size(); ++choice) {
        left.push_back(std::move(all[choice]));
        fewer.written.push_back(-1);
    }
    fewer.system = std::move(with_choices);
    fewer.system.equations = std::move(left);
}

std::string listed(const std::vector<int>& equations)
{
    std::string text = equations.size() == 1 ? "equation " : "equations ";
    for (std::size_t k = 0; k < equations.size() && k < named_at_most; ++k) {
        const bool last = k + 1 == equations.size();
        text += (k == 0 ? "" : last ? " and " : ", ") + std::to_string(equations[k] + 1);
    }
    if (equations.size() > named_at_most)
        text += fmt::format(" and {} more", equations.size() - named_at_most);
    return text;
}

}  // namespace

std::optional<FewerEquations> fewer_equations(const System& system)
{
    System copy = system;
    Probe probe(copy);
    std::vector<NodeId> equations;
    for (const Equation& equation : copy.equations) equations.push_back(equation.f);
    const TrueSignature known = true_signature(copy.graph, equations, probe);
    const auto k = int(known.sigma.size()), n = copy.unknowns();
    if (k < n) return std::nullopt;
    FewerEquations fewer;
    fewer.implied = implied_equations(copy.graph, known, Sums::of_equations);
    LooseUnknowns loose;
    if (k > n || !fewer.implied.empty()) loose = loose_unknowns(copy.graph, known, n);
    fewer.gauged = std::move(loose.all);
    fewer.pivots = std::move(loose.pivots);
    const auto left = [&] { return k - int(fewer.implied.size()) + int(fewer.pivots.size()); };
    if (left() > n) fewer.implied = implied_equations(copy.graph, known, Sums::of_derivatives_too);
    if (fewer.implied.empty() || left() < n) return std::nullopt;
    leave_out(fewer, system);
    return fewer;
}

Completion complete_fewer(const System& system, const FewerEquations& fewer,
                          const CompletionOptions& options)
{
    Completion found;
    found.system = fewer.system;
    found.system.written = system.equations;
    found.outcome = Outcome::singular_jacobian;
    if (int(fewer.system.equations.size()) != system.unknowns()) return found;
    found.structure = find_structure(found.system, {options.jointly_affine});
    if (found.structure.code != Outcome::complete ||
        !raise_for_author(found.system, found.structure, StructureOptions{}.max_nodes))
        return found;
    found.outcome = Outcome::complete;
    found.differentiated = found.structure.canonical_c;
    found.hidden = hidden_equations(found.system, found.structure);
    name_left_out(found, system, fewer);
    std::vector<std::string> said;
    for (const int i : fewer.implied)
        said.push_back(equation_text(found.system, system.equations[std::size_t(i)].f));
    std::ranges::sort(said);
    std::erase_if(found.hidden,
                  [&](const std::string& text) { return std::ranges::binary_search(said, text); });
    return found;
}

void name_left_out(Completion& found, const System& system, const FewerEquations& fewer)
{
    std::vector<int> differentiated(system.equations.size(), 0);
    for (std::size_t i = 0; i < fewer.written.size(); ++i)
        if (fewer.written[i] >= 0 && i < found.differentiated.size())
            differentiated[std::size_t(fewer.written[i])] = found.differentiated[i];
    found.differentiated = std::move(differentiated);
    found.route = Route::overdetermined;
    found.notes.insert(found.notes.begin(),
                       fmt::format("{} {} from the others", listed(fewer.implied),
                                   fewer.implied.size() == 1 ? "follows" : "follow"));
    if (!fewer.gauged.empty()) name_gauged(found, system, as_verdict(fewer));
    found.system.written = system.equations;
}

}  // namespace involute
