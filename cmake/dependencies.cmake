# Libraries, all looked for before any is missed: one message names whatever is not there.
set(missing_libraries "")
function(need name version what)
  find_package(${name} ${version} QUIET ${ARGN})
  if(NOT ${name}_FOUND)
    list(APPEND missing_libraries "${what}")
    set(missing_libraries "${missing_libraries}" PARENT_SCOPE)
  endif()
endfunction()

# What a package of the system should be at least: the versions of Debian 12, with which we test.
need(Eigen3 3.4 "Eigen 3.4 (libeigen3-dev)" NO_MODULE)
need(fmt 9.1 "fmt 9.1 (libfmt-dev)")
need(Boost 1.74 "Boost 1.74, headers only (libboost-dev)")
need(nlohmann_json 3.11 "nlohmann-json 3.11 (nlohmann-json3-dev)")
need(CLI11 2.1 "CLI11 2.1 (libcli11-dev)")
if(INVOLUTE_DEVELOPER OR INVOLUTE_SMOKE)
  need(GTest 1.12 "GoogleTest 1.12, for the tests (libgtest-dev)")
endif()
if(missing_libraries)
  list(JOIN missing_libraries "\n  " lines)
  message(FATAL_ERROR "Not found, in these versions or newer:\n  ${lines}\n"
                      "Install them, or name where they are with -D CMAKE_PREFIX_PATH=...")
endif()
find_package(asmjit QUIET)  # optional: native code
