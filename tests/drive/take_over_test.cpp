// SPDX-License-Identifier: Apache-2.0
// A simulation that takes over another one stands where a clone of it would, to the last bit,
// whatever it did before: runs, parameters that decide the start or the structure, other starts,
// failures.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <sstream>

#include "involute/base/error.hpp"
#include "involute/drive/simulation.hpp"
#include "involute/model/read.hpp"

namespace involute {
namespace {

std::string model_text(const std::string& name)
{
    std::ifstream in(std::string(INVOLUTE_MODELS) + "/" + name + ".ode");
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

using Deed = std::function<void(Simulation&)>;

/// All that a run from where it stands tells, and what would be saved.
std::string told(Simulation& simulation)
{
    std::ostringstream out;
    out.precision(17);
    const Solution s = simulation.run();
    out << word_of(s.code) << s.reason << ' ' << s.residual << ' ' << s.end << '\n';
    for (const auto& row : s.rows)
        for (const double value : row) out << std::hexfloat << value << ' ';
    for (const std::string& notice : s.notices) out << notice << '\n';
    for (const StartEntry& entry : s.start)
        out << entry.name << entry.given << entry.free << entry.value << ' ' << entry.moved << '\n';
    out << s.statistics.steps << ' ' << s.statistics.evaluations << '\n';
    std::stringstream saved;
    simulation.save(saved);
    for (std::string line; std::getline(saved, line);)  // but for the time it took
        if (line.find("seconds = ") == line.npos && !line.starts_with("end ")) out << line << '\n';
    return out.str();
}

/// After every deed and every two deeds, each deed gives what it gives a fresh clone.
void expect_no_trace(const Simulation& origin, const std::vector<Deed>& deeds)
{
    std::vector<std::string> expected;
    for (const Deed& deed : deeds) {
        Simulation fresh = origin.clone();
        deed(fresh);
        expected.push_back(told(fresh));
    }
    Simulation held = origin.clone();
    for (std::size_t a = 0; a < deeds.size(); ++a)
        for (std::size_t b = 0; b < deeds.size(); ++b) {
            held.take_over(origin);
            deeds[a](held);
            told(held);
            held.take_over(origin);
            deeds[b](held);
            EXPECT_EQ(told(held), expected[b]) << "deed " << b << " after " << a;
        }
    Simulation once_more = origin.clone();
    EXPECT_EQ(told(held.take_over(origin)), told(once_more));
}

Deed set(const std::string& name, double value)
{
    return [=](Simulation& s) { s.set(name, value); };
}
Deed start(const std::string& values)
{
    return [=](Simulation& s) { s.start(values); };
}
Deed walk(double to)
{
    return [=](Simulation& s) { s.advance_to(to); };
}
/// Nothing is changed by what is refused.
Deed refused(const std::string& values)
{
    return [=](Simulation& s) { EXPECT_THROW(s.start(values), Error); };
}

TEST(TakingOver, LeavesNoTraceOfThePendulum)
{
    std::string text = model_text("pendulum");
    text.replace(text.find("x^2 + y^2 = 1"), 13, "x^2 + y^2 = L^2");
    text.replace(text.find("param  g = 1"), 12, "param  g = 1, L = 1");
    const Simulation origin(read_system(text.substr(0, text.find("expect"))),
                            {.tunable = {"g", "L"}, .solve = {.to = 3}});
    expect_no_trace(
        origin, {set("g", 2), set("g", 0), set("L", 3), set("L", 1.5), start("y = -0.5, y' = 0.1"),
                 start("y = 7"), walk(1.3), refused("z = 1"),
                 [](Simulation& s) { s.set("L", 2).start("y = 0.3").advance_to(1); },
                 [](Simulation& s) {
                     s.advance_to(0.5);
                     s.set("g", 5);
                 }});
}

TEST(TakingOver, LeavesNoTraceOfOtherStructures)
{
    const Simulation origin(
        read_system(
            "param m = 1, k = 2\nvar x, y\nm*x' + x = t\ny' = k*x\nguess x = 1\nstart y = 0\n"),
        {.tunable = {"m", "k"}, .solve = {.to = 2}});
    expect_no_trace(
        origin, {set("m", 0), set("m", 2), set("k", 0), start("x = 5"), walk(1), [](Simulation& s) {
                     s.set({{"m", 0}, {"k", 3}});
                 }});
}

TEST(TakingOver, LeavesNoTraceOfInvariantsCurvesAndQuadruplePrecision)
{
    expect_no_trace(Simulation(read_system(model_text("kepler_invariants")), SolveOptions{.to = 4}),
                    {walk(2), [](Simulation&) {}});
    expect_no_trace(
        Simulation(read_system("param r = 1\nvar x\nx*x' + r*t = 0\nstart t = 0, x = 1\n"),
                   {.tunable = {"r"}, .solve = {.curve = true, .length = 2}}),
        {set("r", 2), start("x = 2"), walk(1)});
    expect_no_trace(
        Simulation(read_system("param w = 1\nvar x\nx'' + w^2*x = 0\nstart x = 1, x' = 0\n"),
                   {.tunable = {"w"}, .solve = {.to = 1, .precision = Precision::quad}}),
        {set("w", 2), start("x = 2"), walk(0.5)});
}

TEST(TakingOver, LeavesNoTraceOfAndrewsMechanism)
{
    const Simulation origin(read_system(model_text("andrews")),
                            {.tunable = {"m1", "ss", "d"}, .solve = {.to = 0.003}});
    expect_no_trace(origin, {set("m1", 0.05), set("ss", 0.036), set("d", 0.0281), walk(0.001)});
}

TEST(TakingOver, FollowsOneThatStandsElsewhere)
{
    Simulation origin(read_system(model_text("pendulum")), {.tunable = {"g"}, .solve = {.to = 2}});
    origin.advance_to(1);
    expect_no_trace(origin, {set("g", 2), walk(1.5), [](Simulation& s) { s.start(); }});
    // and of another system
    const Simulation other(read_system("var x\nx' = x\nstart x = 1\n"), SolveOptions{.to = 1});
    Simulation twin = other.clone();
    EXPECT_EQ(told(origin.take_over(other)), told(twin));
}

}  // namespace
}  // namespace involute
