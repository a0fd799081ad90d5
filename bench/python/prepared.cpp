// SPDX-License-Identifier: Apache-2.0
// The loop of bench/python/prepared.py in C++: CPU seconds of one run.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>

#include "bench/timing.hpp"
#include "involute/involute.hpp"

int main(int count, char** arguments)
{
    std::ifstream file(count > 1 ? arguments[1] : "models/pendulum.ode");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    involute::Simulation simulation(involute::read_system(text));
    constexpr int passes = 10, runs = 100;  // short ones, so that one meets a quiet machine
    double best = 1;
    for (int pass = 0; pass < passes; ++pass) {
        const double began = bench::cpu_seconds();
        for (int k = 0; k < runs; ++k) {
            const involute::Solution solution = simulation.run({.to = 10});
            if (!involute::succeeded(solution) || solution.rows.empty()) return 1;
        }
        best = std::min(best, (bench::cpu_seconds() - began) / runs);
    }
    std::cout << best << '\n';
}
