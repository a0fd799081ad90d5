// SPDX-License-Identifier: Apache-2.0
// What was typed, as text, and the table of options it is read with. The values are judged in
// options.cpp, where a message can say what is wrong with them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace app {

struct Arguments {
    std::vector<std::string> models{};  // what stands without a dash: models, or a result and names
    std::optional<std::string> to{};
    bool curve = false;
    std::optional<std::string> length{};
    std::optional<std::string> scale{};
    std::optional<std::string> method{};
    std::optional<std::string> rtol{};
    std::optional<std::string> atol{};
    std::optional<std::string> step{};
    std::optional<std::string> first_step{};
    std::optional<std::string> max_step{};
    std::optional<std::string> precision{};
    std::optional<std::string> order{};
    std::optional<std::string> control{};
    std::optional<std::string> estimate{};
    std::optional<std::string> norm{};
    std::optional<std::string> projection{};
    std::optional<std::string> metric{};
    std::optional<std::string> distribution{};
    std::optional<std::string> interpolation{};
    std::optional<std::string> collocate{}, tops{}, newton{};
    bool smooth = false;
    bool project_stages = false;
    bool lower_order = false;
    std::optional<std::string> columns{};
    std::optional<std::string> points{};
    std::optional<std::string> every{};
    std::optional<std::string> at{};
    std::optional<std::string> branch{};
    std::vector<std::string> continuations{};
    std::optional<std::string> component{};
    bool components = false;
    std::optional<std::string> singular{};
    std::vector<std::string> params{};
    std::vector<std::string> starts{};
    std::optional<std::string> format{};
    std::optional<std::string> output{};
    std::optional<std::string> only{};
    std::optional<std::string> max_steps{};
    std::optional<std::string> max_seconds{};
    bool interpreter = false;
    bool json = false;
    bool quiet = false;
    std::optional<std::string> plot{};
    std::optional<std::string> plot_columns{};
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

using OptionTarget = std::variant<bool Arguments::*, std::optional<std::string> Arguments::*,
                                  std::vector<std::string> Arguments::*>;

struct OptionRow {
    std::string_view flags{};     // "-o,--output"
    std::string_view value{};     // "FILE"; empty: a switch
    std::string_view commands{};  // the commands that take it
    OptionTarget target{};
    std::string_view help{};
};

std::span<const OptionRow> option_rows();

/// Reads the words after the program's name. Returns the command to run with its arguments, or
/// nothing if help was asked for and given. Throws involute::Error with one clear message.
struct Invocation {
    const Command* command = nullptr;
    Arguments arguments{};
};
std::optional<Invocation> parse_command_line(std::span<const Command> commands,
                                             const std::vector<std::string>& words);

}  // namespace app
