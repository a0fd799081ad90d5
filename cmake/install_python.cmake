# Where Python looks for modules below the prefix: Debian's in lib/python3/dist-packages below /usr and
# in lib/python3.11/dist-packages below /usr/local, others in site-packages. The prefix is known at
# installation only (`cmake --install --prefix`), so the choice is made there.
get_directory_property(python_program DIRECTORY ${PROJECT_SOURCE_DIR}/python DEFINITION Python_EXECUTABLE)
set(INVOLUTE_PYTHON_DIR "" CACHE STRING
    "Where to install the Python module, relative to the prefix (empty: where Python looks)")
set(below_usr ${INVOLUTE_PYTHON_DIR})
set(elsewhere ${INVOLUTE_PYTHON_DIR})
if(NOT INVOLUTE_PYTHON_DIR)
  execute_process(COMMAND ${python_program} -c [[
import sys, sysconfig
lib = "lib/python%d.%d/" % sys.version_info[:2]
if "deb_system" in sysconfig.get_scheme_names():
    print("lib/python3/dist-packages", lib + "dist-packages")
else:
    print(lib + "site-packages", lib + "site-packages")
]] OUTPUT_VARIABLE places OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(places)
  list(GET places 0 below_usr)
  list(GET places 1 elsewhere)
endif()
install(CODE "
  set(involute_python_dir \"${elsewhere}\")
  if(CMAKE_INSTALL_PREFIX MATCHES \"/usr/*$\")
    set(involute_python_dir \"${below_usr}\")
  endif()" ALL_COMPONENTS)
set(place "\${involute_python_dir}")

install(TARGETS involute_python LIBRARY DESTINATION ${place}/involute COMPONENT python)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/involute DESTINATION ${place} COMPONENT python
        FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)

# What `pip list` and importlib.metadata read.
set(metadata_folder ${PROJECT_BINARY_DIR}/python_metadata)
execute_process(COMMAND ${python_program} -B ${PROJECT_SOURCE_DIR}/python/build_backend.py ${metadata_folder}
                OUTPUT_VARIABLE metadata_name OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
install(FILES ${metadata_folder}/${metadata_name}/METADATA DESTINATION ${place}/${metadata_name}
        COMPONENT python)
