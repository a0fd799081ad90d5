// SPDX-License-Identifier: Apache-2.0
// What parameters that can be set cost: many pendula with one preparation, setting a parameter of
// Andrews' mechanism, and its field with every parameter a number that could change.
//
//     parameters            all of it, in CPU time
//     parameters field F    200,000 fields of Andrews' mechanism, for a count of instructions;
//                           F = folded or tunable
#include <cmath>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "bench/model_file.hpp"
#include "bench/timing.hpp"
#include "involute/drive/leg.hpp"
#include "involute/drive/simulation.hpp"
#include "involute/model/read.hpp"
#include "involute/system/parameters.hpp"

namespace {

using namespace involute;

System andrews(bool tunable)
{
    const std::string text = bench::model_text("andrews.ode");
    std::vector<std::string> names;
    if (tunable)
        for (const Parameter& p : read_system(text).parameters) names.push_back(p.name);
    return read_system(text, "andrews.ode", {}, names);
}

void many_pendula()
{
    constexpr int pendula = 10'000;
    System system = read_system(
        "param g = 9.81; var x, y, lambda\n"
        "x'' + lambda*x = 0; y'' + lambda*y + g = 0; x^2 + y^2 = 1\n"
        "start y = 0, y' = 0; guess x = 1; solve to 10",
        "", {}, {"g"});
    SolveOptions options;
    options.sampling.only_end = true;
    Prepared prepared = prepare(system, options, false);
    double walking = 0;
    const double begin = bench::cpu_seconds();
    for (int k = 0; k < pendula; ++k) {
        set_parameters(system, {{"g", 9.5 + 1e-4 * k}});
        set_parameters(prepared, system, options);
        const double set = bench::cpu_seconds();
        run(prepared, destination(system, options), options);
        walking += bench::cpu_seconds() - set;
    }
    const double all = bench::cpu_seconds() - begin;
    std::printf("| 10,000 pendula, each with its g | %.1f µs each |\n", 1e6 * all / pendula);
    std::printf("| of that the walks | %.1f µs each |\n", 1e6 * walking / pendula);
    std::printf("| all over walks | %.3f |\n", all / walking);
}

/// The same through a simulation that is held.
void many_held_pendula()
{
    constexpr int pendula = 10'000;
    Simulation sim(read_system("param g = 9.81; var x, y, lambda\n"
                               "x'' + lambda*x = 0; y'' + lambda*y + g = 0; x^2 + y^2 = 1\n"
                               "start y = 0, y' = 0; guess x = 1; solve to 10"),
                   {.tunable = {"g"}});
    double walking = 0;
    const double begin = bench::cpu_seconds();
    for (int k = 0; k < pendula; ++k) {
        sim.set("g", 9.5 + 1e-4 * k);  // at the start: it has its own
        const double set = bench::cpu_seconds();
        sim.advance_to(10);
        walking += bench::cpu_seconds() - set;
        sim.start();
    }
    const double all = bench::cpu_seconds() - begin;
    std::printf("| 10,000 pendula held | %.1f µs each |\n", 1e6 * all / pendula);
    std::printf("| all over walks | %.3f |\n", all / walking);
}

/// Andrews' mechanism, held: at its start, and after some steps.
void setting_held()
{
    Simulation sim(andrews(true));
    double value = 0.033;
    const auto turn = [&] { return value = 0.0663 - value; };
    const double start = bench::seconds_per_call([&] { sim.set("mom", turn()); }, 0.2, 3);
    for (int k = 0; k < 5; ++k) sim.step();
    const double on_the_way = bench::seconds_per_call([&] { sim.set("mom", turn()); }, 0.2, 3);
    std::printf("| Andrews held, set at the start | %.1f µs |\n", 1e6 * start);
    std::printf("| Andrews held, set on the way | %.1f µs |\n", 1e6 * on_the_way);
}

void setting()
{
    System system = andrews(true);
    Prepared prepared = prepare(system, {}, false);
    double value = 0.033;
    const auto turn = [&] { return value = 0.0663 - value; };
    const double numbers = bench::seconds_per_call(
        [&] {
            set_parameters(system, {{"mom", turn()}});
            prepared.geometry->set_parameters(system);
        },
        0.2, 3);
    const double start = bench::seconds_per_call(
        [&] {
            set_parameters(system, {{"mom", turn()}});
            set_parameters(prepared, system, {});
        },
        0.2, 3);
    std::printf("| Andrews, a parameter set | %.1f µs |\n", 1e6 * numbers);
    std::printf("| Andrews, set and started | %.1f µs |\n", 1e6 * start);
}

Prepared field_of(bool tunable)
{
    return prepare(andrews(tunable), {}, false);
}

void run_fields(Prepared& prepared, int count)
{
    std::vector<double> z(prepared.start.z.size());
    for (int k = 0; k < count; ++k) prepared.geometry->field(prepared.start.p.data(), z.data());
}

void fields()
{
    for (const bool tunable : {false, true}) {
        Prepared prepared = field_of(tunable);
        std::printf(
            "| Andrews, field, parameters %s | %.3f µs |\n", tunable ? "tunable" : "folded",
            1e6 * bench::seconds_per_call([&] { run_fields(prepared, 1000); }, 0.2, 5) / 1000);
    }
}

}  // namespace

int main(int count, char** words)
{
    try {
        if (count == 3 && words[1] == std::string_view("field")) {
            Prepared prepared = field_of(words[2] == std::string_view("tunable"));
            run_fields(prepared, 200'000);
            return 0;
        }
        std::printf("| what | CPU |\n|:---|---:|\n");
        many_pendula();
        many_held_pendula();
        setting();
        setting_held();
        fields();
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 1;
    }
}
