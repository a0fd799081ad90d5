# The script and the style sheet of reports (involute/report/assets), put into the library when it
# is built. Plots are drawn by uPlot (MIT), which comes from the npm registry and is pinned here by
# version and checksum; nothing of it is in this repository. Without a network reports have pictures
# instead. -D INVOLUTE_UPLOT=FOLDER names a folder with uPlot.iife.min.js, uPlot.min.css and LICENSE,
# -D INVOLUTE_UPLOT=OFF does without.
set(uplot_version 1.6.32)
set(uplot_sha256 4b8a8191e425658e3ea8c8c1314b0fc679c861ee3a1af2b20c7b16ba50b5133d)
set(INVOLUTE_UPLOT "" CACHE STRING "Folder with uPlot for reports (empty: from the npm registry; OFF: none)")

set(uplot_folder "")
if(INVOLUTE_UPLOT STREQUAL "")
  set(archive ${PROJECT_BINARY_DIR}/uplot/uplot-${uplot_version}.tgz)
  set(unpacked ${PROJECT_BINARY_DIR}/uplot/package)
  if(NOT EXISTS ${unpacked}/dist/uPlot.iife.min.js)
    file(DOWNLOAD https://registry.npmjs.org/uplot/-/uplot-${uplot_version}.tgz ${archive}
         TIMEOUT 30 STATUS uplot_status)
    set(found "")
    if(EXISTS ${archive})
      file(SHA256 ${archive} found)
    endif()
    if(found STREQUAL uplot_sha256)
      file(ARCHIVE_EXTRACT INPUT ${archive} DESTINATION ${PROJECT_BINARY_DIR}/uplot)
    else()
      file(REMOVE ${archive})
    endif()
  endif()
  if(EXISTS ${unpacked}/dist/uPlot.iife.min.js)
    set(uplot_folder ${unpacked})
  endif()
elseif(NOT INVOLUTE_UPLOT STREQUAL "OFF")
  set(uplot_folder ${INVOLUTE_UPLOT})
endif()
if(uplot_folder)
  message(STATUS "involute: reports have plots by uPlot ${uplot_version}")
else()
  message(STATUS "involute: reports have pictures instead of plots (no uPlot: see cmake/report.cmake)")
endif()

# In the order in which they are read: each uses what those before it define.
set(report_scripts data.js colors.js marks.js plots.js phase.js scene.js strip.js table.js live.js main.js)
list(TRANSFORM report_scripts PREPEND ${PROJECT_SOURCE_DIR}/involute/report/assets/)
set(report_style ${PROJECT_SOURCE_DIR}/involute/report/assets/report.css)
set(report_assets ${PROJECT_BINARY_DIR}/report_assets.cpp)
add_custom_command(
  OUTPUT ${report_assets}
  COMMAND ${CMAKE_COMMAND} -D "SCRIPTS=${report_scripts}" -D STYLE=${report_style}
          -D UPLOT=${uplot_folder} -D VERSION=${uplot_version} -D OUTPUT=${report_assets}
          -P ${PROJECT_SOURCE_DIR}/cmake/embed_report.cmake
  DEPENDS ${report_scripts} ${report_style} ${PROJECT_SOURCE_DIR}/cmake/embed_report.cmake
  COMMENT "Embedding the script of reports" VERBATIM)
target_sources(involute PRIVATE ${report_assets})
set_source_files_properties(${report_assets} PROPERTIES SKIP_PRECOMPILE_HEADERS ON
                            SKIP_UNITY_BUILD_INCLUSION ON)
