# Tests: one executable a folder of tests/, every *_test.cpp in it.
enable_testing()
find_package(GTest REQUIRED)
include(GoogleTest)

file(GLOB test_folders CONFIGURE_DEPENDS LIST_DIRECTORIES true tests/*)
foreach(folder ${test_folders})
  file(GLOB test_sources CONFIGURE_DEPENDS ${folder}/*_test.cpp)
  if(NOT test_sources)
    continue()
  endif()
  cmake_path(GET folder FILENAME name)
  add_executable(tests_${name} ${test_sources})
  target_link_libraries(tests_${name} PRIVATE involute fmt::fmt nlohmann_json::nlohmann_json
                        GTest::gtest_main)
  target_include_directories(tests_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(tests_${name} PRIVATE
    INVOLUTE_PROGRAM="$<TARGET_FILE:involute_app>" INVOLUTE_MODELS="${PROJECT_SOURCE_DIR}/models"
    INVOLUTE_SOURCE="${PROJECT_SOURCE_DIR}")
  add_dependencies(tests_${name} involute_app)
  gtest_discover_tests(tests_${name} TEST_PREFIX "${name}." PROPERTIES TIMEOUT 600
                       DISCOVERY_TIMEOUT 60)
endforeach()
