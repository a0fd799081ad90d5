// SPDX-License-Identifier: Apache-2.0
// How large a model may be. A file is input from outside: whatever it contains must be answered
// within bounded time and memory, so every count it can inflate has a limit, and all are here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace involute {

struct Limit {
    std::string_view name{};
    std::int64_t value = 0;
};

namespace limits {

// A fuzzer should try many small texts a second, so its limits are smaller.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
inline constexpr std::int64_t many = 10'000;
#else
inline constexpr std::int64_t many = 1'000'000;
#endif

inline constexpr Limit file_size{"file size in bytes", std::int64_t(16) << 20};
inline constexpr Limit nesting{"nesting depth", 200};
inline constexpr Limit name_length{"length of a name", 200};
inline constexpr Limit number_length{"length of a number", 1000};
inline constexpr Limit unknowns{"number of unknowns", many};
inline constexpr Limit equations{"number of equations", many};
inline constexpr Limit loop_nesting{"loops inside loops", 10};
inline constexpr Limit loop_turns{"turns of all loops", 4 * many};
inline constexpr Limit items{"sections, invariants and expectations", many / 10};
inline constexpr Limit exponent{"integer exponent", 10'000};
inline constexpr Limit derivative_order{"order of a derivative", 100};
inline constexpr Limit expression_nodes{"size of all expressions", 10 * many};
inline constexpr Limit reported_errors{"number of reported errors", 50};

/// Every limit, for the manual and its test.
inline constexpr Limit all[] = {file_size,      nesting,   name_length,      number_length,
                                unknowns,       equations, loop_nesting,     loop_turns,
                                items,          exponent,  derivative_order, expression_nodes,
                                reported_errors};

}  // namespace limits

/// "the limit `nesting depth` is 200"
inline std::string limit_text(const Limit& limit)
{
    return "the limit `" + std::string(limit.name) + "` is " + std::to_string(limit.value);
}

}  // namespace involute
