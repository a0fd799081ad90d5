// SPDX-License-Identifier: Apache-2.0
// Pictures of a finished sweep: over one axis lines, over two a heat map for each number kept, or a
// colour for every place where runs end up.
#pragma once

#include <optional>
#include <string>

#include "app/arguments.hpp"
#include "app/sweep_job.hpp"
#include "involute/output/output_file.hpp"
#include "involute/plot/table.hpp"

namespace app {

class SweepPicture {
public:
    /// Throws involute::Error where none can be drawn, before anything is run.
    SweepPicture(const Arguments& arguments, const SweepJob& job);
    /// From the rows in this file.
    void draw(const std::string& rows);

private:
    /// Of the columns of samples.
    std::vector<std::string> heads() const;
    std::string lines_or_maps(const involute::plot::Table& table) const;
    std::string basins(const involute::plot::Table& table) const;

    const SweepJob& job_;
    std::vector<std::string> names_{};
    std::vector<bool> log_{};  // of every axis
    std::size_t rows_ = 0;     // values of the last one
    std::optional<involute::OutputFile> file_{}, basins_{};
};

}  // namespace app
