// SPDX-License-Identifier: Apache-2.0
// The whole way: any small system is completed, started and walked for up to twenty steps by any
// method, or refused with words. What is returned is what was promised: finite rows in order, each
// equation satisfied, and the row at the end where the run says that it got there.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace fuzz {

/// What is wrong, how it was asked for, and the model.
struct Complaint {
    std::string words{};
};

/// The model of these bytes and what is asked of it, in words.
std::string show_whole_way(std::span<const std::uint8_t> bytes);

/// Throws a Complaint. A run is given so many seconds.
void go_whole_way(std::span<const std::uint8_t> bytes, double seconds);

}  // namespace fuzz
