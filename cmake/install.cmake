# Installation, in three components: the program, the library with its headers and what
# `find_package(involute)` reads, and the Python module. `cmake --install` installs all that were built.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(involute_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/involute)

install(TARGETS involute EXPORT involute_targets COMPONENT development
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS involute_app RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
foreach(module involute_mpi involute_server)
  if(TARGET ${module})
    install(TARGETS ${module} LIBRARY DESTINATION lib/involute COMPONENT program)
  endif()
endforeach()
install(PROGRAMS $<TARGET_FILE:involute-papers> DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT papers OPTIONAL)
install(DIRECTORY models/ DESTINATION ${CMAKE_INSTALL_DATADIR}/involute/models COMPONENT program
        FILES_MATCHING PATTERN "*.ode")

install(EXPORT involute_targets NAMESPACE involute:: DESTINATION ${involute_package_dir}
        COMPONENT development)
configure_package_config_file(cmake/involute-config.cmake.in involute-config.cmake
                              INSTALL_DESTINATION ${involute_package_dir})
write_basic_package_version_file(involute-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/involute-config.cmake
              ${PROJECT_BINARY_DIR}/involute-config-version.cmake
        DESTINATION ${involute_package_dir} COMPONENT development)
if(TARGET involute_python)
  include(cmake/install_python.cmake)
endif()
