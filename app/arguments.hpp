// SPDX-License-Identifier: Apache-2.0
// What was typed, as text, and the table of flags it is read with: one for every option of the
// library, and the program's own. Values are judged in options.cpp, where a message can say what is
// wrong with them.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "involute/options/option_table.hpp"

namespace app {

/// What was typed for an option of the library (involute/options/option_table.hpp).
struct TypedOption {
    bool on = false;                    // a switch
    std::optional<std::string> text{};  // a value
    std::vector<std::string> texts{};   // of a flag that may be given several times
};

struct Arguments {
    std::vector<std::string> models{};  // what stands without a dash: models, or a result and names
    std::map<std::string_view, TypedOption> typed{};  // the library's options, by field
    bool components = false;
    std::vector<std::string> params{};
    std::vector<std::string> inputs{};
    std::vector<std::string> starts{};
    std::optional<std::string> format{};
    std::optional<std::string> output{};
    std::optional<std::string> only{};
    std::optional<std::string> checkpoint{};
    std::optional<std::string> checkpoint_every{};
    std::optional<std::string> resume{};
    std::vector<std::string> over{};
    std::optional<std::string> list{};
    std::optional<std::string> sample{};
    std::optional<std::string> seed{};
    std::vector<std::string> ranges{};
    std::vector<std::string> keep{};
    std::optional<std::string> threads{};
    std::optional<std::string> lanes{};
    std::optional<std::string> shard{};
    bool collect = false;
    bool go_on = false;
    bool json = false;
    bool quiet = false;
    std::optional<std::string> plot{};
    std::optional<std::string> plot_columns{};
    std::optional<std::string> basins{};
    std::optional<std::string> report{};
    bool report_all = false;
    std::optional<std::string> port{};
    bool no_browser = false;
    std::optional<std::string> title{};
    std::optional<std::string> x_label{};
    std::optional<std::string> y_label{};
    std::optional<std::string> size{};
    std::optional<std::string> section{};
    std::optional<std::string> view{};
    std::optional<std::string> sphere{};
    bool log_x = false;
    bool log_y = false;
    bool equal = false;
    bool points_only = false;
    bool space = false;
};

/// A command: its row in the table, its file in this folder.
struct Command {
    std::string_view name{};
    int most_models = 0;  // MODEL arguments taken; at least one where any is taken
    std::string_view summary{};
    int (*run)(const Arguments& arguments) = nullptr;  // returns the exit code
    std::string_view operand = "MODEL";
    std::string_view operand_help = "model file; - reads standard input";
};

constexpr int any_number = -1;

/// Where the words of a flag go.
using FlagTarget = std::variant<bool Arguments::*, std::optional<std::string> Arguments::*,
                                std::vector<std::string> Arguments::*, const involute::OptionRow*>;

struct FlagRow {
    std::string_view flags{};     // "-o,--output"
    std::string_view value{};     // "FILE"; empty: a switch
    std::string_view commands{};  // the commands that take it
    FlagTarget target{};
    std::string help{};
    std::string_view before = "max_steps";  // in the help: before this option of the library
};

std::span<const FlagRow> flag_rows();

/// What was typed for an option of the library, by field; nothing if it was not.
std::optional<std::string> typed_text(const Arguments& arguments, std::string_view field);

/// Reads the words after the program's name. Returns the command to run with its arguments, or
/// nothing if help was asked for and given. Throws involute::Error with one clear message.
struct Invocation {
    const Command* command = nullptr;
    Arguments arguments{};
};
std::optional<Invocation> parse_command_line(std::span<const Command> commands,
                                             const std::vector<std::string>& words);

}  // namespace app
