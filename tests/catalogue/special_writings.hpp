// SPDX-License-Identifier: Apache-2.0
// Systems written so that terms vanish where they start and matter a moment later: unknowns
// measured from where they start, equations mixed by factors that are 0 there, unknowns in a frame
// that turns away from where it begins. What they say stays the same.
#pragma once

#include <cmath>
#include <functional>
#include <random>

#include "involute/expr/functions.hpp"
#include "tests/catalogue/scramble.hpp"

namespace involute::testing {

/// a_0 + a_1 (t - t0) + a_2 (t - t0)^2/2 + .., by the given values of an unknown and its
/// derivatives.
using Line = std::vector<Quad>;

inline Quad start_time(const System& system)
{
    for (const Given& given : system.starts)
        if (given.unknown < 0) return given.value;
    return Quad(0);
}

inline std::vector<Line> lines_of(const System& system)
{
    std::vector<Line> lines(std::size_t(system.unknowns()));
    for (const auto* givens : {&system.guesses, &system.starts})
        for (const Given& given : *givens) {
            if (given.unknown < 0) continue;
            Line& line = lines[std::size_t(given.unknown)];
            const auto order = std::size_t(given.order);
            if (line.size() <= order) line.resize(order + 1, Quad(0));
            line[order] = given.value;
        }
    return lines;
}

/// t - t0.
inline NodeId way_of(System& system)
{
    Graph& graph = system.graph;
    return graph.subtract(graph.independent(), graph.constant(start_time(system)));
}

/// The derivative of that order at t, as a formula.
inline NodeId on_line(System& system, const Line& line, int order)
{
    Graph& graph = system.graph;
    const NodeId way = way_of(system);
    NodeId sum = graph.constant(0), power = graph.constant(1);
    for (std::size_t m = std::size_t(order); m < line.size(); ++m) {
        sum = graph.add(sum, graph.multiply(graph.constant(line[m]), power));
        power = graph.divide(graph.multiply(power, way), graph.constant(int(m) - order + 1));
    }
    return sum;
}

inline double on_line(const Line& line, double way)
{
    double sum = 0, power = 1;
    for (std::size_t m = 0; m < line.size(); power *= way / double(++m))
        sum += to_double(line[m]) * power;
    return sum;
}

/// Every jet becomes to(unknown, order), in all that contains jets.
template <class To>
void replace_jets(System& system, To to)
{
    Graph& graph = system.graph;
    const auto replaced = [&](NodeId e) {
        std::vector<NodeId> from, into;
        for (const NodeId leaf : leaves(graph, e)) {
            const Node node = graph[leaf];
            if (node.op != Op::jet) continue;
            from.push_back(leaf);
            into.push_back(to(int(node.a), int(node.b)));
        }
        return substitute(graph, e, from, into);
    };
    for (std::size_t i = 0; i < system.equations.size(); ++i)
        set_equation(system, i, replaced(system.equations[i].f));
    for (Invariant& invariant : system.invariants)
        invariant.expression = replaced(invariant.expression);
}

/// A system written otherwise, and how a value of the original at the end follows from its values.
struct SpecialWriting {
    System system{};
    std::function<double(const std::vector<double>& found, int unknown, double way)> original =
        [](const std::vector<double>& found, int unknown, double) {
            return found[std::size_t(unknown)];
        };
    bool same_index = true;
    bool mixes_unknowns = false;
};

/// Every unknown is measured from the line along which it starts, y = a + b t + w: all given values
/// of w and of its derivatives are 0.
inline SpecialWriting from_the_origin(System system, std::mt19937&)
{
    const std::vector<Line> lines = lines_of(system);
    replace_jets(system, [&](int unknown, int order) {
        return system.graph.add(system.graph.jet(unknown, order),
                                on_line(system, lines[std::size_t(unknown)], order));
    });
    for (auto* givens : {&system.guesses, &system.starts})
        for (Given& given : *givens)
            if (given.unknown >= 0) given.value = 0;
    return {std::move(system), [lines](const auto& found, int unknown, double way) {
                return found[std::size_t(unknown)] + on_line(lines[std::size_t(unknown)], way);
            }};
}

/// Multiples of one equation, by factors, are added to another, twice: that loses nothing.
template <class Factor>
SpecialWriting mixed(System system, std::mt19937& random, Factor factor)
{
    Graph& graph = system.graph;
    const std::size_t k = system.equations.size();
    for (int time = 0; k > 1 && time < 2; ++time) {
        std::uniform_int_distribution<std::size_t> any(0, k - 1), other(1, k - 1);
        const std::size_t to = any(random), from = (to + other(random)) % k;
        set_equation(system, to,
                     graph.add(system.equations[to].f,
                               graph.multiply(factor(system), system.equations[from].f)));
    }
    return {std::move(system)};
}

inline SpecialWriting mixed_by_time(System system, std::mt19937& random)
{
    return mixed(std::move(system), random, [](System& s) {
        return s.graph.call(sin_function(), s.graph.multiply(s.graph.constant(1.15), way_of(s)));
    });
}

/// By (y - a), a being where y starts or is guessed to.
inline SpecialWriting mixed_by_unknowns(System system, std::mt19937& random)
{
    return mixed(std::move(system), random, [&](System& s) {
        std::vector<Given> known;
        for (const auto* givens : {&s.starts, &s.guesses})
            for (const Given& given : *givens)
                if (given.unknown >= 0 && given.order == 0) known.push_back(given);
        if (known.empty()) return way_of(s);
        std::uniform_int_distribution<std::size_t> any(0, known.size() - 1);
        const Given& given = known[any(random)];
        return s.graph.subtract(s.graph.jet(given.unknown, 0), s.graph.constant(given.value));
    });
}

/// Two unknowns are coordinates in a frame turned by (t - t0)^2: values and first derivatives are
/// what they were at the start. Other derivatives of them are given by few, and not here.
inline SpecialWriting in_a_turning_frame(System system, std::mt19937& random)
{
    const int n = system.unknowns();
    for (const auto* givens : {&system.starts, &system.guesses})
        for (const Given& given : *givens)
            if (given.order > 1) return {std::move(system)};
    if (n < 2) return {std::move(system)};
    std::uniform_int_distribution<int> any(0, n - 1), other(1, n - 1);
    const int a = any(random), b = (a + other(random)) % n;
    Graph& graph = system.graph;
    const NodeId way = way_of(system), angle = graph.multiply(way, way);
    const NodeId c = graph.call(cos_function(), angle), s = graph.call(sin_function(), angle);
    const auto turned = [&](int unknown, int order) {
        const NodeId u = graph.jet(a, 0), v = graph.jet(b, 0);
        NodeId e = unknown == a ? graph.add(graph.multiply(c, u), graph.multiply(s, v))
                                : graph.subtract(graph.multiply(c, v), graph.multiply(s, u));
        for (int k = 0; k < order; ++k) e = total_derivative(graph, e);
        return e;
    };
    replace_jets(system, [&](int unknown, int order) {
        return unknown == a || unknown == b ? turned(unknown, order) : graph.jet(unknown, order);
    });
    return {std::move(system),
            [a, b](const std::vector<double>& found, int unknown, double passed) {
                const double at = passed * passed, u = found[std::size_t(a)],
                             v = found[std::size_t(b)];
                if (unknown == a) return std::cos(at) * u + std::sin(at) * v;
                if (unknown == b) return std::cos(at) * v - std::sin(at) * u;
                return found[std::size_t(unknown)];
            },
            false, true};
}

struct SpecialKind {
    const char* name = "";
    SpecialWriting (*write)(System, std::mt19937&) = nullptr;
};

inline constexpr SpecialKind special_kinds[] = {{"from the origin", from_the_origin},
                                                {"mixed by time", mixed_by_time},
                                                {"mixed by unknowns", mixed_by_unknowns},
                                                {"in a turning frame", in_a_turning_frame}};

}  // namespace involute::testing
