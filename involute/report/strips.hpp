// SPDX-License-Identifier: Apache-2.0
// How well every equation holds over the run: the residual of the certificate
// (project/certificate.hpp), by equation and by piece of the run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "involute/options/analysis.hpp"
#include "involute/report/values.hpp"

namespace involute::report {

struct Strip {
    std::string equation{};
    std::string kind{};  // "as written", "hidden", "invariant"
    double largest = 0;
    double where = 0;                    // x of the row it is largest in
    std::vector<std::uint8_t> pieces{};  // largest of each piece, as code_of says
};

struct Strips {
    std::vector<double> edges{};  // x where pieces begin, and the end of the last
    std::vector<Strip> strips{};
    int left_out = 0;  // equations that contain what rows do not hold
};

/// Ten a decade from 1e-20 on, 255 for what is larger than any.
std::uint8_t code_of(double residual);

/// The scale of the certificate: |jet| + floor, with the floor atol / rtol of every unknown.
struct StripScale {
    double rtol = 1e-8;
    double atol = 1e-10;
    std::vector<std::pair<std::string, double>> atol_of{};
};

Strips strips_of(System& system, const Analysis& analysis, const Solution& solution,
                 RowReader& reader, const StripScale& scale, std::size_t most);

}  // namespace involute::report
