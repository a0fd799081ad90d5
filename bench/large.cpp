// SPDX-License-Identifier: Apache-2.0
// Large systems: CPU time from the text to the first step and memory, CPU time of a step by size,
// and whole runs beside IDA with band matrices and with KLU. In a process of its own for each
// line, so that memory is that of the line.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <sstream>
#include <stdexcept>

#include "bench/model_file.hpp"
#include "bench/network.hpp"
#include "bench/timing.hpp"
#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"

namespace {

using bench::Network;
using bench::NetworkRun;

constexpr const char* ladder = R"(param N = 10
var v[1..N], i[1..N]
i[1] = sin(t) - v[1]
for k in 2..N { i[k] = v[k-1] - v[k] }
for k in 1..N-1 { v[k]' = i[k] - i[k+1] }
v[N]' = i[N] - v[N]
for k in 1..N { start v[k] = 0 }
)";

/// What a part does must not be seen by the next: each has a process.
void apart(const std::function<void()>& part)
{
    std::fflush(stdout);
    if (const pid_t child = fork(); child == 0) {
        int code = 0;
        try {
            part();
        } catch (const std::exception& error) {
            fmt::print("{}\n", error.what());
            code = 1;
        }
        std::fflush(stdout);
        _exit(code);
    } else {
        int status = 0;
        waitpid(child, &status, 0);
    }
}

double megabytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return double(usage.ru_maxrss) / 1024;
}

double seconds_of(const std::string& text, double n, const char* method, long steps)
{
    const double begin = bench::cpu_seconds();
    const auto system = involute::read_system(text, "large", {{"N", n}});
    involute::SolveOptions options{.to = 1000, .method = method, .max_steps = steps};
    options.sampling.only_end = true;
    const auto solution = involute::solve(system, options);
    if (solution.statistics.steps != steps) throw std::runtime_error(solution.reason);
    return bench::cpu_seconds() - begin;
}

void first_step(const char* name, const std::string& text, double n, double unknowns)
{
    apart([&] {
        const double seconds = seconds_of(text, n, "auto", 1);
        fmt::print("| {}, N = {:.0f} | {:.2f} | {:.1f} |\n", name, n, seconds,
                   1024 * megabytes() / unknowns);
    });
}

void step(const char* name, const std::string& text, double n, double unknowns, const char* method,
          long steps)
{
    apart([&] {
        // What comes before the steps takes far longer than they do: the shortest of each.
        double few = 1e300, many = 1e300;
        for (int pass = 0; pass < 3; ++pass) {
            few = std::min(few, seconds_of(text, n, method, 2));
            many = std::min(many, seconds_of(text, n, method, 2 + steps));
        }
        const double one = (many - few) / double(steps);
        fmt::print("| {}, N = {:.0f} | {:.3f} | {:.3f} |\n", name, n, 1e3 * one,
                   1e6 * one / unknowns);
    });
}

/// Of so many links no picture can be drawn.
std::string without_pictures(const std::string& text)
{
    std::string rest;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (line.find("draw ") == std::string::npos) rest += line + "\n";
    return rest;
}

std::string chain()
{
    return without_pictures(bench::model_text("chain.ode"));
}

NetworkRun run_ours(const Network& network, double rtol, double atol)
{
    NetworkRun run;
    const double begin = bench::cpu_seconds();
    const auto system = involute::read_system(network.text, network.name);
    involute::SolveOptions options{
        .to = network.end, .method = "radau", .rtol = rtol, .atol = atol};
    options.sampling.only_end = true;
    options.columns = network.names;
    const auto solution = involute::solve(system, options);
    run.seconds = bench::cpu_seconds() - begin;
    run.steps = solution.statistics.steps;
    if (!involute::succeeded(solution)) {
        run.failure = solution.reason;
        return run;
    }
    const auto& row = solution.rows.back();
    run.values.assign(row.begin() + 1, row.end());
    return run;
}

double error_of(const NetworkRun& run, const std::vector<double>& reference)
{
    double error = 0;
    for (std::size_t i = 0; i < reference.size(); ++i)
        error = std::max(error, std::abs(run.values[i] - reference[i]));
    return error;
}

void compare(const Network& network, double rtol)
{
    apart([&] {
        const std::vector<double> reference = network.reference.empty()
                                                  ? bench::run_ida(network, 1e-10, 1e-12).values
                                                  : network.reference;
        NetworkRun ours, ida;
        for (int pass = 0; pass < 3; ++pass) {
            NetworkRun a = run_ours(network, rtol, 1e-2 * rtol);
            NetworkRun b = bench::run_ida(network, rtol, 1e-2 * rtol);
            if (!a.failure.empty() || !b.failure.empty())
                throw std::runtime_error(a.failure + b.failure);
            if (pass == 0 || a.seconds < ours.seconds) ours = std::move(a);
            if (pass == 0 || b.seconds < ida.seconds) ida = std::move(b);
        }
        fmt::print("| {}, {} | {:.0e} | {:.3f} | {} | {:.1e} | {:.3f} | {} | {:.1e} | {:.2f} |\n",
                   network.name, network.half_width > 0 ? "band" : "KLU", rtol, ours.seconds,
                   ours.steps, error_of(ours, reference), ida.seconds, ida.steps,
                   error_of(ida, reference), ours.seconds / ida.seconds);
    });
}

void first_steps()
{
    fmt::print("| text to first step | CPU s | kB an equation |\n|:---|---:|---:|\n");
    first_step("chain", chain(), 5000, 15002);
    first_step("rod", bench::rod(10).text, 1e5, 1e5);
    first_step("RC ladder", ladder, 5e4, 1e5);
}

void steps()
{
    fmt::print("\n| a step | CPU ms | µs a coordinate |\n|:---|---:|---:|\n");
    for (const double n : {500.0, 5000.0, 50000.0})
        step("chain, dop853", chain(), n, 2 * n, "dop853", long(2e5 / n));
    for (const double n : {1e3, 1e4, 1e5})
        step("rod, radau", bench::rod(10).text, n, n, "radau", long(1e6 / n));
}

void whole_runs()
{
    fmt::print(
        "\n| whole run | rtol | CPU s | steps | error | IDA s | steps | error | ours / IDA |\n"
        "|:---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    for (const double rtol : {1e-4, 1e-6, 1e-8}) {
        compare(bench::rod(10000), rtol);
        compare(bench::plate(98), rtol);
        compare(bench::circuit(10000), rtol);
    }
}

}  // namespace

/// large [first] [steps] [whole]: these tables alone.
int main(int count, char** words)
{
    const std::vector<std::string> asked(words + 1, words + count);
    const auto is_wanted = [&](const char* table) {
        return asked.empty() || std::ranges::find(asked, table) != asked.end();
    };
    if (is_wanted("first")) first_steps();
    if (is_wanted("steps")) steps();
    if (is_wanted("whole")) whole_runs();
    return 0;
}
