// SPDX-License-Identifier: Apache-2.0
#include "app/module.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

namespace app {

void* function_of_module(std::string_view module, const char* function, std::string_view& why)
{
    namespace fs = std::filesystem;
    std::error_code ignored;
    const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    const std::string file = fmt::format("{}.so", module);
    for (const fs::path& place : {folder / file, folder.parent_path() / "lib/involute" / file}) {
        if (!fs::exists(place, ignored)) continue;
        void* const loaded = dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL);
        void* const found = loaded ? dlsym(loaded, function) : nullptr;
        if (!found)
            if (const char* said = dlerror()) why = said;
        return found;
    }
    return nullptr;
}

}  // namespace app
