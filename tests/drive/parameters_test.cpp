// SPDX-License-Identifier: Apache-2.0
// Parameters set after preparation: every run is the run of the model with these numbers folded.
#include "involute/system/parameters.hpp"
#include "involute/drive/leg.hpp"
#include "involute/model/builder.hpp"
#include "tests/drive/support.hpp"

namespace involute::testing {
namespace {

/// A model prepared once, beside the same model read and prepared for every set of numbers.
class Beside {
public:
    Beside(std::string text, std::vector<std::string> tunable, SolveOptions options)
        : text_(std::move(text)),
          system_(read_system(text_, "", {}, tunable)),
          options_(std::move(options)),
          prepared_(prepare(system_, options_, false))
    {
    }

    /// Sets the numbers and compares; returns what was said.
    std::string set(const Overrides& values)
    {
        set_parameters(system_, values);
        const std::string said = set_parameters(prepared_, system_, options_);
        for (const auto& value : values) overrides_.push_back(value);
        const System folded = read_system(text_, "", overrides_);
        Prepared alone = prepare(folded, options_, false);
        EXPECT_EQ(word_of(prepared_.outcome), word_of(alone.outcome)) << prepared_.message;
        if (alone.outcome != Outcome::complete || prepared_.outcome != Outcome::complete)
            return said;
        EXPECT_EQ(prepared_.geometry->layout().dimension(), alone.geometry->layout().dimension());
        const Solution a = run(prepared_, destination(system_, options_), options_).solution;
        const Solution b = run(alone, destination(folded, options_), options_).solution;
        last = a;
        EXPECT_EQ(word_of(a.code), word_of(b.code)) << a.reason << b.reason;
        EXPECT_EQ(a.names, b.names);
        if (a.rows.empty() || b.rows.empty() || a.names != b.names) return said;
        for (std::size_t i = 0; i < a.rows.back().size(); ++i) {
            const double x = a.rows.back()[i], y = b.rows.back()[i];
            EXPECT_LE(std::abs(x - y), 0.1 * options_.rtol * (std::abs(y) + 0.01))
                << (i == 0 ? "t" : a.names[i - 1]) << ": " << x << ", folded " << y;
        }
        EXPECT_EQ(a.crossings.size(), b.crossings.size());
        for (std::size_t c = 0; c < std::min(a.crossings.size(), b.crossings.size()); ++c)
            EXPECT_EQ(a.crossings[c].rows.size(), b.crossings[c].rows.size());
        return said;
    }

    Solution last{};
    const Prepared& prepared() const { return prepared_; }

private:
    std::string text_;
    System system_;
    SolveOptions options_;
    Prepared prepared_;
    Overrides overrides_{};
};

const std::string heavy = R"(
param m = 1, g = 1, L = 1
var x, y, lambda
m*x'' + lambda*x = 0
m*y'' + lambda*y + m*g = 0
x^2 + y^2 = L^2
start x = L, x' = 0
guess y = 0, y' = 0
section low: x = 0
solve to 2
)";
const std::string with_energy = heavy + "invariant energy = (x'^2 + y'^2)/2 + g*y\n";

TEST(Parameters, APendulumIsPreparedOnce)
{
    for (const char* method : {"dop853", "taylor", "radau5", "auto"}) {
        SCOPED_TRACE(method);
        Beside pendulum(with_energy, {"m", "g", "L"}, {.method = method});
        EXPECT_EQ(pendulum.prepared().report.route, Route::structural);
        EXPECT_EQ(pendulum.set({{"g", 9.81}}), "");
        EXPECT_EQ(pendulum.set({{"L", 0.3}}), "");  // the start follows
        EXPECT_EQ(pendulum.last.rows.front()[1], 0.3);
        EXPECT_EQ(pendulum.set({{"m", 7}, {"g", 1.62}}), "");
        EXPECT_EQ(pendulum.set({{"g", -1}}), "");
    }
}

/// All rows of a run with every parameter tunable against those of the folded model, each column in
/// the size that it has. Steps are constant, so that roundings cannot choose others.
void expect_the_folded_run(const std::string& text, const SolveOptions& options)
{
    const System folded = read_system(text);
    std::vector<std::string> names;
    for (const Parameter& p : folded.parameters) names.push_back(p.name);
    const System tunable = read_system(text, "", {}, names);
    ASSERT_EQ(tunable.graph.parameter_values().size(), names.size());
    const Solution a = solve(tunable, options), b = solve(folded, options);
    ASSERT_EQ(a.code, Outcome::finished) << options.method << ": " << a.reason;
    ASSERT_EQ(a.names, b.names);
    ASSERT_EQ(a.rows.size(), b.rows.size());
    ASSERT_GT(a.rows.size(), 50U);
    for (std::size_t i = 0; i < a.rows[0].size(); ++i) {
        double off = 0, size = 0;
        for (std::size_t k = 0; k < a.rows.size(); ++k) {
            off = std::max(off, std::abs(a.rows[k][i] - b.rows[k][i]));
            size = std::max(size, std::abs(b.rows[k][i]));
        }
        EXPECT_LE(off, 1e-13 * size) << options.method << ", column " << i;
    }
}

TEST(Parameters, AtConstantStepsTheyAreTheFoldedRunUpToRounding)
{
    for (const char* method : {"dop853", "rk4", "taylor2", "radau5"})
        expect_the_folded_run(with_energy, {.method = method, .step = 0.02});
    std::ifstream file(std::string(INVOLUTE_MODELS) + "/andrews.ode");
    std::stringstream andrews;
    andrews << file.rdbuf();
    expect_the_folded_run(andrews.str(), {.to = 0.01, .method = "dop853", .step = 1e-4});
}

TEST(Parameters, AMassOfZeroIsAnotherSystem)
{
    Beside pendulum(heavy, {"m", "g", "L"}, {});
    EXPECT_TRUE(says(pendulum.set({{"m", 0}}), "completed anew"));
    EXPECT_EQ(pendulum.set({{"m", 2}}).substr(0, 4), "with");  // from the folded one back
    EXPECT_EQ(pendulum.set({{"m", 3}}), "");
    EXPECT_EQ(pendulum.prepared().report.route, Route::structural);
}

TEST(Parameters, AnIndexThatChangesIsFoundAnew)
{
    // a = 0: y = 2 - x, so that x = 2 - exp(-t)
    Beside system(
        "param a = 1; var x, y; x' = y; a*y' + y = 2 - x\n"
        "start x = 1; guess y = 1; solve to 2",
        {"a"}, {});
    EXPECT_TRUE(says(system.set({{"a", 0}}), "completed anew"));
    EXPECT_EQ(system.prepared().geometry->layout().dimension(), 1);
    EXPECT_NEAR(end_value(system.last, "x"), 2 - std::exp(-2.0), 1e-6);
    system.set({{"a", 0.5}});
    EXPECT_EQ(system.prepared().geometry->layout().dimension(), 2);
}

TEST(Parameters, AHigherIndexAtOneValueIsFoundAnew)
{
    // b = 0: x is given, and z hidden in its derivative; b != 0: z = (sin(t) - x)/b
    Beside system(
        "param b = 1; var x, z; x' + z = 0; x + b*z = sin(t)\n"
        "guess x = 0, z = 0; solve to 1",
        {"b"}, {});
    EXPECT_TRUE(says(system.set({{"b", 0}}), "completed anew"));
    EXPECT_NEAR(end_value(system.last, "z"), -std::cos(1.0), 1e-6);
}

TEST(Parameters, AStiffnessOfZero)
{
    // Two masses, and a massless node between them: without springs nothing holds it.
    const std::string chain =
        "param k = 2, c = 1; var x[1..3]\n"
        "x[1]'' = k*(x[2] - x[1]); 0 = k*(x[1] - x[2]) + c*(x[3] - x[2]); x[3]'' = c*(x[2] - "
        "x[3])\n"
        "start x[1] = 0, x[1]' = 1, x[3] = 1, x[3]' = 0; solve to 3";
    Beside springs(chain, {"k", "c"}, {});
    EXPECT_EQ(springs.set({{"k", 0}}), "");
    EXPECT_NEAR(end_value(springs.last, "x[1]"), 3, 1e-6);
    EXPECT_TRUE(says(springs.set({{"c", 0}}), "completed anew"));
    EXPECT_NE(springs.prepared().outcome, Outcome::complete);
    springs.set({{"c", 3}});
    EXPECT_EQ(springs.prepared().outcome, Outcome::complete);
}

TEST(Parameters, ARedundancyOfOneValueIsDecidedAgain)
{
    const std::string circles =
        "param L = 1; var x, y\n"
        "x^2 + y^2 = 1; x^2 + y^2 = L; x' = -y\n"
        "start x = 0.6; guess y = 0.8; solve to 0.5";
    Beside system(circles, {"L"}, {});
    EXPECT_NE(system.prepared().report.route, Route::structural);
    system.set({{"L", 2}});
    EXPECT_EQ(system.prepared().outcome, Outcome::inconsistent);
    system.set({{"L", 1}});
    EXPECT_EQ(system.prepared().outcome, Outcome::complete);
    EXPECT_NEAR(end_value(system.last, "x"), std::cos(0.5 + std::acos(0.6)), 1e-6);
}

TEST(Parameters, KinksAndPulsesStandWhereTheirNumbersPutThem)
{
    Beside system(
        "param a = 1, w = 2; var x; x' = max(0, sin(w*t) - a/3) + exp(-((t - a)/0.01)^2)\n"
        "start x = 0; solve to 4",
        {"a", "w"}, {});
    EXPECT_EQ(system.set({{"a", 2.5}}), "");
    EXPECT_EQ(system.set({{"w", 7}}), "");
    EXPECT_EQ(system.set({{"a", 0.25}}), "");
}

TEST(Parameters, AnExponentThatIsARealNumber)
{
    // x' = x^n: x = (1 - (n - 1) t)^(-1/(n - 1))
    for (const char* method : {"dop853", "taylor"}) {
        Beside system("param n = 1.5; var x; x' = x^n; start x = 1; solve to 0.5", {"n"},
                      {.method = method});
        system.set({{"n", 2.25}});
        EXPECT_NEAR(end_value(system.last, "x"), std::pow(1 - 1.25 * 0.5, -0.8), 1e-5);
        system.set({{"n", 2}});
        EXPECT_NEAR(end_value(system.last, "x"), 2, 1e-5);
    }
}

TEST(Parameters, AWrongInvariantIsFoundAgain)
{
    const std::string text =
        "param k = 1; var x, v; x' = v; v' = -k*x\n"
        "invariant e = x^2 + v^2\nstart x = 1, v = 0; solve to 1";
    Beside system(text, {"k"}, {});
    EXPECT_EQ(system.prepared().outcome, Outcome::complete);
    system.set({{"k", 2}});
    EXPECT_EQ(system.prepared().outcome, Outcome::false_invariant);
    system.set({{"k", 1}});
    EXPECT_EQ(system.prepared().outcome, Outcome::complete);
}

TEST(Parameters, InterpretedAndNativeRunsAreTheSameBits)
{
    std::vector<std::vector<double>> ends;
    for (const bool native : {true, false}) {
        SolveOptions options{.method = "dop853"};
        options.native = native;
        System system = read_system(with_energy, "", {}, {"m", "g", "L"});
        Prepared prepared = prepare(system, options, false);
        set_parameters(system, {{"g", 3.7}, {"L", 1.1}});
        EXPECT_EQ(set_parameters(prepared, system, options), "");
        ends.push_back(run(prepared, destination(system, options), options).solution.rows.back());
    }
    EXPECT_EQ(ends[0], ends[1]);
}

TEST(Parameters, BuiltInCppTheyAreCheckedToo)
{
    Builder m;
    const auto x = m.unknown("x"), k = m.parameter("k", 1);
    m.equation(x.dot() == -k * x);
    m.start(x, 1);
    m.solve_to(1);
    System system = m.system();
    Prepared prepared = prepare(system, {}, false);
    run(prepared, destination(system, {}), {});
    set_parameters(system, {{"k", 3}});
    EXPECT_EQ(set_parameters(prepared, system, {}), "");
    const Solution solution = run(prepared, destination(system, {}), {}).solution;
    EXPECT_EQ(solution.code, Outcome::finished) << solution.reason;
    EXPECT_NEAR(end_value(solution, "x"), std::exp(-3.0), 1e-6);
}

}  // namespace
}  // namespace involute::testing
