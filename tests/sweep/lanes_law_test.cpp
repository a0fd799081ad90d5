// SPDX-License-Identifier: Apache-2.0
// However a random system is written, its runs side by side are its runs alone, to the last bit:
// those that fail, and values between steps, too.
#include "tests/laws/forms.hpp"
#include "tests/sweep/lanes.hpp"

namespace involute::testing {
namespace {

constexpr unsigned systems = 5;
constexpr int runs = 40;  // of each: some thousand steps

void expect_same_runs(Form (*rewriting)(const RandomSystem&, Dice&), unsigned first_seed,
                      const std::string& method)
{
    for (unsigned seed = first_seed; seed < first_seed + systems; ++seed) {
        const RandomSystem s = random_system(seed);
        Dice dice(seed + 1000003);
        Form form = rewriting(s, dice);
        form.head.push_back("param k = 1");
        form.lines[0].right = "k*(" + form.lines[0].right + ") + (1 - k)*" + form.lines[0].left;
        const std::string text = text_of(form, s), first = form.names[0];
        SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
        const std::string between = fmt::format("{} at {}", first, s.end / 3);
        expect_same({text,
                     {axis(fmt::format("k=0.5:1.5:{}", runs / 4)), axis(first + "=-1,0,0.5,2")},
                     seed % 2 == 0 ? "" : fmt::format("{0}(end), max({0}), {1}", first, between),
                     {.method = method, .max_step = s.max_step}});
    }
}

TEST(LanesLaw, ExplicitSystems)
{
    expect_same_runs([](const RandomSystem& s, Dice&) { return plain(s); }, 1000, "dop853");
}

TEST(LanesLaw, EquationsMixedByARegularMatrix)
{
    expect_same_runs(mixed, 7000, "auto");
}

TEST(LanesLaw, MoreEquationsThanUnknowns)
{
    expect_same_runs(with_a_derivative_as_equation, 8000, "dopri54");
}

}  // namespace
}  // namespace involute::testing
