// SPDX-License-Identifier: Apache-2.0
// Many runs beside loops over IDA (index 2) and CVODE on the hand-derived ODE, compiled in C++: CPU
// time of a run of the pendulum to t = 20 and of Andrews' mechanism to 0.03 at rtol 1e-8, and the
// digits at the end. Peers solve the same problem again and again; ours vary a parameter in its
// last digits, so that every run is set up as in any sweep and walks the same way.
//
//     sweep_peers [RUNS]          2000 pendula and a tenth as many mechanisms, best of three passes
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "bench/timing.hpp"
#include "bench/variant.hpp"
#include "involute/model/read.hpp"
#include "involute/sweep/sweep.hpp"

namespace {

using namespace involute;
using bench::Problem;

constexpr double tolerance = 1e-8;

struct Contender {
    std::string name{};
    std::function<void(long runs)> run{};
    double digits = 0, best = 1e300;
};

System model_of(const Problem& problem)
{
    std::ostringstream text;
    text << std::ifstream(INVOLUTE_MODELS "/" + problem.model).rdbuf();
    return read_system(text.str(), problem.model);
}

/// The first parameter, from its value on, by last digits.
Samples nearly_equal(const System& system, long runs)
{
    const Parameter& p = system.parameters.front();
    const double value = to_double(p.value);
    std::vector<double> values;
    for (long k = 0; k < runs; ++k) values.push_back(value * (1 + 1e-14 * double(k % 7)));
    return Samples({table_of({p.name}, std::move(values))});
}

Contender ours(const Problem& problem, int lanes)
{
    const System system = model_of(problem);
    auto simulation = std::make_shared<Simulation>(
        simulation_for(system, nearly_equal(system, 1),
                       {.to = problem.end, .rtol = tolerance, .atol = tolerance}));
    std::string kept;
    for (int order = 0; order < problem.orders; ++order)
        for (const std::string& name : problem.unknowns)
            kept +=
                (kept.empty() ? "" : ", ") + name + std::string(std::size_t(order), '\'') + "(end)";
    auto keep = std::make_shared<Keep>(read_keep(kept, *simulation));
    auto last = std::make_shared<std::vector<double>>();
    const auto swept = [=](long runs) {
        sweep(*simulation, nearly_equal(system, runs), *keep, {.threads = 1, .lanes = lanes},
              [&](const SweepRow& row) {
                  *last = row.kept;
                  return true;
              });
    };
    swept(1);
    return {lanes == 1 ? "involute sweep, one thread" : "the same, with lanes", swept,
            bench::digits(problem, last->data())};
}

void add_peers(std::vector<Contender>& all, const Problem& problem,
               const std::vector<bench::Variant>& variants, std::string_view only)
{
    for (const bench::Variant& variant : variants) {
        if (variant.name.find(only) == std::string::npos) continue;
        for (const bench::Setting& setting : variant.settings) {
            std::vector<double> y(problem.reference.size() + 16);
            const bool reached = setting.solve(tolerance, y.data()).reached;
            const auto loop = [setting, y](long runs) mutable {
                for (long k = 0; k < runs; ++k) setting.solve(tolerance, y.data());
            };
            all.push_back(
                {"loop over " + variant.name + (setting.name.empty() ? "" : ", ") + setting.name,
                 loop, reached ? bench::digits(problem, y.data()) : 0});
        }
    }
}

void compare(const Problem& problem, long runs)
{
    std::vector<Contender> all{ours(problem, 1), ours(problem, 0)};
    add_peers(all, problem, bench::ida_variants(problem), "index 2");
    add_peers(all, problem, bench::cvode_variants(problem), "");
    for (int pass = 0; pass < 3; ++pass)  // in turns, so that all see the same machine
        for (Contender& one : all) {
            const double begin = bench::cpu_seconds();
            one.run(runs);
            one.best = std::min(one.best, (bench::cpu_seconds() - begin) / double(runs));
        }
    std::printf("\n| %s, %ld runs, rtol 1e-8 | CPU each | digits |\n|---|---|---|\n",
                problem.name.c_str(), runs);
    for (const Contender& one : all)
        std::printf("| %s | %.1f µs | %.1f |\n", one.name.c_str(), 1e6 * one.best, one.digits);
}

}  // namespace

int main(int argc, char** argv)
{
    const long runs = argc > 1 ? std::max(10L, std::atol(argv[1])) : 2000;
    for (const Problem& problem : bench::mechanisms()) {
        if (problem.model == "pendulum.ode" && problem.end < 50) compare(problem, runs);
        if (problem.model == "andrews.ode") compare(problem, runs / 10);
    }
}
