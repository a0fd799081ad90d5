// SPDX-License-Identifier: Apache-2.0
// The only file that includes CLI11: it splits the words and prints the help; every message is
// ours.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "app/arguments.hpp"
#include "involute/base/error.hpp"
#include "involute/base/quad.hpp"
#include "involute/base/suggest.hpp"
#include "involute/expr/native.hpp"

namespace app {

namespace {

/// Also what this build found: it decides about speed and about last digits.
std::string version_text()
{
    return fmt::format("involute " INVOLUTE_VERSION " ({}, quadruple precision is {})",
                       involute::Native::available() ? "native code" : "interpreted",
                       involute::quad_carrier());
}

using involute::Diagnostic;
using involute::Error;

[[noreturn]] void refuse(std::string message, std::string hint)
{
    throw Error(Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

bool takes(const FlagRow& row, std::string_view command)
{
    return row.commands.find(command) != std::string_view::npos;
}

/// "--output" of "-o,--output".
std::string_view long_flag(const FlagRow& row)
{
    return row.flags.substr(row.flags.find("--"));
}

void add_option(CLI::App& command, const FlagRow& row, Arguments& arguments)
{
    const std::string flags(row.flags);
    const std::string help(row.help);
    const auto add_to = [&]<class T>(T& to) {
        if constexpr (std::is_same_v<T, bool>)
            command.add_flag(flags, to, help)->disable_flag_override();
        else
            command.add_option(flags, to, help)
                ->option_text(std::string(row.value))
                ->allow_extra_args(false);
    };
    const auto add = [&]<class Target>(Target target) {
        if constexpr (std::is_same_v<Target, const involute::OptionRow*>) {
            TypedOption& typed = arguments.typed[target->field];
            if (target->value.empty()) return add_to(typed.on);
            if (target->repeats) return add_to(typed.texts);
            add_to(typed.text);
        } else {
            add_to(arguments.*target);
        }
    };
    std::visit(add, row.target);
}

/// Whether a flag, one of "-o,--output", begins a word.
bool is_written(std::string_view flags, std::span<const std::string> words)
{
    while (!flags.empty()) {
        const std::string_view flag = flags.substr(0, flags.find(','));
        for (const std::string& word : words)
            if (word.starts_with(flag)) return true;
        flags.remove_prefix(std::min(flag.size() + 1, flags.size()));
    }
    return false;
}

/// CLI11 compares every option with all before it, which takes longer than solving a pendulum: it
/// is told of those that are written, or of all if it is to list them.
void add_command(CLI::App& program, const Command& row, Arguments& arguments,
                 std::span<const std::string> words)
{
    const bool lists = is_written("-h,--help", words);
    CLI::App* command = program.add_subcommand(std::string(row.name), std::string(row.summary));
    command->allow_extras();
    if (row.most_models != 0)
        command
            ->add_option(std::string(row.operand), arguments.models, std::string(row.operand_help))
            ->option_text(row.most_models == 1 ? " " : "..")
            ->expected(1, row.most_models == 1 ? 1 : CLI::detail::expected_max_vector_size)
            ->required();
    for (const FlagRow& option : flag_rows())
        if (takes(option, row.name) && (lists || is_written(option.flags, words)))
            add_option(*command, option, arguments);
}

std::string help_hint(const Command& row)
{
    return fmt::format("`involute {} --help` lists the options", row.name);
}

/// Flags of other programs, and ours.
std::string instead_of_flag(std::string_view flag)
{
    constexpr std::string_view tolerances[] = {"--tol",    "--tolerance", "--eps",    "--accuracy",
                                               "--reltol", "--abstol",    "--epsilon"};
    if (std::ranges::find(tolerances, flag) != std::end(tolerances))
        return "`--rtol 1e-10` sets the relative error allowed per step, `--atol` the absolute one";
    if (flag == "--dt" || flag == "--stepsize")
        return "`--step H` makes constant steps, `--max-step H` limits them, `--every DX` asks for "
               "rows";
    if (flag == "--tend" || flag == "--end" || flag == "--tmax" || flag == "--until")
        return "`--to X` says where the run ends";
    return "";
}

void refuse_unknown_option(const Command& row, std::string_view word)
{
    const std::string_view name = word.substr(0, word.find('='));
    std::vector<std::string_view> known{"--help"};
    for (const FlagRow& option : flag_rows()) {
        if (takes(option, row.name)) known.push_back(long_flag(option));
        if (!takes(option, row.name) && long_flag(option) == name)
            refuse(fmt::format("`involute {}` does not take `{}`", row.name, name), help_hint(row));
    }
    std::string hint = instead_of_flag(name);
    if (hint.empty()) hint = involute::did_you_mean(name, known);
    refuse(fmt::format("unknown option `{}`", name), hint.empty() ? help_hint(row) : hint);
}

/// A misspelt option leaves its value lying about, so it is looked for before anything else.
void refuse_unknown_options(const Command& row, const std::vector<std::string>& leftovers)
{
    for (const std::string& word : leftovers)
        if (word.size() > 1 && word.front() == '-' && word != "--")
            refuse_unknown_option(row, word);
}

void refuse_leftovers(const Command& row, const std::vector<std::string>& leftovers)
{
    refuse_unknown_options(row, leftovers);
    for (const std::string& word : leftovers)
        if (word != "--") refuse(fmt::format("unexpected argument `{}`", word), help_hint(row));
}

const Command& command_named(std::span<const Command> commands, const std::string& word)
{
    const auto found = std::ranges::find(commands, word, &Command::name);
    if (found != commands.end()) return *found;
    std::vector<std::string_view> known;
    for (const Command& row : commands) known.push_back(row.name);
    const std::string guess = involute::did_you_mean(word, known);
    refuse(fmt::format("unknown command `{}`", word),
           guess.empty() ? "`involute --help` lists the commands" : guess);
}

std::string lowered(std::string_view word)
{
    std::string result(word);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    return result;
}

std::string_view without_dashes(std::string_view flag)
{
    return flag.substr(std::min(flag.find_first_not_of('-'), flag.size()));
}

/// CLI11 knows that an option is wrong; its name is the first word of what it says.
[[noreturn]] void refuse_option(const Command& command, const CLI::ParseError& error)
{
    const std::string what = error.what();
    const std::string name = what.substr(0, what.find_first_of(": "));
    if (name == "MODEL")
        refuse(fmt::format("`involute {}` takes one model", command.name), help_hint(command));
    for (const FlagRow& row : flag_rows()) {
        const std::string_view flag = long_flag(row);
        if (!takes(row, command.name) || without_dashes(flag) != without_dashes(name)) continue;
        if (row.value.empty()) refuse(fmt::format("`{}` takes no value", flag), "");
        if (what.find("received") != std::string::npos)
            refuse(fmt::format("`{}` is given more than once", flag), "");
        refuse(fmt::format("`{}` needs a value", flag), fmt::format("{} {}", flag, row.value));
    }
    refuse(what, help_hint(command));
}

bool is_global(const std::string& word)
{
    return word == "-h" || word == "--help" || word == "--version";
}

}  // namespace

std::optional<Invocation> parse_command_line(std::span<const Command> commands,
                                             const std::vector<std::string>& words)
{
    if (words.empty()) refuse("no command given", "`involute --help` lists the commands");
    Invocation invocation;
    if (!is_global(words.front())) invocation.command = &command_named(commands, words.front());

    CLI::App program("Differential systems from their equations, completed and integrated.");
    program.name("involute");
    program.set_version_flag("--version", version_text());
    for (const Command& row : commands)
        if (invocation.command == nullptr || invocation.command == &row)
            add_command(program, row, invocation.arguments, words);
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    try {
        program.parse(reversed);
    } catch (const CLI::Success& help) {
        program.exit(help, std::cout, std::cout);
        return std::nullopt;
    } catch (const CLI::RequiredError&) {
        refuse_unknown_options(*invocation.command, program.remaining(true));
        const Command& command = *invocation.command;
        refuse(fmt::format("no {} given", lowered(command.operand)),
               fmt::format("involute {} {}", command.name, command.operand));
    } catch (const CLI::ParseError& error) {
        refuse_unknown_options(*invocation.command, program.remaining(true));
        refuse_option(*invocation.command, error);
    }
    if (invocation.command == nullptr)
        refuse(fmt::format("unexpected argument `{}`", words.back()),
               "`involute --help` lists the commands");
    refuse_leftovers(*invocation.command, program.remaining(true));
    return invocation;
}

}  // namespace app
