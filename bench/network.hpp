// SPDX-License-Identifier: Apache-2.0
// Large stiff problems of one form, for every solver: nodes with a value each, joined by
// conductors; C u' = what flows in, some nodes without a capacity, some with a given value. Heat in
// a rod and in a plate are networks.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace bench {

struct Conductor {
    int a = 0, b = 0;
    double linear = 1, cubic = 0;  // the current at a difference d: linear d + cubic d³
};

struct Network {
    std::string name{};
    std::string text{};                // the model, for us
    std::vector<std::string> names{};  // of nodes, there
    std::vector<double> capacity{};    // by node; 0: currents add up to 0
    std::vector<char> given{};         // by node; 1: the value is `drive`
    std::vector<Conductor> conductors{};
    std::vector<double> start{}, start_slopes{};
    double (*drive)(double t) = nullptr;
    double end = 0;
    int half_width = 0;               // of the band; 0: there is none
    std::vector<double> reference{};  // at the end; empty: nobody knows

    int size() const { return int(capacity.size()); }
};

/// N + 1 nodes in a row, the ends at zero; its modes decay by closed forms.
Network rod(int n);
/// The same with n × n nodes inside.
Network plate(int n);
/// A ring of n nodes with as many chords, every third node without a capacity.
Network circuit(int n);

struct NetworkRun {
    double seconds = 0;
    long steps = 0;
    double error = 0;  // the largest, of values of size 1
    std::vector<double> values{};
    std::string failure{};
};

/// From nothing to the end, everything counted.
NetworkRun run_ida(const Network& network, double rtol, double atol);

}  // namespace bench
