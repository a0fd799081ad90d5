// SPDX-License-Identifier: Apache-2.0
// Runs as the papers make them, and what is read off them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "involute/drive/solve.hpp"
#include "involute/plot/plot.hpp"

namespace involute::papers {

/// Along the curve in plain arclength, errors in the Euclidean norm of the ambient space, every
/// stage projected orthogonally, steps halved and doubled (TA1 section 6, TA2 section 5). The
/// midpoint rule is compared with an implicit Euler step, methods without a pair with a step of
/// twice the size.
SolveOptions as_in_papers(std::string method, double tolerance);

/// The same with steps of one size.
SolveOptions constant_steps(std::string method, double step);

/// Solves until x = `to`. Throws Error if the run does not get there.
Solution run_to(const System& system, double to, SolveOptions options);

/// A curve of one column against another.
plot::Series series(const Solution& solution, std::string_view across, std::string_view upwards,
                    std::string label = "", plot::Style style = {});

/// The value of a column in the row nearest to this value of the independent variable.
double value_at(const Solution& solution, double x, std::string_view name);

/// What a coordinate should be.
struct Reference {
    std::string_view name{};
    double value = 0;
};

/// The largest deviation of the last row.
double end_error(const Solution& solution, std::span<const Reference> references);

/// The largest |v - v_0| of a column.
double largest_change(std::span<const double> values);

/// As many digits as a comparison needs: "1.2e-05", "0.365"; round-off, which every change of the
/// library moves, is "< 1e-12".
std::string number(double value);

}  // namespace involute::papers
