// SPDX-License-Identifier: Apache-2.0
// What is solved is not what the author asked for, as if completion were mistaken. The certificate
// is made from the author's equations alone, so that none of the wrong rows is written.
#include "involute/complete/structural/find_structure.hpp"
#include "involute/drive/leg.hpp"
#include "tests/drive/support.hpp"

namespace involute {
namespace {

using testing::says;

const SolveOptions tight{.rtol = 1e-10, .atol = 1e-12};

/// Completes and walks `solved`, for an author who has asked for `asked`.
Solution walk(const System& asked, const System& solved, const SolveOptions& options, double to)
{
    const Asked by{.system = std::make_shared<const System>(asked)};
    Prepared prepared = prepare_in<double>(solved, options, false, false, by);
    EXPECT_EQ(prepared.outcome, Outcome::complete) << prepared.message;
    return run(prepared, {.to = to}, options).solution;
}

void expect_caught(const Solution& run, const std::string& equation)
{
    EXPECT_EQ(run.code, Outcome::not_certified) << word_of(run.code) << ": " << run.residual;
    EXPECT_TRUE(says(run.reason, equation + " is satisfied only to ")) << run.reason;
    EXPECT_TRUE(says(run.reason, " at t = ")) << run.reason;
    EXPECT_LE(run.residual, 1e-9);  // of the rows that were written
}

/// A wrong equation is caught, and the right one passes.
void expect_caught(const std::string& asked, const std::string& solved, const std::string& equation,
                   double to = 3)
{
    const System author = read_system(asked);
    EXPECT_EQ(walk(author, author, tight, to).code, Outcome::finished);
    expect_caught(walk(author, read_system(solved), tight, to), equation);
}

std::string pendulum(const std::string& first, const std::string& second, const std::string& third)
{
    return "param g = 1\nvar x, y, lambda\n" + first + "\n" + second + "\n" + third +
           "\nstart x = 0.6, x' = 0.8\nguess y = -0.8, y' = 0.6\n";
}
const std::string first = "x'' + lambda*x = 0", second = "y'' + lambda*y + g = 0",
                  circle = "x^2 + y^2 = 1";
const std::string author = pendulum(first, second, circle);

TEST(AWrongCompletion, ThatStruckOutAJetAsANumberIsCaught)
{
    const std::string start = "y' = x\nstart x = 0.5, y = 0\n";
    expect_caught("var x, y\nx' + 1e-6*y' + x = 0\n" + start,
                  "var x, y\nx' + 1e-6*0.5 + x = 0\n" + start, "equation 1 (x' + 1e-6*y' + x = 0)");
}

TEST(AWrongCompletion, ThatStruckOutTheHighestDerivativeIsCaught)
{
    const std::string asked = "var x\n1e-3*x'' + x' + x = 0\nstart x = 1\n";
    expect_caught(
        walk(read_system(asked), read_system("var x\nx' + x = 0\nstart x = 1\n"), tight, 3),
        "equation 1 (1e-3*x'' + x' + x = 0)");
}

TEST(AWrongCompletion, WithACoefficientChangedByAMillionthIsCaught)
{
    expect_caught(author, pendulum("x'' + 1.000001*lambda*x = 0", second, circle),
                  "equation 1 (" + first + ")");
}

TEST(AWrongCompletion, WithAnotherEquationInPlaceOfOneIsCaught)
{
    expect_caught(author, pendulum(first, second, "x + y = -0.2"),
                  "equation 3 (" + circle + ") differentiated once");
}

TEST(AWrongCompletion, WithASignFlippedIsCaught)
{
    expect_caught(author, pendulum(first, "y'' + lambda*y - g = 0", circle),
                  "equation 2 (" + second + ")");
}

TEST(AWrongCompletion, WithATermDroppedIsCaught)
{
    expect_caught(author, pendulum(first, "y'' + lambda*y = 0", circle),
                  "equation 2 (" + second + ")");
}

// v^2 = u turns back at t = 1, where no step leads to; the author's equation is another from there.
TEST(AWrongCompletion, IsCaughtAtAFoldToo)
{
    const std::string start = "start u = 1\nguess v = 1\n";
    const System solved = read_system("var u, v\nu' = -1\nv^2 = u\n" + start);
    const Solution right = walk(solved, solved, tight, 2);
    EXPECT_EQ(right.code, Outcome::turned) << right.reason;
    EXPECT_NEAR(right.rows.back()[0], 1, 1e-15);
    const System asked =
        read_system("var u, v\nu' = -1\nv^2 = u + 1e12*max(0, t - 1 + 1e-13)\n" + start);
    const Solution run = walk(asked, solved, tight, 2);
    EXPECT_EQ(run.code, Outcome::turned) << run.reason;
    EXPECT_LT(run.rows.back()[0], 1 - 1e-13);
    ASSERT_FALSE(run.notices.empty());
    EXPECT_TRUE(says(run.notices.back(), "no row is written at the end: equation 2 (v^2 = u + "));
}

// Only the second derivative of the circle is solved: points drift away from it.
TEST(AWrongCompletion, ThatDroppedAConstraintIsCaught)
{
    const System solved = read_system(pendulum(first, second, "x*x'' + x'^2 + y*y'' + y'^2 = 0") +
                                      "start y = -0.8, y' = 0.6\n");
    SolveOptions options = tight;
    options.method = "rk4";
    options.step = 0.05;
    const Solution run = walk(read_system(author), solved, options, 20);
    EXPECT_EQ(run.code, Outcome::not_certified) << word_of(run.code) << ": " << run.residual;
    EXPECT_TRUE(says(run.reason, "equation 3 (" + circle + ")")) << run.reason;
    EXPECT_GT(run.rows.size(), 0u);  // the start satisfies everything
}

// The system is the author's, and the derivative that completion wrote down of the circle is not.
TEST(AWrongCompletion, WithAHiddenEquationFalsifiedIsCaught)
{
    System system = read_system(author);
    Prepared prepared = prepare(system, tight, false);
    Structure structure = find_structure(system);
    NodeId& velocity = structure.derivatives.at(2).at(1);
    Graph& graph = system.graph;
    velocity = graph.add(velocity, graph.multiply(graph.constant(Quad(1e-5)), graph.jet(0, 0)));
    prepared.geometry = std::make_unique<Geometry<double>>(make_completed(system, structure), true);
    prepared.start = consistent_start(*prepared.geometry, prepared.scale, false);
    ASSERT_EQ(prepared.start.outcome, Outcome::complete) << prepared.start.message;
    expect_caught(run(prepared, {.to = 3.0}, tight).solution,
                  "equation 3 (" + circle + ") differentiated once");
}

// Sums of the pendulum's equations hide the rod (catalogue: pendulum_in_sums). They are completed
// by combining them; their own derivatives contain jets that no row holds, which are sought.
std::string pendulum_in_sums(const std::string& length)
{
    return "var x, y, lambda\nlet f = x'' + lambda*x\nlet g = y'' + lambda*y + 1\n"
           "let h = x^2 + y^2 - " +
           length +
           "\n2*f + g + h = 0\nf + 3*g - h = 0\nf + g + 2*h = 0\n"
           "start y = 0, y' = 0\nguess x = 1\n";
}

TEST(AWrongCompletion, OfEquationsThatMustBeCombinedIsCaught)
{
    const System asked = read_system(pendulum_in_sums("1"));
    EXPECT_NE(prepare(asked, tight, false).report.route, Route::structural);
    EXPECT_EQ(walk(asked, asked, tight, 2).code, Outcome::finished);
    const Solution run = walk(asked, read_system(pendulum_in_sums("1.00001")), tight, 2);
    EXPECT_EQ(run.code, Outcome::not_certified) << word_of(run.code) << ": " << run.residual;
}

TEST(AWrongCompletion, ThatFrozeTheBranchOfAMaximumIsCaught)
{
    const std::string start = "x' = cos(t) - x\nstart x = 0.5, y = 0\n";
    const System asked = read_system("var x, y\ny' = max(x, 0)\n" + start);
    expect_caught(walk(asked, read_system("var x, y\ny' = x\n" + start), tight, 5),
                  "equation 1 (y' = max(x, 0))");
}

TEST(AWrongCompletion, ThatFoldedAConstantWronglyIsCaught)
{
    expect_caught("var x\nx' = -x/3\nstart x = 1\n", "var x\nx' = -0.3333333*x\nstart x = 1\n",
                  "equation 1 (x' = -x/3)");
}

TEST(AWrongCompletion, ThatSwappedUnknownsIsCaught)
{
    const std::string start = "start x = 1, y = 0.5\n";
    expect_caught("var x, y\nx' = y\ny' = -x - y\n" + start,
                  "var x, y\ny' = x\nx' = -y - x\n" + start, "equation 1 (x' = y)");
}

TEST(AWrongCompletion, ThatForgotAParameterFromOutsideIsCaught)
{
    const System asked = read_system(author, "", {{"g", 2}});
    EXPECT_EQ(walk(asked, asked, tight, 3).code, Outcome::finished);
    expect_caught(walk(asked, read_system(author), tight, 3), "equation 2 (" + second + ")");
}

}  // namespace
}  // namespace involute
