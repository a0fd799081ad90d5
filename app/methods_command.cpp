// SPDX-License-Identifier: Apache-2.0
// involute methods: the methods that --method accepts.
#include <fmt/format.h>

#include "app/commands.hpp"
#include "involute/method/explicit_methods.hpp"

namespace app {

namespace {

/// "8(5,3)": the order, in brackets the orders of the error estimates.
std::string orders(const involute::Tableau& m)
{
    if (m.embedded_order == 0) return fmt::format("{}", m.order);
    if (m.second_embedded_order == 0) return fmt::format("{}({})", m.order, m.embedded_order);
    return fmt::format("{}({},{})", m.order, m.embedded_order, m.second_embedded_order);
}

}  // namespace

int run_methods(const Arguments&)
{
    constexpr auto line = "{:<12} {:>7} {:>7} {:>6}  {}\n";
    fmt::print(line, "method", "order", "stages", "dense", "source");
    for (const involute::Tableau& m : involute::explicit_methods())
        fmt::print(line, m.name, orders(m), m.stages, m.dense_order, m.source);
    fmt::print(line, "auto", "", "", "", "dop853 for rtol below 1e-4, else dopri54");
    return 0;
}

}  // namespace app
