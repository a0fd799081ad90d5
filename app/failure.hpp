// SPDX-License-Identifier: Apache-2.0
// Every way a command can end, as a value that can be written and an exit code.
#pragma once

#include <exception>
#include <string>

#include "app/flags.hpp"
#include "involute/base/error.hpp"
#include "involute/drive/solve.hpp"

namespace app {

inline involute::Solution failed(involute::Outcome code, std::string reason)
{
    involute::Solution solution;
    solution.code = code;
    solution.reason = std::move(reason);
    return solution;
}

inline involute::Analysis undecided(involute::Outcome code, std::string message)
{
    involute::Analysis analysis;
    analysis.code = code;
    analysis.message = std::move(message);
    return analysis;
}

/// The result of `compute`; if it throws, what `fail(code, reason)` makes of that. Its words name
/// options by flags.
template <class Compute, class Fail>
auto result_or_failure(const Compute& compute, const Fail& fail)
{
    try {
        return with_flags(compute());
    } catch (const involute::Error& error) {
        return fail(involute::Outcome::bad_input, with_flags(error));
    } catch (const std::exception& error) {
        return fail(involute::Outcome::internal_error, error.what());
    }
}

inline int exit_code(const involute::Solution& solution)
{
    return involute::row_of(solution.code).exit_code;
}

/// An underdetermined system is one that a person must complete, whichever way it was found out.
inline int exit_code(const involute::Analysis& analysis)
{
    if (analysis.status == involute::Verdict::underdetermined)
        return involute::row_of(involute::Outcome::bad_input).exit_code;
    return involute::row_of(analysis.code).exit_code;
}

/// What to say on standard error when something went wrong.
void print_failure(involute::Outcome code, const std::string& reason);

}  // namespace app
