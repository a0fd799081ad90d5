// SPDX-License-Identifier: Apache-2.0
// Where rows are wanted: the sampling of the options as values of the parameter.
#pragma once

#include <vector>

#include "involute/base/scalar.hpp"
#include "involute/options/solve_options.hpp"

namespace involute {

/// The parameter values at which rows are wanted, in order of travel; empty: at accepted steps.
template <class S>
std::vector<S> wanted_parameters(const Sampling& sampling, const S& from, const S& to);

extern template std::vector<double> wanted_parameters(const Sampling&, const double&,
                                                      const double&);
extern template std::vector<Quad> wanted_parameters(const Sampling&, const Quad&, const Quad&);

}  // namespace involute
