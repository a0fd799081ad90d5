// SPDX-License-Identifier: Apache-2.0
// Every outcome of a run or an analysis is reached, with its code and a helpful message.
#include <map>

#include "involute/complete/closure/repair.hpp"
#include "involute/complete/completion.hpp"
#include "involute/complete/structural/find_structure.hpp"
#include "involute/drive/callable.hpp"
#include "involute/witness/written_model.hpp"
#include "tests/drive/support.hpp"

namespace involute {
namespace {

using testing::model;
using testing::says;

Solution run_of(const std::string& text, double to, SolveOptions options = {})
{
    options.to = to;
    return solve(read_system(text), options);
}

void expect_failed(const Solution& run, Outcome code, const std::vector<std::string>& words)
{
    EXPECT_EQ(run.code, code) << word_of(run.code) << ": " << run.reason;
    EXPECT_NE(run.status, RunStatus::finished);
    for (const std::string& word : words) EXPECT_TRUE(says(run.reason, word)) << run.reason;
}

/// Refused before the first step: no rows, but the names of the columns.
void expect_refused(const Solution& run, Outcome code, const std::vector<std::string>& words)
{
    expect_failed(run, code, words);
    EXPECT_EQ(run.status, RunStatus::failed);
    EXPECT_TRUE(run.rows.empty());
    EXPECT_FALSE(run.names.empty());
}

/// The text of the Error a call throws.
template <class Call>
std::string error_of(Call&& call)
{
    try {
        call();
    } catch (const Error& error) {
        std::string text;
        for (const Diagnostic& diagnostic : error.diagnostics())
            text += to_string(diagnostic) + "\n";
        return text;
    }
    ADD_FAILURE() << "nothing was thrown";
    return "";
}

// ---- the run did what was asked

void reach_finished()
{
    const Solution run = run_of(testing::oscillator, 1);
    EXPECT_EQ(run.code, Outcome::finished);
    EXPECT_EQ(run.status, RunStatus::finished);
    EXPECT_EQ(run.reason, "");
    EXPECT_EQ(run.travelled, 1.0);
}

void reach_event()
{
    const Solution run = run_of(testing::oscillator + "event top: y' = 0 stop\n", 9);
    EXPECT_EQ(run.code, Outcome::event);
    EXPECT_EQ(run.status, RunStatus::finished);
    EXPECT_TRUE(says(run.reason, "event `top` at t = 1.5707")) << run.reason;
}

void reach_closed()
{
    const Solution run = solve(model("circle"), {.to = 3.0, .curve = true});
    EXPECT_EQ(run.code, Outcome::closed);
    EXPECT_EQ(run.status, RunStatus::finished);
    EXPECT_TRUE(says(run.reason, "came back to its start at x = 0 without meeting x = 3"))
        << run.reason;
}

// ---- the run ended early

void reach_turned()
{
    expect_failed(solve(model("circle"), {.to = 3.0}), Outcome::turned,
                  {"turns back at x = ", "impasse", "option `curve`"});
}

// y = 1/(1 - t).
void reach_singular()
{
    const Solution run = run_of("var y\ny' = y^2\nstart y = 1\n", 2);
    expect_failed(run, Outcome::singular, {"y grows without bound near t = "});
    EXPECT_NEAR(run.rows.back()[0], 1, 1e-6);
}

// y stays at 1/2, where its slope jumps between 4 and -2: no step leads on.
void reach_step_too_small()
{
    const Solution run = run_of("var y\ny' = 1 - 3*sign(y - 0.5)\nstart y = 0\n", 1);
    expect_failed(run, Outcome::step_too_small, {"at t = 0.125", "y' = 1 - 3*sign(y - 0.5)"});
    EXPECT_NEAR(run.rows.back()[0], 0.125, 1e-3);
}

// The root leaves its domain at t = 1.
void reach_not_finite()
{
    const Solution run = run_of("var y\ny' = sqrt(1 - t)\nstart y = 0\n", 2);
    expect_failed(run, Outcome::not_finite, {"equation 1", "sqrt(1 - t)", "domain", "t = "});
    EXPECT_NEAR(run.rows.back()[0], 1, 1e-3);
}

// x must jump at t = 1; Newton finds a point on the other side, but none that is near.
void reach_projection_failed()
{
    const Solution run = run_of("var x, y\nx' = y\nx = sign(t - 1)\n", 2);
    expect_failed(run, Outcome::projection_failed, {"no point near t = ", "satisfies all"});
    EXPECT_NEAR(run.rows.back()[0], 1, 1e-9);
}

// The constraint jumps once the point has been projected to it.
void reach_not_certified()
{
    CallableSystem system{
        .names = {"x", "y"},
        .field =
            [](double, std::span<const double> y, std::span<double> out) {
                out[0] = y[1];
                out[1] = -y[0];
            },
        .constraints = 1,
        .constraint =
            [jump = 0.0](double t, std::span<const double> y, std::span<double> out) mutable {
                const double g = y[0] * y[0] + y[1] * y[1] - 1;
                out[0] = g + jump;
                if (t > 1 && std::abs(g) < 1e-14) jump = 1e-3;
            },
        .y = {0, 1}};
    const Solution run = solve(system, {.to = 2.0});
    expect_failed(run, Outcome::not_certified, {"constraint 1 is satisfied only to", "at t = 1"});
    for (const auto& row : run.rows) EXPECT_LE(row[0], 1.5);
}

CallableSystem rotation()
{
    return {.names = {"x", "y"},
            .field =
                [](double, std::span<const double> y, std::span<double> out) {
                    out[0] = y[1];
                    out[1] = -y[0];
                },
            .y = {0, 1}};
}

// What was computed before the callback threw is kept.
void reach_callback_failed()
{
    CallableSystem system = rotation();
    system.field = [](double t, std::span<const double> y, std::span<double> out) {
        if (t > 1) throw std::runtime_error("the sensor is gone");
        out[0] = y[1];
        out[1] = -y[0];
    };
    const Solution run = solve(system, {.to = 2.0});
    expect_failed(run, Outcome::callback_failed, {"the sensor is gone", "t = "});
    ASSERT_FALSE(run.rows.empty());
    EXPECT_LE(run.rows.back()[0], 1.0);
    EXPECT_GE(run.rows.back()[0], 0.5);
}

void reach_observer_stopped()
{
    int seen = 0;
    SolveOptions options;
    options.observe = [&](std::span<const double> row) {
        EXPECT_EQ(row.size(), 4u);  // t, y, y', y''
        return ++seen < 3;
    };
    const Solution run = run_of(testing::oscillator, 5, options);
    expect_failed(run, Outcome::observer_stopped, {"observer stopped at t = "});
    EXPECT_EQ(run.rows.size(), 3u);
    EXPECT_EQ(seen, 3);

    seen = 0;
    options.observe = [&](std::span<const double>) { return ++seen < 3; };
    options.to = 5.0;
    const Solution callable = solve(rotation(), options);
    expect_failed(callable, Outcome::observer_stopped, {"observer stopped at t = "});
    EXPECT_EQ(callable.rows.size(), 3u);
}

void reach_max_steps()
{
    expect_failed(run_of(testing::oscillator, 1000, {.max_steps = 5}), Outcome::max_steps,
                  {"5 steps", "t = "});
}

void reach_max_seconds()
{
    expect_failed(
        run_of(testing::oscillator, 1e12, {.max_seconds = 0.3, .sampling = {.only_end = true}}),
        Outcome::max_seconds, {"0.3 seconds", "t = "});
}

void reach_max_memory()
{
    expect_failed(run_of(testing::oscillator, 1e9, {.max_memory = 0.01}), Outcome::max_memory,
                  {"0.01 megabytes", "t = ", "max_memory"});
}

void reach_interrupted()
{
    SolveOptions options;
    options.interrupted = [] { return true; };
    expect_failed(run_of(testing::oscillator, 1, options), Outcome::interrupted,
                  {"interrupted at t = 0"});
}

// ---- the equations

void reach_complete()
{
    const Analysis found = analyze(read_system(testing::pendulum));
    EXPECT_EQ(found.code, Outcome::complete);
    EXPECT_EQ(found.status, Verdict::complete);
}

void reach_inconsistent()
{
    const std::string text = "var x, y\nx' = y\n8 = 0\n";
    expect_refused(run_of(text, 1), Outcome::inconsistent,
                   {"equation 2", "8 = 0", "contains no unknown", "cannot hold"});
    EXPECT_EQ(analyze(read_system(text)).status, Verdict::inconsistent);
}

void reach_underdetermined()
{
    const std::string text = "var x, y\nx' = y\n";
    expect_refused(run_of(text, 1), Outcome::underdetermined,
                   {"1 unknown remains free", "`y`", "one more equation"});
    const Analysis found = analyze(read_system(text));
    EXPECT_EQ(found.status, Verdict::underdetermined);
    EXPECT_EQ(found.free.size(), 1u);
}

// What the structural route alone can say; other routes then take over.
void reach_not_square()
{
    System system = read_system("var x\nx' = 1\nx = t\n");
    const Structure found = find_structure(system);
    EXPECT_EQ(found.code, Outcome::not_square);
    EXPECT_NE(found.message.find("2 equations for 1 unknown"), std::string::npos) << found.message;
    EXPECT_EQ(run_of("var x\nx' = 1\nx = t\n", 1).code, Outcome::finished);
}

void reach_structurally_singular()
{
    System system = read_system("var x, y\nx' = 1\nx = t\n");
    const Structure found = find_structure(system);
    EXPECT_EQ(found.code, Outcome::structurally_singular);
    for (const char* words : {"2 equations for only 1 unknown", "`x`", "`y` occurs in no equation"})
        EXPECT_NE(found.message.find(words), std::string::npos) << found.message;
    expect_refused(run_of("var x, y\nx' = 1\nx = t\n", 1), Outcome::underdetermined, {"`y`"});
}

// Twice the first equation minus the second is the constraint x - y = 2 cos(t), which no counting
// of derivatives can see: repaired. What repair cannot do it says with this code.
void reach_singular_jacobian()
{
    const std::string text =
        "var x, y\nx' + y' + x = cos(t)\n2*x' + 2*y' + x + y = 0\n"
        "start x = 1\n";
    EXPECT_EQ(analyze(read_system(text)).route, Route::repaired);
    EXPECT_EQ(repair(read_system("var x, y\nx' = 1\nx = t\n")).outcome, Outcome::singular_jacobian);
}

// Reached where the limit can be set: the one of `solve` is twenty million nodes.
void reach_too_large()
{
    System system = read_system(testing::pendulum);
    const Structure structure = find_structure(system, {.max_nodes = 10});
    EXPECT_EQ(structure.code, Outcome::too_large);
    EXPECT_TRUE(says(structure.message, "more than 10 nodes")) << structure.message;
}

// ---- the start

void reach_inconsistent_start()
{
    const std::string text =
        "var x, y, lambda\nx'' + lambda*x = 0\ny'' + lambda*y + 1 = 0\n"
        "x^2 + y^2 = 1\nstart x = 1, y = 1, x' = 0\n";
    expect_refused(run_of(text, 1), Outcome::inconsistent_start,
                   {"start values violate", "x^2 + y^2 = 1", "nearest consistent start"});
    // A multiplier follows from the rest: lambda = x'^2 + y'^2 - y.
    const std::string motion =
        "var x, y, lambda\nx'' + lambda*x = 0\ny'' + lambda*y + 1 = 0\n"
        "x^2 + y^2 = 1\nstart x = 0.6, y = -0.8, x' = 0, lambda = 5\n";
    expect_refused(run_of(motion, 1), Outcome::inconsistent_start,
                   {"lambda = 5", "contradicts", "lambda = 0.8"});
    const Analysis found = analyze(read_system(text));
    EXPECT_EQ(found.status, Verdict::complete) << "the equations themselves are complete";
    EXPECT_EQ(found.code, Outcome::inconsistent_start);
    EXPECT_TRUE(says(found.message, "But the start")) << found.message;
}

void reach_no_start_found()
{
    expect_refused(run_of("var x, y\nx' = y\nx^2 + y^2 = -1\n", 1), Outcome::no_start_found,
                   {"no consistent start was found", "x^2 + y^2 = -1", "does not prove"});
    // Nothing can be computed where it starts.
    expect_refused(run_of("var x\nx' = sqrt(x)\nstart x = -1\n", 1), Outcome::no_start_found,
                   {"equation 1", "cannot be evaluated at the start"});
    EXPECT_EQ(row_of(Outcome::no_start_found).exit_code, 3);
}

// y y' = 1 at y = 0 has no y'; elsewhere it has.
void reach_singular_start()
{
    expect_refused(run_of("var y\ny*y' = 1\nstart y = 0\n", 1), Outcome::singular_start,
                   {"not determined at the start", "option `curve`"});
}

// ---- what a person must fix

// The torque T does work: E - T theta is constant, E is not.
void reach_false_invariant()
{
    const std::string invariant =
        "invariant E = m1/2*(y1'^2 + y2'^2) + m2/2*(y3'^2 + y4'^2) + gamma*(m1*y2 + m2*y4)\n";
    std::ifstream in(std::string(INVOLUTE_MODELS) + "/four_bar.ode");
    std::stringstream text;
    text << in.rdbuf() << invariant;
    expect_refused(solve(read_system(text.str()), {.to = 1.0}), Outcome::false_invariant,
                   {"`E`", "not an invariant", "relative rate", "impose"});
    // Without the torque the same line is true.
    const Solution run = solve(read_system(text.str(), "", {{"T", 0.0}}), {.to = 1.0});
    EXPECT_EQ(run.code, Outcome::finished) << run.reason;
}

void reach_bad_input()
{
    const System system = read_system(testing::pendulum);
    EXPECT_TRUE(says(error_of([&] { solve(system, {.to = 1.0, .rtol = -1}); }), "rtol = -1"));
    EXPECT_TRUE(says(error_of([&] { solve(system); }), "nothing says how far to solve"));
    EXPECT_EQ(row_of(Outcome::bad_input).exit_code, 2);
}

// As if the front door had misread the text: another one is put behind the same equations.
void reach_internal_error()
{
    System system = read_system("var y\ny'' = -y\nstart y = 0, y' = 1\n");
    WrittenModel other = *read_system("var y\ny'' = -1.000001*y\nstart y = 0, y' = 1\n").text;
    other.equations = system.text->equations;
    system.text = std::make_shared<const WrittenModel>(std::move(other));
    expect_failed(solve(system, {.to = 1.0}), Outcome::internal_error,
                  {"equation 1 (y'' = -y)", "as compiled and", "as written", "at t = "});
}

// ---- the table: a new outcome needs a test that reaches it

const std::map<Outcome, void (*)()> reached_here = {
    {Outcome::finished, reach_finished},
    {Outcome::event, reach_event},
    {Outcome::closed, reach_closed},
    {Outcome::turned, reach_turned},
    {Outcome::singular, reach_singular},
    {Outcome::step_too_small, reach_step_too_small},
    {Outcome::not_finite, reach_not_finite},
    {Outcome::projection_failed, reach_projection_failed},
    {Outcome::not_certified, reach_not_certified},
    {Outcome::callback_failed, reach_callback_failed},
    {Outcome::observer_stopped, reach_observer_stopped},
    {Outcome::max_steps, reach_max_steps},
    {Outcome::max_seconds, reach_max_seconds},
    {Outcome::max_memory, reach_max_memory},
    {Outcome::interrupted, reach_interrupted},
    {Outcome::complete, reach_complete},
    {Outcome::inconsistent, reach_inconsistent},
    {Outcome::underdetermined, reach_underdetermined},
    {Outcome::not_square, reach_not_square},
    {Outcome::structurally_singular, reach_structurally_singular},
    {Outcome::singular_jacobian, reach_singular_jacobian},
    {Outcome::too_large, reach_too_large},
    {Outcome::inconsistent_start, reach_inconsistent_start},
    {Outcome::no_start_found, reach_no_start_found},
    {Outcome::singular_start, reach_singular_start},
    {Outcome::false_invariant, reach_false_invariant},
    {Outcome::bad_input, reach_bad_input},
    {Outcome::internal_error, reach_internal_error},
};

class EveryOutcome : public ::testing::TestWithParam<OutcomeRow> {};

TEST_P(EveryOutcome, IsReached)
{
    const Outcome outcome = GetParam().outcome;
    const auto found = reached_here.find(outcome);
    ASSERT_NE(found, reached_here.end()) << "no test reaches `" << word_of(outcome) << "`";
    found->second();
}

INSTANTIATE_TEST_SUITE_P(OfTheList, EveryOutcome, ::testing::ValuesIn(outcomes),
                         [](const auto& test) { return std::string(test.param.word); });

TEST(Outcomes, AreListedInTheirOwnOrder)
{
    int k = 0;
    for (const OutcomeRow& row : outcomes) {
        EXPECT_EQ(int(row.outcome), k++);
        EXPECT_FALSE(row.sentence.empty());
        EXPECT_TRUE(row.exit_code >= 0 && row.exit_code <= 4);
    }
    EXPECT_EQ(int(Outcome::internal_error) + 1, k);
}

}  // namespace
}  // namespace involute
