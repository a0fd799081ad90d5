// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/repeats.hpp"

#include <bit>
#include <unordered_map>
#include <utility>

namespace involute {
namespace {

// Where so many instructions in a row are as they were a period ago, more may be.
constexpr std::uint32_t looked_at = 12;
// What is shorter is not worth a loop.
constexpr std::uint32_t fewest_times = 8, fewest_instructions = 512;
constexpr int periods_tried = 4;

}  // namespace

std::vector<Repeat> find_repeats(const std::vector<std::uint32_t>& kinds)
{
    std::vector<Repeat> found;
    const auto size = std::uint32_t(kinds.size());
    if (size < fewest_instructions) return found;
    constexpr std::uint32_t none = 0xffffffff;
    // Places that begin alike, each with the one before it; by hash, so that they may be unlike.
    const int digits = std::bit_width(size);
    std::vector<std::uint32_t> last(std::size_t{1} << digits, none);
    std::unordered_map<std::uint32_t, std::uint32_t> ends;  // period -> where it was seen to end
    std::vector<std::uint32_t> before(size, none);
    std::uint64_t hash = 0, lead = 1;
    constexpr std::uint64_t base = 0x9e3779b97f4a7c15u;
    for (std::uint32_t k = 1; k < looked_at; ++k) lead *= base;
    std::uint32_t open = 0;  // what lies before belongs to a repeat already
    for (std::uint32_t i = 0; i < looked_at; ++i) hash = hash * base + kinds[i];
    for (std::uint32_t i = 0; i + looked_at <= size; ++i) {
        if (i > 0) hash = (hash - lead * kinds[i - 1]) * base + kinds[i + looked_at - 1];
        before[i] = std::exchange(last[(hash * base) >> (64 - digits)], i);
        if (i < open) continue;
        Repeat best;
        std::uint32_t candidate = before[i];
        for (int tried = 0; tried < periods_tried && candidate != none && candidate >= open;
             ++tried, candidate = before[candidate]) {
            const std::uint32_t period = i - candidate;
            std::uint32_t& end = ends[period];
            if (end > i) continue;
            std::uint32_t k = i;
            while (k < size && kinds[k] == kinds[k - period] && kinds[k] != 0) ++k;
            end = k;
            const Repeat here{candidate, period, (k - candidate) / period};
            if (here.times < fewest_times || here.times * here.period < fewest_instructions)
                continue;
            if (here.end() - here.first > best.end() - best.first) best = here;
        }
        if (best.times == 0) continue;
        found.push_back(best);
        open = best.end();
        ends.clear();
    }
    return found;
}

}  // namespace involute
