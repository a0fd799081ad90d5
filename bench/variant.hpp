// SPDX-License-Identifier: Apache-2.0
// One solver on one problem, ready to be run again and again: memory, compiled code and solver
// objects exist before the clock starts, for every contestant alike.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/mechanism.hpp"
#include "bench/run.hpp"

namespace bench {

enum class Side { ours, peer, limit };

struct Variant {
    Side side = Side::peer;
    std::string name{};
    std::function<Run(double rtol, double atol, double* y)> run{};  // y: (q, v) at the end
};

std::vector<Variant> ida_variants(const Mechanism& mechanism);
std::vector<Variant> cvode_variants(const Mechanism& mechanism);
std::vector<Variant> erkstep_variants(const Mechanism& mechanism);
std::vector<Variant> involute_variants(const Mechanism& mechanism);

}  // namespace bench
