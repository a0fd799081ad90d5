// SPDX-License-Identifier: Apache-2.0
// involute solve: from a model file to rows of values.
#include <fmt/format.h>
#include <unistd.h>

#include <iostream>

#include "app/commands.hpp"
#include "app/failure.hpp"
#include "app/input.hpp"
#include "app/model.hpp"
#include "app/options.hpp"
#include "app/picture.hpp"
#include "app/terminal.hpp"
#include "app/text.hpp"
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
        if (format_.name == "npz" && typed_text(a, "precision") == "quad")
            throw Error(Diagnostic{.message = "npz holds doubles only",
                                   .hint = "use --format json or csv with --precision quad"});
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
    fmt::print(stderr, "{}\n", with_flags(involute::brief(solution)));
}

/// The picture beside the rows, if one was asked for.
class Picture {
public:
    explicit Picture(const Arguments& a) : arguments_(a)
    {
        if (a.plot_columns && !a.plot) refuse("`--plot-columns` is for `--plot`", "--plot FILE");
        if (!a.plot) return;
        if (*a.plot == "-") refuse("`--plot` needs a file", "--plot FILE");
        if (a.output == a.plot) refuse("the rows and the picture need two files", "");
        file_.emplace(*a.plot);
    }

    void write(const Solution& solution, const std::string& title)
    {
        if (!file_ || solution.rows.empty()) return;
        const involute::plot::Table table = involute::plot::results_of(solution).table;
        std::vector<std::string> names = usual_names(table);
        if (arguments_.plot_columns) {
            const auto listed = comma_separated(*arguments_.plot_columns);
            names.assign(listed.begin(), listed.end());
        }
        Arguments titled = arguments_;
        titled.title = title;
        file_->stream() << involute::plot::to_svg(picture(table, names, titled));
        file_->commit();
    }

private:
    [[noreturn]] static void refuse(std::string message, std::string hint)
    {
        throw Error(Diagnostic{.message = std::move(message), .hint = std::move(hint)});
    }

    const Arguments& arguments_;
    std::optional<involute::OutputFile> file_{};
};

}  // namespace

int run_solve(const Arguments& arguments)
{
    require_other_file(arguments.output, arguments.models.front(), "model");
    require_other_file(arguments.plot, arguments.models.front(), "model");
    Destination destination(arguments);
    Picture picture(arguments);
    std::string title;
    catch_interrupts();
    const auto compute = [&] {
        const involute::SolveOptions options = solve_options(arguments);
        const involute::System system = read_model(arguments.models.front(), arguments);
        title = system.title;
        return solve_watched(system, options, arguments.quiet);
    };
    const Solution solution = result_or_failure(compute, failed);
    print_words(solution, arguments.quiet);
    destination.write(solution);
    picture.write(solution, title);
    return exit_code(solution);
}

}  // namespace app
