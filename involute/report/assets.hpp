// SPDX-License-Identifier: Apache-2.0
// The script and the style sheet of a report, put into the library when it is built
// (cmake/report.cmake).
#pragma once

#include <string_view>

namespace involute::report {

struct Asset {
    std::string_view text{};
    std::string_view sha256{};  // of the text, in hexadecimal digits
};

Asset script();
Asset style();
/// "uPlot 1.6.32", and its licence; both empty where the build had none.
std::string_view plotter();
std::string_view plotter_license();

}  // namespace involute::report
