# Debian packages: `cpack -G DEB` in a build folder, or scripts/package for a build made for them.
#   involute            the program, its models and its manual page
#   libinvolute-dev     headers, static library, find_package(involute)
#   python3-involute    the Python module, for the Python it was built with
set(CPACK_PACKAGE_NAME involute)
set(CPACK_PACKAGE_VENDOR "The Involute developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # every component brings its own
set(CPACK_PACKAGE_CONTACT "The Involute developers <developers@involute.invalid>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(common_words "Involute solves ordinary differential systems of any order and index from their
equations as written: differential-algebraic, implicit, with constraints and
invariants. Every equation, the hidden ones included, is checked at every
returned point.\n.")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME involute)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS singular-ui)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "solver for differential systems of any order and index
${common_words}
This package has the program, which reads models from text files.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libinvolute-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(needed "libfmt-dev (>= 9.1)")
if(INVOLUTE_NATIVE)
  list(APPEND needed libasmjit-dev)
endif()
if(QUAD_CARRIER STREQUAL cpp_bin_float_quad)
  list(APPEND needed "libboost-dev (>= 1.74)")
endif()
list(JOIN needed ", " CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS "g++, cmake")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "solver for differential systems - C++ library
${common_words}
This package has the headers and the static library.")

if(TARGET involute_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-involute)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
  # The compiled part is for one minor version of Python.
  get_directory_property(minor DIRECTORY ${PROJECT_SOURCE_DIR}/python DEFINITION Python_VERSION_MINOR)
  math(EXPR next_minor "${minor} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
      "python3 (>= 3.${minor}~), python3 (<< 3.${next_minor}), python3-numpy")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS
      "python3-sympy, python3-scipy, python3-matplotlib, python3-pandas, python3-xarray")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_LIST_DIR}/debian/postinst
                                                ${CMAKE_CURRENT_LIST_DIR}/debian/prerm)
  set(CPACK_COMPONENT_PYTHON_DESCRIPTION "solver for differential systems - Python module
${common_words}
This package has the module `involute`: solve_ivp and solve_dae like SciPy's,
equations from SymPy, results as numpy arrays.")
endif()

# ---- what every package has in /usr/share/doc, and the manual page; compressed, as Debian wants it
find_program(GZIP gzip)
if(NOT GZIP)
  return()  # then there is no dpkg either
endif()
function(compress from to)
  execute_process(COMMAND ${GZIP} -9nc ${from} OUTPUT_FILE ${to} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
set(debian_folder ${PROJECT_BINARY_DIR}/debian)
file(MAKE_DIRECTORY ${debian_folder})
string(TIMESTAMP built "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(${CMAKE_CURRENT_LIST_DIR}/debian/changelog.in ${debian_folder}/changelog @ONLY)
compress(${debian_folder}/changelog ${debian_folder}/changelog.Debian.gz)
configure_file(${PROJECT_SOURCE_DIR}/docs/involute.1.in ${debian_folder}/involute.1 @ONLY)
compress(${debian_folder}/involute.1 ${debian_folder}/involute.1.gz)
install(FILES ${debian_folder}/involute.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
foreach(component ${CPACK_COMPONENTS_ALL})
  string(TOUPPER ${component} upper)
  install(FILES ${CMAKE_CURRENT_LIST_DIR}/debian/copyright ${debian_folder}/changelog.Debian.gz
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME}
          COMPONENT ${component})
endforeach()
include(CPack)
