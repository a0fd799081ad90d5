// SPDX-License-Identifier: Apache-2.0
// What a person must fix: a message, the place, the line itself, and what to do about it.
//
//     try {
//         involute::read_system("var x\nx' = z", "decay.ode");
//     } catch (const involute::Error& error) {
//         std::cerr << error.what();  // decay.ode:2:6: error: ... a caret under z, a hint
//     }
//
// It is the one exception that Involute throws on purpose. What the equations say, and how a run
// ends, is no exception: it is in what is returned (base/outcome.hpp).
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace involute {

/// A place in a model text, counted from 1. line == 0 means "nowhere in particular".
struct Place {
    int line = 0;
    int column = 0;
    int length = 1;
};

/// One thing to fix.
struct Diagnostic {
    std::string message{};  // what is wrong
    std::string hint{};     // what to do about it; may be empty
    Place place{};
    std::string source_line{};  // the line itself, so that it can be shown with a caret
    std::string file{};         // empty: not from a file (an option, a call)
};

/// "pendulum.ode:3:7: error: …", the line, a caret under the place, then the hint.
std::string to_string(const Diagnostic& diagnostic);

/// Thrown when a person must change something; carries everything found, not only the first.
/// what() is all of it as text, one after the other.
class Error : public std::runtime_error {
public:
    explicit Error(Diagnostic diagnostic);
    explicit Error(std::vector<Diagnostic> diagnostics);
    const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

private:
    std::vector<Diagnostic> diagnostics_;
};

}  // namespace involute
