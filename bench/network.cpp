// SPDX-License-Identifier: Apache-2.0
#include "bench/network.hpp"

#include <fmt/format.h>

#include <cmath>
#include <random>

namespace bench {
namespace {

double zero(double)
{
    return 0;
}

double sine(double t)
{
    return std::sin(t);
}

/// What is left at time t of mode k of a row with n intervals of 1 / n.
double decay(int k, int n, double t)
{
    const double root = std::sin(k * M_PI / (2 * n));
    return std::exp(-4 * double(n) * n * root * root * t);
}

void add_node(Network& network, std::string name, double capacity, bool given, double start)
{
    network.names.push_back(std::move(name));
    network.capacity.push_back(capacity);
    network.given.push_back(given);
    network.start.push_back(start);
}

/// Slopes at the start: of nodes with a capacity, what flows in.
void find_slopes(Network& network)
{
    network.start_slopes.assign(network.start.size(), 0);
    for (const Conductor& c : network.conductors) {
        const double d = network.start[std::size_t(c.b)] - network.start[std::size_t(c.a)];
        const double current = c.linear * d + c.cubic * d * d * d;
        network.start_slopes[std::size_t(c.a)] += current;
        network.start_slopes[std::size_t(c.b)] -= current;
    }
    for (std::size_t i = 0; i < network.start.size(); ++i)
        if (network.given[i] || network.capacity[i] == 0)
            network.start_slopes[i] = 0;
        else
            network.start_slopes[i] /= network.capacity[i];
}

}  // namespace

Network rod(int n)
{
    Network network{.name = fmt::format("rod, n = {}", n), .drive = zero, .end = 0.1};
    network.half_width = 1;
    network.text = fmt::format(R"(param N = {}
var u[0..N]
u[0] = 0
u[N] = 0
for i in 1..N-1 {{ u[i]' = N^2*(u[i-1] - 2*u[i] + u[i+1]) }}
for i in 1..N-1 {{ start u[i] = sin(pi*i/N) + 0.3*sin(3*pi*i/N) }}
)",
                               n);
    for (int i = 0; i <= n; ++i) {
        const bool end = i == 0 || i == n;
        const auto value = [&](double first, double third) {
            return end ? 0.0
                       : first * std::sin(M_PI * i / n) + 0.3 * third * std::sin(3 * M_PI * i / n);
        };
        add_node(network, fmt::format("u[{}]", i), 1, end, value(1, 1));
        network.reference.push_back(value(decay(1, n, network.end), decay(3, n, network.end)));
        if (i > 0) network.conductors.push_back({i - 1, i, double(n) * n});
    }
    find_slopes(network);
    return network;
}

Network plate(int n)
{
    Network network{.name = fmt::format("plate, n = {}", (n + 2) * (n + 2)), .drive = zero};
    network.end = 0.05;
    network.text = fmt::format(R"(param N = {}
var u[0..N+1, 0..N+1]
for i in 0..N+1 {{ u[i,0] = 0; u[i,N+1] = 0 }}
for i in 1..N {{ u[0,i] = 0; u[N+1,i] = 0 }}
for i in 1..N {{ for j in 1..N {{
  u[i,j]' = (N+1)^2*(u[i-1,j] + u[i+1,j] + u[i,j-1] + u[i,j+1] - 4*u[i,j])
}} }}
for i in 1..N {{ for j in 1..N {{ start u[i,j] = sin(pi*i/(N+1))*sin(pi*j/(N+1)) }} }}
)",
                               n);
    const int side = n + 2;
    const double conductance = double(n + 1) * (n + 1), left = decay(1, n + 1, network.end);
    for (int i = 0; i < side; ++i)
        for (int j = 0; j < side; ++j) {
            const bool border = i == 0 || j == 0 || i == n + 1 || j == n + 1;
            const double value =
                border ? 0 : std::sin(M_PI * i / (n + 1)) * std::sin(M_PI * j / (n + 1));
            add_node(network, fmt::format("u[{},{}]", i, j), 1, border, value);
            network.reference.push_back(value * left * left);
            const int at = i * side + j;
            if (i > 0) network.conductors.push_back({at - side, at, conductance});
            if (j > 0) network.conductors.push_back({at - 1, at, conductance});
        }
    find_slopes(network);
    return network;
}

Network circuit(int n)
{
    Network network{.name = fmt::format("circuit, n = {}", n), .drive = sine, .end = 10};
    std::mt19937 random(11);
    const auto uniform = [&] { return double(random()) / 0x1p32; };
    for (int i = 0; i < n; ++i)
        add_node(network, fmt::format("v[{}]", i + 1), i % 3 == 1 ? 0 : 0.5 + uniform(), i == 0, 0);
    for (int i = 0; i < n; ++i) {
        const int near = (i + 1) % n, far = (i + 2 + int(random() % 40)) % n;
        network.conductors.push_back({i, near, 1 + uniform(), 0.1});
        network.conductors.push_back({i, far, 0.1 + 0.1 * uniform(), 0});
    }
    std::vector<std::string> inflow(std::size_t(n), "0");
    for (const Conductor& c : network.conductors)
        for (const auto& [from, to] : {std::pair(c.a, c.b), std::pair(c.b, c.a)}) {
            std::string& sum = inflow[std::size_t(to)];
            const std::string difference = fmt::format("(v[{}] - v[{}])", from + 1, to + 1);
            sum += fmt::format(" + {}*{}", c.linear, difference);
            if (c.cubic != 0) sum += fmt::format(" + {}*{}^3", c.cubic, difference);
        }
    network.text = fmt::format("var v[1..{}]\nv[1] = sin(t)\n", n);
    for (int i = 1; i < n; ++i) {
        const double capacity = network.capacity[std::size_t(i)];
        if (capacity == 0)
            network.text += fmt::format("{} = 0\n", inflow[std::size_t(i)]);
        else
            network.text +=
                fmt::format("{}*v[{}]' = {}\n", capacity, i + 1, inflow[std::size_t(i)]);
    }
    network.text += fmt::format("for i in 1..{} {{ start v[i] = 0 }}\n", n);
    find_slopes(network);
    return network;
}

}  // namespace bench
