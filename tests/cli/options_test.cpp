// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tests/cli/program.hpp"

namespace cli {
namespace {

struct Malformed {
    std::string arguments{};
    std::string message{};
};

const std::string pendulum = model("pendulum");

// The complete messages, word for word.
const std::string tolerance_hint =
    "    hint: a number greater than 0, and numbers for single unknowns, as in `--atol \"1e-10, "
    "x=1e-6\"`\n";

const Malformed cases[] = {
    {"", "error: no command given\n    hint: `involute --help` lists the commands\n"},
    {"slove x.ode", "error: unknown command `slove`\n    hint: did you mean `solve`?\n"},
    {"frobnicate",
     "error: unknown command `frobnicate`\n    hint: `involute --help` lists the commands\n"},
    {"solve", "error: no model given\n    hint: involute solve MODEL\n"},
    {"check", "error: no model given\n    hint: involute check MODEL\n"},
    {"solve a.ode b.ode",
     "error: `involute solve` takes one model\n    hint: `involute solve --help` lists the "
     "options\n"},
    {"methods x",
     "error: unexpected argument `x`\n    hint: `involute methods --help` lists the options\n"},
    {"solve m.ode --rtoll 1e-3",
     "error: unknown option `--rtoll`\n    hint: did you mean `--rtol`?\n"},
    {"solve m.ode --zzz",
     "error: unknown option `--zzz`\n    hint: `involute solve --help` lists the options\n"},
    {"analyze m.ode --to 3",
     "error: `involute analyze` does not take `--to`\n    hint: `involute analyze --help` lists "
     "the "
     "options\n"},
    {"solve m.ode --to", "error: `--to` needs a value\n    hint: --to X\n"},
    {"solve m.ode --to 1 --to 2", "error: `--to` is given more than once\n"},
    {"solve m.ode --curve=3", "error: `--curve` takes no value\n"},
    {"solve m.ode --to ten", "error: `--to ten`: a number is needed\n"},
    {"solve m.ode --to inf", "error: `--to inf`: a number is needed\n"},
    {"solve m.ode --to 1e", "error: `--to 1e`: a number is needed\n"},
    {"solve m.ode --rtol -1e-3", "error: `--rtol -1e-3`: a number greater than 0 is needed\n"},
    {"solve m.ode --rtol nan", "error: `--rtol nan`: a number is needed\n"},
    {"solve m.ode --atol 0", "error: `--atol 0`: `0` is not a tolerance\n" + tolerance_hint},
    {"solve m.ode --step 0", "error: `--step 0`: a number greater than 0 is needed\n"},
    {"solve m.ode --step 1 --max-step 2",
     "error: `--step` makes every step the same size\n    hint: leave out `--first-step` and "
     "`--max-step`\n"},
    {"solve m.ode --first-step -1",
     "error: `--first-step -1`: a number greater than 0 is needed\n"},
    {"solve m.ode --points 1", "error: `--points 1`: a whole number, at least 2, is needed\n"},
    {"solve m.ode --points 2.5", "error: `--points 2.5`: a whole number, at least 2, is needed\n"},
    {"solve m.ode --points 99999999999999999999",
     "error: `--points 99999999999999999999`: a whole number, at least 2, is needed\n"},
    {"solve m.ode --max-steps 0",
     "error: `--max-steps 0`: a whole number, at least 1, is needed\n"},
    {"solve m.ode --at 1,,2",
     "error: `--at 1,,2`: `` is not a number\n    hint: numbers separated by commas, as in `--at "
     "1,2.5`\n"},
    {"solve m.ode --every 1 --at 2",
     "error: `--points`, `--every` and `--at` exclude each other\n    hint: choose one of them\n"},
    {"solve m.ode --method dopri5",
     "error: unknown method `dopri5`\n    hint: did you mean `dopri54`?\n"},
    {"solve m.ode --method magic",
     "error: unknown method `magic`\n    hint: `involute methods` lists them\n"},
    {"solve m.ode --format jsn", "error: unknown format `jsn`\n    hint: did you mean `json`?\n"},
    {"solve m.ode --format xlsx",
     "error: unknown format `xlsx`\n    hint: one of csv, json, npz\n"},
    {"solve m.ode -o /no/such/folder/out.csv",
     "error: cannot write `/no/such/folder/out.csv`: No such file or directory\n"},
    {"solve m.ode -o /", "error: cannot write `/`: it is a directory\n"},
    {"solve /no/such/model.ode",
     "error: cannot read `/no/such/model.ode`: No such file or directory\n"},
    {"solve /", "error: cannot read `/`: Is a directory\n"},
    {"solve m.ode --param g",
     "error: `--param g`: `g` does not give a parameter a number\n    hint: as in --param a=1 or "
     "--param a=1,b=2\n"},
    {"solve m.ode --param g=1,=2",
     "error: `--param g=1,=2`: `=2` does not give a parameter a number\n    hint: as in --param "
     "a=1 or "
     "--param a=1,b=2\n"},
    {"solve m.ode --rtol 0 --atol x",
     "error: `--rtol 0`: a number greater than 0 is needed\nerror: `--atol x`: `x` is not a "
     "tolerance\n" +
         tolerance_hint},
};

TEST(Options, ThatAreMalformedAreAnsweredWithOneClearMessageAndExitCode2)
{
    for (const Malformed& malformed : cases) {
        const Ran ran = involute(malformed.arguments);
        EXPECT_EQ(ran.code, 2) << malformed.arguments;
        EXPECT_EQ(ran.err, malformed.message) << malformed.arguments;
        EXPECT_EQ(ran.out, "") << malformed.arguments;
    }
}

TEST(Options, ThatAreMalformedStillGiveJsonWhereItWasAskedFor)
{
    for (const Malformed& malformed : cases) {
        if (!malformed.arguments.starts_with("solve") ||
            malformed.arguments.find("--format") != std::string::npos ||
            malformed.arguments.ends_with("--to"))
            continue;
        const Ran ran = involute(malformed.arguments + " --format json");
        EXPECT_EQ(ran.code, 2) << malformed.arguments;
        const auto json = nlohmann::json::parse(ran.out, nullptr, false);
        ASSERT_TRUE(json.is_object()) << malformed.arguments;
        EXPECT_EQ(json.at("status"), "failed");
        EXPECT_EQ(json.at("code"), "bad_input");
        EXPECT_EQ(json.at("reason").get<std::string>() + "\n", malformed.message);
    }
}

TEST(Options, AcceptNegativeNumbersEqualSignsAndADoubleDash)
{
    EXPECT_EQ(involute("solve --quiet --to -1 -- " + pendulum).code, 0);
    EXPECT_EQ(involute("solve " + pendulum + " --to=+1 --rtol=1e-6 --quiet").code, 0);
}

TEST(Help, IsGivenEverywhereOnStandardOutput)
{
    for (const std::string command : {"", "solve ", "analyze ", "check ", "methods "}) {
        const Ran ran = involute(command + "--help");
        EXPECT_EQ(ran.code, 0) << command;
        EXPECT_NE(ran.out.find("Usage: involute " + command), std::string::npos) << ran.out;
        EXPECT_EQ(ran.err, "");
    }
}

TEST(Help, NamesEveryOptionOfTheContract)
{
    const std::string help = involute("solve --help").out;
    for (const char* flag :
         {"--to X",       "--curve",    "--length S", "--method NAME", "--rtol R",
          "--atol A",     "--points N", "--every DX", "--at x1,x2",    "--param a=1",
          "--start ",     "--format ",  "-o,",        "--max-steps N", "--max-seconds S",
          "--quiet",      "--scale",    "--step H",   "--first-step",  "--max-step",
          "--interpreter"})
        EXPECT_NE(help.find(flag), std::string::npos) << flag;
}

TEST(Version, IsOneLine)
{
    const Ran ran = involute("--version");
    EXPECT_EQ(ran.code, 0);
    EXPECT_TRUE(ran.out.starts_with("involute ")) << ran.out;
    EXPECT_EQ(std::ranges::count(ran.out, '\n'), 1);
}

TEST(Methods, ListsTheTableauxAndAuto)
{
    const Ran ran = involute("methods");
    EXPECT_EQ(ran.code, 0);
    for (const char* name : {"dopri54", "dop853", "auto", "8(5,3)", "Dormand"})
        EXPECT_NE(ran.out.find(name), std::string::npos) << name;
}

TEST(Options, OfOtherProgramsAreAnsweredWithOurs)
{
    const auto said = [](const std::string& flag) {
        const Ran ran = involute("solve " + model("pendulum") + " " + flag + " 1e-6");
        EXPECT_EQ(ran.code, 2) << flag;
        return ran.err;
    };
    for (const char* flag : {"--tol", "--tolerance", "--reltol"})
        EXPECT_NE(said(flag).find("`--rtol 1e-10` sets the relative error"), std::string::npos);
    EXPECT_NE(said("--dt").find("`--max-step H`"), std::string::npos);
    EXPECT_NE(said("--tend").find("`--to X`"), std::string::npos);
}

}  // namespace
}  // namespace cli
