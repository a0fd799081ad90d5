// SPDX-License-Identifier: Apache-2.0
// Finds equal values among those that stand in an array elsewhere: a hash table of their numbers,
// with open addressing. std::unordered_map does the same with an allocation for each value, and
// copying it with the system it belongs to takes the time of half a run: with it the first step of
// a chain of 5000 links comes after 2.3 s instead of 1.6 s (bench/text_to_first_step).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace involute {

class InternTable {
public:
    /// The number of the value with this hash for which same(number) holds; if there is none,
    /// `next` is stored for it and returned. hash_of(number) is asked when the table grows.
    template <class Same, class HashOf>
    std::uint32_t find_or_add(std::uint64_t hash, std::uint32_t next, Same&& same, HashOf&& hash_of)
    {
        if (2 * (used_ + 1) > buckets_.size()) grow(hash_of);
        std::uint32_t& place = bucket(hash, same);
        if (place == free_place) {
            place = next;
            ++used_;
        }
        return place;
    }

private:
    static constexpr std::uint32_t free_place = 0xffffffff;

    template <class Same>
    std::uint32_t& bucket(std::uint64_t hash, Same&& same)
    {
        const std::size_t mask = buckets_.size() - 1;  // their number is a power of two
        std::size_t i = hash & mask;
        while (buckets_[i] != free_place && !same(buckets_[i])) i = (i + 1) & mask;
        return buckets_[i];
    }

    template <class HashOf>
    void grow(HashOf&& hash_of)
    {
        std::vector<std::uint32_t> old(std::max<std::size_t>(64, 2 * buckets_.size()), free_place);
        old.swap(buckets_);
        const auto none = [](std::uint32_t) { return false; };
        for (const std::uint32_t number : old)
            if (number != free_place) bucket(hash_of(number), none) = number;
    }

    std::vector<std::uint32_t> buckets_{};
    std::size_t used_ = 0;
};

}  // namespace involute
