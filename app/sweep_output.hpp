// SPDX-License-Identifier: Apache-2.0
// Where the rows of a sweep go: csv that grows, standard output, or npz, for which csv grows beside
// it until the sweep is finished.
#pragma once

#include <optional>
#include <string>

#include "app/arguments.hpp"
#include "involute/sweep/file.hpp"

namespace app {

/// The files of a sweep, by what was typed for -o.
struct SweepFiles {
    explicit SweepFiles(const Arguments& arguments);
    std::string output{};  // empty: standard output
    std::string rows{};    // the csv that grows
    bool npz = false;
};

/// Whether an npz of this sweep is there already. Throws involute::Error where one that is must not
/// be touched: of another sweep, or without --resume.
bool is_finished(const SweepFiles& files, const involute::SweepTitle& title, bool resume);

/// Makes the npz of the rows, which are gone then; nothing to do for csv.
void deliver(const SweepFiles& files);

class SweepOutput {
public:
    SweepOutput(const SweepFiles& files, const involute::SweepTitle& title, bool resume);
    std::int64_t next() const { return next_; }
    /// False: nobody reads.
    bool add(const involute::SweepRow& row);
    void close();

private:
    std::optional<involute::SweepFile> file_{};
    std::int64_t next_ = 0;
};

}  // namespace app
