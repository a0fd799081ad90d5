// SPDX-License-Identifier: Apache-2.0
// A hash of two words, for the tables of a graph: the finalizer of MurmurHash3 (Appleby), because
// nodes differ in a few low bits only.
#pragma once

#include <cstdint>

namespace involute {

inline std::uint64_t mixed(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t h = a ^ (b * 0x9e3779b97f4a7c15u);
    h = (h ^ (h >> 33)) * 0xff51afd7ed558ccdu;
    h = (h ^ (h >> 33)) * 0xc4ceb9fe1a85ec53u;
    return h ^ (h >> 33);
}

}  // namespace involute
