# The module that the program loads where mpirun started it (app/ranks.cpp); the program itself, and the
# library, are linked without MPI.
if(INVOLUTE_MPI)
  set(MPI_CXX_SKIP_MPICXX ON)  # the C interface is all that is used
  find_package(MPI QUIET COMPONENTS CXX)
endif()
if(MPI_CXX_FOUND)
  add_library(involute_mpi MODULE app/mpi/module.cpp)
  set_target_properties(involute_mpi PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY $<TARGET_FILE_DIR:involute_app>)
  target_include_directories(involute_mpi PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(involute_mpi PRIVATE MPI::MPI_CXX)
  # Debian wants a library to name the C library, even one that calls nothing of it.
  target_link_options(involute_mpi PRIVATE -Wl,--no-as-needed)
  add_dependencies(involute_app involute_mpi)
  message(STATUS "involute: sweeps under mpirun (${MPI_CXX_LIBRARY_VERSION_STRING})")
else()
  message(STATUS "involute: no sweeps under mpirun (scripts/setup --mpi)")
endif()
