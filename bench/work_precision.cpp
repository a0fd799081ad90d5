// SPDX-License-Identifier: Apache-2.0
// Work and precision of Involute beside SUNDIALS and beside hand-written code, in one run.
//   work_precision [--quick] [--summary] [--problem PART-OF-NAME]
//   work_precision --self-check
#include "bench/contest.hpp"

namespace {

using namespace bench;

std::vector<Variant> contestants(const Problem& problem)
{
    std::vector<Variant> all = involute_variants(problem, {"dop853", "dopri54", "taylor", "auto"});
    all.push_back(limit_variant(problem));
    for (const auto& family : {ida_variants, cvode_variants, erkstep_variants})
        for (Variant& variant : family(problem)) all.push_back(std::move(variant));
    return all;
}

}  // namespace

int main(int argc, char** argv)
{
    return contest(argc, argv, mechanisms(), contestants, 3);
}
