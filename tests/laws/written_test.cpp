// SPDX-License-Identifier: Apache-2.0
// Returned rows satisfy the equations as they are written, evaluated here from the text alone: what
// completion made of them, and the certificate with it, plays no part.
#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"
#include "tests/laws/spread.hpp"

namespace involute::testing {
namespace {

/// The values of a row by name.
struct Row {
    const System& system;
    const Solution& run;
    std::ptrdiff_t row = 0;

    /// A derivative that is not returned is claimed to cancel: any number must do for it.
    double operator()(int unknown, int order) const
    {
        const std::string name = jet_name(system.names, unknown, order);
        const bool returned = std::ranges::count(run.names, name) > 0;
        return returned ? value(run, name, row) : 1;
    }
    double time() const { return run.rows[std::size_t(row)][0]; }
};

/// The left side minus the right one, the jet `moved` changed by `by`.
double residual(const Row& row, NodeId f, NodeId moved, double by)
{
    const Graph& graph = row.system.graph;
    return evaluate<double>(graph, f, [&](NodeId leaf) {
        const Node node = graph[leaf];
        const double here = node.op == Op::jet ? row(int(node.a), int(node.b)) : row.time();
        return leaf == moved ? here + by : here;
    });
}

/// One part in 10^8 of every number, but no less than if it were a hundredth.
constexpr double part = 1e-8;

/// An equation holds if changing the numbers of the row by that could make it hold.
bool holds(const Row& row, NodeId f)
{
    const double off = residual(row, f, NodeId{}, 0);
    double room = 0;
    for (const NodeId leaf : leaves(row.system.graph, f)) {
        const Node node = row.system.graph[leaf];
        if (node.op == Op::constant) continue;
        const double here = node.op == Op::jet ? row(int(node.a), int(node.b)) : row.time();
        const double by = part * size_of(here);
        // Either side: at a kink only one of them may change anything.
        room += std::abs(residual(row, f, leaf, by) - off) +
                std::abs(residual(row, f, leaf, -by) - off);
    }
    return !(std::abs(off) > room);
}

void expect_equations_as_written(const System& system)
{
    SolveOptions options;
    options.max_seconds = 2;
    const Solution run = solve(system, options);
    const auto rows = std::ptrdiff_t(run.rows.size());
    const std::ptrdiff_t stride = std::max<std::ptrdiff_t>(1, rows / 100);
    for (const Equation& equation : system.equations)
        for (std::ptrdiff_t r = 0; r < rows; r += stride)
            if (const Row row{system, run, r}; !holds(row, equation.f)) {
                ADD_FAILURE() << equation.text << " is off by "
                              << residual(row, equation.f, NodeId{}, 0) << " at " << row.time();
                break;
            }
}

TEST(EquationsAsWritten, HoldInEveryModelAndSystemOfTheCatalogue)
{
    for (const SourceFile& file : files_with_a_solution()) {
        SCOPED_TRACE(file.name);
        const System system = read_system(text_of(file), file.name);
        if (!system.forces.empty()) continue;  // strong forces are unknowns that are not returned
        expect_equations_as_written(system);
    }
}

TEST(EquationsAsWritten, HoldWhereTermsWakeUp)
{
    for (const char* text : {
             "var y, z\ny' = 1\nz = max(y - 1, 0)\nstart y = 0\nsolve to 3\n",
             "var T, q\nT' = 1 - q\nq = 10*max(0, T - 20)\nstart T = 0\nsolve to 40\n",
             "var x, u\nx' = u\nu = max(-1, min(1, 5 - x))\nstart x = 0\nsolve to 10\n",
             "var x, y\nx' = 1/(1 + (y/50)^20)\ny' = 1\nstart x = 0, y = 0\nsolve to 100\n",
             "var y\nmax(0, t - 1)*y' + y - t = 0\nstart y = 0\nsolve to 2\n",
             "var x, y, z\nx' = 1\n(x/50)^20*z' + z = x\ny = z\nstart x = 0\nsolve to 100\n",
         }) {
        SCOPED_TRACE(text);
        expect_equations_as_written(read_system(text));
    }
}

}  // namespace
}  // namespace involute::testing
