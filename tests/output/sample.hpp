// SPDX-License-Identifier: Apache-2.0
// A solution made by hand, with everything in it that a format must carry.
#pragma once

#include <sstream>

#include "involute/output/formats.hpp"

namespace involute::sample {

inline Solution solution()
{
    Solution s;
    s.status = RunStatus::stopped;
    s.code = Outcome::turned;
    s.reason = "x turns back at t = 0.3: \"fold\"";
    s.independent = "t";
    s.names = {"x", "x'", "λ"};
    s.rows = {{0, 1, 0, -0.0}, {0.1, 0.1 + 0.2, 1e-300, 5e-324}, {0.3, 1e22, 1.0 / 3, -2.5}};
    s.end = 0.3;
    s.residual = 2.5e-16;
    s.residual_equation = "x^2 = 1";
    s.method = "dop853";
    s.crossings = {{"s", false, {{0.1, 1, 2, 3}, {0.2, 4, 5, 6}}},
                   {"e", true, {{0.25, 7, 8, 9}}},
                   {"never", false, {}}};
    s.start = {{"x", true, false, true, 1, 0.5}};
    s.notices = {"moved"};
    s.statistics = {10, 2, 130, 12, 13, 14, 15, 0.5};
    return s;
}

inline std::string written(std::string_view format, const Solution& s)
{
    std::ostringstream out;
    find_format(format)->write(out, s);
    return out.str();
}

}  // namespace involute::sample
