// SPDX-License-Identifier: Apache-2.0
#include "bench/variant.hpp"

#include <cstdio>

namespace bench {

void add_settings(Variant& variant, const Problem& problem, const std::string& name,
                  const std::function<Run(double rtol, double atol, double* y)>& solve)
{
    for (const double floor : problem.floors) {
        char label[32] = "";
        if (floor != 1) std::snprintf(label, sizeof label, "atol %.0e rtol", floor);
        const std::string both = name.empty() || !*label ? name + label : name + ", " + label;
        variant.settings.push_back({both,
                                    [solve, floor](double tolerance, double* y) {
                                        return solve(tolerance, floor * tolerance, y);
                                    },
                                    {}});
    }
}

}  // namespace bench
