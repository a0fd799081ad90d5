// SPDX-License-Identifier: Apache-2.0
// Series programs against the series arithmetic of series.hpp, which the closed forms check.
#include "involute/expr/series_program.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/print.hpp"

#include <gtest/gtest.h>

#include <map>

#include "involute/expr/program.hpp"
#include "involute/expr/series.hpp"
#include "involute/expr/series_program_sums.hpp"
#include "involute/expr/series_program_writer.hpp"
#include "tests/expr/random_expression.hpp"

namespace involute {
namespace {

constexpr int stages = 14;
constexpr int leaf_ahead = 3;
constexpr std::size_t length = stages + leaf_ahead;

using Leaves = std::map<NodeId, std::vector<Quad>>;

/// Runs a program whose leaves have known coefficients. Result [root][k] is the coefficient
/// k + ahead of the root.
template <class S>
class Runner {
public:
    Runner(Graph& graph, const std::vector<SeriesRoot>& roots, const Leaves& given) : given_(given)
    {
        const SeriesPlan plan = plan_series(graph, roots, [](NodeId) { return leaf_ahead; });
        // Inputs of the start: every leaf's coefficients 0..leaf_ahead, then a stand-in for the one
        // that changes from stage to stage.
        std::uint32_t inputs = 0;
        for (const auto& [leaf, values] : given) {
            first_[leaf] = inputs;
            inputs += leaf_ahead + 2;
        }
        TapeBuilder start_tape(graph, inputs);
        for (const auto& [leaf, first] : first_) start_tape.bind(leaf, start_tape.input(first));
        const SeriesStart start(plan, start_tape, [&](NodeId leaf, int n) {
            return start_tape.input(first_.at(leaf) + std::uint32_t(n));
        });
        SeriesStage stage(start);
        const auto write = [&](TapeBuilder& tape) {
            stage.begin(tape);
            return stage.advance([&](NodeId leaf) {
                return hook_[leaf] = stage.fixed(first_.at(leaf) + leaf_ahead + 1);
            });
        };
        const auto results = [&](const SeriesStage::Newest& newest) {
            std::vector<Slot> found;
            for (const SeriesRoot& root : roots)
                found.push_back(stage.coefficient(newest, plan.at(root.id), root.ahead));
            return found;
        };
        TapeBuilder trial(graph, stage.inputs());
        results(write(trial));
        stage.arrange(0, int(roots.size()));
        TapeBuilder stage_tape(graph, stage.inputs());
        const auto newest = write(stage_tape);
        stage.write_row(newest, results(newest));
        std::vector<Slot> first_results;
        for (const SeriesRoot& root : roots)
            first_results.push_back(start.coefficient(plan.at(root.id), root.ahead));
        stage.write_start({}, first_results);
        layout_ = stage.layout();
        start_ = Interpreter<S>(start_tape.finish());
        stage_ = Interpreter<S>(stage_tape.finish());
    }

    std::vector<std::vector<S>> run(std::size_t roots)
    {
        std::vector<S> memory(std::size_t(layout_.at_row(stages))), work(start_.work_size()), in;
        for (const auto& [leaf, values] : given_) {
            for (int n = 0; n <= leaf_ahead; ++n) in.push_back(from_quad<S>(values[n]));
            in.push_back(S(0));
        }
        start_.prepare(work.data());
        start_.run(in.data(), memory.data() + layout_.first_fixed(), work.data());
        work.resize(stage_.work_size());
        stage_.prepare(work.data());
        for (int k = 1; k < stages; ++k) advance(k, memory, work);
        std::vector<std::vector<S>> found(roots);
        for (std::size_t r = 0; r < roots; ++r)
            for (int k = 0; k < stages; ++k)
                found[r].push_back(memory[layout_.at_row(k) + layout_.results + int(r)]);
        return found;
    }

private:
    void advance(int k, std::vector<S>& memory, std::vector<S>& work)
    {
        add_products(layout_, k, memory.data());
        for (std::size_t i = 0; i < layout_.scalars.size(); ++i) {
            const StageScalar& scalar = layout_.scalars[i];
            const S order(k + scalar.shift);
            memory[layout_.first_scalar() + i] = scalar.inverse ? S(1) / order : order;
        }
        for (std::size_t i = 0; i < layout_.earlier.size(); ++i)
            memory[layout_.first_earlier() + i] =
                memory[layout_.at_row(k - layout_.earlier[i].back) + layout_.earlier[i].column];
        for (const auto& [leaf, slot] : hook_)
            memory[slot] = from_quad<S>(given_.at(leaf)[k + leaf_ahead]);
        stage_.run(memory.data(), memory.data() + layout_.at_row(k), work.data());
    }

    Leaves given_;
    std::map<NodeId, std::uint32_t> first_{};
    std::map<NodeId, Slot> hook_{};
    SeriesLayout layout_{};
    Interpreter<S> start_{}, stage_{};
};

/// Every leaf of the expressions: some analytic curve through a value in (0, 1), no two the same.
Leaves curves(const Graph& graph, const std::vector<NodeId>& roots)
{
    Leaves given;
    int number = 0;
    for (const NodeId leaf : leaves(graph, roots)) {
        std::vector<Quad>& values = given[leaf];
        ++number;
        values.push_back(abs(sin(Quad(number))));
        for (std::size_t n = 1; n < length; ++n)
            values.push_back(Quad(((int(n) * 5 + number * 3) % 7) - 3) / Quad(5 + int(n)));
    }
    return given;
}

/// Whether the coefficients of all parts of the expressions, and of 1/b for a quotient a/b, are
/// below a bound: others cancel, and digits with them.
bool all_below(Graph& graph, const std::vector<NodeId>& ids, const Quad& bound)
{
    const Leaves given = curves(graph, ids);
    std::vector<NodeId> parts;
    for (const Visit& visit : subgraph(graph, ids).visits) {
        parts.push_back(visit.id);
        const Node node = graph[visit.id];
        if (node.op == Op::divide) parts.push_back(graph.divide(graph.constant(1), node.b));
    }
    for (const Series<Quad>& series : evaluate<Series<Quad>>(
             graph, parts, [&](NodeId leaf) { return Series<Quad>(given.at(leaf)); }))
        for (const Quad& c : series.c)
            if (!(abs(c) < bound)) return false;
    return true;
}

/// Both ways; `ahead` of the roots. False where the expression has no finite value there.
template <class S>
bool compare(Graph& graph, const std::vector<NodeId>& ids, int ahead, double tolerance)
{
    const Leaves given = curves(graph, ids);
    const auto expected = evaluate<Series<Quad>>(
        graph, ids, [&](NodeId leaf) { return Series<Quad>(given.at(leaf)); });
    for (const Series<Quad>& series : expected)
        for (std::size_t n = 0; n < length; ++n)
            if (!isfinite(series[n]) || abs(series[n]) > 1e30) return false;
    std::vector<SeriesRoot> roots;
    for (std::size_t r = 0; r < ids.size(); ++r) roots.push_back({ids[r], ahead + int(r % 2)});
    const auto found = Runner<S>(graph, roots, given).run(roots.size());
    for (std::size_t r = 0; r < ids.size(); ++r) {
        Quad size = 0;
        for (int k = 0; k < stages; ++k) {
            const Quad& value = expected[r][std::size_t(k + roots[r].ahead)];
            size = std::max<Quad>(size, abs(value));
            EXPECT_LE(to_double(Quad(abs(Quad(found[r][k]) - value))), tolerance * to_double(size))
                << "coefficient " << k + roots[r].ahead << " of "
                << print(graph, ids[r], {"t", {"x", "y", "z"}});
        }
    }
    return true;
}

TEST(ASeriesProgram, ExpandsEveryFunctionOfTheTable)
{
    for (FunctionId f = 0; f < functions().size(); ++f)
        for (const int ahead : {0, 1, 2}) {
            Graph graph;
            const NodeId x = graph.jet(0, 0), y = graph.jet(1, 0);
            const bool beyond_one = functions()[f].name == "acosh";
            const NodeId argument = beyond_one ? graph.add(x, graph.constant(1)) : x;
            const NodeId call = graph.call(f, argument, functions()[f].arity == 2 ? y : 0);
            // alone, and where its coefficients are factors themselves
            const std::vector<NodeId> ids{call, graph.multiply(graph.add(call, y), x)};
            EXPECT_TRUE(compare<Quad>(graph, ids, ahead, 1e-29)) << functions()[f].name;
            EXPECT_TRUE(compare<double>(graph, ids, ahead, 1e-11)) << functions()[f].name;
        }
}

TEST(ASeriesProgram, ExpandsPowersOfEveryKind)
{
    Graph graph;
    const NodeId x = graph.jet(0, 0), y = graph.jet(1, 0), t = graph.independent();
    std::vector<NodeId> ids{graph.power(x, y), graph.power(x, graph.constant(Quad(5) / 2)),
                            graph.power(graph.add(x, y), graph.constant(Quad(-3) / 4)),
                            graph.power(graph.constant(2), t)};
    const NodeId root = graph.call(sqrt_function(), graph.add(x, y));
    for (const int n : {-5, -2, -1, 2, 3, 4, 7, 12}) {
        ids.push_back(graph.integer_power(x, n));
        ids.push_back(graph.integer_power(root, n));
    }
    EXPECT_TRUE(compare<Quad>(graph, ids, 0, 1e-28));
    EXPECT_TRUE(compare<Quad>(graph, ids, 1, 1e-28));
}

TEST(ASeriesProgram, AgreesWithSeriesArithmeticOnRandomExpressions)
{
    int compared = 0;
    for (unsigned seed = 0; seed < 300; ++seed) {
        Graph graph;
        // Without min and max: a branch that is not taken may be outside its domain here.
        testing::RandomExpressions random(graph, seed, {.operations = 10, .choices = false});
        const std::vector<NodeId> ids{random(), random()};
        if (leaves(graph, ids).empty()) continue;
        // Cancellation between the parts of an expression costs digits of either way.
        if (!all_below(graph, ids, 1e12)) continue;
        compared += compare<Quad>(graph, ids, int(seed % 2), 1e-19);
        if (::testing::Test::HasFailure()) FAIL() << "seed " << seed;
    }
    EXPECT_GT(compared, 100);
}

TEST(ASeriesProgram, NeedsNoSumsForLinearExpressions)
{
    Graph graph;
    const NodeId x = graph.jet(0, 0), y = graph.jet(1, 0);
    const NodeId e =
        graph.subtract(graph.multiply(graph.constant(3), x), graph.divide(y, graph.constant(7)));
    const SeriesPlan plan = plan_series(graph, {{e, 0}}, [](NodeId) { return leaf_ahead; });
    for (const SeriesNode& node : plan.nodes)
        EXPECT_TRUE(node.rule != SeriesRule::product) << print(graph, node.id, {"t", {"x", "y"}});
    EXPECT_TRUE(compare<Quad>(graph, {e}, 2, 1e-32));
}

}  // namespace
}  // namespace involute
