// SPDX-License-Identifier: Apache-2.0
// Sines and cosines that stand side by side in a tape, of up to four values: one call computes them
// all, with the bits of calls of their own (base/elementary.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "involute/expr/liveness.hpp"
#include "involute/expr/repeats.hpp"
#include "involute/expr/side_by_side.hpp"
#include "involute/expr/tape.hpp"

namespace involute {

struct SineBatches {
    static constexpr std::uint32_t none = 0xffffffff;

    struct Batch {
        std::uint32_t first = 0, end = 0;  // instructions
        std::vector<Value> arguments{};
        std::uint32_t results = 0;  // sines, then cosines, in the space for results

        /// Room for the sines, and for the cosines.
        std::uint32_t room() const { return arguments.size() == 1 ? 1 : sines_at_once; }
    };
    std::vector<Batch> batches{};
    /// By instruction: where its result is, in the space for results.
    std::vector<std::uint32_t> result{};
    std::uint32_t space = 0;  // for results
};

/// Single ones are left out unless they are wanted, instructions of `repeats` in any case.
SineBatches find_sine_batches(const Tape& tape, const Liveness& live, bool single_wanted,
                              std::span<const Repeat> repeats = {});

}  // namespace involute
