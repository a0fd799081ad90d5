// SPDX-License-Identifier: Apache-2.0
// What a sweep costs beside the walks it is made of, and what a second thread brings: pendula of
// index 3 as they are written, each with its g, to t = 20.
//
//     sweep [RUNS]          10,000 runs, best of three passes, in CPU and in wall-clock time
//
// Runs that go side by side by the same instructions (lanes) have lines of their own, with Andrews'
// mechanism, a tenth as many runs to t = 0.03.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "bench/model_file.hpp"
#include "bench/timing.hpp"
#include "involute/drive/simulation.hpp"
#include "involute/model/read.hpp"
#include "involute/sweep/sweep.hpp"

namespace {

using namespace involute;

struct Took {
    double cpu = std::numeric_limits<double>::infinity();
    double wall = std::numeric_limits<double>::infinity();
};

template <class F>
void measure(Took& best, const F& f)
{
    const double cpu = bench::cpu_seconds();
    const auto wall = std::chrono::steady_clock::now();
    f();
    best.cpu = std::min(best.cpu, bench::cpu_seconds() - cpu);
    best.wall = std::min(
        best.wall, std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count());
}

void show(const char* what, const Took& took, long runs)
{
    std::printf("| %s | %.1f µs | %.0f |\n", what, 1e6 * took.cpu / double(runs),
                double(runs) / took.wall);
}

}  // namespace

int main(int argc, char** argv)
{
    const long runs = argc > 1 ? std::max(2L, std::atol(argv[1])) : 10'000;
    const System system = read_system(
        "param g = 1; var x, y, lambda\n"
        "x'' + lambda*x = 0; y'' + lambda*y + g = 0; x^2 + y^2 = 1\n"
        "start y = 0, y' = 0; guess x = 1; solve to 20");
    const Samples samples({axis("g=1:2:" + std::to_string(runs))});
    const Simulation simulation(system, {.tunable = {"g"}});
    const Keep end = read_keep("x(end)", simulation), top = read_keep("max(lambda)", simulation);
    const auto swept = [&](const Keep& keep, int threads, int lanes = 0) {
        sweep(simulation, samples, keep, {.threads = threads, .lanes = lanes},
              [](const SweepRow&) { return true; });
    };
    const System andrews = read_system(bench::model_text("andrews.ode"));
    const Simulation mechanism(andrews, {.tunable = {"mom"}, .solve = {.to = 0.03}});
    const long mechanisms = std::max(2L, runs / 10);
    const Samples torques({axis("mom=0.03:0.036:" + std::to_string(mechanisms))});
    const Keep crank = read_keep("beta(end)", mechanism);
    const auto driven = [&](int lanes) {
        sweep(mechanism, torques, crank, {.threads = 1, .lanes = lanes},
              [](const SweepRow&) { return true; });
    };
    long steps = 0;
    Took loop, cloned, one, two, largest, alone, four, alone_driven, four_driven, most_driven;
    for (int pass = 0; pass < 3; ++pass) {  // in turns, so that all see the same machine
        measure(loop, [&] {
            Simulation held = simulation.clone();
            steps = 0;
            for (long k = 0; k < runs; ++k)
                steps += held.set("g", samples.values(k)[0])
                             .run({.sampling = {.only_end = true}})
                             .statistics.steps;
        });
        measure(cloned, [&] {
            for (long k = 0; k < runs; ++k)
                simulation.clone()
                    .set("g", samples.values(k)[0])
                    .run({.sampling = {.only_end = true}});
        });
        measure(one, [&] { swept(end, 1); });
        measure(alone, [&] { swept(end, 1, 1); });
        measure(four, [&] { swept(end, 1, 4); });
        measure(alone_driven, [&] { driven(1); });
        measure(four_driven, [&] { driven(4); });
        measure(most_driven, [&] { driven(0); });
        measure(two, [&] { swept(end, 2); });
        measure(largest, [&] { swept(top, 1); });
    }
    std::printf("| %ld pendula | CPU each | runs/s |\n|---|---|---|\n", runs);
    show("a loop: set, run, set, run", loop, runs);
    show("a clone for each", cloned, runs);
    show("sweep, one thread, x(end)", one, runs);
    show("the same without lanes", alone, runs);
    show("the same with at most 4", four, runs);
    show("sweep, two threads, x(end)", two, runs);
    show("sweep, one thread, max(lambda)", largest, runs);
    show("Andrews, one thread, without lanes", alone_driven, mechanisms);
    show("Andrews, at most 4 lanes", four_driven, mechanisms);
    show("Andrews, as many as there are", most_driven, mechanisms);
    std::printf("steps of a pendulum: %.1f; a second and core: %.3g, without lanes %.3g\n",
                double(steps) / double(runs), double(steps) / one.cpu, double(steps) / alone.cpu);
    std::printf("two threads over one: %.2f\n", one.wall / two.wall);
    std::printf("lanes over none: pendula %.2f (4: %.2f), Andrews %.2f (4: %.2f)\n",
                alone.cpu / one.cpu, alone.cpu / four.cpu, alone_driven.cpu / most_driven.cpu,
                alone_driven.cpu / four_driven.cpu);
}
