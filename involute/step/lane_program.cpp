// SPDX-License-Identifier: Apache-2.0
#include "involute/step/lane_program.hpp"

#include "involute/base/scalar.hpp"

namespace involute {

LaneProgram::LaneProgram(const Tape& tape, int lanes)
    : lanes_(lanes), code_(Native::in_lanes(tape, lanes)), work_(code_.work_size(), 0.0)
{
    if (!tape.prelude) return;
    varies_ = true;
    prelude_ = Interpreter<Quad>(*tape.prelude);
    prelude_work_.resize(prelude_.work_size());
    prelude_.prepare(prelude_work_.data());
    varying_.resize(prelude_.outputs());
}

/// Constants that depend on parameters are the last numbers of the work area.
void LaneProgram::take(int lane, const std::vector<Quad>& parameters)
{
    if (!varies_ || !code_) return;
    prelude_.run(parameters.data(), varying_.data(), prelude_work_.data());
    const std::size_t width = std::size_t(lanes_), first = work_.size() - varying_.size() * width;
    for (std::size_t k = 0; k < varying_.size(); ++k)
        work_[first + k * width + std::size_t(lane)] = from_quad<double>(varying_[k]);
}

}  // namespace involute
