// SPDX-License-Identifier: Apache-2.0
// Sine and cosine of the same value: one call of sincos computes both, with the same bits.
#pragma once

#include <cstdint>
#include <vector>

#include "involute/expr/liveness.hpp"
#include "involute/expr/tape.hpp"

namespace involute {

struct SincosPairs {
    static constexpr std::uint32_t none = 0xffffffff;
    /// By instruction; `none` for those that are in no pair.
    std::vector<std::uint32_t> partner{};  // of a sine the cosine, and vice versa
    std::vector<std::uint32_t> number{};   // of the pair
    std::uint32_t count = 0;
};

SincosPairs find_sincos_pairs(const Tape& tape, const Liveness& live);

}  // namespace involute
