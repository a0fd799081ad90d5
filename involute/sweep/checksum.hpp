// SPDX-License-Identifier: Apache-2.0
// A sum that tells texts and numbers from others: FNV-1a, 64 bits.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace involute {

class Checksum {
public:
    void add(std::string_view text)
    {
        for (const char c : text) add_byte(std::uint8_t(c));
        add_byte('\n');
    }
    void add(double value)
    {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        for (int k = 0; k < 8; ++k) add_byte(std::uint8_t(bits >> (8 * k)));
    }
    std::uint64_t value() const { return sum_; }

private:
    void add_byte(std::uint8_t byte) { sum_ = (sum_ ^ byte) * 0x100000001b3u; }
    std::uint64_t sum_ = 0xcbf29ce484222325u;
};

}  // namespace involute
