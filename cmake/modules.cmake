# Modules that the program loads when it needs them (app/module.cpp); the program itself, and the library,
# are linked without what they are linked with.
function(add_app_module name source)
  add_library(${name} MODULE ${source})
  set_target_properties(${name} PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY $<TARGET_FILE_DIR:involute_app>)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_features(${name} PRIVATE cxx_std_20)
  # Debian wants a library to name the C library, even one that calls nothing of it.
  target_link_options(${name} PRIVATE -Wl,--no-as-needed)
  add_dependencies(involute_app ${name})
endfunction()

# Where mpirun started the program (app/ranks.cpp).
if(INVOLUTE_MPI)
  set(MPI_CXX_SKIP_MPICXX ON)  # the C interface is all that is used
  find_package(MPI QUIET COMPONENTS CXX)
endif()
if(MPI_CXX_FOUND)
  add_app_module(involute_mpi app/mpi/module.cpp)
  target_link_libraries(involute_mpi PRIVATE MPI::MPI_CXX)
  message(STATUS "involute: sweeps under mpirun (${MPI_CXX_LIBRARY_VERSION_STRING})")
else()
  message(STATUS "involute: no sweeps under mpirun (scripts/setup --mpi)")
endif()

# `involute watch` needs a server: an HTTP library that Debian keeps.
find_path(HTTPLIB_INCLUDE httplib.h)
find_library(HTTPLIB_LIBRARY cpp-httplib)
if(HTTPLIB_INCLUDE AND HTTPLIB_LIBRARY)
  add_app_module(involute_server app/server/module.cpp)
  target_link_libraries(involute_server PRIVATE ${HTTPLIB_LIBRARY} fmt::fmt)
else()
  message(STATUS "involute: no `watch` (libcpp-httplib-dev not found)")
endif()
