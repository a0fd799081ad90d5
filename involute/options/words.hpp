// SPDX-License-Identifier: Apache-2.0
// The values of options/choices.hpp as words, each with what it means. The program, the
// guide and messages read them here; help texts name them too (a test compares).
//
//     word_of(ProjectionWay::gauss_newton)        // "gauss-newton"
//     from_word<ProjectionWay>("gauss-newton")    // ProjectionWay::gauss_newton
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

#include "involute/options/choices.hpp"

namespace involute {

template <class E>
struct ChoiceWord {
    E value{};
    std::string_view word{};
    std::string_view meaning{};
};

/// The words of an enumeration; a null pointer for what has none.
template <class E>
inline constexpr std::nullptr_t choice_words = nullptr;

// clang-format off
template <>
inline constexpr auto choice_words<Precision> = std::to_array<ChoiceWord<Precision>>({
    {Precision::double_, "double", "16 digits"},
    {Precision::quad, "quad", "33 digits"},
});
template <>
inline constexpr auto choice_words<StepRule> = std::to_array<ChoiceWord<StepRule>>({
    {StepRule::pi, "pi", "from the last two errors"},
    {StepRule::classic, "classic", "from the last error"},
    {StepRule::halving, "halving", "by powers of two, as in the papers"},
});
template <>
inline constexpr auto choice_words<Norm> = std::to_array<ChoiceWord<Norm>>({
    {Norm::scaled, "scaled", "every coordinate against rtol and atol"},
    {Norm::euclidean, "euclidean", "the length of the error against atol"},
});
template <>
inline constexpr auto choice_words<Estimate> = std::to_array<ChoiceWord<Estimate>>({
    {Estimate::automatic, "auto", "embedded where there is such a formula, else doubling"},
    {Estimate::embedded, "embedded", "the second formula of a pair"},
    {Estimate::doubling, "doubling", "two steps against one of twice the size"},
    {Estimate::implicit_euler, "implicit-euler", "midpoint rules against an implicit Euler step"},
});
template <>
inline constexpr auto choice_words<Collocation> = std::to_array<ChoiceWord<Collocation>>({
    {Collocation::completed, "completed", "the equations with all hidden ones"},
    {Collocation::written, "written", "the equations as they are written"},
});
template <>
inline constexpr auto choice_words<TopValues> = std::to_array<ChoiceWord<TopValues>>({
    {TopValues::recomputed, "recomputed", "solved for at every returned point"},
    {TopValues::carried, "carried", "as the last stage left them"},
});
template <>
inline constexpr auto choice_words<StageNewton> = std::to_array<ChoiceWord<StageNewton>>({
    {StageNewton::simplified, "simplified", "one matrix for all stages, kept while it serves"},
    {StageNewton::full, "full", "every stage's own in every iteration"},
});
template <>
inline constexpr auto choice_words<ProjectionWay> = std::to_array<ChoiceWord<ProjectionWay>>({
    {ProjectionWay::sweep, "sweep", "back-substitution with the factored J"},
    {ProjectionWay::newton, "newton", "nearest point, Newton's method"},
    {ProjectionWay::chord, "chord", "nearest point, matrix refreshed every third iteration"},
    {ProjectionWay::second_order, "second-order", "chord, started from the curvature of M"},
    {ProjectionWay::gauss_newton, "gauss-newton", "nearest point without second derivatives"},
    {ProjectionWay::frozen, "frozen", "along the normals at the start of the step"},
    {ProjectionWay::none, "none", "none: only to see what it is good for"},
});
template <>
inline constexpr auto choice_words<Distribution> = std::to_array<ChoiceWord<Distribution>>({
    {Distribution::linear_solve, "linear-solve", "by solving with J"},
    {Distribution::null_space, "null-space", "from the null space of (r | J)"},
});
template <>
inline constexpr auto choice_words<Interpolation> = std::to_array<ChoiceWord<Interpolation>>({
    {Interpolation::dense, "dense", "the method's own"},
    {Interpolation::hermite, "hermite", "cubic Hermite polynomials"},
});
// clang-format on

/// An enumeration with words.
template <class E>
concept Choice = !std::is_null_pointer_v<std::remove_cv_t<decltype(choice_words<E>)>>;

template <Choice E>
std::string_view word_of(E value)
{
    for (const ChoiceWord<E>& row : choice_words<E>)
        if (row.value == value) return row.word;
    return {};
}

/// The value of a word, or nothing.
template <Choice E>
std::optional<E> from_word(std::string_view word)
{
    for (const ChoiceWord<E>& row : choice_words<E>)
        if (row.word == word) return row.value;
    return std::nullopt;
}

}  // namespace involute
