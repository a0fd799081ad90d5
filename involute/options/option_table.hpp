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

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "involute/options/option_row.hpp"

namespace involute {

std::span<const OptionRow> option_table();

/// The row of a field, or nullptr.
const OptionRow* find_option(std::string_view field);

/// Reads a field from text. What is wrong with it is added to `wrong`, and the field stays.
void set_option(SolveOptions& options, const OptionRow& row, std::string_view text,
                std::vector<Diagnostic>& wrong);

/// Sets a field to a value of the type it takes; anything else is a std::bad_variant_access.
/// Whether a number makes sense is judged by whoever takes the options.
void assign_option(SolveOptions& options, const OptionRow& row, const OptionValue& value,
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
