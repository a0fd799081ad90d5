// SPDX-License-Identifier: Apache-2.0
// The facts about the published systems are from the papers named in systems.hpp.
#include "involute/complete/structural/structure.hpp"

#include <gtest/gtest.h>

#include "involute/complete/structural/find_structure.hpp"
#include "involute/complete/structural/hidden.hpp"
#include "involute/model/read.hpp"
#include "tests/complete/random_signature.hpp"
#include "tests/complete/systems.hpp"

namespace involute::test {
namespace {

using Ints = std::vector<int>;

Structure structure_of(const std::string& text, const StructureOptions& options = {})
{
    System system = read_system(text);
    return find_structure(system, options);
}

int sum(const Ints& v)
{
    return std::accumulate(v.begin(), v.end(), 0);
}

// The numbers of p = (x; jets below d), and of constraints.
int point_size(const Structure& s)
{
    return 1 + sum(s.d);
}
int constraints(const Structure& s)
{
    return sum(s.c);
}

int raised_blocks(const Structure& s)
{
    return int(std::count_if(s.blocks.begin(), s.blocks.end(), [](auto& b) { return b.raised; }));
}

// What holds for every complete structure, whatever the system.
void expect_laws(const Structure& s)
{
    ASSERT_EQ(s.code, Outcome::complete) << s.message;
    std::vector<int> solved(s.d.size(), 0);
    for (const Block& block : s.blocks) {
        ASSERT_EQ(block.rows.size(), block.columns.size());
        for (std::size_t k = 0; k < block.rows.size(); ++k)
            EXPECT_EQ(s.match[block.rows[k]], block.columns[k]);
        for (int j : block.columns) ++solved[j];
        for (int i : block.rows)
            for (int j : s.pattern[i]) EXPECT_EQ(solved[j], 1) << "used before it is solved";
    }
    EXPECT_EQ(solved, Ints(s.d.size(), 1));
    for (std::size_t i = 0; i < s.c.size(); ++i) {
        EXPECT_GE(s.c[i], s.canonical_c[i]);
        EXPECT_EQ(s.derivatives[i].size(), std::size_t(s.c[i] + 1));
        for (const auto& [j, order] : s.signature[i]) EXPECT_GE(s.d[j] - s.c[i], order);
        EXPECT_EQ(s.d[s.match[i]] - s.c[i], sigma_of(s.signature[i], s.match[i]));
    }
    EXPECT_EQ(sum(s.d) - sum(s.c), sum(s.canonical_d) - sum(s.canonical_c));
}

TEST(Structure, PendulumDifferentiatesItsLengthTwice)
{
    const Structure s = structure_of(pendulum);
    expect_laws(s);
    EXPECT_EQ(s.c, (Ints{0, 0, 2}));
    EXPECT_EQ(s.d, (Ints{2, 2, 0}));
    EXPECT_EQ(point_size(s), 5);
    EXPECT_EQ(raised_blocks(s), 0);
    EXPECT_EQ(structural_index(s), 3);
}

TEST(Structure, StiffPendulumRaisesOnlyTheBlockOfItsForce)
{
    const Structure s = structure_of(stiff_pendulum);
    expect_laws(s);
    EXPECT_EQ(s.canonical_c, (Ints{0, 0, 0}));
    EXPECT_EQ(s.canonical_d, (Ints{2, 2, 0}));
    EXPECT_EQ(s.c, (Ints{0, 0, 1}));
    EXPECT_EQ(s.d, (Ints{2, 2, 1}));
    EXPECT_EQ(point_size(s), 6);
    EXPECT_EQ(constraints(s), 1);
    EXPECT_EQ(structural_index(s), 1);
}

TEST(Structure, DischargeIsCompletedFromItsFiveRawEquations)
{
    const Structure s = structure_of(discharge);
    expect_laws(s);
    EXPECT_EQ(s.c, (Ints{1, 0, 1, 1, 2}));
    EXPECT_EQ(s.d, (Ints{2, 1, 1, 2, 1}));
    EXPECT_EQ(raised_blocks(s), 0);
    EXPECT_EQ(point_size(s), 8);
    EXPECT_EQ(constraints(s), 5);
    EXPECT_EQ(structural_index(s), 2);
}

TEST(Structure, CoupledPendulaHaveIndexFive)
{
    const Structure s = structure_of(coupled_pendula);
    expect_laws(s);
    EXPECT_EQ(s.c, (Ints{2, 2, 4, 0, 0, 2}));
    EXPECT_EQ(s.d, (Ints{4, 4, 2, 2, 2, 0}));
    EXPECT_EQ(point_size(s), 15);
    EXPECT_EQ(constraints(s), 10);
    EXPECT_EQ(structural_index(s), 5);
}

TEST(Structure, SphereIsRaisedToThreeDimensions)
{
    const Structure s = structure_of("independent x\nvar y\ny'^2 + y^2 + x^2 = 1\n");
    expect_laws(s);
    EXPECT_EQ(s.c, (Ints{1}));
    EXPECT_EQ(s.d, (Ints{2}));
    EXPECT_EQ(s.canonical_c, (Ints{0}));
    EXPECT_EQ(structural_index(s), 0);
}

TEST(Structure, AffinityIsRequiredBlockByBlockOnly)
{
    const std::string text = "var y, lam\ny' = sin(lam)\n(2 + y^2)*lam = y\n";
    const Structure by_blocks = structure_of(text);
    expect_laws(by_blocks);
    EXPECT_EQ(raised_blocks(by_blocks), 0);
    EXPECT_EQ(by_blocks.d, (Ints{1, 0}));

    const Structure jointly = structure_of(text, {.jointly_affine = true});
    expect_laws(jointly);
    EXPECT_EQ(jointly.c, (Ints{0, 1})) << "the equation of lam alone is raised";
    EXPECT_EQ(jointly.d, (Ints{1, 1}));
}

TEST(Structure, NonlinearMultiplierIsRaisedAlone)
{
    const Structure s = structure_of("var y, lam\ny' = -lam\nlam^3 + lam = y\n");
    expect_laws(s);
    EXPECT_EQ(s.c, (Ints{0, 1}));
    EXPECT_EQ(s.d, (Ints{1, 1}));
    // y' = -lam with lam a coordinate; then (3 lam^2 + 1) lam' = y'.
    EXPECT_EQ(s.pattern, (std::vector<Ints>{{0}, {0, 1}}));
    EXPECT_EQ(s.blocks.back().rows, (Ints{1}));
}

TEST(Structure, RaisingABlockRaisesAllItDependsOn)
{
    // exp(b) + a = ..: b is not affine and needs a, which is; w uses b and stays.
    const Structure s =
        structure_of("var y, a, b, w\ny' = w\na = 2*y\nexp(b) + a*b = 3\nw = 5*b\n");
    expect_laws(s);
    EXPECT_EQ(s.c, (Ints{0, 1, 1, 0}));
    EXPECT_EQ(s.d, (Ints{1, 1, 1, 0}));
}

TEST(Structure, BilinearBlocksAreJointlyAffineAfterRaisingOneOfThem)
{
    const std::string text = "var y, a, b\ny' = a*b\na = y + t\nb = y^2\n";
    const Structure by_blocks = structure_of(text);
    EXPECT_EQ(raised_blocks(by_blocks), 0);
    const Structure jointly = structure_of(text, {.jointly_affine = true});
    expect_laws(jointly);
    EXPECT_EQ(raised_blocks(jointly), 1);
    EXPECT_EQ(jointly.c[0], 0);
}

TEST(Structure, CancelledSquaresAreAffine)
{
    // (z + 1)^2 - z^2 = 2 z + 1.
    const Structure s = structure_of("var y, z\ny' = z\n(z + 1)^2 - z^2 = y\n");
    expect_laws(s);
    EXPECT_EQ(raised_blocks(s), 0);
}

TEST(Structure, PiecewiseAffineIsNotAffine)
{
    for (const char* f : {"abs(z)", "max(z, 0) + z", "sign(z) + z"}) {
        const Structure s = structure_of("var y, z\ny' = z\n" + std::string(f) + " = y\n");
        expect_laws(s);
        EXPECT_EQ(s.d, (Ints{1, 1})) << f;
    }
}

TEST(Structure, QuasilinearImpasseIsNotRaised)
{
    const Structure s = structure_of("var y\ny*y' + t = 0\n", {.jointly_affine = true});
    expect_laws(s);
    EXPECT_EQ(s.d, (Ints{1}));
}

TEST(Structure, OrderOfEquationsAndUnknownsDoesNotMatter)
{
    const std::vector<std::string> unknowns{"x", "y", "lambda", "u", "v", "mu"};
    const std::vector<std::string> equations{
        "x'' + x*lambda = 0", "y'' + y*lambda - 1 = 0",
        "x^2 + y^2 = 1",      "u'' + u*mu = 0",
        "v'' + v*mu - 1 = 0", "(u^2 + v^2)*(mu - 5)^2 = (1 + lambda/10)^2"};
    const auto text = [&](const Ints& rows, const Ints& columns) {
        std::string result = "var ";
        for (std::size_t j = 0; j < columns.size(); ++j)
            result += (j == 0 ? "" : ", ") + unknowns[columns[j]];
        for (int i : rows) result += "\n" + equations[i];
        return result + "\n";
    };
    std::mt19937 random(8);
    const Ints straight{0, 1, 2, 3, 4, 5};
    const Structure s = structure_of(text(straight, straight));
    expect_laws(s);
    for (int round = 0; round < 20; ++round) {
        const Ints rows = random_permutation(6, random), columns = random_permutation(6, random);
        const Structure other = structure_of(text(rows, columns));
        expect_laws(other);
        for (int i = 0; i < 6; ++i) {
            EXPECT_EQ(other.canonical_c[i], s.canonical_c[rows[i]]);
            EXPECT_EQ(other.c[i], s.c[rows[i]]);
            EXPECT_EQ(other.d[i], s.d[columns[i]]);
        }
    }
}

TEST(Structure, ScalingEquationsAndUnitsChangesNothing)
{
    // Lengths in millionths, equations multiplied: the same offsets.
    const Structure s = structure_of(R"(
param m = 1e6
var x, y, lambda
1e8*(x'' + lambda*x) = 0
1e-8*(y'' + lambda*y + m) = 0
1e-9*(x^2 + y^2) = 1e-9*m^2
start x = 0.6*m, x' = 0.8*m
)");
    expect_laws(s);
    EXPECT_EQ(s.c, (Ints{0, 0, 2}));
}

TEST(Structure, ReissigsExampleHasStructuralIndexThree)
{
    const Structure s = structure_of(reissig);
    expect_laws(s);
    EXPECT_EQ(s.c, (Ints{0, 0, 1, 1, 2}));
    EXPECT_EQ(s.d, (Ints{0, 1, 1, 2, 2}));
    EXPECT_EQ(structural_index(s), 3);
}

TEST(Structure, LinearChainOfIndexTwenty)
{
    const Structure s = structure_of(differentiation_chain_text(20));
    expect_laws(s);
    EXPECT_EQ(structural_index(s), 20);
    EXPECT_EQ(s.blocks.size(), 20u);
    EXPECT_EQ(sum(s.d) - sum(s.c), 0) << "no free start value";
}

TEST(Structure, NonzeroConstantIsAContradiction)
{
    const Structure s = structure_of("var x, y\nx' + y = 0\nx - x = 8\n");
    EXPECT_EQ(s.code, Outcome::inconsistent);
    EXPECT_NE(s.message.find("equation 2"), std::string::npos) << s.message;
    EXPECT_NE(s.message.find("8"), std::string::npos) << s.message;
}

TEST(Structure, EquationOfTheIndependentVariableAloneIsAContradiction)
{
    EXPECT_EQ(structure_of("var x, y\nx' + y = 0\nsin(t) = 1\n").code, Outcome::inconsistent);
    EXPECT_EQ(structure_of("var x, y\nx' + y = 0\nsin(t)^2 + cos(t)^2 = 1\n").code,
              Outcome::structurally_singular);
}

TEST(Structure, TooManyEquationsSuggestInvariants)
{
    const Structure s = structure_of("var x\nx' = 1\nx = t\n");
    EXPECT_EQ(s.code, Outcome::not_square);
    EXPECT_EQ(
        s.message,
        "there are 2 equations for 1 unknown: 1 too many; a first integral (energy, momentum) "
        "is declared as `invariant` and does not count");
}

TEST(Structure, TooFewEquationsNameUnknownsThatOccurNowhere)
{
    const Structure s = structure_of("var x, w\nx' = 1\n");
    EXPECT_EQ(s.code, Outcome::not_square);
    EXPECT_EQ(s.message,
              "there is 1 equation for 2 unknowns: 1 more is needed, and no equation contains `w`");
}

TEST(Structure, TooFewUnknownsBetweenEquationsAreNamed)
{
    const Structure s = structure_of("var x, y, z\nx + y = 1\nx - y = t\nx*y = 2\n");
    EXPECT_EQ(s.code, Outcome::structurally_singular);
    for (const char* word : {"equation 1 `x + y = 1`", "equation 3 `x*y = 2`",
                             "3 equations for only 2 unknowns (`x`, `y`)", "`z` occurs in no"})
        EXPECT_NE(s.message.find(word), std::string::npos) << s.message;
}

TEST(Structure, LimitOnNodesIsReported)
{
    const Structure s = structure_of(pendulum, {.max_nodes = 10});
    EXPECT_EQ(s.code, Outcome::too_large);
    EXPECT_NE(s.message.find("10"), std::string::npos);
}

TEST(Structure, HiddenEquationOfThePendulumIsItsVelocityConstraint)
{
    System system = read_system(pendulum);
    const Structure s = find_structure(system);
    EXPECT_EQ(hidden_equations(system, s), (std::vector<std::string>{"x*x' + y*y' = 0"}));
}

TEST(Structure, HiddenEquationsAreTheConstraintsThatWereNotWritten)
{
    System system = read_system(coupled_pendula);
    const Structure s = find_structure(system);
    EXPECT_EQ(hidden_equations(system, s).size(), 1u + 1u + 3u + 1u);
    System stiff = read_system(stiff_pendulum);
    EXPECT_TRUE(hidden_equations(stiff, find_structure(stiff)).empty());
}

TEST(Structure, ChainOfLinksGrowsLinearly)
{
    const auto grown = [](int links) {
        System system = read_system(chain_of_links_text(links));
        const double before = double(system.graph.size());
        const Structure s = find_structure(system);
        EXPECT_EQ(s.code, Outcome::complete) << s.message;
        EXPECT_EQ(sum(s.d) - sum(s.c), 2 * links);
        EXPECT_EQ(structural_index(s), 3);
        return double(system.graph.size()) - before;
    };
    const double small = grown(100);
    EXPECT_LT(grown(1000), 10.1 * small);
    EXPECT_LT(grown(5000), 50.5 * small);
}

}  // namespace
}  // namespace involute::test
