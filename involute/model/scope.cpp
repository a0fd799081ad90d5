// SPDX-License-Identifier: Apache-2.0
#include "involute/model/scope.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "involute/expr/hash.hpp"
#include "involute/text/number.hpp"

namespace involute {

Value constant_value(const Quad& number)
{
    return {Value::Kind::constant, number};
}

Value value_of(const Graph& graph, NodeId node)
{
    if (graph.is_constant(node)) return {Value::Kind::constant, graph.value(node), node};
    return {Value::Kind::node, 0, node};
}

std::size_t HashOfIndices::operator()(const Indices& indices) const
{
    std::uint64_t hash = indices.size();
    for (const std::int64_t i : indices) hash = mixed(hash, std::uint64_t(i));
    return std::size_t(hash);
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
