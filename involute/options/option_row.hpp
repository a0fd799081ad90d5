// SPDX-License-Identifier: Apache-2.0
// A row of the table of options (options/option_table.hpp).
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
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

/// What a field can be given, for those who have values and no text; one of a few words is a
/// string.
using OptionValue =
    std::variant<bool, double, long, std::string, std::vector<double>, std::vector<int>,
                 std::vector<std::string>, std::vector<std::pair<std::string, double>>>;

/// Which of them it takes, in their order.
enum class OptionType { flag, number, whole, text, numbers, wholes, texts, lengths };

/// What can be done with a field, whatever its type (options/option_access.hpp makes it from the
/// member).
struct OptionAccess {
    void (*read)(const OptionRow& row, std::string_view text, SolveOptions& options,
                 std::vector<Diagnostic>& wrong) = nullptr;
    std::string (*print)(const SolveOptions& options) = nullptr;
    void (*judge)(const OptionRow& row, const SolveOptions& options,
                  std::vector<Diagnostic>& wrong) = nullptr;
    std::vector<OptionWord> (*words)() = nullptr;
    OptionType type = OptionType::flag;
    void (*assign)(const OptionRow& row, const OptionValue& value, SolveOptions& options,
                   std::vector<Diagnostic>& wrong) = nullptr;
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
    long also = 0;  // one more whole number that C++ may give, such as component = -1
    std::string_view complaint{};  // about values out of range, {} the value; empty: as for text
    std::string_view remedy{};     // what to do then
    bool inverted = false;         // the flag switches it off
    bool repeats = false;          // the flag may be given several times
    bool needs_equations = false;  // nothing that a callable could heed
};

}  // namespace involute
