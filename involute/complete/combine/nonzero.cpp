// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/combine/nonzero.hpp"

#include <algorithm>

#include "involute/base/scalar.hpp"
#include "involute/expr/evaluate.hpp"
#include "involute/expr/function_rows.hpp"
#include "involute/expr/identity.hpp"

namespace involute {

namespace {

// Distances from the start, no simple fractions.
constexpr double distances[] = {0.1173, 0.4319, 0.7193, 1.3717, 2.9171};
constexpr int fewest_values = 3;
// A value is not zero if it is more than this part of the largest number it was computed from.
constexpr double round_off = 1e-24;
// A number that is no fraction and smaller than this may be a zero nobody has proved.
constexpr double least_computed = 1e-12;
// Fractions such as 1/3 and 22/7 are meant as they stand.
constexpr std::size_t short_bits = 40;
constexpr int digits_meant = 14;

bool has_kinks(const Graph& graph, const Subgraph& part)
{
    using namespace rows;
    return std::ranges::any_of(part.visits, [&](const Visit& visit) {
        const Node& node = graph[visit.id];
        return node.op == Op::call && (node.function == id_of<Abs> || node.function == id_of<Min> ||
                                       node.function == id_of<Max> || node.function == id_of<Sign>);
    });
}

enum class Sign { zero, nonzero, no_value };

Sign sign_at(const Graph& graph, const Subgraph& part, const Quad& x)
{
    std::vector<Quad> values;
    values.reserve(part.visits.size());
    Quad largest = 0;
    for (const Visit& visit : part.visits) {
        values.push_back(node_value<Quad>(graph, visit.id, values.data() + visit.a,
                                          values.data() + visit.b, [&](NodeId) { return x; }));
        if (!isfinite(values.back())) return Sign::no_value;
        largest = std::max<Quad>(largest, abs(values.back()));
    }
    return abs(values[part.roots[0]]) > Quad(round_off) * largest ? Sign::nonzero : Sign::zero;
}

}  // namespace

bool is_nonzero_around(const Graph& graph, NodeId e, const Quad& start)
{
    if (graph.is_constant(e))
        return graph.fraction(e)
                   ? !graph.is_constant(e, 0)
                   : abs(graph.value(e)) > Quad(least_computed) && !is_proved_zero(graph, e);
    const Subgraph part = subgraph(graph, {e});
    if (has_kinks(graph, part)) return false;
    int seen = 0;
    for (const double distance : distances)
        for (const int side : {-1, 1}) {
            const Sign sign = sign_at(graph, part, start + Quad(side * distance));
            if (sign == Sign::zero) return false;
            seen += sign == Sign::nonzero;
        }
    return seen >= fewest_values;
}

bool may_be_rounded(const Graph& graph, NodeId constant)
{
    const auto fraction = graph.fraction(constant);
    if (!fraction || fraction->bits() <= short_bits) return false;
    const auto meant = rational_of(to_text(to_double(fraction->nearest()), digits_meant));
    return !meant || *meant != *fraction;
}

}  // namespace involute
