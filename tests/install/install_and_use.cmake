function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Nothing of an earlier run may help.
file(REMOVE_RECURSE ${SCRATCH}/prefix ${SCRATCH}/consumer)

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/prefix)

# The public headers are there, and no others.
file(STRINGS ${SOURCE}/involute/public_headers.txt public REGEX "^involute/")
file(GLOB_RECURSE installed RELATIVE ${SCRATCH}/prefix/include ${SCRATCH}/prefix/include/*)
list(SORT public)
list(SORT installed)
if(NOT public STREQUAL installed)
  message(FATAL_ERROR "installed:\n${installed}\npublic:\n${public}")
endif()

# The C++ example of the README, as it stands there.
file(READ ${SOURCE}/README.md readme)
if(NOT readme MATCHES "```cpp\n([^`]*)```")
  message(FATAL_ERROR "README.md has no C++ example")
endif()
file(WRITE ${SCRATCH}/readme.cpp "${CMAKE_MATCH_1}")

# A user needs neither Eigen nor Boost.
run(${CMAKE_COMMAND} -S ${CONSUMER} -B ${SCRATCH}/consumer -G ${GENERATOR}
    -D README_PROGRAM=${SCRATCH}/readme.cpp
    -D CMAKE_DISABLE_FIND_PACKAGE_Eigen3=ON
    -D CMAKE_PREFIX_PATH=${SCRATCH}/prefix -D CMAKE_CXX_COMPILER=${COMPILER}
    -D CMAKE_BUILD_TYPE=${TYPE} -D CMAKE_CXX_FLAGS=${FLAGS})
run(${CMAKE_COMMAND} --build ${SCRATCH}/consumer)
run(${SCRATCH}/consumer/consumer)
run(${SCRATCH}/consumer/readme)
run(${SCRATCH}/prefix/bin/involute check ${MODEL})
