// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/closure/apart.hpp"

#include <algorithm>

#include "involute/complete/closure/closure.hpp"
#include "involute/complete/closure/overdetermined.hpp"
#include "involute/complete/closure/repair.hpp"
#include "involute/complete/closure/repair_rows.hpp"
#include "involute/complete/structural/hidden.hpp"

namespace involute {

namespace {

// What was differentiated how often, in terms of the author's equations, and what they hide.
void report(Completion& found, const std::vector<RepairRow>& rows, const Completion& taken)
{
    std::vector<int> differentiated(taken.system.equations.size(), 0);
    std::vector<std::string> hidden;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t a = 0; a < differentiated.size(); ++a)
            if (rows[i].orders[a] >= 0)
                differentiated[a] =
                    std::max(differentiated[a], rows[i].orders[a] + found.differentiated[i]);
        if (rows[i].replaced) hidden.push_back(equation_text(found.system, rows[i].f));
    }
    for (std::string& text : found.hidden)
        if (std::ranges::find(hidden, text) == hidden.end()) hidden.push_back(std::move(text));
    found.differentiated = std::move(differentiated);
    found.hidden = std::move(hidden);
    found.notes.insert(found.notes.begin(), taken.notes.begin(), taken.notes.end());
}

}  // namespace

Completion complete_apart(const System& system, const CompletionOptions& options)
{
    Completion taken;
    taken.system = system;
    taken.outcome = Outcome::singular_jacobian;
    RepairRows all(taken);
    take_apart(all);
    System apart = taken.system;
    apart.written = system.equations;
    apart.equations.clear();
    std::vector<RepairRow> rows;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (apart.graph.is_constant(all[i].f, 0)) continue;
        if (all[i].sigma.empty()) return taken;  // 0 = 1, or a condition on x alone
        rows.push_back(all[i]);
        names.push_back(all[i].name);
        apart.equations.push_back(
            {.f = all[i].f,
             .text = all[i].replaced ? equation_text(apart, all[i].f) : system.equations[i].text,
             .choice = system.equations[i].choice});
    }
    if (std::ranges::none_of(rows, &RepairRow::replaced) ||
        apart.equations.size() < std::size_t(system.unknowns()))
        return taken;
    const bool is_square = apart.equations.size() == std::size_t(system.unknowns());
    Completion found = is_square ? repair(apart, options, SmallFactors::refused, names)
                                 : complete_overdetermined(apart, options, names);
    if (found.outcome != Outcome::complete) return taken;
    found.route = Route::overdetermined;
    found.system.written = system.equations;
    // What was left out may have held the highest derivative of an unknown.
    if (!raise_for_author(found.system, found.structure, options.max_nodes)) return taken;
    report(found, rows, taken);
    return found;
}

}  // namespace involute
