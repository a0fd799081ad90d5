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
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
