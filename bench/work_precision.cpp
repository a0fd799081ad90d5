// SPDX-License-Identifier: Apache-2.0
// Work and precision of Involute beside SUNDIALS and beside hand-written code, in one run.
//   work_precision [--quick] [--summary] [--problem PART-OF-NAME]
//   work_precision --self-check
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bench/mechanism.hpp"
#include "bench/self_check.hpp"
#include "bench/table.hpp"
#include "bench/timing.hpp"
#include "bench/variant.hpp"

namespace {

using namespace bench;

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

std::vector<Variant> contestants(const Mechanism& mechanism)
{
    std::vector<Variant> all = involute_variants(mechanism);
    all.push_back(limit_variant(mechanism));
    for (const auto& family : {ida_variants, cvode_variants, erkstep_variants})
        for (Variant& variant : family(mechanism)) all.push_back(std::move(variant));
    return all;
}

Point measure(const Mechanism& mechanism, const Setting& setting, double tolerance, bool quick)
{
    Point point{.setting = setting.name, .tolerance = tolerance};
    std::vector<double> y(mechanism.reference.size());
    point.run = setting.solve(tolerance, y.data());
    if (!point.run.reached) return point;
    point.digits = digits(mechanism, y.data());
    point.seconds = seconds_per_call([&] { setting.solve(tolerance, y.data()); },
                                     quick ? 0.005 : 0.05, quick ? 2 : 3);
    return point;
}

Measured measure(const Mechanism& mechanism, const Variant& variant, bool quick)
{
    Measured measured{variant.side, variant.name, {}};
    for (const Setting& setting : variant.settings)
        for (double exponent = 3; exponent <= 13; exponent += 0.5)
            measured.points.push_back(
                measure(mechanism, setting, std::pow(10.0, -exponent), quick));
    return measured;
}

void compare(const Mechanism& mechanism, const Options& options)
{
    std::vector<Measured> solvers;
    for (const Variant& variant : contestants(mechanism))
        solvers.push_back(measure(mechanism, variant, options.quick));
    if (!options.summary_only) print_points(mechanism.name, solvers);
    print_summary(mechanism.name, solvers);
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv)
{
    try {
        const Options options = read(argc, argv);
        if (options.self_check) return self_check() ? 0 : 1;
        for (const Mechanism& mechanism : mechanisms())
            if (mechanism.name.find(options.problem) != std::string::npos)
                compare(mechanism, options);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
