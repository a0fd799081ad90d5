// SPDX-License-Identifier: Apache-2.0
#include "app/ranks.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "involute/base/error.hpp"

namespace app {

namespace {

namespace fs = std::filesystem;

/// Open MPI, MPICH and srun say how many there are.
bool was_started_with_others()
{
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
        if (const char* size = std::getenv(name)) return std::atoi(size) > 1;
    return std::getenv("PMIX_RANK") != nullptr;
}

/// Beside the program where it was built, in lib/involute where it was installed.
void* module_found()
{
    std::error_code ignored;
    const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    std::vector<fs::path> places = {folder / "involute_mpi.so",
                                    folder.parent_path() / "lib/involute/involute_mpi.so"};
    for (const fs::path& place : places)
        if (fs::exists(place, ignored)) return dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL);
    return nullptr;
}

}  // namespace

Ranks::Ranks()
{
    if (!was_started_with_others()) return;
    void* module = module_found();
    const auto begin = module ? reinterpret_cast<MpiBegin>(dlsym(module, mpi_begin_name)) : nullptr;
    if (!begin || !begin(table_)) {
        const char* why = module ? nullptr : dlerror();
        throw involute::Error(involute::Diagnostic{
            .message =
                fmt::format("mpirun started several, and this build of involute knows no MPI{}",
                            why ? fmt::format(" ({})", why) : ""),
            .hint = "scripts/setup --mpi and build again, or parts by --shard I/N"});
    }
}

void Ranks::finish()
{
    if (table_.finish) table_.finish();
}

}  // namespace app
