// SPDX-License-Identifier: Apache-2.0
// Runs another program: it reads a text, writes a text, and ends. No shell, no files; time, memory
// and output are bounded, the time also by whoever asked (base/patience.hpp). The program and all
// processes it started have ended when the call returns.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace involute {

struct ExternalLimits {
    double seconds = 20;
    std::size_t memory = std::size_t(4) << 30;   // bytes; where the system can limit it
    std::size_t output = std::size_t(16) << 20;  // bytes
};

struct ExternalAnswer {
    bool succeeded = false;  // it ran to its end and returned 0
    std::string output{};    // what it wrote to its standard output
    std::string reason{};    // why not
};

/// Runs `arguments`, of which the first is the program (looked for as a shell would), with `input`
/// as its standard input. Whatever goes wrong is a reason in the answer.
ExternalAnswer run_external(const std::vector<std::string>& arguments, const std::string& input,
                            const ExternalLimits& limits = {});

}  // namespace involute
