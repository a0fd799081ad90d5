// SPDX-License-Identifier: Apache-2.0
// What a solution costs as a function: a value, a row and a derivative of the pendulum at random
// places, the bytes a step takes, and what keeping it adds to the run; then the bytes of a million
// steps. Half a minute of CPU time.
#include <cstdio>
#include <exception>
#include <random>
#include <string>
#include <vector>

#include "bench/timing.hpp"
#include "involute/involute.hpp"

namespace {

using namespace involute;

System pendulum()
{
    return read_system(
        "var x, y, lambda\n"
        "x'' + lambda*x = 0; y'' + lambda*y + 1 = 0; x^2 + y^2 = 1\n"
        "start x = 1, x' = 0\n");
}

void ask(const char* method)
{
    const System system = pendulum();
    SolveOptions options{.to = 1000, .method = method};
    options.sampling.only_end = true;
    const double plain = bench::seconds_per_call([&] { solve(system, options); }, 0.1, 3);
    options.keep_function = true;
    const double keeping = bench::seconds_per_call([&] { solve(system, options); }, 0.1, 3);
    const Solution s = solve(system, options);

    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> anywhere(0, 1000);
    std::vector<double> places(1024);
    for (double& place : places) place = anywhere(random);
    std::size_t next = 0;
    double sum = 0;
    const auto place = [&] { return places[next++ % places.size()]; };
    const auto microseconds = [&](const auto& call) {
        return 1e6 * bench::seconds_per_call([&] { sum += call(place()); }, 0.05, 5);
    };
    const double value = microseconds([&](double t) { return s("x'", t); });
    const double row = microseconds([&](double t) { return s(t)[1]; });
    const double rate = microseconds([&](double t) { return s.derivative("lambda", t); });
    std::printf("| %s | %.2f µs | %.2f µs | %.2f µs | %.0f | %.2f |%s\n", method, value, row, rate,
                double(s.function.bytes()) / double(s.function.steps()), keeping / plain,
                sum == 0.5 ? " " : "");
    std::fflush(stdout);  // a row at a time, also into a file
}

void keep_a_million(const char* method)
{
    SolveOptions options{.to = 1e9, .method = method};
    options.sampling.only_end = true;
    options.max_steps = 1'000'000;
    options.keep_function = true;
    const Solution s = solve(pendulum(), options);
    std::printf("| %s | %zu | %.0f |\n", method, std::size_t(s.function.steps()),
                double(s.function.bytes()) / double(s.function.steps()));
    std::fflush(stdout);
}

}  // namespace

int main()
{
    try {
        std::printf(
            "| method | a value | a row | a derivative | bytes a step | run with / without |\n");
        std::printf("|---|---|---|---|---|---|\n");
        for (const char* method : {"dop853", "taylor", "dopri54", "rkf78", "radau", "auto"})
            ask(method);
        std::printf("\n| method | steps kept | bytes a step |\n|---|---|---|\n");
        for (const char* method : {"dop853", "taylor"}) keep_a_million(method);
        return 0;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
