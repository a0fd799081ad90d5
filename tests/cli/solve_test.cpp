// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstring>

#include "tests/cli/program.hpp"

namespace cli {
namespace {

using nlohmann::json;

const std::string pendulum = model("pendulum");

// x'^2 + y'^2 + 2 y is conserved; with g = 1 and rest at y = 0 the rod's force is -3 y.
constexpr double x_at_1 = 0.879548132411889154622902;  // cd(1 | 1/2) in closed form, see the model
constexpr double y_at_1 = -0.475809922942720797090019;

json solved(const std::string& arguments, int code = 0)
{
    const Ran ran = involute("solve " + arguments + " --format json");
    EXPECT_EQ(ran.code, code) << arguments << "\n" << ran.err;
    return json::parse(ran.out);
}

std::size_t column(const json& solution, const std::string& name)
{
    const auto& names = solution.at("names");
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == name) return i + 1;
    ADD_FAILURE() << "no column " << name;
    return 0;
}

TEST(Solve, WritesTheJsonOfTheContract)
{
    const json s = solved(pendulum + " --to 1");
    EXPECT_EQ(s.at("status"), "finished");
    EXPECT_EQ(s.at("code"), "finished");
    EXPECT_TRUE(s.at("reason").is_string());
    EXPECT_EQ(s.at("independent"), "t");
    EXPECT_EQ(s.at("names"), json({"x", "x'", "x''", "y", "y'", "y''", "lambda"}));
    EXPECT_EQ(s.at("method"), "dop853");
    EXPECT_LE(s.at("residual").get<double>(), 1e-11);
    EXPECT_TRUE(s.at("sections").is_object());
    EXPECT_TRUE(s.at("events").is_array());
    for (const char* counter : {"steps", "rejected", "evaluations", "jacobians", "factorizations",
                                "projections", "seconds"})
        EXPECT_TRUE(s.at("statistics").at(counter).is_number()) << counter;
    EXPECT_GT(s.at("statistics").at("steps"), 0);

    const auto rows = s.at("values").get<Rows>();
    ASSERT_GE(rows.size(), 2u);
    for (const auto& row : rows) EXPECT_EQ(row.size(), 8u);
    EXPECT_EQ(rows.front()[0], 0);
    EXPECT_EQ(rows.back()[0], 1);
    EXPECT_NEAR(rows.back()[column(s, "x")], x_at_1, 1e-7);
    EXPECT_NEAR(rows.back()[column(s, "y")], y_at_1, 1e-7);
    EXPECT_NEAR(rows.back()[column(s, "lambda")], -3 * y_at_1, 1e-7);
}

TEST(Solve, GivesTheSameNumbersAsCsvAndAsJson)
{
    const Ran csv = involute("solve " + pendulum + " --to 1");
    EXPECT_EQ(csv.code, 0);
    EXPECT_TRUE(csv.out.starts_with("t,x,x',x'',y,y',y'',lambda\n")) << csv.out.substr(0, 80);
    EXPECT_EQ(csv_rows(csv.out), solved(pendulum + " --to 1").at("values").get<Rows>());
}

TEST(Solve, GivesTheSameNumbersAsNpz)
{
    const Folder folder;
    const std::string file = (folder.path / "out.npz").string();
    EXPECT_EQ(involute("solve " + pendulum + " --to 1 --format npz -o " + file).code, 0);
    const std::string archive = content(file);
    const Rows rows = solved(pendulum + " --to 1").at("values").get<Rows>();
    // Bit for bit, but for the first row: it has a -0, which text writes as 0.
    std::string data;
    for (std::size_t i = 1; i < rows.size(); ++i)
        data.append(reinterpret_cast<const char*>(rows[i].data()), rows[i].size() * sizeof(double));
    EXPECT_TRUE(archive.starts_with("PK\x03\x04"));
    EXPECT_NE(archive.find("values.npy"), std::string::npos);
    EXPECT_NE(archive.find(data), std::string::npos);
}

TEST(Solve, ReadsStandardInput)
{
    const Ran ran = involute("solve - --quiet --to 1 <" + pendulum);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, involute("solve --to 1 " + pendulum).out);
}

TEST(Solve, NamesStandardInputInMessages)
{
    const Ran ran = involute("solve -", "echo 'var x; x + = 1' |");
    EXPECT_EQ(ran.code, 2);
    EXPECT_TRUE(ran.err.starts_with("standard input:1:")) << ran.err;
}

TEST(Solve, PutsDataOnStandardOutputAndWordsOnStandardError)
{
    const Ran loud = involute("solve " + pendulum + " --to 1");
    EXPECT_NE(loud.err.find("finished"), std::string::npos);
    EXPECT_EQ(loud.err.find('\r'), std::string::npos) << "a bar although nobody looks";
    const Ran quiet = involute("solve " + pendulum + " --to 1 --quiet");
    EXPECT_EQ(quiet.err, "");
    EXPECT_EQ(quiet.out, loud.out);
}

TEST(Solve, WritesAFileWholeOrNotAtAll)
{
    const Folder folder;
    const std::string file = folder.write("out.csv", "old");
    EXPECT_EQ(involute("solve " + folder.write("bad.ode", "var x\nx' = ") + " -o " + file).code, 2);
    EXPECT_EQ(content(file), "old");
    EXPECT_EQ(folder.files(), 2);

    const Ran ran = involute("solve " + pendulum + " --to 1 -o " + file);
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(content(file), involute("solve " + pendulum + " --to 1").out);
    EXPECT_EQ(folder.files(), 2);
}

TEST(Solve, ReturnsRowsAtTheRequestedPlaces)
{
    const auto xs = [](const std::string& arguments) {
        std::vector<double> x;
        const json s = solved(pendulum + " --to 1 " + arguments);
        for (const auto& row : s.at("values")) x.push_back(row[0]);
        return x;
    };
    using X = std::vector<double>;
    EXPECT_EQ(xs("--points 5"), (X{0, 0.25, 0.5, 0.75, 1}));
    EXPECT_EQ(xs("--every 0.25"), (X{0, 0.25, 0.5, 0.75, 1}));
    EXPECT_EQ(xs("--at 0.3,0.7"), (X{0.3, 0.7}));
}

TEST(Solve, UsesParametersStartsMethodsAndConstantSteps)
{
    const auto last = [](const json& s) {
        return s.at("values").back().get<std::vector<double>>();
    };
    // Without gravity the released mass stays where it is.
    EXPECT_NEAR(last(solved(pendulum + " --to 1 --param g=0"))[1], 1, 1e-12);
    // Hanging at rest.
    const json hanging = solved(pendulum + " --to 1 --start \"x = 0, y = -1, x' = 0\"");
    EXPECT_NEAR(last(hanging)[column(hanging, "lambda")], 1, 1e-12);
    const json steps = solved(pendulum + " --to 1 --method dopri54 --step 0.125");
    EXPECT_EQ(steps.at("method"), "dopri54");
    EXPECT_EQ(steps.at("statistics").at("steps"), 8);
    EXPECT_EQ(solved(pendulum + " --to 1 --interpreter").at("values"),
              solved(pendulum + " --to 1").at("values"));
}

TEST(Solve, GoesBackwards)
{
    const json s = solved(pendulum + " --to -1");
    EXPECT_EQ(s.at("values").back()[0], -1);
    EXPECT_NEAR(s.at("values").back()[1].get<double>(), x_at_1, 1e-7);
}

TEST(Solve, KeepsTheResultsSoFarWhenALimitStopsIt)
{
    const json s = solved(pendulum + " --to 1000 --max-steps 3", 4);
    EXPECT_EQ(s.at("status"), "stopped");
    EXPECT_EQ(s.at("code"), "max_steps");
    EXPECT_EQ(s.at("values").size(), 4u);
    const json timed = solved(pendulum + " --to 1e9 --points 3 --max-seconds 0.05", 4);
    EXPECT_EQ(timed.at("code"), "max_seconds");
}

TEST(Solve, StopsAtAFoldAndSaysWhere)
{
    const Ran ran = involute("solve " + model("helix") + " --to 3");
    EXPECT_EQ(ran.code, 4);
    EXPECT_NE(ran.err.find("turned"), std::string::npos) << ran.err;
    EXPECT_FALSE(csv_rows(ran.out).empty());
}

TEST(Solve, WalksThroughAFoldAlongTheCurve)
{
    // A quarter turn of arclength on the circle y y' + x = 0 from (0, 1) is the angle itself.
    const json s = solved(model("circle") + " --length 2 --scale 1 --points 2");
    EXPECT_EQ(s.at("status"), "finished");
    EXPECT_NEAR(s.at("values").back()[0].get<double>(), std::sin(2.0), 1e-6);
}

TEST(Solve, WritesPartialResultsWhenInterrupted)
{
    const Ran ran = involute("solve " + pendulum + " --to 1e9 --points 1000 --format json",
                             "timeout --preserve-status -s INT 1");
    EXPECT_EQ(ran.code, 4) << ran.err;
    EXPECT_EQ(json::parse(ran.out).at("code"), "interrupted");
}

TEST(Solve, ExitsWithCode3WhenTheStartContradictsTheEquations)
{
    const json s = solved(pendulum + " --start \"x = 1, y = 1\"", 3);
    EXPECT_EQ(s.at("status"), "failed");
    EXPECT_EQ(s.at("code"), "inconsistent_start");
    EXPECT_EQ(s.at("values"), json::array());
}

TEST(Solve, ExitsWithCode2AndAllMistakesWhenTheModelIsWrong)
{
    const Folder folder;
    const std::string bad = folder.write("bad.ode", "var x, lambda\nx' = lamda\nlambda + y = 1\n");
    const Ran ran = involute("solve " + bad + " --format json");
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find("bad.ode:2:6"), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find("did you mean `lambda`?"), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find("bad.ode:3:10"), std::string::npos) << ran.err;
    EXPECT_EQ(json::parse(ran.out).at("code"), "bad_input");
}

TEST(Solve, RecordsSectionsAndEvents)
{
    const Folder folder;
    // x = cos t: falls through 0 at π/2, rises at 3π/2; x = -1 is never crossed, 2 - t is.
    const std::string file = folder.write("sections.ode",
                                          "var x\nx'' = -x\nstart x = 1, x' = 0\nsolve to 10\n"
                                          "section down: x = 0 falling\n"
                                          "event stop_at_6: t - 6 = 0 stop\n");
    const json s = solved(file);
    EXPECT_EQ(s.at("code"), "event");
    ASSERT_EQ(s.at("sections").at("down").size(), 1u);
    EXPECT_NEAR(s.at("sections").at("down")[0][0].get<double>(), std::acos(0.0), 1e-7);
    ASSERT_EQ(s.at("events").size(), 1u);
    EXPECT_EQ(s.at("events")[0].at("name"), "stop_at_6");
    EXPECT_NEAR(s.at("events")[0].at("values")[0].get<double>(), 6, 1e-12);
    EXPECT_EQ(s.at("values").back(), s.at("events")[0].at("values"));
}

}  // namespace
}  // namespace cli
