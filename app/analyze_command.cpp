// SPDX-License-Identifier: Apache-2.0
// involute analyze: what the equations amount to, in words or as JSON.
#include <fmt/format.h>

#include <iostream>

#include "app/commands.hpp"
#include "app/failure.hpp"
#include "app/model.hpp"
#include "app/options.hpp"
#include "app/terminal.hpp"
#include "involute/output/json.hpp"
#include "involute/output/words.hpp"

namespace app {

int run_analyze(const Arguments& arguments)
{
    catch_interrupts();
    involute::System system;
    const auto compute = [&] {
        system = read_model(arguments.models.front(), arguments);
        involute::SolveOptions options = analyze_options(arguments);
        options.interrupted = was_interrupted;
        return involute::analyze(system, options);
    };
    const involute::Analysis analysis = result_or_failure(compute, undecided);
    const bool not_analyzed = analysis.code == involute::Outcome::bad_input ||
                              analysis.code == involute::Outcome::internal_error;
    if (not_analyzed) print_failure(analysis.code, analysis.message);
    if (arguments.json)
        involute::write_json(std::cout, analysis);
    else if (!not_analyzed)
        std::cout << with_flags(involute::explanation(system, analysis));
    return exit_code(analysis);
}

}  // namespace app
