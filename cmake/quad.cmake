# What carries a Quad, as involute/base/quad.hpp decides; here only what must be linked for it.
# Sets QUAD_CARRIER, QUAD_LIBRARIES and QUAD_OPTIONS.
include(CheckCXXSourceCompiles)
option(INVOLUTE_SOFTWARE_QUAD "Quadruple precision in software, even where the compiler has it" OFF)
check_cxx_source_compiles("static_assert(__LDBL_MANT_DIG__ == 113); int main() {}"
                          INVOLUTE_LONG_DOUBLE_IS_QUAD)
check_cxx_source_compiles("int main() { __float128 x = 1; return int(x) - 1; }"
                          INVOLUTE_HAS_FLOAT128)
set(QUAD_LIBRARIES "")
set(QUAD_OPTIONS "")
if(INVOLUTE_SOFTWARE_QUAD)
  set(QUAD_CARRIER cpp_bin_float_quad)
elseif(INVOLUTE_LONG_DOUBLE_IS_QUAD)
  set(QUAD_CARRIER "long double")
elseif(INVOLUTE_HAS_FLOAT128)
  set(QUAD_CARRIER __float128)
  set(QUAD_LIBRARIES quadmath)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # quadmath belongs to GCC. Its header comes behind everything else, so that no other header of
    # GCC is taken.
    execute_process(COMMAND g++ -print-file-name=include OUTPUT_VARIABLE gcc_include
                    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND g++ -print-file-name=libquadmath.so OUTPUT_VARIABLE QUAD_LIBRARIES
                    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    set(QUAD_OPTIONS "SHELL:-idirafter ${gcc_include}")
  endif()
else()
  set(QUAD_CARRIER cpp_bin_float_quad)
endif()
