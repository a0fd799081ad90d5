// SPDX-License-Identifier: Apache-2.0
#include "bench/contest.hpp"

#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bench/self_check.hpp"
#include "bench/table.hpp"
#include "bench/timing.hpp"

namespace bench {

namespace {

struct Options {
    bool self_check = false;
    bool quick = false;
    bool summary_only = false;
    std::string problem{};
};

Options read(int argc, char** argv)
{
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--self-check")
            options.self_check = true;
        else if (word == "--quick")
            options.quick = true;
        else if (word == "--summary")
            options.summary_only = true;
        else if (word == "--problem" && i + 1 < argc)
            options.problem = argv[++i];
        else
            throw std::invalid_argument("unknown option: " + std::string(word));
    }
    return options;
}

Point measure(const Problem& problem, const Setting& setting, double tolerance, bool quick)
{
    Point point{.setting = setting.name, .tolerance = tolerance};
    std::vector<double> y(problem.reference.size());
    point.run = setting.solve(tolerance, y.data());
    if (!point.run.reached) return point;
    point.digits = digits(problem, y.data());
    point.seconds = seconds_per_call([&] { setting.solve(tolerance, y.data()); },
                                     quick ? 0.005 : 0.05, quick ? 2 : 3);
    return point;
}

Measured measure(const Problem& problem, const Variant& variant, int loosest, bool quick)
{
    Measured measured{variant.side, variant.name, {}};
    for (const Setting& setting : variant.settings)
        for (double exponent = loosest; exponent <= 13; exponent += 0.5)
            measured.points.push_back(measure(problem, setting, std::pow(10.0, -exponent), quick));
    return measured;
}

void compare(const Problem& problem, const std::vector<Variant>& contestants, int loosest,
             const Options& options)
{
    std::vector<Measured> solvers;
    for (const Variant& variant : contestants)
        solvers.push_back(measure(problem, variant, loosest, options.quick));
    if (!options.summary_only) print_points(problem.name, solvers);
    print_summary(problem.name, solvers);
    std::fflush(stdout);
}

}  // namespace

int contest(int argc, char** argv, std::span<const Problem> problems,
            std::vector<Variant> (*contestants)(const Problem&), int loosest)
{
    try {
        const Options options = read(argc, argv);
        bool holds = true;
        for (const Problem& problem : problems) {
            if (problem.name.find(options.problem) == std::string::npos) continue;
            if (options.self_check)
                holds = self_check(problem) && holds;
            else
                compare(problem, contestants(problem), loosest, options);
        }
        return holds ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}

}  // namespace bench
