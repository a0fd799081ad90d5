// SPDX-License-Identifier: Apache-2.0
#include "involute/method/methods.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include "involute/method/explicit_methods.hpp"
#include "involute/method/implicit_methods.hpp"

namespace involute {

namespace {

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
    };
}

std::vector<MethodEntry> collect()
{
    std::vector<MethodEntry> all;
    const auto add = [&](std::span<const Tableau> list, Family family) {
        for (const Tableau& t : list) all.push_back({t.name, family, &t, t.order, t.source});
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

}  // namespace involute
