// SPDX-License-Identifier: Apache-2.0
#include "bench/table.hpp"

#include <array>
#include <cstdio>
#include <optional>

namespace bench {

namespace {

constexpr std::array<double, 4> wanted{4, 6, 8, 10};

std::optional<double> fastest(const std::vector<Measured>& solvers, Side side, double digits)
{
    std::optional<double> best;
    for (const Measured& solver : solvers) {
        if (solver.side != side) continue;
        const auto seconds = seconds_for(solver.points, digits);
        if (seconds && (!best || *seconds < *best)) best = seconds;
    }
    return best;
}

void print_cell(std::optional<double> value, const char* format)
{
    if (value)
        std::printf(format, *value);
    else
        std::printf(" %10s |", "-");
}

}  // namespace

void print_points(const std::string& problem, const std::vector<Measured>& solvers)
{
    std::printf("\n### %s: every run\n\n", problem.c_str());
    std::printf("| %-26s | %-17s | tolerance | digits |   CPU µs |  steps | rejected |\n", "solver",
                "setting");
    std::printf("|:---|:---|---:|---:|---:|---:|---:|\n");
    for (const Measured& solver : solvers)
        for (const Point& p : solver.points) {
            std::printf("| %-26s | %-17s | %9.1e | ", solver.name.c_str(), p.setting.c_str(),
                        p.tolerance);
            if (p.run.reached)
                std::printf("%6.2f | %8.1f | %6ld | %8ld |\n", p.digits, 1e6 * p.seconds,
                            p.run.steps, p.run.rejected);
            else
                std::printf("failed | %8s | %6ld | %8ld |\n", "-", p.run.steps, p.run.rejected);
        }
}

void print_summary(const std::string& problem, const std::vector<Measured>& solvers)
{
    std::printf("\n### %s: CPU µs for 4, 6, 8, 10 digits, and that over Involute's best\n\n",
                problem.c_str());
    std::printf("| %-26s |", "solver");
    for (double digits : wanted) std::printf("  %2.0f digits |", digits);
    for (double digits : wanted) std::printf(" ratio at %2.0f |", digits);
    std::printf("\n|:---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    for (const Measured& solver : solvers) {
        std::printf("| %-26s |", solver.name.c_str());
        std::array<std::optional<double>, wanted.size()> seconds, ratio;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            seconds[i] = seconds_for(solver.points, wanted[i]);
            const auto ours = fastest(solvers, Side::ours, wanted[i]);
            if (seconds[i] && ours) ratio[i] = *seconds[i] / *ours;
            if (seconds[i]) *seconds[i] *= 1e6;
        }
        for (const auto& value : seconds) print_cell(value, " %10.1f |");
        for (const auto& value : ratio) print_cell(value, " %10.2f |");
        std::printf("\n");
    }
    for (const auto& [side, label] : {std::pair{Side::peer, "fastest peer over ours"},
                                      std::pair{Side::limit, "ours over the hand-coded limit"}}) {
        std::printf("\n%s:", label);
        for (double digits : wanted) {
            const auto ours = fastest(solvers, Side::ours, digits);
            const auto other = fastest(solvers, side, digits);
            if (!ours || !other) continue;
            std::printf("  %.2f at %.0f digits",
                        side == Side::peer ? *other / *ours : *ours / *other, digits);
        }
        std::printf("\n");
    }
}

}  // namespace bench
