# What developers need and users do not: tests, examples, model checks, the install test.
enable_testing()
include(GoogleTest)

# ---- unit tests: one executable a folder of tests/, every *_test.cpp in it; those of nightly take
# too long for every day: ctest --test-dir build/dev -L nightly
set(test_settings
  INVOLUTE_PROGRAM="$<TARGET_FILE:involute_app>" INVOLUTE_MODELS="${PROJECT_SOURCE_DIR}/models"
  INVOLUTE_SOURCE="${PROJECT_SOURCE_DIR}")
set(test_libraries involute_parts fmt::fmt nlohmann_json::nlohmann_json GTest::gtest_main)
# It is the library that should be quick: tests that are optimised less compile in half the time.
set(test_options -O1)
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(test_options -O0)
endif()
# Their precompiled header is made once, by a target with nothing else in it.
file(WRITE ${PROJECT_BINARY_DIR}/tests_precompiled.cpp "")
add_library(tests_precompiled OBJECT ${PROJECT_BINARY_DIR}/tests_precompiled.cpp)
target_link_libraries(tests_precompiled PRIVATE ${test_libraries})
target_include_directories(tests_precompiled PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_definitions(tests_precompiled PRIVATE ${test_settings})
target_compile_options(tests_precompiled PRIVATE ${test_options})
precompile(tests_precompiled <gtest/gtest.h>)

file(GLOB test_folders CONFIGURE_DEPENDS LIST_DIRECTORIES true tests/*)
if(NOT INVOLUTE_LONG)
  list(FILTER test_folders EXCLUDE REGEX "/tests/(papers|nightly|laws|verdicts|catalogue)$")
endif()
foreach(folder ${test_folders})
  file(GLOB test_sources CONFIGURE_DEPENDS ${folder}/*_test.cpp)
  if(NOT test_sources)
    continue()
  endif()
  cmake_path(GET folder FILENAME name)
  add_executable(tests_${name} ${test_sources})
  target_link_libraries(tests_${name} PRIVATE ${test_libraries})
  if(name MATCHES "papers|nightly")
    target_link_libraries(tests_${name} PRIVATE involute_papers)
    add_dependencies(tests_${name} involute-papers)
  endif()
  target_include_directories(tests_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(tests_${name} PRIVATE ${test_settings})
  target_compile_options(tests_${name} PRIVATE ${test_options})
  precompile_as(tests_${name} tests_precompiled)
  if(NOT name STREQUAL threads)  # it runs no program, and is built alone for the thread sanitizer
    add_dependencies(tests_${name} involute_app)
  endif()
  set(label unit)
  if(name STREQUAL nightly)
    set(label nightly)
  endif()
  if(NOT INVOLUTE_SHARES)
    gtest_discover_tests(tests_${name} TEST_PREFIX "${name}."
                         PROPERTIES TIMEOUT 600 LABELS ${label} DISCOVERY_TIMEOUT 60)
    continue()
  endif()
  foreach(share RANGE 1 ${INVOLUTE_SHARES})
    math(EXPR index "${share} - 1")
    add_test(NAME ${name}.${share} COMMAND tests_${name} --gtest_brief=1)
    set_tests_properties(${name}.${share} PROPERTIES TIMEOUT 2400 LABELS ${label}
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${INVOLUTE_SHARES};GTEST_SHARD_INDEX=${index}")
  endforeach()
endforeach()

# ---- examples: each a program of its own, run as a test
file(GLOB example_sources CONFIGURE_DEPENDS examples/*.cpp)
foreach(source ${example_sources})
  cmake_path(GET source STEM name)
  add_executable(example_${name} ${source})
  target_link_libraries(example_${name} PRIVATE involute)
  add_test(NAME examples.${name} COMMAND example_${name})
  set_tests_properties(examples.${name} PROPERTIES LABELS examples TIMEOUT 300)
endforeach()

add_subdirectory(tests/models)
add_subdirectory(tests/catalogue)
add_subdirectory(tests/install)
add_subdirectory(tests/tools)
