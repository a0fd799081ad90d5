// SPDX-License-Identifier: Apache-2.0
// The file of a sweep: csv that grows run by run, so that what was computed is there when the
// program ends, however it ends. Its first line says of which sweep it is:
//
//     # involute sweep 1, runs 101, key 9a3f0c51b2e7d846
//     run,g,x(end),code,reason
//     1,1,0.5403023058681398,finished,
//
// The key is a sum over all that decides about the bits: model, options, samples, what is kept, and
// the build. A file with another key is of another sweep, and is left alone. A part of a sweep has
// its number there too: `part 3/16`. Where rows of runs are kept, each run has `rows` lines.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "involute/sweep/sweep.hpp"

namespace involute {

/// Which sweep, and which part of it.
struct SweepTitle {
    std::int64_t runs = 0;  // of the whole sweep
    std::string key{};
    std::int64_t part = 1, parts = 1;
    std::int64_t rows = 1;  // lines of a run
    std::int64_t given =
        0;                  // columns of samples, the first ones behind `run`; known where rows > 1
    std::string columns{};  // the line of their names, from `run` to `reason`
};

/// The title of a whole sweep.
SweepTitle sweep_title(const Simulation& simulation, const Samples& samples, const Keep& keep);

/// The key of a sweep: by what the simulation saves, the samples, and what is kept.
std::string sweep_key(const Simulation& simulation, const Samples& samples, const Keep& keep);

/// More parts than these are taken for a mistake.
inline constexpr std::int64_t most_parts = 1'000'000;

/// Names of samples, where one of a start value is also that of a column of rows as `x(start)`, and
/// where one is that of a column of ours as `run(given)`.
std::vector<std::string> sample_heads(const std::vector<std::string>& names, const Keep& keep);

/// `run`, names of samples and of what is kept, `code` and `reason`.
std::string sweep_columns(const Samples& samples, const Keep& keep);

/// The runs of a part, from 0: from first to end - 1. Parts differ by one run at most.
struct RunsOfPart {
    std::int64_t first = 0, end = 0;
};
RunsOfPart runs_of(const SweepTitle& title);

/// The first two lines, and those of a run (one, or one for each of its rows), each with its
/// newline.
std::string first_lines(const SweepTitle& title);
std::string line_of(const SweepRow& row);

/// Reads them back; throws an Error where the text is not the beginning of such a file.
SweepTitle read_title(std::istream& in, const std::string& file);

/// The lines of runs, behind the title: those of the next run, for as long as all of a run are
/// there. Throws an Error at a line that is not of the run that should come.
class RunLines {
public:
    RunLines(std::istream& in, const SweepTitle& title, std::string file);
    bool read(std::string& lines);
    /// The run that would come next, from 0.
    std::int64_t next() const { return next_; }

private:
    std::istream& in_;
    std::int64_t next_, end_, rows_;
    std::size_t fields_;
    std::string file_, line_{};
};

/// The fields of a line, as they were before they were quoted.
std::vector<std::string> fields_of(std::string_view line);

/// Throws an Error where the name of the file promises something else than csv: .npz, .nc, .json.
void require_csv_name(const std::string& path);

class FileLock;  // sweep/lock.hpp

class SweepFile {
public:
    /// A new file; one that exists is refused. With `resume` one that exists is gone on with if it
    /// is of this sweep, after its last whole line. Throws an Error, and nothing is changed then;
    /// also where another process is writing to it.
    SweepFile(std::string path, const SweepTitle& title, bool resume);

    /// The first run that is not in it.
    std::int64_t next() const { return next_; }
    /// Lines are written whole; at least every 50 ms where there are any. Throws an Error where
    /// they cannot be.
    void add(const SweepRow& row);
    /// Nothing can be added afterwards, and others may write to it.
    void close();

    ~SweepFile();
    SweepFile(const SweepFile&) = delete;
    SweepFile& operator=(const SweepFile&) = delete;

private:
    void go_on(const SweepTitle& title);
    void flush();

    std::string path_;
    std::unique_ptr<FileLock> lock_;
    std::unique_ptr<std::ofstream> out_;
    std::string lines_{};  // not written yet
    std::int64_t next_ = 0;
    std::int64_t written_ = 0;  // when, in ns of a clock that only goes on
};

/// Puts parts together, in any order, into the file that the uncut sweep would have written: byte
/// for byte. Throws an Error where one is missing, not finished or of another sweep, or the output
/// exists; then nothing is written. Returns the number of runs.
std::int64_t collect(const std::vector<std::string>& parts, const std::string& output);

}  // namespace involute
