// SPDX-License-Identifier: Apache-2.0
// The formats a Solution can be written in, by name:
//
//     if (const Format* format = find_format("json")) format->write(std::cout, solution);
//
// To add one, add one row and one function in the source file: `--format`, its help and the
// round-trip tests read this list.
#pragma once

#include <iosfwd>
#include <span>
#include <string_view>

#include "involute/options/solution.hpp"

namespace involute {

struct Format {
    std::string_view name{};  // csv, json, npz
    std::string_view description{};
    void (*write)(std::ostream& out, const Solution& solution) = nullptr;
    bool binary = false;
    bool tells_failures = false;  // written even when there is nothing but a reason to tell
};

/// All of them; the same list for as long as the program runs.
std::span<const Format> formats();

/// The row of that name, or nullptr.
const Format* find_format(std::string_view name);

}  // namespace involute
