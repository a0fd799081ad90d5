// SPDX-License-Identifier: Apache-2.0
// A tape as native code for several lanes, each with its own values of the parameters.
#pragma once

#include <memory>
#include <vector>

#include "involute/expr/interpreter.hpp"
#include "involute/expr/native.hpp"

namespace involute {

class LaneProgram {
public:
    LaneProgram() = default;
    LaneProgram(const Tape& tape, int lanes);
    explicit operator bool() const { return bool(code_); }

    /// From now on the lane has these values of the parameters.
    void take(int lane, const std::vector<Quad>& parameters);
    /// Rows of a number of each lane. The arrays must not overlap.
    void run(const double* in, double* out) { code_.run(in, out, work_.data()); }

private:
    int lanes_ = 1;
    Native code_{};
    Interpreter<Quad> prelude_{};
    bool varies_ = false;
    std::vector<double> work_{};
    std::vector<Quad> prelude_work_{}, varying_{};
};

}  // namespace involute
