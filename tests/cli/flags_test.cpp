// SPDX-License-Identifier: Apache-2.0
// The library names options by field; the program says its flags, in words and in JSON.
#include "tests/cli/program.hpp"

namespace cli {
namespace {

std::string singular(const std::string& name)
{
    return INVOLUTE_SOURCE "/tests/catalogue/systems/singular/" + name + ".ode";
}

void expect_said(const std::string& text, const std::string& words)
{
    EXPECT_NE(text.find(words), std::string::npos) << text;
}

TEST(Flags, StandInWhatIsSaidAboutSingularPoints)
{
    const struct {
        std::string system, words;
    } cases[] = {
        {"impasse", "; `--curve` walks on"},
        {"folded_saddle", ": `--continue N` follows one of its four separatrix halves"},
        {"crossing_of_two_solutions",
         "; `--continue N` follows one, and for polynomial constraints `--component N` solves on "
         "one component"},
    };
    for (const auto& [system, words] : cases) {
        const Ran ran = involute("solve " + singular(system) + " --singular none --format json");
        const auto json = nlohmann::json::parse(ran.out);
        expect_said(json.at("reason"), words);
        expect_said(json.at("singular_points").back().at("message"), words);
        expect_said(ran.err, words);
        expect_said(ran.err, "; ways out, `--continue N` follows one:");
    }
}

TEST(Flags, NeverStandAsFields)
{
    for (const auto& entry :
         fs::directory_iterator(INVOLUTE_SOURCE "/tests/catalogue/systems/singular"))
        for (const std::string command : {"solve --format json ", "analyze ", "analyze --json "}) {
            const Ran ran = involute(command + entry.path().string());
            EXPECT_EQ((ran.out + ran.err).find("option `"), std::string::npos)
                << command << ran.out << ran.err;
        }
}

TEST(Flags, StandInRefusals)
{
    const struct {
        std::string options, message;
    } cases[] = {
        {"--step 0.1 --control classic",
         "error: `--control`, `--norm` and `--estimate` do nothing with `--step`: constant steps "
         "have no error to go by\n    hint: leave them out, or `--step`\n"},
        {"--order 9 --method dop853",
         "error: `--order` is for the method taylor, in the independent variable\n    hint: add "
         "`--method taylor`, or leave it out\n"},
        {"--scale 1",
         "error: `--scale` is for walks along the curve\n    hint: add `--curve`, or leave it "
         "out\n"},
        {"--smooth --curve",
         "error: a smooth motion is followed in the independent variable, not along the curve\n    "
         "hint: leave out `--curve` and `--length`, or `--smooth`\n"},
        {"--rtol 1.5",
         "error: `--rtol 1.5` is not a tolerance\n    hint: `--rtol` must lie between 0 and 1, for "
         "example 1e-8\n"},
        {"--step 1e-17",
         "error: with `--step 1e-17` the run takes 1e+17 steps\n    hint: give `--step` a larger "
         "size\n"},
        {"--branch 7",
         "error: there is no branch 7: 2 pass through the start\n    hint: without `--branch` the "
         "nearest to the guess is taken\n"},
    };
    for (const auto& [options, message] : cases) {
        const Ran ran = involute("solve " + model("pendulum") + " --to 1 --quiet " + options);
        EXPECT_EQ(ran.code, 2) << options;
        EXPECT_EQ(ran.err, message) << options;
    }
}

TEST(Flags, DoNotStandInTheUsersOwnLines)
{
    const Ran ran = involute("solve " + model("pendulum") + " --to 1 --columns 'option `to`'");
    EXPECT_EQ(ran.code, 2);
    expect_said(ran.err, "option `to`");
}

}  // namespace
}  // namespace cli
