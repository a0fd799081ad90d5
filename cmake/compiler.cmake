# The GNU dialect is needed for __float128; contraction is off so that the interpreter and the
# native code round alike.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
add_compile_options(-ffp-contract=off)
if(INVOLUTE_DEVELOPER)
  add_compile_options(-Wall -Wextra -Wshadow -Werror)
endif()

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # What ccache must be told to work with precompiled headers.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()

# ---- precompiled headers: what is parsed again and again and is not ours, so that no change of ours
# makes them anew
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 forgets in a precompiled header which places are of the system, and warns of its own.
  set(precompile_options -fpch-preprocess -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow)
else()
  set(precompile_options "SHELL:-Xclang -fno-pch-timestamp")
endif()

function(precompile target)
  if(NOT INVOLUTE_PRECOMPILED)
    return()
  endif()
  target_precompile_headers(${target} PRIVATE
    <algorithm> <array> <cmath> <complex> <functional> <map> <memory> <numeric> <optional> <span>
    <string> <string_view> <variant> <vector> <fmt/format.h> <Eigen/Core> ${ARGN})
  target_compile_options(${target} PRIVATE ${precompile_options})
endfunction()

# With the precompiled header of another target, which must have the same settings.
function(precompile_as target other)
  if(INVOLUTE_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM ${other})
    target_compile_options(${target} PRIVATE ${precompile_options})
  endif()
endfunction()
