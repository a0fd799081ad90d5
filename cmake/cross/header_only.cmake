# A library of which the headers suffice, from this machine's /usr/include. The folder itself must not
# be searched: its other headers are of this machine's processor.
function(header_only package target folder)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/headers)
  file(CREATE_LINK /usr/include/${folder} ${CMAKE_BINARY_DIR}/headers/${folder} SYMBOLIC)
  if(NOT TARGET ${target})
    add_library(${target} INTERFACE IMPORTED)
    target_include_directories(${target} SYSTEM INTERFACE ${CMAKE_BINARY_DIR}/headers)
    target_compile_definitions(${target} INTERFACE ${ARGN})
  endif()
  if(EXISTS /usr/include/${folder})
    set(${package}_FOUND TRUE PARENT_SCOPE)
  endif()
endfunction()
