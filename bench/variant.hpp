// SPDX-License-Identifier: Apache-2.0
// One solver on one problem, ready to be run again and again: memory, compiled code and solver
// objects exist before the clock starts, for every contestant alike.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/problem.hpp"
#include "bench/run.hpp"

namespace bench {

enum class Side { ours, peer, limit };

/// Solves with this relative tolerance and leaves what is measured in y.
using Solve = std::function<Run(double tolerance, double* y)>;

/// A solver may be run with several settings; it is judged by the best of them.
struct Setting {
    std::string name{};
    Solve solve{};
    /// CPU seconds of one solve, repeated until it lasts `enough`: for those who run in another
    /// process. Absent: the caller measures.
    std::function<double(double tolerance, double enough)> seconds{};
};

struct Variant {
    Side side = Side::peer;
    std::string name{};
    std::vector<Setting> settings{};
};

/// Adds a setting for each of the problem's ratios of tolerances.
void add_settings(Variant& variant, const Problem& problem, const std::string& name,
                  const std::function<Run(double rtol, double atol, double* y)>& solve);

/// One for each of the problem's forms.
std::vector<Variant> ida_variants(const Problem& problem);
/// Adams and BDF.
std::vector<Variant> cvode_variants(const Problem& problem);
Variant cvode_bdf_variant(const Problem& problem);
/// The ODE, and forms that are linear in y' with a constant matrix; none without R and deSolve.
std::vector<Variant> radau5_variants(const Problem& problem);
std::vector<Variant> erkstep_variants(const Problem& problem);
Variant limit_variant(const Problem& problem);
std::vector<Variant> involute_variants(const Problem& problem,
                                       const std::vector<std::string>& methods);

/// What is measured and its derivatives, at a point of our own solution.
struct Sample {
    double t = 0;
    std::vector<double> y{}, yp{};
};
/// The start, and the ends of the first steps.
std::vector<Sample> involute_samples(const Problem& problem);

}  // namespace bench
