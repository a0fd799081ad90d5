// SPDX-License-Identifier: Apache-2.0
// The test of the tests: ranks modulo a prime against pencils worked out by hand, circuits with a
// known answer, and judgements that must not be lenient.
#include "tests/verdicts/array_ranks.hpp"
#include "tests/verdicts/circuit_laws.hpp"
#include "tests/verdicts/manufactured_laws.hpp"
#include "tests/verdicts/pencil_laws.hpp"

namespace involute::testing {
namespace {

using Set = std::set<std::size_t>;

TEST(OracleOfVerdicts, KnowsPencilsWorkedOutByHand)
{
    const Pencil explicit_one{{{1, 0}, {0, 1}}, {{0, -1}, {1, 0}}};  // x' = y, y' = -x
    EXPECT_EQ(index_of(explicit_one), 0);
    EXPECT_EQ(free_values(explicit_one).size(), 2u);
    const Pencil chain{{{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}, {{0, -1, 0}, {0, 0, -1}, {1, 0, 0}}};
    EXPECT_EQ(index_of(chain), 3);  // x' = y, y' = z, x = f
    EXPECT_TRUE(free_values(chain).empty());
    const Pencil hidden{{{1, 1}, {1, 1}}, {{1, 0}, {0, 1}}};  // x' + y' + x = .., x' + y' + y = ..
    EXPECT_EQ(index_of(hidden), 1);
    EXPECT_EQ(free_values(hidden).size(), 1u);
    EXPECT_TRUE(undetermined(hidden).empty());
    const Pencil loose{{{1, 0, 0}, {0, 0, 1}}, {{0, 1, 0}, {0, 0, 1}}};  // x' + y = .., z' + z = ..
    EXPECT_EQ(undetermined(loose), (Set{0, 1}));
    EXPECT_EQ(free_values(loose), std::vector<std::size_t>{2});
    const Pencil twice{{{1}, {0}}, {{0}, {1}}};      // x' = f, x = g: f = g' or nothing
    EXPECT_TRUE(contradicts(twice, {1, 0}, 3, 10));  // f = exp(0.3 t), g = 0
    EXPECT_FALSE(contradicts(twice, {3, 10}, 3, 10));
}

TEST(OracleOfVerdicts, KnowsCircuits)
{
    Circuit divider(2);  // a source, a resistor, a capacitor: one state, index 1
    divider.voltage_source(1, 0, 3);
    divider.resistor(1, 2, 1);
    divider.capacitor(2, 0, 1);
    EXPECT_EQ(known(divider.system()).index, 1);
    EXPECT_EQ(known(divider.system()).dimension, 1);
    Circuit loop(1);  // a capacitor across a source: its current is a derivative
    loop.voltage_source(1, 0, 3);
    loop.capacitor(1, 0, 1);
    EXPECT_EQ(known(loop.system()).index, 2);
    EXPECT_EQ(known(loop.system()).dimension, 0);
    Circuit floating(3);  // nodes 2 and 3 have no earth
    floating.resistor(1, 0, 1);
    floating.resistor(2, 3, 1);
    EXPECT_EQ(undetermined(floating.system().pencil), (Set{1, 2}));
    EXPECT_TRUE(known(floating.system()).may_be_gauge({"v2", "v3"}));
    EXPECT_FALSE(known(floating.system()).may_be_gauge({"v2"}));
    EXPECT_TRUE(known(floating.system()).may_be_free({"v3"}));
    EXPECT_FALSE(known(floating.system()).may_be_free({"v1"}));
    floating.current_source(2, 0, 3);  // and nowhere for its current to go
    EXPECT_EQ(known(floating.system()).verdict, Verdict::inconsistent);
}

TEST(OracleOfVerdicts, FindsTheIndexAndTheDimensionThatSystemsWereMadeFor)
{
    for (const ManufacturedLaw& law : manufactured_laws)
        for (unsigned seed = law.first_seed; seed < law.first_seed + 8; ++seed) {
            const KnownSystem k = maker(law)(seed);
            if (k.verdict != Verdict::complete || !k.index) continue;
            SCOPED_TRACE(fmt::format("{}, seed {}", law.name, seed));
            expect_index_and_dimension(k, manufactured(seed));
        }
}

KnownSystem decay()
{
    KnownSystem k;
    k.text = "var x\nx' = -x\nstart x = 1\nsolve to 1\n";
    k.names = {"x"};
    k.dimension = 1;
    k.index = 0;
    k.end = 1;
    k.solution = [](Real t, int count) {
        return std::vector<Taylor>{taylor({{{Curve::Kind::exponential, 1, -1}}}, t, count)};
    };
    return k;
}

Verification verdict_on(const KnownSystem& k)
{
    return judged(k).finding.verdict;
}

TEST(JudgeOfVerdicts, TellsRightFromWrong)
{
    EXPECT_EQ(verdict_on(decay()), Verification::holds);
    EXPECT_LE(defect(decay()), 1e-17);
    KnownSystem k = decay();
    k.dimension = 2;
    EXPECT_EQ(verdict_on(k), Verification::wrong);
    k = decay();
    k.index = 1;
    EXPECT_EQ(verdict_on(k), Verification::wrong);
    for (const Verdict other : {Verdict::inconsistent, Verdict::underdetermined}) {
        k = decay();
        k.verdict = other;
        EXPECT_EQ(verdict_on(k), Verification::wrong);
    }
    k = decay();
    k.wrong_start = true;
    EXPECT_EQ(verdict_on(k), Verification::wrong);
}

TEST(JudgeOfVerdicts, SeesValuesAndStartsThatAreOff)
{
    KnownSystem k = decay();
    k.text = "var x\nx' = -1.0001*x\nstart x = 1\nsolve to 1\n";
    EXPECT_EQ(verdict_on(k), Verification::wrong);
    EXPECT_GE(defect(k), 1e-5);
    k.text = "var x, y\nx' = -x\ny = 2*x\nstart x = 1, y = 1\nsolve to 1\n";
    k.index = 1;
    EXPECT_EQ(verdict_on(k), Verification::wrong);  // it is said that the start is contradictory,
    k.wrong_start = true;
    EXPECT_EQ(verdict_on(k), Verification::holds);  // and so it is
}

}  // namespace
}  // namespace involute::testing
