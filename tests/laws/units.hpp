// SPDX-License-Identifier: Apache-2.0
// A model with one unknown in another unit, and its tolerance with it, is the same model: the same
// verdict, and the same digits.
#pragma once

#include "involute/drive/solve.hpp"
#include "involute/expr/calculus.hpp"
#include "tests/laws/spread.hpp"

namespace involute::testing {

/// The system in which the unknown counts units that are so much smaller: its numbers are `factor`
/// times what they were.
inline System in_other_units(System s, int unknown, double factor)
{
    Graph& graph = s.graph;
    const NodeId by = graph.constant(Quad(factor));
    const auto rewritten = [&](NodeId e) {
        std::vector<NodeId> from, to;
        for (const NodeId leaf : leaves(graph, e))
            if (const Node node = graph[leaf]; node.op == Op::jet && int(node.a) == unknown) {
                from.push_back(leaf);
                to.push_back(graph.divide(leaf, by));
            }
        return substitute(graph, e, from, to);
    };
    for (auto* equations : {&s.equations, &s.written})
        for (Equation& equation : *equations) equation.f = rewritten(equation.f);
    for (Invariant& invariant : s.invariants)
        invariant.expression = rewritten(invariant.expression);
    for (Crossing& crossing : s.crossings) crossing.expression = rewritten(crossing.expression);
    for (auto* givens : {&s.starts, &s.guesses})
        for (Given& given : *givens)
            if (given.unknown == unknown) given.value *= Quad(factor);
    s.definitions.clear();
    s.text.reset();  // it speaks of the old unit
    return s;
}

struct OtherUnit {
    int unknown = 0;
    double factor = 1;
};

/// The largest value of a column, and its tolerance: what an error of it is to be compared with.
inline double size_of_column(const Solution& s, std::size_t i, double floor)
{
    double size = floor;
    for (const std::vector<double>& row : s.rows) size = std::max(size, std::abs(row[i]));
    return size;
}

/// What differs at one of eleven places; empty: nothing.
inline std::string differs_in_other_units(const System& system, OtherUnit unit,
                                          long most_steps = 3000)
{
    SolveOptions options;
    options.sampling.points = 11;
    options.max_steps = most_steps;
    System plain = system;
    plain.text.reset();
    plain.definitions.clear();
    const System other = in_other_units(system, unit.unknown, unit.factor);
    SolveOptions scaled = options;
    const std::string& name = system.names.unknowns[std::size_t(unit.unknown)];
    scaled.atol_of = {{name, options.atol * unit.factor}};
    const Solution a = solve(plain, options), b = solve(other, scaled);
    if (a.code != b.code)
        return fmt::format("{} became {}: {}", word_of(a.code), word_of(b.code), b.reason);
    if (a.names != b.names) return "other columns";
    if (a.rows.size() != b.rows.size())
        return fmt::format("{} rows, not {}", b.rows.size(), a.rows.size());
    const double allowed = 100 * options.rtol;
    if (std::abs(a.end - b.end) > allowed * (1 + std::abs(a.end)))
        return fmt::format("ends at {}, not at {}", b.end, a.end);
    for (std::size_t i = 0; i < a.names.size(); ++i) {
        // Stiffness magnifies errors of highest derivatives, whatever the unit (docs/stiff.md).
        const std::string& column = a.names[i];
        const bool is_highest = i + 1 == a.names.size() || a.names[i + 1] != column + "'";
        if (is_highest && column.ends_with("'")) continue;
        const bool is_it = column.substr(0, column.find('\'')) == name;
        const double size = size_of_column(a, i + 1, options.atol / options.rtol);
        for (std::size_t k = 0; k < a.rows.size(); ++k) {
            const double expected = a.rows[k][i + 1];
            const double found = b.rows[k][i + 1] / (is_it ? unit.factor : 1);
            if (!(std::abs(found - expected) <= allowed * size))
                return fmt::format("{} is {}, not {}, at {}", column, found, expected,
                                   a.rows[k][0]);
        }
    }
    return {};
}

}  // namespace involute::testing
