// SPDX-License-Identifier: Apache-2.0
// Whether `auto` chooses well: CPU time of a walk, what the method compiles for it included, beside
// the methods it chooses from, for runs from short to long.
//   choice [PART OF A MODEL'S NAME]
#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/model_file.hpp"
#include "bench/timing.hpp"
#include "involute/model/read.hpp"
#include "involute/prepare/prepare.hpp"
#include "involute/step/choose.hpp"
#include "involute/step/steppers.hpp"

namespace {

using namespace involute;

constexpr double longest_walk = 0.1;  // s; what takes longer is not the best method

/// One model, prepared once; every walk makes its stepper anew.
class Problem {
public:
    explicit Problem(const char* file)
    {
        const System system = read_system(bench::model_text(file), file);
        prepared_ = prepare(system, {}, false);
        if (prepared_.outcome != Outcome::complete) throw std::runtime_error(prepared_.message);
        problem_ = std::make_unique<XProblem<double>>(*prepared_.geometry, prepared_.scale);
    }

    /// CPU seconds; nothing if the end is not reached in time.
    double measure(const std::string& name, double rtol, double end)
    {
        SolveOptions options;
        options.method = name;
        options.rtol = options.atol = rtol;
        const double limit = bench::cpu_seconds() + longest_walk;
        if (!walk(options, end, limit)) return 0;
        return bench::seconds_per_call([&] { walk(options, end, 1e300); }, 0.01, 5);
    }

private:
    bool walk(const SolveOptions& options, double end, double limit)
    {
        const WalkOptions how = walk_options(options);
        const MethodEntry& method = choose_method(options, true);
        Walker<double> walker(*problem_,
                              options.method == "auto"
                                  ? make_switching<double>(*problem_, method, how)
                                  : make_stepper<double>(*problem_, method, how),
                              how);
        bool walking = walker.stand(prepared_.start.p.data(), prepared_.start.p[0], 1);
        while (walking && walker.t < end && bench::cpu_seconds() < limit)
            walking = walker.advance(end) == Outcome::finished;
        return walking && walker.t == end;
    }

    Prepared prepared_{};
    std::unique_ptr<XProblem<double>> problem_{};
};

void compare(const char* file, const std::vector<double>& ends)
{
    Problem problem(file);
    for (const double rtol : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12})
        for (const double end : ends) {
            std::printf("| %s | %g | %.0e |", file, end, rtol);
            double best = 1e300, automatic = 0;
            for (const char* method : {"dopri54", "dop853", "taylor", "radau", "auto"}) {
                const double seconds = problem.measure(method, rtol, end);
                if (seconds > 0) best = std::min(best, seconds);
                automatic = seconds;
                if (seconds > 0)
                    std::printf(" %.1f |", 1e6 * seconds);
                else
                    std::printf(" - |");
            }
            std::printf(" %.2f |\n", automatic / best);
            std::fflush(stdout);
        }
}

}  // namespace

int main(int argc, char** argv)
{
    const std::string part = argc > 1 ? argv[1] : "";
    struct Case {
        const char* file;
        std::vector<double> ends;
    };
    const std::vector<Case> cases{{"pendulum.ode", {20, 100, 1000}},
                                  {"andrews.ode", {0.005, 0.03, 0.1}},
                                  {"car_axis.ode", {0.3, 3}},
                                  {"kepler.ode", {10, 100}},
                                  {"henon_heiles.ode", {10, 100, 1000}},
                                  {"van_der_pol.ode", {2}},
                                  {"hires.ode", {321.8122}},
                                  {"akzo_nobel.ode", {180}},
                                  {"transistor_amplifier.ode", {0.2}}};
    std::printf(
        "| model | to | rtol | dopri54 µs | dop853 | taylor | radau | auto | auto over best |\n");
    std::printf("|:---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    try {
        for (const Case& c : cases)
            if (std::string(c.file).find(part) != std::string::npos) compare(c.file, c.ends);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
