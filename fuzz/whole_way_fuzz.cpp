// SPDX-License-Identifier: Apache-2.0
// libFuzzer's way in to the whole way, under sanitizers.
//
//   build/asan/fuzz/whole_way_fuzz crash-...     says which model it was, and what is wrong
#include <cstdio>
#include <cstdlib>

#include "fuzz/whole_way.hpp"

extern "C" const char* __asan_default_options()
{
    return "detect_stack_use_after_return=0";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::size_t largest_input = 1 << 10;
    constexpr double allowed_seconds = 2;
    if (size > largest_input) return 0;
    if (std::getenv("FUZZ_SHOW"))
        std::fprintf(stderr, "%s\n", fuzz::show_whole_way({data, size}).c_str());
    try {
        fuzz::go_whole_way({data, size}, allowed_seconds);
    } catch (const fuzz::Complaint& complaint) {
        std::fprintf(stderr, "%s\n", complaint.words.c_str());
        std::abort();
    }
    return 0;
}
