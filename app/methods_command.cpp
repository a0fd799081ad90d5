// SPDX-License-Identifier: Apache-2.0
// involute methods: every method, its orders and where it comes from.
#include <fmt/format.h>

#include <iostream>

#include "app/commands.hpp"
#include "involute/method/methods.hpp"

namespace app {

namespace {

constexpr auto line = "{:<16} {:<9} {:>7} {:>6} {:>5} {:>9}  {}\n";

/// "8(5,3)": the order, in brackets the orders of the error estimates.
std::string orders(const involute::MethodEntry& m, const involute::MethodFigures& of)
{
    if (m.order == 0) return "any";
    if (of.embedded_order == 0) return fmt::format("{}", m.order);
    if (of.second_embedded_order == 0) return fmt::format("{}({})", m.order, of.embedded_order);
    return fmt::format("{}({},{})", m.order, of.embedded_order, of.second_embedded_order);
}

template <class... T>
void put(const T&... columns)
{
    std::cout << fmt::format(line, columns...);
}

void print(const involute::MethodEntry& m)
{
    const auto kind = involute::to_text(m.family);
    const std::optional<involute::MethodFigures> figures = involute::figures_of(m);
    if (figures)
        put(m.name, kind, orders(m, *figures), figures->stages, figures->dense_order,
            fmt::format("{:.1e}", figures->error_constant), m.source);
    else
        put(m.name, kind, orders(m, {}), "", "", "", m.source);
}

}  // namespace

int run_methods(const Arguments&)
{
    put("method", "kind", "order", "stages", "dense", "constant", "source");
    for (const involute::MethodEntry& m : involute::all_methods()) print(m);
    put("auto", "", "", "", "", "",
        "by rtol: dopri54, dop853 below 1e-4, taylor below 3e-11 (in x)");
    return 0;
}

}  // namespace app
