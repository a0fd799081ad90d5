// SPDX-License-Identifier: Apache-2.0
// CPU time from the text of a model in memory to the first accepted step: parsing, completion,
// compilation, consistent start, one step. In this process; reading the file is not counted.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/model_file.hpp"
#include "bench/timing.hpp"
#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"

namespace {

double first_step_seconds(const std::string& text, const std::string& name,
                          const involute::Overrides& overrides)
{
    involute::SolveOptions options;
    options.max_steps = 1;
    options.sampling.only_end = true;
    const double begin = bench::cpu_seconds();
    const auto system = involute::read_system(text, name, overrides);
    const auto solution = involute::solve(system, options);
    const double seconds = bench::cpu_seconds() - begin;
    if (solution.statistics.steps != 1) throw std::runtime_error(name + ": " + solution.reason);
    return seconds;
}

/// The median of at least 5 runs, more while they are short.
double median_seconds(const std::string& file, const involute::Overrides& overrides)
{
    const std::string text = bench::model_text(file);
    std::vector<double> runs;
    double total = 0;
    while (runs.size() < 5 || (total < 0.5 && runs.size() < 201)) {
        runs.push_back(first_step_seconds(text, file, overrides));
        total += runs.back();
    }
    const auto middle = runs.begin() + std::ptrdiff_t(runs.size() / 2);
    std::nth_element(runs.begin(), middle, runs.end());
    return *middle;
}

/// The slope of log(seconds) over log(N) by least squares.
double growth_exponent(const std::vector<std::pair<double, double>>& points)
{
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (const auto& [size, seconds] : points) {
        const double x = std::log(size), y = std::log(seconds);
        n += 1, sx += x, sy += y, sxx += x * x, sxy += x * y;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

void report()
{
    std::printf("| model | CPU ms, text to first step |\n|:---|---:|\n");
    for (const char* file : {"pendulum.ode", "andrews.ode"})
        std::printf("| %s | %.3f |\n", file, 1e3 * median_seconds(file, {}));
    std::vector<std::pair<double, double>> chains;
    for (double links : {100.0, 1000.0, 5000.0}) {
        chains.emplace_back(links, median_seconds("chain.ode", {{"N", links}}));
        std::printf("| chain.ode, N = %.0f | %.1f |\n", links, 1e3 * chains.back().second);
        std::fflush(stdout);
    }
    const double whole = std::log(chains.back().second / chains.front().second) /
                         std::log(chains.back().first / chains.front().first);
    std::printf("\ngrowth: N^%.2f by least squares, N^%.2f from 100 to 5000 links\n",
                growth_exponent(chains), whole);
}

}  // namespace

int main()
{
    try {
        report();
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
