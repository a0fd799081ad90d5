// SPDX-License-Identifier: Apache-2.0
// So many numbers side by side, one of each lane: an operation is the same one on each of them.
//
// Packs are variables inside of functions and never cross a call that is not inlined: what a
// register can hold depends on what the calling function was compiled for.
#pragma once

#include <cstdint>
#include <cstring>

namespace involute {

template <int lanes>
struct PackTypes {
    typedef double Numbers __attribute__((vector_size(8 * lanes)));
    typedef std::int64_t Masks __attribute__((vector_size(8 * lanes)));
};
template <int lanes>
using Pack = typename PackTypes<lanes>::Numbers;
/// -1 where something holds, 0 elsewhere.
template <int lanes>
using PackMask = typename PackTypes<lanes>::Masks;

#define INVOLUTE_INLINE [[gnu::always_inline]] inline

/// Row i of rows of `lanes` numbers.
template <int lanes>
INVOLUTE_INLINE void load(Pack<lanes>& pack, const double* rows, int i)
{
    std::memcpy(&pack, rows + i * lanes, sizeof pack);
}
template <int lanes>
INVOLUTE_INLINE void store(double* rows, int i, const Pack<lanes>& pack)
{
    std::memcpy(rows + i * lanes, &pack, sizeof pack);
}

template <int lanes>
INVOLUTE_INLINE void make_absolute(Pack<lanes>& pack)
{
    pack = Pack<lanes>(PackMask<lanes>(pack) & 0x7fffffffffffffffLL);
}
/// As std::max(pack, other): other only where it is greater.
template <int lanes>
INVOLUTE_INLINE void make_largest(Pack<lanes>& pack, const Pack<lanes>& other)
{
    pack = pack < other ? other : pack;
}

}  // namespace involute
