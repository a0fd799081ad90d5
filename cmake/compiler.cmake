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
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # quadmath.h belongs to GCC; behind everything else, so that no other header of GCC is taken.
  execute_process(COMMAND g++ -print-file-name=include OUTPUT_VARIABLE gcc_include
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  add_compile_options(-idirafter ${gcc_include})
endif()
find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
