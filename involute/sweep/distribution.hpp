// SPDX-License-Identifier: Apache-2.0
// What a sampled quantity may be: uniform or log-uniform between two ends, or normal. Written as
//
//     g = 9:10        L ~ uniform(1, 2)        k ~ loguniform(1, 1e4)        m ~ normal(1, 0.1)
//
// A number in (0, 1) becomes a value by the inverse of the distribution function, so that evenly
// spread numbers make evenly spread samples. It is computed in quadruple precision and rounded
// once: the same bits whatever mathematical library the machine has.
#pragma once

#include <string>
#include <string_view>

#include "involute/base/quad.hpp"

namespace involute {

struct SampledQuantity {
    enum class Kind { uniform, log_uniform, normal };
    std::string name{};  // of the quantity
    Kind kind = Kind::uniform;
    Quad a = 0, b = 1;  // the ends; of a normal one the mean and the standard deviation
};

/// Throws an Error that says what is wrong.
SampledQuantity read_distribution(std::string_view text);

/// The value below which this part of all samples lies, 0 < part < 1.
double quantile(const SampledQuantity& distribution, double part);

}  // namespace involute
