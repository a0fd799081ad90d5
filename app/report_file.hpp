// SPDX-License-Identifier: Apache-2.0
// The report beside the rows, if one was asked for.
#pragma once

#include <optional>

#include "app/arguments.hpp"
#include "involute/output/output_file.hpp"
#include "involute/report/report.hpp"

namespace app {

class ReportFile {
public:
    /// Opens the file before the run. Throws involute::Error for what cannot be meant.
    explicit ReportFile(const Arguments& arguments);

    bool wanted() const { return file_.has_value(); }
    void write(const involute::System& system, const involute::SolveOptions& options,
               const involute::Solution& solution);

private:
    const Arguments& arguments_;
    std::optional<involute::OutputFile> file_{};
};

}  // namespace app
