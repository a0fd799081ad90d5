# What carries a Quad, as involute/base/quad.hpp decides; here only what must be compiled and linked
# for it. Sets QUAD_CARRIER, QUAD_DEFINITIONS, QUAD_LIBRARIES and QUAD_OPTIONS.
include(CheckCXXSourceCompiles)
option(INVOLUTE_SOFTWARE_QUAD "Quadruple precision in software, even where the compiler has it" OFF)
check_cxx_source_compiles("static_assert(__LDBL_MANT_DIG__ == 113); int main() {}"
                          INVOLUTE_LONG_DOUBLE_IS_QUAD)
check_cxx_source_compiles("int main() { __float128 x = 1; return int(x) - 1; }"
                          INVOLUTE_HAS_FLOAT128)
set(QUAD_CARRIER cpp_bin_float_quad)
set(QUAD_LIBRARIES "")
set(QUAD_OPTIONS "")
if(INVOLUTE_SOFTWARE_QUAD)
elseif(INVOLUTE_LONG_DOUBLE_IS_QUAD)
  set(QUAD_CARRIER "long double")
elseif(INVOLUTE_HAS_FLOAT128)
  set(QUAD_CARRIER __float128)
  set(QUAD_LIBRARIES quadmath)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # quadmath belongs to GCC. Its header comes behind everything else, so that no other header of
    # GCC is taken.
    set(gcc_include "")
    execute_process(COMMAND g++ -print-file-name=include OUTPUT_VARIABLE gcc_include
                    OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE no_gcc ERROR_QUIET)
    execute_process(COMMAND g++ -print-file-name=libquadmath.so OUTPUT_VARIABLE QUAD_LIBRARIES
                    OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE no_gcc ERROR_QUIET)
    if(NOT EXISTS "${QUAD_LIBRARIES}" OR NOT EXISTS "${gcc_include}/quadmath.h")
      message(STATUS "involute: clang needs GCC's libquadmath for __float128, and g++ has none here")
      set(QUAD_CARRIER cpp_bin_float_quad)
      set(QUAD_LIBRARIES "")
    else()
      set(QUAD_OPTIONS "SHELL:-idirafter ${gcc_include}")
    endif()
  endif()
endif()
set(QUAD_DEFINITIONS "")
if(QUAD_CARRIER STREQUAL cpp_bin_float_quad)
  set(QUAD_DEFINITIONS INVOLUTE_SOFTWARE_QUAD)
endif()
