// SPDX-License-Identifier: Apache-2.0
// The values of options/choices.hpp as words, each with what it means. This is the only place where
// they are spelled: the program, the guide and messages read it here.
//
//     word_of(ProjectionWay::gauss_newton)        // "gauss-newton"
//     from_word<ProjectionWay>("gauss-newton")    // ProjectionWay::gauss_newton
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "involute/options/choices.hpp"

namespace involute {

template <class E>
struct ChoiceWord {
    E value{};
    std::string_view word{};
    std::string_view meaning{};
};

std::span<const ChoiceWord<Precision>> words(Precision);
std::span<const ChoiceWord<StepRule>> words(StepRule);
std::span<const ChoiceWord<Norm>> words(Norm);
std::span<const ChoiceWord<Estimate>> words(Estimate);
std::span<const ChoiceWord<Collocation>> words(Collocation);
std::span<const ChoiceWord<TopValues>> words(TopValues);
std::span<const ChoiceWord<StageNewton>> words(StageNewton);
std::span<const ChoiceWord<ProjectionWay>> words(ProjectionWay);
std::span<const ChoiceWord<Distribution>> words(Distribution);
std::span<const ChoiceWord<Interpolation>> words(Interpolation);

/// One of the enumerations above.
template <class E>
concept Choice = requires(E e) { words(e).front().word; };

template <Choice E>
std::string_view word_of(E value)
{
    for (const ChoiceWord<E>& row : words(value))
        if (row.value == value) return row.word;
    return {};
}

/// The value of a word, or nothing.
template <Choice E>
std::optional<E> from_word(std::string_view word)
{
    for (const ChoiceWord<E>& row : words(E{}))
        if (row.word == word) return row.value;
    return std::nullopt;
}

}  // namespace involute
