// SPDX-License-Identifier: Apache-2.0
// Any bytes are a model or an Error with words; what is accepted prints to text that reads back as
// the same node, or prints as the same text where a number is none that a decimal can say (1/3,
// pi).
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "involute/expr/subgraph.hpp"
#include "involute/model/read.hpp"
#include "involute/text/number.hpp"

namespace {

using namespace involute;

// Shared parts are written out in full: only what stays short is printed.
constexpr double largest_printed = 2000;
constexpr std::size_t most_printed = 8;

double written_size(const Graph& graph, NodeId e)
{
    const Subgraph part = subgraph(graph, {e});
    std::vector<double> size;
    for (const Visit& v : part.visits) {
        const int operands = operand_count(graph[v.id]);
        size.push_back(1 + (operands > 0 ? size[v.a] : 0) + (operands > 1 ? size[v.b] : 0));
    }
    return size.back();
}

// Folding may leave the range of double, which the language refuses in text.
bool has_readable_numbers(const Graph& graph, NodeId e)
{
    for (const Visit& v : subgraph(graph, {e}).visits)
        if (graph.is_constant(v.id) && !fits_double(graph.value(v.id))) return false;
    return true;
}

// 1/3, pi and sqrt(2) are known exactly, and printed as decimals.
bool is_decimal(const Graph& graph, NodeId number)
{
    const Quad value = graph.value(number);
    std::optional<Rational> shown = rational_of(to_text(abs(value)));
    if (shown && value < 0) shown = -*shown;
    return shown && graph.fraction(number) == shown;
}

bool has_only_decimals(const Graph& graph, NodeId e)
{
    for (const Visit& v : subgraph(graph, {e}).visits)
        if (graph.is_constant(v.id) && !is_decimal(graph, v.id)) return false;
    return true;
}

void print_and_read_back(System& system)
{
    for (std::size_t i = 0; i < std::min(most_printed, system.equations.size()); ++i) {
        const NodeId e = system.equations[i].f;
        if (written_size(system.graph, e) > largest_printed) continue;
        const std::string text = print(system.graph, e, system.names);
        if (!has_readable_numbers(system.graph, e)) continue;
        NodeId back{};
        try {
            back = parse_expression(system, text);
        } catch (const Error& error) {
            std::fprintf(stderr, "%s\n", error.what());
            std::abort();
        }
        const std::string again = print(system.graph, back, system.names);
        if (back != e && (again != text || has_only_decimals(system.graph, e))) {
            std::fprintf(stderr, "%s\nbecame\n%s\n", text.c_str(), again.c_str());
            std::abort();
        }
    }
}

}  // namespace

// Searching returned stack frames at every throw would cost ten times the rest.
extern "C" const char* __asan_default_options()
{
    return "detect_stack_use_after_return=0";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::size_t largest_input = 1 << 16;
    if (size > largest_input) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        const bool has_size = text.find("param N") != text.npos;
        const Overrides overrides = has_size ? Overrides{{"N", 3}} : Overrides{};
        System system = read_system(text, "fuzz.ode", overrides);
        print_and_read_back(system);
    } catch (const Error& error) {
        if (error.diagnostics().empty()) std::abort();
    }
    return 0;
}
