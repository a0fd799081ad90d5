// SPDX-License-Identifier: Apache-2.0
// involute check: runs the `expect` lines of models.
#include <fmt/format.h>

#include <iostream>

#include "app/commands.hpp"
#include "app/expectations.hpp"
#include "app/failure.hpp"
#include "app/model.hpp"
#include "app/options.hpp"
#include "app/terminal.hpp"

namespace app {

namespace {

struct Tally {
    int held = 0;
    int failed = 0;
    int unreadable = 0;
};

void print_finding(const std::string& model, const Finding& finding, bool quiet)
{
    if (finding.holds && quiet) return;
    std::cout << fmt::format(
                     "{:<6} {}:{}: {}{}\n", finding.holds ? "ok" : "FAILED", model,
                     finding.expectation->place.line, finding.expectation->text,
                     finding.found.empty() ? "" : fmt::format("  [{}]", with_flags(finding.found)))
              << std::flush;
}

void check_model(const std::string& path, const Arguments& arguments,
                 const involute::SolveOptions& options, Tally& tally)
{
    const involute::System system = read_model(path, arguments);
    if (system.expectations.empty()) {
        std::cout << fmt::format("none   {}: the model has no `expect` lines\n", path);
        return;
    }
    const auto run = [&](const involute::SolveOptions& o) {
        return solve_watched(system, o, arguments.quiet);
    };
    for (const Finding& finding : check_expectations(system, options, run)) {
        print_finding(path, finding, arguments.quiet);
        ++(finding.holds ? tally.held : tally.failed);
    }
}

}  // namespace

int run_check(const Arguments& arguments)
{
    constexpr int expectation_failed = 5;
    catch_interrupts();
    const involute::SolveOptions options = check_options(arguments);
    Tally tally;
    for (const std::string& path : arguments.models) {
        if (was_interrupted()) break;
        try {
            check_model(path, arguments, options, tally);
        } catch (const involute::Error& error) {
            ++tally.unreadable;
            print_failure(involute::Outcome::bad_input, with_flags(error));
        }
    }
    std::cout << fmt::format("{} expectations hold, {} fail", tally.held, tally.failed);
    if (tally.unreadable > 0)
        std::cout << fmt::format(", {} models could not be read", tally.unreadable);
    std::cout << '\n';
    if (tally.unreadable > 0) return involute::row_of(involute::Outcome::bad_input).exit_code;
    if (tally.failed > 0) return expectation_failed;
    return was_interrupted() ? involute::row_of(involute::Outcome::interrupted).exit_code : 0;
}

}  // namespace app
