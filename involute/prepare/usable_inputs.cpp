// SPDX-License-Identifier: Apache-2.0
#include "involute/prepare/usable_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/base/error.hpp"
#include "involute/base/scalar.hpp"
#include "involute/expr/input.hpp"
#include "involute/expr/subgraph.hpp"
#include "involute/geometry/switches.hpp"
#include "involute/method/methods.hpp"
#include "involute/system/inputs.hpp"

namespace involute {
namespace {

[[noreturn]] void refuse(const System& system, std::string message, std::string hint)
{
    throw Error(
        Diagnostic{.message = std::move(message), .hint = std::move(hint), .file = system.file});
}

std::string times(int count)
{
    return count == 1 ? "once" : count == 2 ? "twice" : fmt::format("{} times", count);
}

}  // namespace

void require_usable_inputs(const System& system, const SolveOptions& options, bool curve)
{
    require_inputs(system);
    for (std::size_t i = 0; i < system.names.inputs.size(); ++i) {
        const InputFunction& f = *system.graph.input_functions()[i];
        const std::string& name = system.names.inputs[i];
        if (curve && (f.has_breakpoints() || f.domain().low > Interval::everything().low))
            refuse(system,
                   fmt::format("along a curve the input `{}` cannot be a table: where its "
                               "breakpoints are is known in {} alone",
                               name, system.names.independent),
                   "leave out options `curve` and `length`, or give a formula or code");
        if (options.precision == Precision::quad && !f.is_exact())
            refuse(system,
                   fmt::format("the input `{}` is code of doubles, too few digits for "
                               "option `precision = quad`",
                               name),
                   "give a table, or take double precision");
        if (!f.degree() && options.method.starts_with("taylor"))
            refuse(system,
                   fmt::format("the method {} needs Taylor series, which the input `{}` does not "
                               "have: it is {}",
                               options.method, name, f.kind()),
                   "give a table, or take another method");
    }
}

void require_derivatives(const CompletedSystem& completed)
{
    const System& system = completed.system;
    std::vector<int> needed(system.names.inputs.size(), 0);
    if (needed.empty()) return;
    for (const Visit& visit : subgraph(system.graph, all_formulas(completed)).visits) {
        const Node& node = system.graph[visit.id];
        if (node.op == Op::input) needed[node.b] = std::max(needed[node.b], int(node.exponent));
    }
    for (std::size_t i = 0; i < needed.size(); ++i) {
        const InputFunction& f = *system.graph.input_functions()[i];
        if (needed[i] <= f.derivatives()) continue;
        const std::string& name = system.names.inputs[i];
        refuse(system,
               fmt::format(
                   "the input `{}` is differentiated {}, and must have {} derivative{} of "
                   "which {} continuous; it is {}, good for {}",
                   name, times(needed[i]), needed[i], needed[i] == 1 ? "" : "s",
                   needed[i] == 2 ? "the first is" : fmt::format("the first {} are", needed[i] - 1),
                   f.kind(), f.derivatives()),
               needed[i] <= 3 ? "a cubic table is good for 3 (with `hold` 2), code for as many "
                                "as it gives, a formula for any number"
                              : "code is good for as many as it gives, a formula for any number");
    }
}

void require_within_inputs(const System& system, double x)
{
    for (std::size_t i = 0; i < system.names.inputs.size(); ++i) {
        const InputFunction& f = *system.graph.input_functions()[i];
        const Interval domain = f.domain();
        if (domain.low <= x && x <= domain.high) continue;
        const std::string& t = system.names.independent;
        refuse(system,
               fmt::format("the input `{}` is a table from {} = {} to {}, and {} = {} lies beyond",
                           system.names.inputs[i], t, to_text(domain.low), to_text(domain.high), t,
                           to_text(x)),
               "give a longer table, or say how it goes on: `periodic` or `hold`");
    }
}

bool have_series(const System& system)
{
    return std::ranges::all_of(system.graph.input_functions(),
                               [](const auto& f) { return !f || f->degree(); });
}

}  // namespace involute
