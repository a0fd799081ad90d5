// SPDX-License-Identifier: Apache-2.0
// Debian's libasmjit.a is made for programs. One of its files prints to stderr in a way that a
// shared library, as a Python module is, cannot take over; it has these three functions, none of
// which runs where nothing is wrong. With ours the linker leaves that file out.
#ifdef INVOLUTE_NATIVE

#include <asmjit/core/globals.h>

#include <cstdlib>

ASMJIT_BEGIN_NAMESPACE
namespace DebugUtils {

const char* errorAsString(Error) noexcept
{
    return "an error of asmjit";
}

void debugOutput(const char*) noexcept {}

void assertionFailed(const char*, int, const char*) noexcept
{
    std::abort();
}

}  // namespace DebugUtils
ASMJIT_END_NAMESPACE

#endif
