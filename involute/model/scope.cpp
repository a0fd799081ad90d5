// SPDX-License-Identifier: Apache-2.0
#include "involute/model/scope.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "involute/text/number.hpp"

namespace involute {

Value constant_value(const Quad& number)
{
    return {Value::Kind::constant, number, 0};
}

Value value_of(const Graph& graph, NodeId node)
{
    if (graph.is_constant(node)) return constant_value(graph.value(node));
    return {Value::Kind::node, 0, node};
}

std::uint64_t key_of(const Indices& indices)
{
    const auto word = [&](std::size_t i) {
        return std::uint64_t(i < indices.size() ? std::uint32_t(indices[i]) : 0u);
    };
    return word(0) << 32 | word(1);
}

Quad pi_value()
{
    return read_decimal("3.14159265358979323846264338327950288419716939937510582097");
}

std::string element_name(std::string_view name, const Indices& indices)
{
    if (indices.empty()) return std::string(name);
    return fmt::format("{}[{}]", name, fmt::join(indices, ","));
}

std::string array_text(std::string_view name, const std::vector<Bounds>& bounds)
{
    std::string inside;
    for (const Bounds& b : bounds)
        inside += fmt::format("{}{}..{}", inside.empty() ? "" : ", ", b.from, b.to);
    return fmt::format("{}[{}]", name, inside);
}

}  // namespace involute
