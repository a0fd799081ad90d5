// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/stairs.hpp"

#include "involute/expr/functions.hpp"

namespace involute {

NodeId ceil_of(Graph& graph, NodeId a)
{
    return graph.negate(graph.call(floor_function(), graph.negate(a)));
}

NodeId mod_of(Graph& graph, NodeId a, NodeId b)
{
    return graph.subtract(a, graph.multiply(b, graph.call(floor_function(), graph.divide(a, b))));
}

NodeId zero_at_steps(Graph& graph, NodeId a)
{
    return graph.call(sin_function(), graph.multiply(graph.constant(NamedConstant::pi), a));
}

}  // namespace involute
