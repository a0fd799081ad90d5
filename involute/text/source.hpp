// SPDX-License-Identifier: Apache-2.0
// A text with its lines, and the findings about it: what is wrong where, each place once.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "involute/base/error.hpp"

namespace involute {

struct Source {
    std::string file{};  // empty: not from a file
    std::string text{};
    std::vector<std::size_t> line_starts{};  // byte where line i + 1 begins
};

/// Lines end in \n, \r\n or \r.
Source make_source(std::string_view text, std::string file);

/// Line `line` (from 1) without its end; nothing if there is no such line or it is not fit to show.
std::string_view line_of(const Source& source, int line);

/// Collects diagnostics: one per place, and no more than a person can read.
class Findings {
public:
    explicit Findings(const Source& source) : source_(source) {}

    void add(const Place& place, std::string message, std::string hint = "");
    void add(Diagnostic diagnostic);
    bool empty() const { return found_.empty(); }
    bool full() const;
    /// Everything found, in order of place.
    std::vector<Diagnostic> sorted() const;
    /// Throws an Error with everything found, if anything was.
    void throw_if_any() const;

private:
    const Source& source_;
    std::vector<Diagnostic> found_{};
    std::set<std::pair<int, int>> places_{};
};

}  // namespace involute
