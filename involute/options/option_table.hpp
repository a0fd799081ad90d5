// SPDX-License-Identifier: Apache-2.0
// Every field of SolveOptions as a row: its name, what the program calls it, a sentence, which
// values make sense. The program's flags and help, the table in docs/guide.md and messages read it
// here. To add an option: its field in options/solve_options.hpp or options/technique.hpp, and its
// row in option_table.cpp.
//
//     SolveOptions options;
//     std::vector<Diagnostic> wrong;
//     set_option(options, *find_option("technique.newton"), "full", wrong);
//
// Messages of the library write option `first_step`, or with a value option `method = radau5`, and
// nothing else writes that way: whoever knows options by other names can translate it.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "involute/base/error.hpp"
#include "involute/options/solve_options.hpp"

namespace involute {

struct OptionRow;

/// One of the few words that an option may be, and what it means.
struct OptionWord {
    std::string_view word{};
    std::string_view meaning{};
};

/// What can be done with a field, whatever its type (options/option_access.hpp makes it from the
/// member).
struct OptionAccess {
    void (*read)(const OptionRow& row, std::string_view text, SolveOptions& options,
                 std::vector<Diagnostic>& wrong) = nullptr;
    std::string (*print)(const SolveOptions& options) = nullptr;
    void (*judge)(const OptionRow& row, const SolveOptions& options,
                  std::vector<Diagnostic>& wrong) = nullptr;
    std::vector<OptionWord> (*words)() = nullptr;
};

struct OptionRow {
    std::string_view field{};  // as C++ writes it: "technique.newton"
    std::string_view flag{};   // as the program does: "--newton"; empty: for C++ alone
    std::string_view value{};  // what stands for its value: "NAME"; empty: a switch
    std::string_view help{};
    OptionAccess access{};
    std::string_view otherwise{};  // what is done without it, where the default value does not say
    // The default is always allowed; any other value must be finite, and within these.
    bool positive = false;
    double below = std::numeric_limits<double>::infinity();
    long least = std::numeric_limits<long>::min();
    long also = 0;                 // whole numbers: with a meaning of its own in C++
    std::string_view complaint{};  // about values out of range, {} the value; empty: as for text
    std::string_view remedy{};     // what to do then
    bool inverted = false;         // the flag switches it off
    bool repeats = false;          // the flag may be given several times
    bool needs_equations = false;  // nothing that a callable could heed
};

std::span<const OptionRow> option_table();

/// The row of a field, or nullptr.
const OptionRow* find_option(std::string_view field);

/// Reads a field from text. What is wrong with it is added to `wrong`, and the field stays.
void set_option(SolveOptions& options, const OptionRow& row, std::string_view text,
                std::vector<Diagnostic>& wrong);

/// A field as text; empty where it is off or not given.
std::string option_text(const OptionRow& row, const SolveOptions& options);

/// Whether a field differs from its default.
bool is_given(const OptionRow& row, const SolveOptions& options);

/// What is done where the option is not given, for a help text: "auto", "chosen for you"; empty
/// where there is nothing to say.
std::string default_text(const OptionRow& row);

/// Every value that makes no sense by itself.
std::vector<Diagnostic> senseless_values(const SolveOptions& options);

}  // namespace involute
