// SPDX-License-Identifier: Apache-2.0
// What is known of one run of a sweep.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "involute/base/outcome.hpp"

namespace involute {

/// One run. Where it did not do what was asked, nothing is kept of it, and code and reason say why.
struct SweepRow {
    std::int64_t run = 0;  // from 0
    std::vector<double> sample{};
    std::vector<double> kept{};  // not a number: there is no such value
    Outcome code = Outcome::finished;
    std::string reason{};  // one line; of a run that reached its end: which start values moved
    long rows = 1;         // `kept` is so many rows of equal length, one after the other
};

}  // namespace involute
