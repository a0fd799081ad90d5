// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/taylor_tapes.hpp"

#include "involute/expr/functions.hpp"
#include "involute/expr/series_program_writer.hpp"
#include "involute/geometry/block_solver.hpp"

namespace involute {
namespace {

using Kind = StageScalar::Kind;

/// What stage k knows: y_j^(l) up to its coefficient k + d_j - l, because z_j has its coefficient
/// k.
SeriesPlan plan_equations(CompletedSystem& c)
{
    Graph& graph = c.system.graph;
    std::vector<SeriesRoot> roots;
    for (std::size_t i = 0; i < c.structure.c.size(); ++i)
        roots.push_back({c.structure.derivatives[i][0], c.structure.c[i]});
    return plan_series(graph, roots, [&](NodeId leaf) {
        const Node& node = graph[leaf];
        return node.op == Op::independent ? 1 : c.layout.d[node.a] - int(node.b);
    });
}

/// y_j^(l) has the coefficients y_j^(l+n) unit^n/n!, in p and z while l + n <= d_j.
SeriesStart write_start(CompletedSystem& c, const SeriesPlan& plan, TapeBuilder& tape)
{
    const Slot unit = tape.input(std::uint32_t(c.layout.size));
    return SeriesStart(plan, tape, [&](NodeId leaf, int n) {
        const Node node = c.system.graph[leaf];
        if (node.op == Op::independent) return n == 1 ? unit : tape.constant(0);
        Slot factor = tape.constant(1);
        for (int i = 1; i <= n; ++i)
            factor = tape.multiply(factor, tape.multiply(tape.constant(Quad(1) / i), unit));
        const Slot jet = tape.emit(c.system.graph.jet(int(node.a), int(node.b) + n));
        return tape.multiply(factor, jet);
    });
}

/// The nodes sign(e): every kink is written with one, that of abs, min and max in their
/// derivatives.
std::vector<SeriesNode> find_kinks(const CompletedSystem& c, const SeriesPlan& plan)
{
    const FunctionId sign = *find_function("sign");
    std::vector<SeriesNode> kinks;
    for (const SeriesNode& node : plan.nodes)
        if (c.system.graph[node.id].op == Op::call && c.system.graph[node.id].function == sign)
            kinks.push_back(node);
    return kinks;
}

struct Stage {
    SeriesStage::Newest newest{};
    std::vector<Slot> results{};
};

/// (f_i)_(k+c_i) = 0 for all i, solved for the coefficients w_j = (z_j)_k: they enter linearly,
/// with J_ij k!/(k+c_i)!, so that J w = -(f_i)_(k+c_i) (k+1)..(k+c_i) with f at w = 0
/// (docs/theory.md, section 5). Then everything with the w found.
Stage write_stage(const CompletedSystem& c, const SeriesPlan& plan,
                  const std::vector<SeriesNode>& kinks, SeriesStage& stage, TapeBuilder& tape,
                  BlockSolver solver)
{
    const Structure& s = c.structure;
    stage.begin(tape);
    solver.carry([&](Slot slot) { return stage.fixed(slot); });
    const Slot zero = tape.constant(0);
    const auto without = stage.advance([&](NodeId) { return zero; });
    std::vector<Slot> e(s.c.size());
    for (std::size_t i = 0; i < e.size(); ++i)
        e[i] = tape.negate(
            tape.multiply(stage.coefficient(without, plan.at(s.derivatives[i][0]), s.c[i]),
                          stage.scalar(Kind::rising, s.c[i], false)));
    std::vector<Slot> w = solve_blocks(c, tape, solver, e);
    const auto newest = stage.advance([&](NodeId leaf) {
        const Node& node = c.system.graph[leaf];
        if (node.op == Op::independent) return zero;
        return tape.multiply(w[node.a],
                             stage.scalar(Kind::rising, c.layout.d[node.a] - int(node.b), true));
    });
    for (const SeriesNode& kink : kinks) w.push_back(stage.coefficient(newest, kink.a, 0));
    return {newest, w};
}

}  // namespace

TaylorTapes write_taylor(CompletedSystem& c, const BlockOrders& orders)
{
    const SeriesPlan plan = plan_equations(c);
    const std::vector<SeriesNode> kinks = find_kinks(c, plan);
    const auto first_branch = std::uint32_t(c.layout.size + 1);
    TapeBuilder start_tape(c.system.graph, first_branch + std::uint32_t(kinks.size()));
    bind_point(c, start_tape);
    for (std::size_t i = 0; i < kinks.size(); ++i)
        start_tape.bind(kinks[i].id, start_tape.input(first_branch + std::uint32_t(i)));
    const BlockSolver solver = write_blocks(c, start_tape, orders);
    const WatchedPivots pivots = watched_pivots(c, start_tape, solver, orders);
    const SeriesStart start = write_start(c, plan, start_tape);
    SeriesStage stage(start);

    TapeBuilder trial(c.system.graph, stage.inputs());
    write_stage(c, plan, kinks, stage, trial, solver);
    stage.arrange(int(pivots.slots.size()), c.layout.unknowns + int(kinks.size()));

    TapeBuilder stage_tape(c.system.graph, stage.inputs());
    const Stage found = write_stage(c, plan, kinks, stage, stage_tape, solver);
    stage.write_row(found.newest, found.results);
    std::vector<Slot> first_results = solver.z;
    for (const SeriesNode& kink : kinks) first_results.push_back(start.coefficient(kink.a, 0));
    stage.write_start(pivots.slots, first_results);
    return {start_tape.finish(), stage_tape.finish(), stage.layout(), int(kinks.size())};
}

}  // namespace involute
