// SPDX-License-Identifier: Apache-2.0
// --checkpoint, --checkpoint-every and --resume: the files behind a CheckpointRequest.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/arguments.hpp"
#include "app/growing_file.hpp"
#include "involute/drive/checkpoint.hpp"

namespace app {

/// What a checkpoint knows of the rows written before it.
struct RowsSoFar {
    std::string file{};         // the place of -o; empty: standard output
    WrittenSoFar written{};     // of that file
    std::string independent{};  // the header: empty where there is none yet
    std::vector<std::string> names{};
};

class Checkpoints {
public:
    /// Reads what is to be gone on with. Throws involute::Error.
    explicit Checkpoints(const Arguments& arguments);

    /// Whether one is written or gone on with.
    bool wanted() const { return file_ || resumes(); }
    bool resumes() const { return !request_.resume.empty(); }
    /// Of the run that is gone on with.
    const RowsSoFar& rows() const { return rows_; }

    /// rows: asked before each one.
    const involute::CheckpointRequest& request(std::function<RowsSoFar()> rows);

private:
    std::optional<std::string> file_{};
    involute::CheckpointRequest request_{};
    RowsSoFar rows_{};
    bool told_ = false;  // that one could not be written
};

/// Not a device, nor a pipe.
bool is_plain(const std::string& path);

/// How a file is called whatever folder one is in.
std::string full_name(const std::string& path);

}  // namespace app
