// SPDX-License-Identifier: Apache-2.0
// What the program asks MPI for. The program itself is linked without: where mpirun started it, it
// loads the module of mpi/module.cpp, which has one function that fills this table.
#pragma once

#include <cstdint>

namespace app {

struct MpiTable {
    int rank = 0, size = 1;
    int beside = 1;  // ranks on this machine, this one included
    /// By all ranks: the lowest that says true; `size` if none does.
    int (*first_of)(bool) = nullptr;
    /// By all ranks but 0: the number of something to do, -1: nothing is left. Tells how many runs
    /// were made since the last time.
    std::int64_t (*next)(std::int64_t made) = nullptr;
    /// By all ranks but 0, in the end.
    void (*leave)(std::int64_t made) = nullptr;
    /// By rank 0, again and again: answers those that wait, with numbers below `end`. Adds the runs
    /// that they made, and returns how many ranks have left.
    int (*serve)(std::int64_t& number, std::int64_t end, std::int64_t& made) = nullptr;
    void (*finish)() = nullptr;
};

using MpiBegin = bool (*)(MpiTable&);
inline constexpr char mpi_begin_name[] = "involute_mpi_begin";

}  // namespace app
