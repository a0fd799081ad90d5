// SPDX-License-Identifier: Apache-2.0
// The loop of bench/python/prepared.py in C++: seconds of one run.
#include <chrono>
#include <fstream>
#include <iostream>
#include <iterator>

#include "involute/involute.hpp"

int main(int count, char** arguments)
{
    std::ifstream file(count > 1 ? arguments[1] : "models/pendulum.ode");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    involute::Simulation simulation(involute::read_system(text));
    constexpr int runs = 10'000;
    const auto began = std::chrono::steady_clock::now();
    for (int k = 0; k < runs; ++k) {
        const involute::Solution solution = simulation.run({.to = 10});
        if (!involute::succeeded(solution) || solution.rows.empty()) return 1;
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - began;
    std::cout << taken.count() / runs << '\n';
}
