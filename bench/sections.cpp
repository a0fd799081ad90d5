// SPDX-License-Identifier: Apache-2.0
// What looking for crossings costs: Hénon-Heiles to t = 2000 with its surface of section and
// without, by every kind of method.
#include <fmt/format.h>

#include "bench/model_file.hpp"
#include "bench/timing.hpp"
#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"

int main()
{
    const involute::System with = involute::read_system(bench::model_text("henon_heiles.ode"));
    involute::System without = with;
    without.crossings.clear();
    fmt::print(
        "### A section of Hénon-Heiles, t = 2000\n\n"
        "| method, rtol | crossings | CPU ms without | CPU ms with | ratio |\n"
        "|:---|---:|---:|---:|---:|\n");
    for (const auto& [method, rtol] : {std::pair<const char*, double>{"taylor", 1e-15},
                                       {"taylor", 1e-12},
                                       {"dop853", 1e-8},
                                       {"dopri54", 1e-5},
                                       {"rkf78", 1e-8},
                                       {"radau5", 1e-6}}) {
        involute::SolveOptions options{.to = 2000.0, .method = method, .rtol = rtol};
        options.atol = rtol / 100;
        options.sampling.only_end = true;
        std::size_t crossings = 0;
        const double plain =
            bench::seconds_per_call([&] { involute::solve(without, options); }, 0.1, 5);
        const double watched = bench::seconds_per_call(
            [&] { crossings = involute::solve(with, options).crossings[0].rows.size(); }, 0.1, 5);
        fmt::print("| {}, {:g} | {} | {:.2f} | {:.2f} | {:.2f} |\n", method, rtol, crossings,
                   1e3 * plain, 1e3 * watched, watched / plain);
    }
}
