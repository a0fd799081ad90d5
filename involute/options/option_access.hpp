// SPDX-License-Identifier: Apache-2.0
// How a field of every type is read, printed and judged; access_to<&Technique::newton> puts it
// together for a row of the table.
#pragma once

#include <optional>
#include <type_traits>
#include <utility>

#include "involute/options/option_row.hpp"
#include "involute/options/words.hpp"

namespace involute::option_access {

using Wrong = std::vector<Diagnostic>;
using Lengths = std::vector<std::pair<std::string, double>>;

// clang-format off
void read(const OptionRow& row, std::string_view text, bool& to, Wrong& wrong);
void read(const OptionRow& row, std::string_view text, double& to, Wrong& wrong);
void read(const OptionRow& row, std::string_view text, long& to, Wrong& wrong);
void read(const OptionRow& row, std::string_view text, int& to, Wrong& wrong);
void read(const OptionRow& row, std::string_view text, std::string& to, Wrong& wrong);
void read(const OptionRow& row, std::string_view text, std::vector<double>& to, Wrong& wrong);
void read(const OptionRow& row, std::string_view text, std::vector<int>& to, Wrong& wrong);
void read(const OptionRow& row, std::string_view text, std::vector<std::string>& to, Wrong& wrong);
void read(const OptionRow& row, std::string_view text, Lengths& to, Wrong& wrong);

std::string print(bool value);
std::string print(double value);
std::string print(long value);
std::string print(int value);
std::string print(const std::string& value);
std::string print(const std::vector<double>& values);
std::string print(const std::vector<int>& values);
std::string print(const std::vector<std::string>& values);
std::string print(const Lengths& values);

void judge(const OptionRow& row, double value, Wrong& wrong);
void judge(const OptionRow& row, long value, Wrong& wrong);
void judge(const OptionRow& row, int value, Wrong& wrong);
void judge(const OptionRow& row, const std::vector<double>& values, Wrong& wrong);
void judge(const OptionRow& row, const std::vector<int>& values, Wrong& wrong);
void judge(const OptionRow& row, const Lengths& values, Wrong& wrong);
// clang-format on

/// The place of a word among those known, or nothing, with a complaint.
std::optional<std::size_t> place_of(const OptionRow& row, std::string_view word,
                                    const std::vector<OptionWord>& known, Wrong& wrong);

template <Choice E>
std::vector<OptionWord> known_words()
{
    std::vector<OptionWord> known;
    for (const ChoiceWord<E>& one : choice_words<E>) known.push_back({one.word, one.meaning});
    return known;
}

template <Choice E>
void read(const OptionRow& row, std::string_view text, E& to, Wrong& wrong)
{
    if (const auto place = place_of(row, text, known_words<E>(), wrong))
        to = choice_words<E>[*place].value;
}

template <Choice E>
std::string print(E value)
{
    const std::string_view word = word_of(value);
    return word.empty() ? std::to_string(int(value)) : std::string(word);
}

/// C++ lets any number be made an enumeration.
template <Choice E>
void judge(const OptionRow& row, E value, Wrong& wrong)
{
    if (word_of(value).empty()) place_of(row, print(value), known_words<E>(), wrong);
}

template <class T>
void read(const OptionRow& row, std::string_view text, std::optional<T>& to, Wrong& wrong)
{
    const std::size_t before = wrong.size();
    T value{};
    read(row, text, value, wrong);
    if (wrong.size() == before) to = value;
}

template <class T>
std::string print(const std::optional<T>& value)
{
    return value ? print(*value) : std::string();
}

template <class T>
T& part(SolveOptions& options, T SolveOptions::*member)
{
    return options.*member;
}
template <class T>
T& part(SolveOptions& options, T Technique::*member)
{
    return options.technique.*member;
}
template <class T>
T& part(SolveOptions& options, T Sampling::*member)
{
    return options.sampling.*member;
}
template <class Member>
const auto& part(const SolveOptions& options, Member member)
{
    return part(const_cast<SolveOptions&>(options), member);
}

template <class T>
struct WordsOf {
    static std::vector<OptionWord> list() { return {}; }
};
template <Choice E>
struct WordsOf<E> {
    static std::vector<OptionWord> list() { return known_words<E>(); }
};
template <Choice E>
struct WordsOf<std::optional<E>> : WordsOf<E> {};

/// Only what differs from its default is judged: 0 often means that nothing is given.
template <class T>
void judge_given(const OptionRow& row, const T& value, const T& otherwise, Wrong& wrong)
{
    if constexpr (requires { judge(row, value, wrong); })
        if (!(value == otherwise)) judge(row, value, wrong);
}
template <class T>
void judge_given(const OptionRow& row, const std::optional<T>& value, const std::optional<T>&,
                 Wrong& wrong)
{
    if constexpr (requires { judge(row, *value, wrong); })
        if (value) judge(row, *value, wrong);
}

/// Which value a field of this type takes.
template <class T>
struct TypeOf;
// clang-format off
template <> struct TypeOf<bool> { static constexpr OptionType type = OptionType::flag; };
template <> struct TypeOf<double> { static constexpr OptionType type = OptionType::number; };
template <> struct TypeOf<long> { static constexpr OptionType type = OptionType::whole; };
template <> struct TypeOf<int> { static constexpr OptionType type = OptionType::whole; };
template <> struct TypeOf<std::string> { static constexpr OptionType type = OptionType::text; };
template <Choice E> struct TypeOf<E> { static constexpr OptionType type = OptionType::text; };
template <> struct TypeOf<std::vector<double>> { static constexpr OptionType type = OptionType::numbers; };
template <> struct TypeOf<std::vector<int>> { static constexpr OptionType type = OptionType::wholes; };
template <> struct TypeOf<std::vector<std::string>> { static constexpr OptionType type = OptionType::texts; };
template <> struct TypeOf<Lengths> { static constexpr OptionType type = OptionType::lengths; };
template <class T> struct TypeOf<std::optional<T>> : TypeOf<T> {};
// clang-format on

/// The value must be of the type that the field takes.
template <class T>
void assign(const OptionRow&, const OptionValue& value, T& to, Wrong&)
{
    to = std::get<T>(value);
}
void assign(const OptionRow& row, const OptionValue& value, int& to, Wrong& wrong);
template <Choice E>
void assign(const OptionRow& row, const OptionValue& value, E& to, Wrong& wrong)
{
    read(row, std::get<std::string>(value), to, wrong);
}
template <class T>
void assign(const OptionRow& row, const OptionValue& value, std::optional<T>& to, Wrong& wrong)
{
    const std::size_t before = wrong.size();
    T one{};
    assign(row, value, one, wrong);
    if (wrong.size() == before) to = one;
}

template <auto member>
using MemberType = std::remove_cvref_t<decltype(part(std::declval<SolveOptions&>(), member))>;

/// `atol` and `atol_of` as one text: 1e-10, x=1e-6.
void read_tolerances(const OptionRow& row, std::string_view text, SolveOptions& options,
                     Wrong& wrong);
std::string print_tolerances(const SolveOptions& options);
void judge_tolerances(const OptionRow& row, const SolveOptions& options, Wrong& wrong);
void assign_tolerance(const OptionRow& row, const OptionValue& value, SolveOptions& options,
                      Wrong& wrong);
inline constexpr OptionAccess access_to_tolerances = {.read = read_tolerances,
                                                      .print = print_tolerances,
                                                      .judge = judge_tolerances,
                                                      .words = WordsOf<double>::list,
                                                      .type = OptionType::number,
                                                      .assign = assign_tolerance};

template <auto member>
inline constexpr OptionAccess access_to = {
    .read = [](const OptionRow& row, std::string_view text, SolveOptions& options,
               Wrong& wrong) { read(row, text, part(options, member), wrong); },
    .print = [](const SolveOptions& options) { return print(part(options, member)); },
    .judge =
        [](const OptionRow& row, const SolveOptions& options, Wrong& wrong) {
            judge_given(row, part(options, member), part(SolveOptions{}, member), wrong);
        },
    .words = WordsOf<MemberType<member>>::list,
    .type = TypeOf<MemberType<member>>::type,
    .assign = [](const OptionRow& row, const OptionValue& value, SolveOptions& options,
                 Wrong& wrong) { assign(row, value, part(options, member), wrong); },
};

}  // namespace involute::option_access
