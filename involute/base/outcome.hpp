// SPDX-License-Identifier: Apache-2.0
// The closed list of outcomes: how a run or an analysis can end. Each has a word (the `code` of
// the JSON output), a sentence, and the exit code of the program; each is reached by a test.
//
//     if (solution.code == involute::Outcome::turned) ...        // the run ended at a fold
//     std::cout << involute::row_of(solution.code).sentence;
//
// Words and exit codes are kept (docs/versions.md); outcomes may be added, so a switch over them
// wants a default.
#pragma once

#include <string_view>

namespace involute {

enum class Outcome {
    // the run did what was asked
    finished,
    event,
    closed,
    // the run ended early; what was computed is kept
    turned,
    singular,
    step_too_small,
    not_finite,
    projection_failed,
    not_certified,
    callback_failed,
    max_steps,
    max_seconds,
    max_memory,
    interrupted,
    observer_stopped,
    // the equations
    complete,
    inconsistent,
    underdetermined,
    not_square,
    structurally_singular,
    singular_jacobian,
    too_large,
    // the start
    inconsistent_start,
    no_start_found,
    singular_start,
    // what a person must fix
    false_invariant,
    bad_input,
    // ours
    internal_error,
};

struct OutcomeRow {
    Outcome outcome{};
    std::string_view word{};      // for programs
    std::string_view sentence{};  // for people
    int exit_code = 0;            // of the program `involute`
};

/// Every outcome, in the order of the enumeration.
inline constexpr OutcomeRow outcomes[] = {
    {Outcome::finished, "finished", "the end was reached", 0},
    {Outcome::event, "event", "an event with `stop` ended the run", 0},
    {Outcome::closed, "closed", "the curve came back to the point it started from", 0},
    {Outcome::turned, "turned", "x turns back here: the solution y(x) ends at a fold", 4},
    {Outcome::singular, "singular", "the solution runs into a singular point", 4},
    {Outcome::step_too_small, "step_too_small", "the step became too small to change x", 4},
    {Outcome::not_finite, "not_finite", "a function left its domain or a value overflowed", 4},
    {Outcome::projection_failed, "projection_failed", "no nearby point satisfies the equations", 4},
    {Outcome::not_certified, "not_certified",
     "a point that was computed does not satisfy the equations as written", 4},
    {Outcome::callback_failed, "callback_failed", "a user callback threw an exception", 4},
    {Outcome::max_steps, "max_steps", "the limit on the number of steps was reached", 4},
    {Outcome::max_seconds, "max_seconds", "the time limit was reached", 4},
    {Outcome::max_memory, "max_memory", "the rows fill the memory they may use", 4},
    {Outcome::interrupted, "interrupted", "the run was interrupted", 4},
    {Outcome::observer_stopped, "observer_stopped", "an observer asked to stop", 4},
    {Outcome::complete, "complete", "no hidden equation is left", 0},
    {Outcome::inconsistent, "inconsistent", "the equations contradict each other", 3},
    {Outcome::underdetermined, "underdetermined", "the equations leave unknowns free", 2},
    {Outcome::not_square, "not_square", "the numbers of equations and unknowns differ", 4},
    {Outcome::structurally_singular, "structurally_singular",
     "some equations have too few unknowns between them", 4},
    {Outcome::singular_jacobian, "singular_jacobian",
     "the system Jacobian is singular where the structure says it is not", 4},
    {Outcome::too_large, "too_large", "the differentiated equations exceed the size limit", 4},
    {Outcome::inconsistent_start, "inconsistent_start", "the start values contradict the equations",
     3},
    {Outcome::no_start_found, "no_start_found", "no point satisfying the equations was found", 3},
    {Outcome::singular_start, "singular_start", "the start is a singular point", 4},
    {Outcome::false_invariant, "false_invariant", "a declared invariant is not constant", 2},
    {Outcome::bad_input, "bad_input", "the model or the options need fixing", 2},
    {Outcome::internal_error, "internal_error", "a mistake of the program", 1},
};

/// What is known of an outcome.
constexpr const OutcomeRow& row_of(Outcome outcome)
{
    return outcomes[static_cast<int>(outcome)];
}
/// Its word: "finished".
constexpr std::string_view word_of(Outcome outcome)
{
    return row_of(outcome).word;
}

}  // namespace involute
