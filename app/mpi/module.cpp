// SPDX-License-Identifier: Apache-2.0
// The one source that knows MPI.
#include <mpi.h>

#include <array>

#include "app/mpi/interface.hpp"

namespace {

enum Tag { to_first = 1, to_worker = 2 };
enum Kind : std::int64_t { asks, leaves };

int rank_here = 0, size_here = 1, left = 0;

int first_of(bool mine)
{
    int lowest = mine ? rank_here : size_here, all = 0;
    MPI_Allreduce(&lowest, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return all;
}

void tell_first(Kind kind, std::int64_t made)
{
    const std::array<std::int64_t, 2> message{kind, made};
    MPI_Send(message.data(), 2, MPI_INT64_T, 0, to_first, MPI_COMM_WORLD);
}

std::int64_t next(std::int64_t made)
{
    tell_first(asks, made);
    std::int64_t number = -1;
    MPI_Recv(&number, 1, MPI_INT64_T, 0, to_worker, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return number;
}

void leave(std::int64_t made)
{
    tell_first(leaves, made);
}

int serve(std::int64_t& number, std::int64_t end, std::int64_t& made)
{
    while (true) {
        int waits = 0;
        MPI_Status status;
        MPI_Iprobe(MPI_ANY_SOURCE, to_first, MPI_COMM_WORLD, &waits, &status);
        if (!waits) return left;
        std::array<std::int64_t, 2> message{};
        MPI_Recv(message.data(), 2, MPI_INT64_T, status.MPI_SOURCE, to_first, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        made += message[1];
        if (message[0] == leaves) {
            ++left;
            continue;
        }
        const std::int64_t given = number < end ? number++ : -1;
        MPI_Send(&given, 1, MPI_INT64_T, status.MPI_SOURCE, to_worker, MPI_COMM_WORLD);
    }
}

void finish()
{
    MPI_Finalize();
}

}  // namespace

extern "C" bool involute_mpi_begin(app::MpiTable& table)
{
    int provided = 0;
    if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
        return false;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_here);
    MPI_Comm_size(MPI_COMM_WORLD, &size_here);
    MPI_Comm machine = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_here, MPI_INFO_NULL, &machine);
    int beside = 1;
    MPI_Comm_size(machine, &beside);
    MPI_Comm_free(&machine);
    table = {.rank = rank_here,
             .size = size_here,
             .beside = beside,
             .first_of = first_of,
             .next = next,
             .leave = leave,
             .serve = serve,
             .finish = finish};
    return true;
}
