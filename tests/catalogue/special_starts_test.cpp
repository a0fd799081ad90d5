// SPDX-License-Identifier: Apache-2.0
// Starts at which terms vanish that matter a moment later: verdict, index, dimension and values
// stay the same. All systems in all writings are tests/nightly/special_starts_test.cpp.
#include "tests/catalogue/special_starts.hpp"

namespace involute::testing {
namespace {

/// Some systems in all writings but the first, which all systems are written in.
constexpr std::size_t every_nth = 9;

TEST(SpecialStarts, OfTheCatalogueAreAsGoodAsOthers)
{
    SpecialTally from_zero, others;
    std::size_t k = 0;
    for (const Case& c : scrambled_cases(12)) {
        const System author = unscrambled(c.system).system;
        const Findings was = special_findings(author, true);
        if (was.analysis.status == Verdict::undecided) continue;  // nothing is said
        from_zero.add(c.name, author, was, special_kinds[0], 1, true);
        if (k++ % every_nth == 0)
            for (const SpecialKind& kind : special_kinds)
                if (&kind != special_kinds) others.add(c.name, author, was, kind, 1, true);
    }
    from_zero.expect_few_open(0);
    others.expect_few_open(10);
}

// Values of models are held to their references elsewhere; some runs are long.
TEST(SpecialStarts, OfTheModelsAreAsGoodAsOthers)
{
    SpecialTally tally;
    for (const Case& c : models_of_at_most(40)) {
        System author = unscrambled(c.system).system;
        author.solve.to.reset();
        const Findings was = special_findings(author, false);
        if (was.analysis.status != Verdict::undecided)
            tally.add(c.name, author, was, special_kinds[0], 1, false);
    }
    tally.expect_few_open(0);
}

// Forces of 1e11 and lengths of 1e-5 stand in one matrix, and masses seem to be rounding.
TEST(SpecialStarts, OfABadlyScaledMechanismLeaveItsIndex)
{
    SpecialTally tally;
    for (const Case& c : models_of_at_most(10)) {
        if (c.name != "slider_crank_index3") continue;
        System author = unscrambled(c.system).system;
        author.solve.to.reset();
        const Findings was = special_findings(author, false);
        ASSERT_EQ(was.analysis.index, 3);  // Simeon 1996
        for (const SpecialKind& kind : special_kinds)
            for (unsigned seed = 1; seed <= 5; ++seed)
                tally.add(c.name, author, was, kind, seed, false);
    }
    EXPECT_EQ(tally.systems, 20);
    tally.expect_few_open(0);
}

}  // namespace
}  // namespace involute::testing
