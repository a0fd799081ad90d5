// SPDX-License-Identifier: Apache-2.0
// Saved and gone on with, in memory: simulations and runs; and what is refused.
#include "involute/drive/checkpoint.hpp"

#include <random>
#include <sstream>

#include "involute/base/error.hpp"
#include "involute/drive/simulation.hpp"
#include "involute/model/builder.hpp"
#include "tests/drive/support.hpp"

namespace involute::testing {
namespace {

const std::string circle = "var x, y\nx' = -y\ny' = x\nstart x = 1, y = 0\n";
const std::string van_der_pol =
    "var x, v\nx' = v\nv' = 1000*((1 - x^2)*v - x)\nstart x = 2, v = 0\nsolve to 2\n";
const std::string rectified =
    "var x\nx' = max(0, sin(5*t)) - x + abs(x - 0.3)\nstart x = 0\nsolve to 6\n";
const std::string regimes =
    "var x, y\nx' = y\nmax(0, t - 1)*(x - t) + max(0, 1 - t)*(y - 1) = 0\n"
    "start t = 0, x = 0\nsolve to 2\n";

std::string saved(const Simulation& sim)
{
    std::ostringstream out;
    sim.save(out);
    return out.str();
}

Simulation loaded(const std::string& text)
{
    std::istringstream in(text);
    return Simulation::load(in);
}

std::string refusal(const std::function<void()>& act)
{
    try {
        act();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(Saved, SimulationsGoOn)
{
    const std::string text = pendulum + "event low: x = 0\nsolve to 9\n";
    for (const char* method : {"auto", "dop853", "taylor", "radau"}) {
        Simulation sim(read_system(text), {.method = method});
        for (int k = 0; k < 7; ++k) sim.step();
        Simulation later = loaded(saved(sim));
        EXPECT_EQ(later.parameter(), sim.parameter());
        const double middle = (sim.parameter_before() + sim.parameter()) / 2;
        EXPECT_EQ(later.at(middle, "lambda"), sim.at(middle, "lambda")) << method;
        EXPECT_EQ(sim.advance_to(8), later.advance_to(8));
        EXPECT_EQ(sim.advance_to_event(), later.advance_to_event());
        for (const char* name : {"t", "x", "y'", "lambda"})
            EXPECT_EQ(later[name], sim[name]) << method;
        EXPECT_EQ(later.statistics().steps, sim.statistics().steps);
        EXPECT_EQ(later.start()["x"], 1);
    }
}

TEST(Saved, SimulationsGoOnFromOtherStartsAndParameters)
{
    Simulation sim(read_system("param k = 1, m = 3\n" + circle, "", {{"k", 2}}, {"m"}));
    sim.start("x = 0, y = 2").advance_to(1);
    Simulation later = loaded(saved(sim));
    sim.advance_to(2);
    later.advance_to(2);
    EXPECT_EQ(later["x"], sim["x"]);
    EXPECT_NEAR(later["x"], -2 * std::sin(2.0), 1e-7);
    EXPECT_EQ(later.start()["y"], 2);
}

TEST(Saved, SimulationsThatCannotGoOnStayThatWay)
{
    Simulation none(read_system("var x, y\nx + y = 1\nx + y = 2\nx' = 1\n"));
    EXPECT_EQ(loaded(saved(none)).outcome(), none.outcome());
    Simulation stopped(read_system("var x\nx*x' = -1\nstart x = 1\n"));
    stopped.advance_to(2);
    Simulation later = loaded(saved(stopped));
    EXPECT_EQ(later.outcome(), stopped.outcome());
    EXPECT_EQ(later.reason(), stopped.reason());
    EXPECT_EQ(later.advance_to(3), stopped.outcome());
    EXPECT_EQ(later.start().advance_to(0.25), Outcome::finished);
}

TEST(Saved, SystemsMadeInCppAreGivenAgain)
{
    Builder b;
    const Formula x = b.unknown("x");
    b.equation(x.dot() == -x);
    b.start(x, 1);
    const System system = b.system();
    Simulation sim(system);
    sim.advance_to(1);
    const std::string text = saved(sim);
    EXPECT_TRUE(says(refusal([&] { loaded(text); }), "made in C++"));
    std::istringstream in(text), again(text);
    EXPECT_EQ(Simulation::load(in, system)["x"], sim["x"]);
    EXPECT_TRUE(
        says(refusal([&] { Simulation::load(again, read_system(circle)); }), "another model"));
}

/// A flip or a cut is refused, or changes nothing.
TEST(Saved, SimulationsHaveTheFunctionsThatAreGivenAgain)
{
    Simulation sim(read_system("var x; x'' = -x; start x = 1, x' = 0; solve to 1e6"));
    sim.advance_to(2);
    std::stringstream saved;
    sim.save(saved);
    int asked = 0;
    SolveOptions functions;
    functions.interrupted = [&] { return ++asked > 10; };
    Simulation again = Simulation::load(saved, functions);
    EXPECT_EQ(again.advance_to(1e6), Outcome::interrupted);
    EXPECT_EQ(asked, 11);
    EXPECT_GT(again.parameter(), 2);
}

TEST(Saved, DamageIsRefused)
{
    Simulation sim(read_system(circle));
    sim.advance_to(1);
    const std::string text = saved(sim);
    sim.advance_to(2);
    for (std::size_t length = 0; length < text.size(); ++length)
        ASSERT_THROW(loaded(text.substr(0, length)), Error) << length;
    std::mt19937 random(7);
    for (int k = 0; k < 500; ++k) {
        std::string damaged = text;
        damaged[random() % text.size()] ^= char(1u << random() % 8);
        ASSERT_THROW(loaded(damaged), Error) << k;
    }
    EXPECT_TRUE(says(refusal([&] { loaded(text.substr(0, text.size() / 2)); }), "cut off"));
    std::string other = text;
    other.replace(other.find("checkpoint 1"), 12, "checkpoint 9");
    EXPECT_TRUE(says(refusal([&] { loaded(other); }), "version 9"));
    EXPECT_TRUE(says(refusal([&] { loaded("t,x\n0,1\n"); }), "no checkpoint"));
    EXPECT_TRUE(says(refusal([&] { solve(read_system(circle), {.to = 3}, {.resume = text}); }),
                     "not of a run"));
}

/// Everything but time.
void expect_same(const Solution& a, const Solution& b, const std::string& where)
{
    EXPECT_EQ(a.code, b.code) << where;
    EXPECT_EQ(a.reason, b.reason) << where;
    EXPECT_EQ(a.names, b.names) << where;
    EXPECT_EQ(a.rows, b.rows) << where;
    EXPECT_EQ(a.quad_rows, b.quad_rows) << where;
    EXPECT_EQ(a.end, b.end) << where;
    EXPECT_EQ(a.travelled, b.travelled) << where;
    EXPECT_EQ(a.residual, b.residual) << where;
    EXPECT_EQ(a.method, b.method) << where;
    EXPECT_EQ(a.notices, b.notices) << where;
    EXPECT_EQ(a.singular_points.size(), b.singular_points.size()) << where;
    ASSERT_EQ(a.crossings.size(), b.crossings.size()) << where;
    for (std::size_t k = 0; k < a.crossings.size(); ++k)
        EXPECT_EQ(a.crossings[k].rows, b.crossings[k].rows) << where;
    EXPECT_EQ(a.statistics.steps, b.statistics.steps) << where;
    EXPECT_EQ(a.statistics.rejected, b.statistics.rejected) << where;
    EXPECT_EQ(a.statistics.evaluations, b.statistics.evaluations) << where;
    EXPECT_EQ(a.statistics.rows, b.statistics.rows) << where;
}

/// With a checkpoint at every step the run is the same, and so is one from any of them on.
void goes_on(const std::string& text, const SolveOptions& options)
{
    const System system = read_system(text);
    const std::string name = text + "by " + options.method;
    const Solution whole = solve(system, options);
    std::vector<std::string> kept;
    const Solution watched =
        solve(system, options, {.every = 0, .write = [&](const auto& it) { kept.push_back(it); }});
    expect_same(whole, watched, name);
    ASSERT_GT(kept.size(), 3u) << name;
    for (const std::size_t part : {0, 1, 3, 7, 10}) {
        const std::size_t k = part * (kept.size() - 1) / 10;
        expect_same(whole, solve(system, options, {.resume = kept[k]}),
                    name + ", from step " + std::to_string(k));
    }
}

TEST(Checkpoint, RunsGoOnByEveryMethod)
{
    const std::string text = pendulum + "section low: x = 0\nsolve to 9\n";
    for (const char* method : {"auto", "dop853", "taylor", "radau", "rkf78"})
        goes_on(text, {.method = method});
    goes_on(text, {.rtol = 1e-10, .sampling = {.points = 50}});
    goes_on(text, {.sampling = {.every = 0.1}});
    goes_on(text, {.sampling = {.only_end = true}});
    goes_on(van_der_pol, {});
    goes_on(text, {.to = 3, .method = "taylor", .precision = Precision::quad, .rtol = 1e-20});
}

TEST(Checkpoint, RunsGoOnAlongCurvesAndOverKinks)
{
    const std::string folds = "var x\nx*x' + t = 0\nstart t = 0, x = 1\n";
    goes_on(folds, {.curve = true, .length = 6, .scale = 1});
    goes_on(folds, {.curve = true, .length = 6, .sampling = {.at = {0.5}}});
    goes_on(pendulum, {.to = 2, .curve = true, .sampling = {.points = 20}});  // walked twice
    goes_on(rectified, {});
    goes_on(rectified, {.method = "radau"});
}

TEST(Checkpoint, RunsGoOnThroughRegimes)
{
    goes_on(regimes, {});
    goes_on(regimes, {.sampling = {.points = 9}});
}

TEST(Checkpoint, RunsGoOnBeyondSingularPoints)
{
    // back from the impasse of y^2 = 1 - t along y < 0
    const std::string turns = "var y\n2*y*y' = -1\nstart t = 0, y = 1\nsolve to 2\n";
    goes_on(turns, {.continuations = {2}});
    // y = sin(t)/t from its singular start, on a series
    goes_on("var y\nt*y'' + 2*y' + t*y = 0\nstart t = 0, y = 1\nsolve to 20\n", {});
}

TEST(Checkpoint, AreNotWrittenWhereTheFirstOfTwoWalksWasCutShort)
{
    SolveOptions options{.to = 10.0, .curve = true, .scale = 1, .max_steps = 6};
    options.sampling.points = 5;
    int written = 0;
    solve(read_system(circle), options,
          {.every = 0, .write = [&](const std::string&) { ++written; }});
    EXPECT_EQ(written, 0);
}

TEST(Checkpoint, LimitsLeaveOne)
{
    const System system = read_system(pendulum + "solve to 3\n");
    const Solution whole = solve(system, {});
    std::string kept;
    const CheckpointRequest keep{.write = [&](const std::string& text) { kept = text; }};
    const Solution part = solve(system, {.max_steps = 5}, keep);
    EXPECT_EQ(part.code, Outcome::max_steps);
    ASSERT_FALSE(kept.empty());
    expect_same(whole, solve(system, {}, {.resume = kept}), "after five steps");
    int asked = 0;
    solve(system, {.interrupted = [&] { return ++asked > 400; }}, keep);
    expect_same(whole, solve(system, {}, {.resume = kept}), "after an interruption");
}

TEST(Checkpoint, OthersAreRefused)
{
    const System system = read_system(pendulum + "solve to 3\n");
    std::string kept;
    solve(system, {.max_steps = 5},
          {.write = [&](const std::string& text) { kept = text; }, .note = [] { return "mine"; }});
    EXPECT_EQ(checkpoint_note(kept), "mine");
    const auto resumed = [&](const System& other, const SolveOptions& options) {
        return refusal([&] { solve(other, options, {.resume = kept}); });
    };
    EXPECT_EQ(resumed(system, {}), "");
    EXPECT_TRUE(says(resumed(read_system(pendulum + "solve to 4\n"), {}), "another model"));
    EXPECT_TRUE(says(resumed(system, {.rtol = 1e-9}), "rtol"));
    EXPECT_TRUE(says(resumed(system, {.method = "radau"}), "method"));
    EXPECT_TRUE(
        says(resumed(system, {.stream = [](const PassingRow&) { return true; }}), "handed over"));
    EXPECT_TRUE(says(refusal([&] {
                         std::istringstream in(kept);
                         Simulation::load(in);
                     }),
                     "not of a simulation"));
}

TEST(Checkpoint, RowsHandedOverAreNotHandedOverAgain)
{
    const System system = read_system(pendulum + "solve to 3\n");
    std::vector<double> whole, first, rest;
    const auto to = [](std::vector<double>& xs) {
        return SolveOptions{.stream = [&xs](const PassingRow& row) {
            xs.push_back(row.values[0]);
            return true;
        }};
    };
    solve(system, to(whole));
    std::string kept;
    std::size_t rows = 0;
    int checkpoints = 0;
    solve(system, to(first), {.every = 0, .write = [&](const std::string& text) {
                                  if (++checkpoints != 9) return;
                                  kept = text;
                                  rows = first.size();
                              }});
    EXPECT_EQ(first, whole);
    solve(system, to(rest), {.resume = kept});
    first.resize(rows);
    first.insert(first.end(), rest.begin(), rest.end());
    EXPECT_EQ(first, whole);
}

}  // namespace
}  // namespace involute::testing
