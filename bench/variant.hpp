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

/// Solves with this tolerance (relative and absolute) and leaves (q, v) at the end in y.
using Solve = std::function<Run(double tolerance, double* y)>;

/// A solver may be run with several settings; it is judged by the best of them.
struct Setting {
    std::string name{};
    Solve solve{};
};

struct Variant {
    Side side = Side::peer;
    std::string name{};
    std::vector<Setting> settings{};
};

std::vector<Variant> ida_variants(const Mechanism& mechanism);
std::vector<Variant> cvode_variants(const Mechanism& mechanism);
std::vector<Variant> erkstep_variants(const Mechanism& mechanism);
Variant limit_variant(const Mechanism& mechanism);
std::vector<Variant> involute_variants(const Mechanism& mechanism);

}  // namespace bench
