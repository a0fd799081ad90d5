# Installation: the library with its headers, the program, and what `find_package(involute)` reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(involute_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/involute)

install(TARGETS involute EXPORT involute_targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS involute_app RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(PROGRAMS $<TARGET_FILE:involute-papers> DESTINATION ${CMAKE_INSTALL_BINDIR} OPTIONAL)
install(DIRECTORY models/ DESTINATION ${CMAKE_INSTALL_DATADIR}/involute/models
        FILES_MATCHING PATTERN "*.ode")

install(EXPORT involute_targets NAMESPACE involute:: DESTINATION ${involute_package_dir})
configure_package_config_file(cmake/involute-config.cmake.in involute-config.cmake
                              INSTALL_DESTINATION ${involute_package_dir})
write_basic_package_version_file(involute-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/involute-config.cmake
              ${PROJECT_BINARY_DIR}/involute-config-version.cmake
        DESTINATION ${involute_package_dir})
