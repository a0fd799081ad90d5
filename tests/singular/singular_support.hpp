// SPDX-License-Identifier: Apache-2.0
// Options shared by the tests of singular points.
#pragma once

#include "tests/drive/support.hpp"

namespace involute::testing {

inline SolveOptions tolerance(double rtol)
{
    return {.rtol = rtol, .atol = rtol / 100};
}

/// To x with a tight tolerance, leaving each singular point on the branch of the given number.
inline SolveOptions tight_to(double x, std::vector<int> continuations = {})
{
    SolveOptions options = tolerance(1e-10);
    options.to = x;
    options.continuations = std::move(continuations);
    options.singular = "";  // without the program Singular
    return options;
}

}  // namespace involute::testing
