// SPDX-License-Identifier: Apache-2.0
// The solution that is smooth at a singular start, as a power series: its coefficients satisfy the
// equations order by order though J is singular there, as those of sin(t)/t satisfy
// y'' + 2 y'/t + y = 0 at t = 0.
#pragma once

#include <optional>
#include <vector>

#include "involute/base/quad.hpp"
#include "involute/system/system.hpp"

namespace involute {

struct RegularSeries {
    Quad x = 0;                        // the start
    Quad unit = 1;                     // of x
    std::vector<std::vector<Quad>> c;  // by unknown: Σ c[k] ((t - x)/unit)^k

    /// The l-th derivative of unknown j at x + h.
    Quad jet(int j, int l, const Quad& h) const;
    /// The same as a formula in the independent variable.
    NodeId formula(Graph& graph, int j, int l) const;

private:
    Quad factor(int j, int l, int k) const;
};

/// Absent where the equations with the given start values have no smooth solution, or more than
/// one, or where that cannot be told. reach: how far the run goes.
std::optional<RegularSeries> regular_series(const System& system, const Quad& reach);

}  // namespace involute
