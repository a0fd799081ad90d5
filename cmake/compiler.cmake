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

if(INVOLUTE_TOGETHER AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-g0)  # a build that is made once is not debugged, and links in a quarter of the time
endif()

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # What ccache must be told to work with precompiled headers.
  set(ccache_settings CCACHE_SLOPPINESS=pch_defines,time_macros)
  if(NOT INVOLUTE_DEVELOPER)  # pip's build, the packages' and the program's take each other's objects
    list(APPEND ccache_settings CCACHE_BASEDIR=${PROJECT_SOURCE_DIR})
  endif()
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env ${ccache_settings} ${CCACHE})
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

# ---- several sources as one object: they share what they include, so that everything is built in little more
# than half the time, and a changed line takes longer. For builds that are made once (.ci/run, scripts/run).
function(compile_together target)
  if(NOT INVOLUTE_TOGETHER)
    return()
  endif()
  find_package(Python3 COMPONENTS Interpreter)
  if(NOT Python3_Interpreter_FOUND)
    return()  # it would only have been faster
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  set(script ${PROJECT_SOURCE_DIR}/tools/compile_together.py)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources} ${script})
  execute_process(COMMAND ${Python3_EXECUTABLE} ${script} ${INVOLUTE_TOGETHER} ${sources}
                  WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE rows COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX REPLACE "\n$" "" rows "${rows}")
  string(REPLACE ";" "|" rows "${rows}")
  string(REPLACE "\n" ";" rows "${rows}")
  foreach(row ${rows})
    string(REGEX MATCH "^(.*)\\|(.*)$" row ${row})
    set_source_files_properties(${CMAKE_MATCH_2} PROPERTIES UNITY_GROUP ${CMAKE_MATCH_1})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # Names that another file keeps for itself, and what GCC's optimiser sees in them, are no mistakes: a build
  # of each file by itself, and clang, make errors of warnings.
  target_compile_options(${target} PRIVATE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-error>)
endfunction()
