// SPDX-License-Identifier: Apache-2.0
// Every system of the catalogue and every model, in every writing of
// tests/catalogue/special_writings.hpp.
#include "tests/catalogue/special_starts.hpp"

namespace involute::testing {
namespace {

constexpr unsigned times = 2;

TEST(AllSpecialStarts, OfTheCatalogueAreAsGoodAsOthers)
{
    SpecialTally tally;
    for (const Case& c : scrambled_cases(12)) {
        const System author = unscrambled(c.system).system;
        const Findings was = special_findings(author, true);
        if (was.analysis.status == Verdict::undecided) continue;  // nothing is said
        for (const SpecialKind& kind : special_kinds)
            for (unsigned seed = 1; seed <= times; ++seed)
                tally.add(c.name, author, was, kind, seed, true);
    }
    tally.expect_few_open(10);
}

TEST(AllSpecialStarts, OfTheModelsAreAsGoodAsOthers)
{
    SpecialTally tally;
    for (const Case& c : models_of_at_most(14)) {
        System author = unscrambled(c.system).system;
        author.solve.to.reset();
        const Findings was = special_findings(author, false);
        if (was.analysis.status == Verdict::undecided) continue;
        for (const SpecialKind& kind : special_kinds)
            for (unsigned seed = 1; seed <= times; ++seed)
                tally.add(c.name, author, was, kind, seed, false);
    }
    tally.expect_few_open(25);
}

}  // namespace
}  // namespace involute::testing
