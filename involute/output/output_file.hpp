// SPDX-License-Identifier: Apache-2.0
// A file that is there whole or not at all: written without a name (where the system has no such
// files, under a temporary name beside its place), and put in its place when it is complete.
//
//     OutputFile file("pendulum.csv");
//     write_csv(file.stream(), solve(system));
//     file.commit();
//
// Without commit nothing is left behind, even if the program is killed, and an older file of that
// name stays as it was. A symbolic
// link stays one; a device is written to in place.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>

namespace involute {

class OutputFile {
public:
    /// Throws Error if the file cannot be written, before anything is computed for it.
    explicit OutputFile(const std::string& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    std::ostream& stream();
    /// Puts the file in its place. Throws Error if not everything could be written.
    void commit();

private:
    struct State;  // streams and paths take a tenth of a second to compile
    std::unique_ptr<State> state_;
};

}  // namespace involute
