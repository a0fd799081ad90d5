# cmake -D SCRIPTS=.. -D STYLE=.. -D UPLOT=.. -D VERSION=.. -D OUTPUT=.. -P embed_report.cmake:
# writes a source with the texts as bytes, and their checksums for the page's security policy.
set(scratch ${OUTPUT}.parts)
file(MAKE_DIRECTORY ${scratch})
set(js ${scratch}/report.js)
set(css ${scratch}/report.css)
set(license ${scratch}/license)
file(WRITE ${js} "")
file(WRITE ${css} "")
file(WRITE ${license} "")
set(plotter "")

# Texts go from file to file by `cat`: a CMake variable would take semicolons and brackets for its own.
function(append file to)
  execute_process(COMMAND ${CMAKE_COMMAND} -E cat ${file} OUTPUT_FILE ${scratch}/piece
                  COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} -E cat ${to} ${scratch}/piece OUTPUT_FILE ${scratch}/both
                  COMMAND_ERROR_IS_FATAL ANY)
  file(RENAME ${scratch}/both ${to})
endfunction()

if(UPLOT)
  set(dist ${UPLOT})
  if(EXISTS ${UPLOT}/dist)
    set(dist ${UPLOT}/dist)
  endif()
  append(${dist}/uPlot.iife.min.js ${js})
  append(${dist}/uPlot.min.css ${css})
  append(${UPLOT}/LICENSE ${license})
  set(plotter "uPlot ${VERSION}")
endif()
file(APPEND ${js} "\n(function () {\n\"use strict\";\n")
foreach(file ${SCRIPTS})
  append(${file} ${js})
endforeach()
file(APPEND ${js} "}())\n")
append(${STYLE} ${css})

file(WRITE ${OUTPUT}.new "// Made by cmake/embed_report.cmake.\n#include \"involute/report/assets.hpp\"\n\nnamespace involute::report {\nnamespace {\n\n")
foreach(name js css license)
  file(READ ${${name}} bytes HEX)
  file(SHA256 ${${name}} ${name}_sum)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  file(APPEND ${OUTPUT}.new "constexpr unsigned char ${name}[] = {${bytes}0};\n")
endforeach()
file(APPEND ${OUTPUT}.new "
template <unsigned long N>
std::string_view text(const unsigned char (&bytes)[N])
{
    return {reinterpret_cast<const char*>(bytes), N - 1};
}

}  // namespace

Asset script() { return {text(js), \"${js_sum}\"}; }
Asset style() { return {text(css), \"${css_sum}\"}; }
std::string_view plotter() { return \"${plotter}\"; }
std::string_view plotter_license() { return text(license); }

}  // namespace involute::report
")
file(RENAME ${OUTPUT}.new ${OUTPUT})
