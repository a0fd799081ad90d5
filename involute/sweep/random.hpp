// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same on every machine: SplitMix64 (Steele, Lea and Flood, Fast
// splittable pseudorandom number generators, OOPSLA 2014). Its k-th output is a function of k, so
// that a sample can be made without those before it.
#pragma once

#include <cstdint>

namespace involute {

/// The finalizer of SplitMix64: a permutation of all words.
inline std::uint64_t scrambled(std::uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/// Output k, from 0, of the generator that was started with this seed.
inline std::uint64_t random_word(std::uint64_t seed, std::uint64_t k)
{
    return scrambled(seed + (k + 1) * 0x9e3779b97f4a7c15u);
}

/// The seed of a stream of its own, one for each thing that is drawn.
inline std::uint64_t stream_seed(std::uint64_t seed, std::uint64_t stream)
{
    return scrambled(random_word(seed, stream) ^ 0xd1b54a32d192ed03u);
}

/// The middle of one of 2^52 equal parts of (0, 1): never an end, and exact.
inline double unit_number(std::uint64_t word)
{
    return (double(word >> 12) + 0.5) * 0x1p-52;
}

}  // namespace involute
