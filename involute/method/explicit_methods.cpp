// SPDX-License-Identifier: Apache-2.0
#include "involute/method/explicit_methods.hpp"

#include <algorithm>

#include "involute/method/explicit_tables.hpp"

namespace involute {

namespace {

/// Both lists, one after the other, where they stay.
struct Home {
    std::vector<Tableau> all{};
    std::size_t printed = 0;  // the lower continuations follow
};

const Home& home()
{
    static const Home built = [] {
        Home h;
        for (const auto& tables : {low_order_tables(), middle_order_tables(), high_order_tables()})
            h.all.insert(h.all.end(), tables.begin(), tables.end());
        h.printed = h.all.size();
        for (std::size_t i = 0; i < h.printed; ++i)
            if (!h.all[i].b_hat.empty()) h.all.push_back(continue_with_lower(h.all[i]));
        return h;
    }();
    return built;
}

}  // namespace

std::span<const Tableau> explicit_methods()
{
    return std::span(home().all).first(home().printed);
}

std::span<const Tableau> lower_continuations()
{
    return std::span(home().all).subspan(home().printed);
}

const Tableau* find_method(std::string_view name)
{
    const std::vector<Tableau>& all = home().all;
    const auto found = std::ranges::find(all, name, &Tableau::name);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace involute
