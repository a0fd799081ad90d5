# What must hold on any processor: numbers, orders in Quad, completion, and the models at default
# options. A selection, because it runs under an emulator.
enable_testing()
set(smoke_sources "")
foreach(pattern base/*_test.cpp method/*_test.cpp step/order_test.cpp step/radau_order_test.cpp
        complete/structure_test.cpp complete/completion_test.cpp complete/index_test.cpp
        complete/repair_test.cpp complete/numerical_test.cpp)
  file(GLOB found CONFIGURE_DEPENDS tests/${pattern})
  list(APPEND smoke_sources ${found})
endforeach()
add_executable(smoke ${smoke_sources})
target_link_libraries(smoke PRIVATE involute_parts fmt::fmt GTest::gtest_main)
target_include_directories(smoke PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_definitions(smoke PRIVATE INVOLUTE_MODELS="${PROJECT_SOURCE_DIR}/models"
                           INVOLUTE_SOURCE="${PROJECT_SOURCE_DIR}" INVOLUTE_PROGRAM="")
precompile(smoke <gtest/gtest.h>)
# In shares, so that every core has one.
foreach(share RANGE 7)
  add_test(NAME smoke.${share} COMMAND smoke)
  set_tests_properties(smoke.${share} PROPERTIES TIMEOUT 3000
                       ENVIRONMENT "GTEST_TOTAL_SHARDS=8;GTEST_SHARD_INDEX=${share}")
endforeach()
file(GLOB models CONFIGURE_DEPENDS models/*.ode)
foreach(model ${models})
  cmake_path(GET model STEM LAST_ONLY name)
  add_test(NAME smoke.models.${name} COMMAND involute_app check ${model})
  set_tests_properties(smoke.models.${name} PROPERTIES TIMEOUT 3000)
endforeach()
