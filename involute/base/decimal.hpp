// SPDX-License-Identifier: Apache-2.0
// The parts of a decimal number as it is written.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace involute {

/// ± digits · 10^exponent.
struct Decimal {
    bool negative = false;
    std::string digits{};  // without point, leading zeros kept
    long exponent = 0;
};

/// -1.5e-3 is -15 · 10^-4. Empty if the text is not a decimal number.
std::optional<Decimal> split_decimal(std::string_view text);

}  // namespace involute
