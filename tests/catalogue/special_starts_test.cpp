// SPDX-License-Identifier: Apache-2.0
// Starts at which everything vanishes: every unknown is measured from the line along which it
// starts, y = a + b t + w, so that all given values of w and of its derivatives are 0 at the start.
// Terms that vanish there matter a moment later; verdict, index, dimension and values stay the
// same.
#include "tests/catalogue/scramble_cases.hpp"

namespace involute::testing {
namespace {

/// a_0 + a_1 (t - t0) + a_2 (t - t0)^2/2 + .., by the given values of an unknown and its
/// derivatives.
using Line = std::vector<Quad>;

Quad start_time(const System& system)
{
    for (const Given& given : system.starts)
        if (given.unknown < 0) return given.value;
    return Quad(0);
}

std::vector<Line> lines_of(const System& system)
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

/// The derivative of that order at t, as a formula.
NodeId on_line(Graph& graph, const Line& line, int order, const Quad& start)
{
    const NodeId way = graph.subtract(graph.independent(), graph.constant(start));
    NodeId sum = graph.constant(0), power = graph.constant(1);
    for (std::size_t m = std::size_t(order); m < line.size(); ++m) {
        sum = graph.add(sum, graph.multiply(graph.constant(line[m]), power));
        power = graph.divide(graph.multiply(power, way), graph.constant(int(m) - order + 1));
    }
    return sum;
}

double on_line(const Line& line, double way)
{
    double sum = 0, power = 1;
    for (std::size_t m = 0; m < line.size(); power *= way / double(++m))
        sum += to_double(line[m]) * power;
    return sum;
}

System from_the_origin(System system)
{
    const std::vector<Line> lines = lines_of(system);
    const Quad start = start_time(system);
    Graph& graph = system.graph;
    const auto moved = [&](NodeId e) {
        std::vector<NodeId> from, to;
        for (const NodeId leaf : leaves(graph, e)) {
            const Node node = graph[leaf];
            if (node.op != Op::jet) continue;
            from.push_back(leaf);
            to.push_back(graph.add(leaf, on_line(graph, lines[node.a], int(node.b), start)));
        }
        return substitute(graph, e, from, to);
    };
    for (std::size_t i = 0; i < system.equations.size(); ++i)
        set_equation(system, i, moved(system.equations[i].f));
    for (Invariant& invariant : system.invariants)
        invariant.expression = moved(invariant.expression);
    for (auto* givens : {&system.guesses, &system.starts})
        for (Given& given : *givens)
            if (given.unknown >= 0) given.value = 0;
    return system;
}

void expect_the_same_from_the_origin(const std::string& name, const System& system, bool values)
{
    SCOPED_TRACE(name);
    const Scrambled original = unscrambled(system);
    const Scrambled special = unscrambled(from_the_origin(system));
    Findings was, is;
    ASSERT_NO_THROW(was = findings(original));
    if (was.analysis.status == Verdict::undecided) return;  // nothing is said
    ASSERT_NO_THROW(is = findings(special));
    EXPECT_EQ(int(is.analysis.status), int(was.analysis.status)) << is.analysis.message;
    if (was.analysis.status != Verdict::complete || is.analysis.status != Verdict::complete) return;
    EXPECT_EQ(is.analysis.dimension, was.analysis.dimension);
    if (was.analysis.gauge.empty()) {
        EXPECT_EQ(is.analysis.index, was.analysis.index);
    }
    if (!values || was.solution.status != RunStatus::finished || was.solution.rows.empty()) return;
    ASSERT_EQ(is.solution.status, RunStatus::finished) << is.solution.reason;
    const std::vector<Line> lines = lines_of(system);
    const double way = was.solution.rows.back()[0] - to_double(start_time(system));
    for (int j = 0; j < system.unknowns(); ++j) {
        const std::string& unknown = system.names.unknowns[std::size_t(j)];
        if (std::ranges::count(was.analysis.gauge, unknown) > 0) continue;
        const double shift = on_line(lines[std::size_t(j)], way);
        const double expected = end_value(original, was.solution, j, 0);
        const double found = end_value(special, is.solution, j, 0) + shift;
        // As in expect_same_end; errors are relative to what is computed.
        EXPECT_NEAR(found, expected, 1e-6 * (1 + std::abs(expected) + std::abs(shift))) << unknown;
    }
}

// Left open, each with its reason.
const std::vector<std::string> open_from_the_origin{};

TEST(SpecialStarts, OfTheCatalogueAreAsGoodAsOthers)
{
    for (const Case& c : scrambled_cases(12))
        if (std::ranges::count(open_from_the_origin, c.name) == 0)
            expect_the_same_from_the_origin(c.name, c.system, true);
}

// Values of models are held to their references elsewhere; some runs are long.
TEST(SpecialStarts, OfTheModelsAreAsGoodAsOthers)
{
    namespace fs = std::filesystem;
    for (const auto& file : fs::directory_iterator(fs::path(INVOLUTE_SOURCE) / "models")) {
        std::ifstream in(file.path());
        std::stringstream text;
        text << in.rdbuf();
        const std::string name = file.path().stem().string();
        System system = read_system(text.str(), name);
        system.solve.to.reset();
        if (system.unknowns() <= 40 && std::ranges::count(open_from_the_origin, name) == 0)
            expect_the_same_from_the_origin(name, system, false);
    }
}

}  // namespace
}  // namespace involute::testing
