include(${CMAKE_CURRENT_LIST_DIR}/header_only.cmake)
header_only(fmt fmt::fmt fmt FMT_HEADER_ONLY)
