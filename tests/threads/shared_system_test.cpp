// SPDX-License-Identifier: Apache-2.0
// What involute/involute.hpp says of threads: a const System is solved and analyzed by several at
// once, others read models, build and trace meanwhile, and everything has the bits it has alone.
// Under the thread sanitizer (preset tsan) this also shows that nothing is shared behind the
// scenes.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <sstream>
#include <thread>

#include "involute/involute.hpp"

namespace involute {
namespace {

constexpr int thread_count = 4;

std::string text_of(const std::string& model)
{
    std::ifstream in(std::string(INVOLUTE_MODELS) + "/" + model + ".ode");
    std::stringstream text;
    text << in.rdbuf();
    EXPECT_FALSE(text.str().empty()) << model;
    return text.str();
}

/// All that a run tells, but for the time it took: JSON has every number to its last bit.
std::string told(Solution solution)
{
    EXPECT_NE(solution.status, RunStatus::failed) << solution.reason;
    solution.statistics.seconds = 0;
    std::ostringstream out;
    write_json(out, solution);
    return out.str();
}
std::string told(const Analysis& analysis)
{
    std::ostringstream out;
    write_json(out, analysis);
    return out.str();
}

/// One thing to do, which gives the same text every time.
struct Task {
    std::string name{};
    std::function<std::string()> run{};
};

/// Runs on several threads at once what was not run before, so that whatever is made on first use
/// is made while others ask for it too; each thread begins with another task. Then compares with
/// the tasks run alone.
void expect_the_same_in_threads(const std::vector<Task>& tasks)
{
    std::vector<std::vector<std::string>> found(thread_count,
                                                std::vector<std::string>(tasks.size()));
    std::vector<std::thread> threads;
    for (std::size_t k = 0; k < thread_count; ++k)
        threads.emplace_back([&, k] {
            for (std::size_t i = 0; i < tasks.size(); ++i) {
                const std::size_t at = (i + k) % tasks.size();
                found[k][at] = tasks[at].run();
            }
        });
    for (std::thread& thread : threads) thread.join();
    for (std::size_t at = 0; at < tasks.size(); ++at) {
        const std::string alone = tasks[at].run();
        EXPECT_NE(alone.find('{'), std::string::npos) << tasks[at].name;
        for (std::size_t k = 0; k < thread_count; ++k)
            EXPECT_EQ(found[k][at], alone) << tasks[at].name << ", thread " << k;
    }
}

/// Every way to compute a short run: both precisions, native code and interpreter, an explicit
/// method, Radau, Taylor series and the choice among them.
std::vector<Task> runs_of(const std::string& name, const System& system, double to)
{
    std::vector<Task> tasks;
    for (const std::string method : {"auto", "dopri54", "radau", "taylor"})
        for (const bool native : {true, false})
            for (const Precision precision : {Precision::double_, Precision::quad}) {
                const bool quad = precision == Precision::quad;
                const SolveOptions options{.to = quad ? to / 4 : to,
                                           .method = method,
                                           .precision = precision,
                                           .rtol = 1e-7,
                                           .atol = 1e-9,
                                           .native = native};
                tasks.push_back({name + " " + method + (native ? " native" : " interpreted") +
                                     (quad ? " quad" : " double"),
                                 [&system, options] { return told(solve(system, options)); }});
            }
    tasks.push_back({name + " analyzed", [&system] { return told(analyze(system)); }});
    return tasks;
}

TEST(Threads, SolveTheSameSystemAtOnce)
{
    const System pendulum = read_system(text_of("pendulum"));
    expect_the_same_in_threads(runs_of("pendulum", pendulum, 2));
}

TEST(Threads, SolveAStiffSystemAtOnce)
{
    const System robertson = read_system(text_of("robertson_dae"));
    std::vector<Task> tasks;
    for (const bool native : {true, false}) {
        const SolveOptions options{.to = 40, .native = native};
        tasks.push_back({"robertson", [&, options] { return told(solve(robertson, options)); }});
    }
    tasks.push_back({"robertson analyzed", [&] { return told(analyze(robertson)); }});
    expect_the_same_in_threads(tasks);
}

TEST(Threads, FollowACurveThroughSingularPointsAtOnce)
{
    const System sphere = read_system(text_of("sphere"));
    const SolveOptions options{.curve = true, .length = 5};
    expect_the_same_in_threads({{"sphere", [&] { return told(solve(sphere, options)); }},
                                {"sphere analyzed", [&] { return told(analyze(sphere)); }}});
}

TEST(Threads, ReadBuildAndTraceMeanwhile)
{
    const std::string andrews = text_of("andrews"), chain = text_of("chain");
    const auto printed = [](const System& system) {
        std::string all = "{";
        for (const Equation& e : system.equations)
            all += print(system.graph, e.f, system.names) + "\n";
        return all + "}";
    };
    const auto mistake = [] {
        try {
            read_system("var x\nx' = z");
            return std::string("no mistake found");
        } catch (const Error& error) {
            return "{" + std::string(error.what()) + "}";
        }
    };
    const auto built = [&] {
        Builder m;
        const auto x = m.unknown("x"), y = m.unknown("y");
        m.equation(x.dot() == -y + sin(x));
        m.equation(pow(x, 2) + exp(y) == 2);
        return printed(m.system());
    };
    const auto traced = [&] {
        return printed(trace({"y"}, [](auto t, const auto& y, const auto& dy, auto& f) {
            f[0] = dy[0] + t * y[0];
        }));
    };
    const auto listed = [] {
        std::string all = "{";
        for (const MethodEntry& m : all_methods()) all += m.name + "\n";
        return all + "}";
    };
    const auto plain = [] {
        const CallableSystem decay{
            .names = {"y"},
            .field = [](double, std::span<const double> y, std::span<double> dy) { dy[0] = -y[0]; },
            .y = {1}};
        return told(solve(decay, {.to = 1}));
    };
    expect_the_same_in_threads({{"andrews", [&] { return printed(read_system(andrews)); }},
                                {"chain", [&] { return printed(read_system(chain)); }},
                                {"a mistake", mistake},
                                {"built", built},
                                {"traced", traced},
                                {"methods", listed},
                                {"plain callable", plain}});
}

/// Where a simulation goes and what it says there, after its parameter was set.
std::string way_of(Simulation& sim, double g)
{
    sim.set("g", g);
    sim.advance_to(6);
    std::ostringstream out;
    out << std::hexfloat << sim["x"] << ' ' << sim["y'"] << ' ' << sim["lambda"] << ' '
        << sim.at((sim.parameter() + sim.parameter_before()) / 2, "x'");
    return out.str();
}

TEST(Threads, ClonesGoOnAsTheyWouldOneAfterTheOther)
{
    const System system = read_system(text_of("pendulum"));
    for (const char* method : {"dop853", "taylor", "radau", "auto"}) {
        Simulation sim(system, {.tunable = {"g"}, .solve = {.method = method}});
        sim.advance_to(2.5);
        std::vector<Simulation> twins, alone;
        for (int k = 0; k < thread_count; ++k) {
            twins.push_back(sim.clone());
            alone.push_back(sim.clone());
        }
        std::vector<std::string> found(thread_count);
        std::vector<std::thread> threads;
        for (std::size_t k = 0; k < thread_count; ++k)
            threads.emplace_back([&, k] { found[k] = way_of(twins[k], 1 + 0.25 * double(k)); });
        for (std::thread& thread : threads) thread.join();
        for (std::size_t k = 0; k < thread_count; ++k)
            EXPECT_EQ(found[k], way_of(alone[k], 1 + 0.25 * double(k))) << method << ' ' << k;
        EXPECT_NE(found[0], found[1]) << method;
    }
}

TEST(Threads, AskOneSolutionAtOnce)
{
    const Solution solution =
        solve(read_system(text_of("pendulum")), {.to = 20, .keep_function = true});
    const auto asked = [&] {
        std::vector<double> values;
        for (int k = 0; k <= 200; ++k) values.push_back(solution("y'", 0.1 * k));
        return values;
    };
    const std::vector<double> expected = asked();
    std::vector<std::vector<double>> found(thread_count);
    std::vector<std::thread> threads;
    for (std::vector<double>& values : found) threads.emplace_back([&] { values = asked(); });
    for (std::thread& thread : threads) thread.join();
    for (const std::vector<double>& values : found) EXPECT_EQ(values, expected);
}

}  // namespace
}  // namespace involute
