// SPDX-License-Identifier: Apache-2.0
#include "bench/contest.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
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

/// A run at every tolerance; its time is measured later.
Measured first_runs(const Problem& problem, const Variant& variant, int loosest)
{
    Measured measured{variant.side, variant.name, {}};
    std::vector<double> y(problem.reference.size());
    for (const Setting& setting : variant.settings)
        for (double exponent = loosest; exponent <= 13; exponent += 0.5) {
            Point point{.setting = setting.name, .tolerance = std::pow(10.0, -exponent)};
            point.run = setting.solve(point.tolerance, y.data());
            if (point.run.reached) point.digits = digits(problem, y.data());
            point.seconds = std::numeric_limits<double>::infinity();
            measured.points.push_back(point);
        }
    return measured;
}

double seconds(const Problem& problem, const Setting& setting, double tolerance, double enough)
{
    if (setting.seconds) return setting.seconds(tolerance, enough);
    std::vector<double> y(problem.reference.size());
    return seconds_per_call([&] { setting.solve(tolerance, y.data()); }, enough, 1);
}

/// One pass over all solvers, so that what else the machine does meets them alike; the least of
/// all passes counts.
void pass(const Problem& problem, const std::vector<Variant>& contestants,
          std::vector<Measured>& solvers, double enough)
{
    for (std::size_t k = 0; k < contestants.size(); ++k) {
        auto point = solvers[k].points.begin();
        const auto settings = contestants[k].settings.size();
        const auto each = settings ? solvers[k].points.size() / settings : 0;
        for (const Setting& setting : contestants[k].settings)
            for (std::size_t i = 0; i < each; ++i, ++point)
                if (point->run.reached)
                    point->seconds = std::min(point->seconds,
                                              seconds(problem, setting, point->tolerance, enough));
    }
}

void compare(const Problem& problem, const std::vector<Variant>& contestants, int loosest,
             const Options& options)
{
    std::vector<Measured> solvers;
    for (const Variant& variant : contestants)
        solvers.push_back(first_runs(problem, variant, loosest));
    for (int i = 0; i < (options.quick ? 2 : 5); ++i)
        pass(problem, contestants, solvers, options.quick ? 0.002 : 0.02);
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
