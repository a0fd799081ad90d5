// SPDX-License-Identifier: Apache-2.0
// The report beside the rows, if one was asked for.
#pragma once

#include <optional>

#include "app/arguments.hpp"
#include "app/checkpoints.hpp"
#include "involute/output/output_file.hpp"
#include "involute/report/report.hpp"

namespace app {

class ReportFile {
public:
    /// Opens the file before the run. Throws involute::Error for what cannot be meant.
    ReportFile(const Arguments& arguments, const Checkpoints& checkpoints);

    bool wanted() const { return file_.has_value(); }
    /// Whether rows go to a file as they come, and are read from there for the report: so those
    /// before a checkpoint are in it.
    bool reads_rows() const { return reads_rows_; }
    /// What the run is to keep for the report.
    involute::SolveOptions prepared(const involute::System& system,
                                    const involute::SolveOptions& options) const;
    void write(const involute::System& system, const involute::SolveOptions& options,
               const involute::Solution& solution);

private:
    const Arguments& arguments_;
    std::optional<involute::OutputFile> file_{};
    bool has_checkpoints_ = false, reads_rows_ = false;
};

}  // namespace app
