// SPDX-License-Identifier: Apache-2.0
#include "app/ranks.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "app/module.hpp"
#include "involute/base/error.hpp"

namespace app {

namespace {

/// Open MPI, MPICH and srun say how many there are.
bool was_started_with_others()
{
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
        if (const char* size = std::getenv(name)) return std::atoi(size) > 1;
    return std::getenv("PMIX_RANK") != nullptr;
}

}  // namespace

Ranks::Ranks()
{
    if (!was_started_with_others()) return;
    std::string_view why;
    const auto begin =
        reinterpret_cast<MpiBegin>(function_of_module("involute_mpi", mpi_begin_name, why));
    if (!begin || !begin(table_))
        throw involute::Error(involute::Diagnostic{
            .message =
                fmt::format("mpirun started several, and this build of involute knows no MPI{}",
                            why.empty() ? "" : fmt::format(" ({})", why)),
            .hint = "scripts/setup --mpi and build again, or parts by --shard I/N"});
}

void Ranks::finish()
{
    if (table_.finish) table_.finish();
}

}  // namespace app
