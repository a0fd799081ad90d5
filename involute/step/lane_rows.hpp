// SPDX-License-Identifier: Apache-2.0
// Rows of a number of each lane, looked at for all lanes at once.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

namespace involute {

/// By lane, all bits or none.
using LaneFlags = std::vector<std::int64_t>;

/// Pivots, row by row: the least and the greatest values that each had, and what they are compared
/// with.
struct PivotRows {
    const double *least = nullptr, *greatest = nullptr, *floors = nullptr;
    int count = 0;
};

namespace lane_rows_detail {

// Not of a template's number of lanes: there the attribute is silently left out.
struct Four {
    using Numbers = double __attribute__((vector_size(32)));
    using Flags = std::int64_t __attribute__((vector_size(32)));
};
struct Eight {
    using Numbers = double __attribute__((vector_size(64)));
    using Flags = std::int64_t __attribute__((vector_size(64)));
};

template <class Lanes>
[[gnu::always_inline]] inline void judge(const PivotRows& rows, std::int64_t* good,
                                         std::int64_t* negative)
{
    using Numbers = typename Lanes::Numbers;
    using Flags = typename Lanes::Flags;
    constexpr int lanes = sizeof(Numbers) / sizeof(double);
    Flags all = ~Flags{}, odd{};
    for (int k = 0; k < rows.count * lanes; k += lanes) {
        Numbers least, greatest, floor;
        std::memcpy(&least, rows.least + k, sizeof least);
        std::memcpy(&greatest, rows.greatest + k, sizeof greatest);
        std::memcpy(&floor, rows.floors + k, sizeof floor);
        const Flags above = least >= floor, below = greatest <= -floor;
        all &= above | below;
        odd ^= below & ~above;
    }
    std::memcpy(good, &all, sizeof all);
    std::memcpy(negative, &odd, sizeof odd);
}

template <class Lanes>
[[gnu::always_inline]] inline void take(const std::int64_t* which, const double* from, double* to,
                                        int rows)
{
    using Flags = typename Lanes::Flags;
    constexpr int lanes = sizeof(Flags) / sizeof(std::int64_t);
    Flags mask, now, next;
    std::memcpy(&mask, which, sizeof mask);
    for (int k = 0; k < rows * lanes; k += lanes) {
        std::memcpy(&now, to + k, sizeof now);
        std::memcpy(&next, from + k, sizeof next);
        now = (next & mask) | (now & ~mask);
        std::memcpy(to + k, &now, sizeof now);
    }
}

// For registers of another width the compiler takes such numbers one by one. There are lanes only
// where the processor has registers for them.
#if defined(__x86_64__)
#define INVOLUTE_REGISTERS(width) [[gnu::target(width)]]
#else
#define INVOLUTE_REGISTERS(width)
#endif

INVOLUTE_REGISTERS("avx")
inline void judge_four(const PivotRows& rows, std::int64_t* good, std::int64_t* negative)
{
    judge<Four>(rows, good, negative);
}

INVOLUTE_REGISTERS("avx512f")
inline void judge_eight(const PivotRows& rows, std::int64_t* good, std::int64_t* negative)
{
    judge<Eight>(rows, good, negative);
}

INVOLUTE_REGISTERS("avx")
inline void take_four(const std::int64_t* which, const double* from, double* to, int rows)
{
    take<Four>(which, from, to, rows);
}

INVOLUTE_REGISTERS("avx512f")
inline void take_eight(const std::int64_t* which, const double* from, double* to, int rows)
{
    take<Eight>(which, from, to, rows);
}

#undef INVOLUTE_REGISTERS

}  // namespace lane_rows_detail

/// good: every pivot stayed above its floor, or below minus it. negative: an odd number of them
/// below.
inline void judge_pivots(int lanes, const PivotRows& rows, LaneFlags& good, LaneFlags& negative)
{
    (lanes == 8 ? lane_rows_detail::judge_eight : lane_rows_detail::judge_four)(rows, good.data(),
                                                                                negative.data());
}

/// Numbers of the lanes that are marked.
inline void take_lanes(int lanes, const LaneFlags& which, const double* from, double* to, int rows)
{
    (lanes == 8 ? lane_rows_detail::take_eight : lane_rows_detail::take_four)(which.data(), from,
                                                                              to, rows);
}

}  // namespace involute
