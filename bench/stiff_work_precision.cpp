// SPDX-License-Identifier: Apache-2.0
// The same for stiff problems: Involute's implicit method, and what it chooses by itself, beside
// RADAU5, IDA and CVODE's BDF with analytic Jacobians.
//   stiff_work_precision [--quick] [--summary] [--problem PART-OF-NAME]
//   stiff_work_precision --self-check
#include "bench/contest.hpp"

namespace {

using namespace bench;

std::vector<Variant> contestants(const Problem& problem)
{
    std::vector<Variant> all = involute_variants(problem, {"radau", "auto"});
    for (Variant& variant : radau5_variants(problem)) all.push_back(std::move(variant));
    for (Variant& variant : ida_variants(problem)) all.push_back(std::move(variant));
    if (problem.ode) all.push_back(cvode_bdf_variant(problem));
    return all;
}

}  // namespace

int main(int argc, char** argv)
{
    return contest(argc, argv, stiff_problems(), contestants, 1);
}
