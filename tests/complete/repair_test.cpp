// SPDX-License-Identifier: Apache-2.0
// Square systems whose J is singular everywhere. Dimensions are known by construction: mixing the
// equations with a regular matrix changes nothing about their solutions.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>

#include "involute/complete/closure/repair.hpp"
#include "involute/complete/combine/combination.hpp"
#include "involute/complete/combine/multiples.hpp"
#include "involute/complete/combine/unmix.hpp"
#include "involute/complete/completion.hpp"
#include "involute/complete/dimension.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/identity.hpp"
#include "involute/model/read.hpp"
#include "tests/complete/systems.hpp"

namespace involute::test {
namespace {

using Ints = std::vector<int>;
using Matrix = std::vector<std::vector<int>>;

void expect_repaired(const Completion& c, int dimension)
{
    ASSERT_EQ(c.outcome, Outcome::complete) << c.message;
    EXPECT_EQ(c.route, Route::repaired);
    EXPECT_EQ(dimension_of(c), dimension);
    EXPECT_EQ(c.system.written.size(), c.system.equations.size());
    EXPECT_FALSE(c.notes.empty());
    for (const Equation& equation : c.system.written)
        for (NodeId leaf : leaves(c.system.graph, equation.f)) {
            const Node& node = c.system.graph[leaf];
            if (node.op == Op::jet) {
                EXPECT_LE(int(node.b), c.structure.d[node.a]);
            }
        }
}

bool contains(const std::vector<std::string>& texts, const std::string& part)
{
    return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
        return text.find(part) != std::string::npos;
    });
}

const std::string around_the_start = R"(
start x = 0.6, x' = 0.8
guess y = -0.8, y' = 0.6, lambda = 0.2
)";

const std::string named_pendulum = R"(
var x, y, lambda
let f = x'' + lambda*x
let g = y'' + lambda*y + 1
let h = x^2 + y^2 - 1
)" + around_the_start;

TEST(Combination, LikeTermsAreCollectedAndCancel)
{
    System system = read_system("var x, y\nx*(y + 1) + 0.1*x^2 = 0\nx*y + 0.3*x^2 = 0\n");
    Graph& graph = system.graph;
    const NodeId sum = combine(graph, {{graph.constant(3), system.equations[0].f},
                                       {graph.constant(-1), system.equations[1].f}});
    EXPECT_EQ(print(graph, sum, system.names), "3*x + 2*x*y");
}

TEST(Combination, NumbersAreReadable)
{
    VectorOf<Quad> u(3);
    u << Quad(1) / 3, Quad(-1) / 2, Quad(1e-30);
    const VectorOf<Quad> nice = readable(u, 1e-24);
    EXPECT_EQ(abs(nice[0]), 2);
    EXPECT_EQ(nice[1], -nice[0] * 3 / 2);
    EXPECT_EQ(nice[2], 0);
    EXPECT_EQ(describe_sum({{"1", "equation 1", 0}, {"-2", "equation 3", 2}}),
              "equation 1 - 2*equation 3 differentiated twice");
}

TEST(Repair, FindsTheLengthConstraintInConstantCombinations)
{
    // The rows are (1,3,2), (2,-1,1), (1,1,5): -3, -2, 7 times them leave h alone.
    const Completion c = repair(read_system(named_pendulum + "f + 3*g + 2*h = 0\n"
                                                             "2*f - g + h = 0\n"
                                                             "f + g + 5*h = 0\n"));
    expect_repaired(c, 2);
    EXPECT_TRUE(contains(c.hidden, "x^2 + y^2 - 1 = 0"));
    EXPECT_TRUE(contains(c.hidden, "x*x' + y*y' = 0"));
    EXPECT_TRUE(contains(c.notes, "-3*equation 1 - 2*equation 2 + 7*equation 3"));
    EXPECT_EQ(c.differentiated, (Ints{2, 2, 2}));
}

TEST(Repair, FindsTheLengthConstraintInVariableCombinations)
{
    const Completion c = repair(read_system(named_pendulum + "f + x*h = 0\n"
                                                             "g = 0\n"
                                                             "h + y*(f + x*h) + x^2*g = 0\n"));
    expect_repaired(c, 2);
    EXPECT_TRUE(contains(c.notes, "y*equation 1"));
    EXPECT_TRUE(contains(c.notes, "x^2*equation 2"));
}

TEST(Repair, UsesADerivativeWhereTheCombinationNeedsOne)
{
    // The first differentiated minus the second: y = exp(t).
    const Completion c =
        repair(read_system("var x, y\n"
                           "x - t*y = sin(t)\n"
                           "x' - t*y' = cos(t) + exp(t)\n"));
    expect_repaired(c, 0);
    EXPECT_TRUE(contains(c.notes, "equation 1 differentiated once"));
    EXPECT_TRUE(contains(c.hidden, "y - exp(t) = 0") || contains(c.hidden, "exp(t) - y = 0"));
}

TEST(Repair, FindsAConstraintBehindAnUnknownFactor)
{
    // x times the first minus the second: y = 1 + x^2, and x' follows from the first.
    const Completion c =
        repair(read_system("var x, y\n"
                           "x' + t*y' + x = 0\n"
                           "x*(x' + t*y') + y - 1 = 0\n"
                           "start x = 0.3, t = 1\n"));
    expect_repaired(c, 1);
    EXPECT_TRUE(contains(c.notes, "x*equation 1"));
}

TEST(Repair, ProvesNothingFromNumbersOfSixteenDigits)
{
    // 0.3333333333333333 is not 1/3, and three times it is not 1: off by 1e-16.
    const Completion c =
        repair(read_system("var x, y\n"
                           "x' + 3*y' + x = 0\n"
                           "0.3333333333333333*x' + y' + y = sin(t)\n"));
    EXPECT_EQ(c.outcome, Outcome::singular_jacobian);
    EXPECT_TRUE(contains({c.message}, "16 digits")) << c.message;
}

// Test Set for IVP Solvers, transistor amplifier: three pairs of equations around capacitors hide
// an equation without derivatives each, so 8 - 3 voltages are free.
TEST(Repair, CompletesTheTransistorAmplifierWithItsCapacitorLoops)
{
    const Completion c = repair(read_system(R"(
param UF = 0.026, al = 0.99, be = 1e-6, Ub = 6, R0 = 1000, R = 9000
var y[1..8]
let Ue = 0.1*sin(200*pi*t)
let F1 = be*(exp((y[2] - y[3])/UF) - 1)
let F2 = be*(exp((y[5] - y[6])/UF) - 1)
-1e-6*y[1]' + 1e-6*y[2]' = (y[1] - Ue)/R0
1e-6*y[1]' - 1e-6*y[2]' = y[2]/R + (y[2] - Ub)/R + (1 - al)*F1
-2e-6*y[3]' = y[3]/R - F1
-3e-6*y[4]' + 3e-6*y[5]' = (y[4] - Ub)/R + al*F1
3e-6*y[4]' - 3e-6*y[5]' = y[5]/R + (y[5] - Ub)/R + (1 - al)*F2
-4e-6*y[6]' = y[6]/R - F2
-5e-6*y[7]' + 5e-6*y[8]' = (y[7] - Ub)/R + al*F2
5e-6*y[7]' - 5e-6*y[8]' = y[8]/R
guess y[1] = 0, y[2] = 3, y[3] = 3, y[4] = 6, y[5] = 3, y[6] = 3, y[7] = 6, y[8] = 0
)"));
    expect_repaired(c, 5);
    EXPECT_TRUE(contains(c.notes, "equation 1 + equation 2"));
}

TEST(Repair, LeavesDependentEquationsToOtherRoutes)
{
    const Completion c = repair(read_system("var x, y\nx + y = t\n3*x + 3*y = 3*t\n"));
    EXPECT_EQ(c.outcome, Outcome::singular_jacobian);
    EXPECT_FALSE(c.message.empty());
}

// det J = x: regular at random points, zero on the set x = 0, where lambda is free.
TEST(Repair, DoesNotDecideIfTheJacobianIsSingularOnTheSolutionSetOnly)
{
    const Completion c = repair(read_system("var x, lambda\nx'' = lambda*x\nx = 0\n"));
    EXPECT_EQ(c.outcome, Outcome::singular_jacobian);
}

// The combination is h times a factor that can vanish as well; on h = 0 it leaves J singular.
TEST(Repair, DoesNotDecideIfTheCombinationIsAProduct)
{
    const Completion c = repair(read_system(named_pendulum + "f + (1 + y^2)*h = 0\n"
                                                             "g + x*h = 0\n"
                                                             "x'*f + y*g + 2*h = 0\n"));
    EXPECT_NE(c.outcome, Outcome::complete);
}

Matrix product(const Matrix& A, const Matrix& B)
{
    Matrix C(A.size(), Ints(B[0].size(), 0));
    for (std::size_t i = 0; i < A.size(); ++i)
        for (std::size_t k = 0; k < B.size(); ++k)
            for (std::size_t j = 0; j < B[0].size(); ++j) C[i][j] += A[i][k] * B[k][j];
    return C;
}

// A regular integer matrix: triangular ones with ±1 on the diagonal, multiplied.
Matrix random_regular(int n, std::mt19937& random)
{
    const auto entry = [&] { return int(random() % 5) - 2; };
    Matrix lower(n, Ints(n, 0)), upper(n, Ints(n, 0));
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            if (i == j) lower[i][j] = upper[i][j] = random() % 2 ? 1 : -1;
            if (j < i) lower[i][j] = entry();
            if (j > i) upper[i][j] = entry();
        }
    return product(lower, upper);
}

// P (diag(I, N) w' + diag(W, I) w - f) = 0, w = Q y: the Weierstrass form with a nilpotent chain
// N, mixed in equations and unknowns. `free` numbers of a start are free.
std::string mixed_linear(int free, int chain, std::mt19937& random)
{
    const int n = free + chain;
    Matrix E(n, Ints(n, 0)), A(n, Ints(n, 0));
    for (int i = 0; i < n; ++i) {
        if (i < free) {
            E[i][i] = 1;
            for (int j = 0; j < free; ++j) A[i][j] = int(random() % 5) - 2;
        } else {
            A[i][i] = 1;
            if (i + 1 < n) E[i][i + 1] = 1;
        }
    }
    const Matrix P = random_regular(n, random), Q = random_regular(n, random);
    const Matrix PE = product(product(P, E), Q), PA = product(product(P, A), Q);
    std::ostringstream text;
    text << "var y[1.." << n << "]\n";
    for (int i = 0; i < n; ++i) {
        text << "0";
        for (int j = 0; j < n; ++j)
            text << " + (" << PE[i][j] << ")*y[" << j + 1 << "]' + (" << PA[i][j] << ")*y[" << j + 1
                 << "]";
        for (int k = 0; k < n; ++k) text << " - (" << P[i][k] << ")*sin(" << k + 1 << "*t)";
        text << " = 0\n";
    }
    return text.str();
}

TEST(Repair, UnmixesTwentyLinearSystems)
{
    std::mt19937 random(20);
    for (int k = 0; k < 20; ++k) {
        const int chain = 1 + k % 4, free = 1 + k % 3;
        const std::string text = mixed_linear(free, chain, random);
        const Completion c = repair(read_system(text));
        ASSERT_EQ(c.outcome, Outcome::complete) << c.message << text;
        EXPECT_EQ(dimension_of(c), free) << text;
    }
}

std::string text_of(const Matrix& P, const std::vector<std::string>& equations)
{
    std::string text;
    for (const Ints& row : P) {
        text += "0";
        for (std::size_t k = 0; k < row.size(); ++k)
            text += " + (" + std::to_string(row[k]) + ")*(" + equations[k] + ")";
        text += " = 0\n";
    }
    return text;
}

// x1 is given, and every equation of the chain shows one unknown more: five differentiations until
// x6 is known, and a sixth for x6'. u and w are free.
const std::vector<std::string> chain_of_six{"x1 - sin(t)",
                                            "x1' - x2 - 0.1*u*x1",
                                            "x2' - x3 - 0.1*u*x2",
                                            "x3' - x4 - 0.1*u*x3",
                                            "x4' - x5 - 0.1*u*x4",
                                            "x5' - x6 - 0.1*u*x5",
                                            "u' - w",
                                            "w' + u"};

TEST(Unmix, GivesBackWhatARegularMatrixMixed)
{
    std::mt19937 random(6);
    for (int k = 0; k < 3; ++k) {
        System mixed = read_system("var x1, x2, x3, x4, x5, x6, u, w\n" +
                                   text_of(random_regular(8, random), chain_of_six));
        std::vector<NodeId> equations;
        for (const Equation& equation : mixed.equations) equations.push_back(equation.f);
        const auto found = unmix(mixed.graph, equations);
        ASSERT_TRUE(found);
        std::vector<std::string> texts;
        for (const NodeId row : found->rows) texts.push_back(print(mixed.graph, row, mixed.names));
        // One row has no derivative: the given unknown, and nothing else.
        EXPECT_EQ(std::ranges::count(texts, "x1 - sin(t)"), 1);
        for (std::size_t i = 0; i < equations.size(); ++i) {
            NodeId sum = mixed.graph.negate(found->rows[i]);
            for (std::size_t j = 0; j < equations.size(); ++j)
                sum = mixed.graph.add(
                    sum, mixed.graph.multiply(mixed.graph.exact_constant(found->factors[i][j]),
                                              equations[j]));
            EXPECT_TRUE(is_proved_zero(mixed.graph, sum));
        }
    }
}

TEST(Unmix, FindsAContradictionBetweenEquationsOfDifferentSizes)
{
    // The second minus a billion times the first: 0 = -1e6 + ..., off by a thousandth.
    System system = read_system(
        "var x, y\n3*(x' + y - 1) + 1e9*x' + 1e9*y = 1.001e9\n"
        "x' + y - 1 = 0\n");
    const auto found =
        exact_contradiction(system.graph, {system.equations[0].f, system.equations[1].f});
    ASSERT_TRUE(found);
    // a*(first) + b*(second) has no x' where b = -(1e9 + 3)*a, and then leaves -1e6*a.
    EXPECT_EQ(found->factors[1], found->factors[0] * Rational(-1000000003));
    EXPECT_EQ(found->value, found->factors[0] * Rational(-1000000));
    EXPECT_FALSE(exact_contradiction(system.graph, {system.equations[0].f}));
}

TEST(Unmix, LeavesOutWhatFollowsFromTheOthers)
{
    System system = read_system("var x, y\nx + y' = t\n3*x + 3*y' = 3*t\nx = 1\n");
    const auto found =
        unmix(system.graph, {system.equations[0].f, system.equations[1].f, system.equations[2].f});
    ASSERT_TRUE(found);
    ASSERT_EQ(found->rows.size(), 2u);
    EXPECT_EQ(print(system.graph, found->rows[0], system.names), "y' - t + 1");
    EXPECT_EQ(print(system.graph, found->rows[1], system.names), "x - 1");
}

TEST(Unmix, SaysWhereNumbersWereRounded)
{
    // Of 0.1 + 0.2 in double and 0.3 as written 4e-17 is left.
    System system = read_system("var x, y\nx' + y' = t\n0.30000000000000004*x' + 0.3*y' = 1\n");
    const auto found = unmix(system.graph, {system.equations[0].f, system.equations[1].f});
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->rounded);
    System exact = read_system("var x, y\nx' + y' = t\n0.3*x' + 0.4*y' = 1\n");
    EXPECT_FALSE(unmix(exact.graph, {exact.equations[0].f, exact.equations[1].f})->rounded);
}

TEST(Multiples, OfOtherEquationsAreLeftOut)
{
    // The third contains the second, which contains the first; in a function it must stay.
    System system = read_system(
        "var x, y, z\n"
        "x - t = 0\n"
        "y' + z*(x - t) = 0\n"
        "z' + cos(y)*(y' + z*(x - t))^2 + exp(x - t) = 0\n");
    std::vector<NodeId> equations;
    for (const Equation& equation : system.equations) equations.push_back(equation.f);
    const WithoutMultiples found = without_multiples(system.graph, equations);
    EXPECT_EQ(print(system.graph, found.rows[0], system.names), "x - t");
    EXPECT_EQ(print(system.graph, found.rows[1], system.names), "y'");
    EXPECT_EQ(print(system.graph, found.rows[2], system.names), "z' + exp(x - t)");
    EXPECT_EQ(found.used[1], (std::vector<char>{1, 1, 0}));
}

TEST(Multiples, AreLeftOutWhereTheFactorsDependOnTheState)
{
    // det = 1: the chain is behind three row operations, J is regular where it does not hold.
    const Completion c = repair(read_system(R"(
var x1, x2, x3, u
let a = x1 - sin(t) + cos(x3)*(x1' - x2)
let b = x1' - x2 + x3*u*(x2' - x3)
let c = x2' - x3 + x3*a
a = 0
b = 0
c = 0
u' + u + x3*b = 0
)"));
    expect_repaired(c, 1);
}

TEST(Repair, TakesAChainOfIndexSixApart)
{
    std::mt19937 random(66);
    for (int k = 0; k < 3; ++k) {
        const Completion c = repair(read_system("var x1, x2, x3, x4, x5, x6, u, w\n" +
                                                text_of(random_regular(8, random), chain_of_six)));
        expect_repaired(c, 2);
        EXPECT_EQ(*std::ranges::max_element(c.differentiated), 5);
    }
}

}  // namespace
}  // namespace involute::test
