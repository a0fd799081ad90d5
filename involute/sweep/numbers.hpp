// SPDX-License-Identifier: Apache-2.0
// Numbers of axes and ranges: decimals as they are written.
#pragma once

#include <optional>
#include <string_view>

#include "involute/base/decimal.hpp"
#include "involute/base/pieces.hpp"
#include "involute/text/number.hpp"

namespace involute {

/// 0.1 as 0.1 to 33 digits; nothing where the text is no number that a double can hold.
inline std::optional<Quad> finite_decimal(std::string_view text)
{
    text = trimmed(text);
    if (!split_decimal(text)) return std::nullopt;
    const Quad value(text);
    if (!fits_double(value)) return std::nullopt;
    return value;
}

}  // namespace involute
