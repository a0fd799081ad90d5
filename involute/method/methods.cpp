// SPDX-License-Identifier: Apache-2.0
#include "involute/method/methods.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include "involute/method/explicit_methods.hpp"
#include "involute/method/implicit_methods.hpp"
#include "involute/method/properties.hpp"

namespace involute {

namespace {

constexpr std::string_view radau_source =
    "Radau IIA: Hairer, Wanner, Solving Ordinary Differential Equations II (1996), IV.5, IV.8; "
    "variable order: J. Comput. Appl. Math. 111 (1999) 93-111";

/// If the integrator for stiff systems has the plain name of a tableau, the tableau is the variant
/// with projected stages, as in the paper.
std::string entry_name(const Tableau& tableau)
{
    const bool taken = tableau.name == "radau3" || tableau.name == "radau5";
    return taken ? tableau.name + "-projected" : tableau.name;
}

/// The methods that are no tableaux.
std::vector<MethodEntry> others()
{
    return {
        {"implicit-euler-p", Family::implicit_euler_at_start, nullptr, 1,
         "Tuomela, Arponen, On the numerical solution of involutive ordinary differential systems, "
         "(5.3), normal at the start"},
        {"midpoint", Family::midpoint_projected, nullptr, 2,
         "Tuomela, Arponen, On the numerical solution of involutive ordinary differential systems, "
         "(5.4)"},
        {"taylor1", Family::tangent_taylor, nullptr, 1,
         "Tuomela, Arponen, Higher order methods, section 3: the first term"},
        {"taylor2", Family::tangent_taylor, nullptr, 2,
         "Tuomela, Arponen, Higher order methods, Corollary 3.4"},
        {"taylor3", Family::tangent_taylor, nullptr, 3,
         "Tuomela, Arponen, Higher order methods, Proposition 3.5"},
        {"taylor3n", Family::tangent_taylor, nullptr, 3,
         "Tuomela, Arponen, Higher order methods, Proposition 3.9"},
        {"taylor", Family::series_taylor, nullptr, 0,
         "Corliss, Chang, ACM Trans. Math. Softw. 8 (1982) 114-144; for differential-algebraic "
         "equations Nedialkov, Pryce, BIT 45 (2005) 561-591"},
        {"radau", Family::radau, nullptr, 0, radau_source},
        {"radau1", Family::radau, nullptr, 1, radau_source, 1},
        {"radau3", Family::radau, nullptr, 3, radau_source, 2},
        {"radau5", Family::radau, nullptr, 5, radau_source, 3},
        {"radau9", Family::radau, nullptr, 9, radau_source, 5},
        {"radau13", Family::radau, nullptr, 13, radau_source, 7},
    };
}

std::vector<MethodEntry> collect()
{
    std::vector<MethodEntry> all;
    const auto add = [&](std::span<const Tableau> list, Family family) {
        for (const Tableau& t : list) all.push_back({entry_name(t), family, &t, t.order, t.source});
    };
    add(explicit_methods(), Family::explicit_rk);
    add(lower_continuations(), Family::explicit_rk);
    add(implicit_methods(), Family::implicit_rk);
    std::ranges::move(others(), std::back_inserter(all));
    return all;
}

}  // namespace

std::string_view to_text(Family family)
{
    switch (family) {
        case Family::explicit_rk:
            return "explicit";
        case Family::implicit_rk:
        case Family::implicit_euler_at_start:
        case Family::midpoint_projected:
        case Family::radau:
            return "implicit";
        case Family::tangent_taylor:
        case Family::series_taylor:
            return "Taylor";
    }
    return {};
}

std::span<const MethodEntry> all_methods()
{
    static const std::vector<MethodEntry> all = collect();
    return all;
}

const MethodEntry* find_method_entry(std::string_view name)
{
    const auto all = all_methods();
    const auto found = std::ranges::find(all, name, &MethodEntry::name);
    return found == all.end() ? nullptr : &*found;
}

std::optional<MethodFigures> figures_of(const MethodEntry& method)
{
    if (!method.tableau) return {};
    const Tableau& t = *method.tableau;
    return MethodFigures{.stages = t.stages,
                         .dense_order = t.dense_order,
                         .embedded_order = t.embedded_order,
                         .second_embedded_order = t.second_embedded_order,
                         .error_constant = principal_error(t)};
}

}  // namespace involute
