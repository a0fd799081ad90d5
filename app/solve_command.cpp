// SPDX-License-Identifier: Apache-2.0
// involute solve: from a model file to rows of values.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>

#include "app/commands.hpp"
#include "app/failure.hpp"
#include "app/model.hpp"
#include "app/options.hpp"
#include "app/terminal.hpp"
#include "involute/base/suggest.hpp"
#include "involute/output/formats.hpp"
#include "involute/output/output_file.hpp"
#include "involute/output/words.hpp"

namespace app {

namespace {

using involute::Diagnostic;
using involute::Error;
using involute::Format;
using involute::Solution;

const Format& format_named(const std::string& name)
{
    if (const Format* format = involute::find_format(name)) return *format;
    std::vector<std::string_view> known;
    for (const Format& format : involute::formats()) known.push_back(format.name);
    const std::string guess = involute::did_you_mean(name, known);
    throw Error(Diagnostic{
        .message = fmt::format("unknown format `{}`", name),
        .hint = guess.empty() ? fmt::format("one of {}", fmt::join(known, ", ")) : guess});
}

/// Where the rows go: the file is opened before the run, so that an hour's work finds its place.
class Destination {
public:
    explicit Destination(const Arguments& a) : format_(format_named(a.format.value_or("csv")))
    {
        if (a.output && *a.output != "-") file_.emplace(*a.output);
        if (!file_ && format_.binary && isatty(STDOUT_FILENO))
            throw Error(Diagnostic{.message = fmt::format("{} is not for terminals", format_.name),
                                   .hint = "write to a file with -o FILE"});
    }

    void write(const Solution& solution)
    {
        if (solution.status == involute::RunStatus::failed && !format_.tells_failures) return;
        format_.write(file_ ? file_->stream() : std::cout, solution);
        if (file_) file_->commit();
    }

private:
    const Format& format_;
    std::optional<involute::OutputFile> file_{};
};

void print_words(const Solution& solution, bool quiet)
{
    if (solution.status == involute::RunStatus::failed)
        return print_failure(solution.code, solution.reason);
    for (const std::string& notice : solution.notices) fmt::print(stderr, "note: {}\n", notice);
    if (quiet && exit_code(solution) == 0) return;
    fmt::print(stderr, "{}\n", involute::brief(solution));
}

/// The result must not take the place of the model it came from.
void require_other_output(const Arguments& a)
{
    std::error_code ignored;
    if (!a.output || !std::filesystem::equivalent(*a.output, a.models.front(), ignored)) return;
    throw Error(Diagnostic{.message = fmt::format("the output `{}` is the model itself", *a.output),
                           .hint = "write to another file"});
}

}  // namespace

int run_solve(const Arguments& arguments)
{
    require_other_output(arguments);
    Destination destination(arguments);
    catch_interrupts();
    const auto compute = [&] {
        const involute::SolveOptions options = solve_options(arguments);
        const involute::System system = read_model(arguments.models.front(), arguments);
        return solve_watched(system, options, arguments.quiet);
    };
    const Solution solution = result_or_failure(compute, failed);
    print_words(solution, arguments.quiet);
    destination.write(solution);
    return exit_code(solution);
}

}  // namespace app
