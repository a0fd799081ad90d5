// SPDX-License-Identifier: Apache-2.0
// The program. Data go to standard output, words to standard error; exit codes: 0 done, 1 our
// bug, 2 the model or the options need fixing, 3 the equations or the start contradict
// themselves, 4 stopped before the end or not decided, 5 an expectation does not hold.
#include <algorithm>
#include <iostream>
#include <new>

#include "app/commands.hpp"
#include "app/failure.hpp"
#include "app/streams.hpp"
#include "involute/output/json.hpp"

namespace {

using involute::Outcome;

constexpr app::Command commands[] = {
    {"solve", 1, "integrate a model and write the rows", app::run_solve},
    {"watch", 1, "show a model in the browser, solved again when it is saved or a slider moves",
     app::run_watch},
    {"sweep", app::any_number, "run a model many times, over parameters and start values",
     app::run_sweep, "MODEL", "model file (-: standard input); with --collect, the parts"},
    {"study", app::any_number, "tell what a method's order or a tolerance is worth on a model",
     app::run_study, "KIND MODEL", "order or tolerance, then a model file"},
    {"analyze", 1, "say what the equations amount to: index, dimension, hidden equations",
     app::run_analyze},
    {"check", app::any_number, "run the `expect` lines of models", app::run_check},
    {"plot", app::any_number, "draw columns of a result: the first name across, the others upwards",
     app::run_plot, "RESULT",
     "csv or json file of `involute solve` (-: standard input), then names"},
    {"methods", 0, "list the integration methods", app::run_methods},
    {"papers", 0, "redo the tables and figures of the papers, as pages in a folder",
     app::run_papers},
};

/// JSON is written whenever it was asked for, even if the rest of the line could not be read.
void write_asked_json(const std::vector<std::string>& words, Outcome code,
                      const std::string& reason)
{
    const auto has = [&](std::string_view word) { return std::ranges::count(words, word) > 0; };
    const auto format = std::ranges::find(words, "--format");
    const bool separate = format != words.end() && format + 1 != words.end() && format[1] == "json";
    if (has("--json"))
        involute::write_json(std::cout, app::undecided(code, reason));
    else if (separate || has("--format=json"))
        involute::write_json(std::cout, app::failed(code, reason));
}

int fail(const std::vector<std::string>& words, Outcome code, const std::string& reason)
{
    app::print_failure(code, reason);
    write_asked_json(words, code, reason);
    return involute::row_of(code).exit_code;
}

int run(const std::vector<std::string>& words)
{
    const auto invocation = app::parse_command_line(commands, words);
    const int code = invocation ? invocation->command->run(invocation->arguments) : 0;
    app::finish_output();
    return code;
}

}  // namespace

int main(int argc, char** argv)
{
    std::ios::sync_with_stdio(false);
    app::prepare_streams();
    const std::vector<std::string> words(argv + 1, argv + argc);
    try {
        return run(words);
    } catch (const involute::Error& error) {
        return fail(words, Outcome::bad_input, app::with_flags(error));
    } catch (const std::bad_alloc&) {
        return fail(words, Outcome::max_memory,
                    "involute: no memory is left: this model takes more than this process may use "
                    "(some 10 kilobytes an equation)");
    } catch (const std::exception& error) {
        return fail(words, Outcome::internal_error, error.what());
    }
}
