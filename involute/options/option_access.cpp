// SPDX-License-Identifier: Apache-2.0
#include "involute/options/option_access.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "involute/base/pieces.hpp"
#include "involute/base/suggest.hpp"

namespace involute::option_access {
namespace {

void refuse(Wrong& wrong, std::string message, std::string hint = "")
{
    wrong.push_back({.message = std::move(message), .hint = std::move(hint)});
}

/// "option `rtol = 0`: …"
void refuse_text(const OptionRow& row, std::string_view text, std::string_view needed, Wrong& wrong)
{
    refuse(wrong, fmt::format("option `{} = {}`: {}", row.field, text, needed));
}

/// What is needed instead of this number; empty where it will do.
std::string instead_of_number(const OptionRow& row, std::optional<double> value)
{
    if (!value || !std::isfinite(*value)) return "a number is needed";
    if (row.positive && !(*value > 0)) return "a number greater than 0 is needed";
    return "";
}

std::string instead_of_whole(const OptionRow& row, std::optional<long> value)
{
    if (value && *value >= row.least) return "";
    return fmt::format("a whole number, at least {}, is needed", row.least);
}

template <class T>
void complain(const OptionRow& row, T value, std::string_view needed, Wrong& wrong)
{
    if (row.complaint.empty())
        return refuse_text(row, value == 0 ? "0" : print(value), needed, wrong);
    refuse(wrong, fmt::format(fmt::runtime(row.complaint), value), std::string(row.remedy));
}

bool is_length(double value)
{
    return value > 0 && std::isfinite(value);
}

}  // namespace

void assign(const OptionRow& row, const OptionValue& value, int& to, Wrong& wrong)
{
    const long number = std::get<long>(value);
    if (std::in_range<int>(number))
        to = int(number);
    else
        refuse_text(row, print(number), "the number is too large", wrong);
}

void read(const OptionRow& row, std::string_view text, bool& to, Wrong& wrong)
{
    if (text == "true" || text == "false")
        to = text == "true";
    else
        refuse_text(row, text, "true or false is needed", wrong);
}

void read(const OptionRow& row, std::string_view text, double& to, Wrong& wrong)
{
    const auto value = number<double>(text);
    const std::string instead = instead_of_number(row, value);
    if (instead.empty())
        to = *value;
    else
        refuse_text(row, text, instead, wrong);
}

void read(const OptionRow& row, std::string_view text, long& to, Wrong& wrong)
{
    const auto value = number<long>(text);
    const std::string instead = instead_of_whole(row, value);
    if (instead.empty())
        to = *value;
    else
        refuse_text(row, text, instead, wrong);
}

void read(const OptionRow& row, std::string_view text, int& to, Wrong& wrong)
{
    const auto value = number<int>(text);
    const std::string instead =
        instead_of_whole(row, value ? std::optional<long>(*value) : std::nullopt);
    if (instead.empty())
        to = *value;
    else
        refuse_text(row, text, instead, wrong);
}

void read(const OptionRow&, std::string_view text, std::string& to, Wrong&)
{
    to = text;
}

void read(const OptionRow& row, std::string_view text, std::vector<double>& to, Wrong& wrong)
{
    std::vector<double> values;
    for (const std::string_view part : comma_separated(text)) {
        const auto value = number<double>(part);
        if (!value || !std::isfinite(*value))
            return refuse(
                wrong, fmt::format("option `{} = {}`: `{}` is not a number", row.field, text, part),
                fmt::format("numbers separated by commas, as in option `{} = 1,2.5`", row.field));
        values.push_back(*value);
    }
    to = std::move(values);
}

void read(const OptionRow& row, std::string_view text, std::vector<int>& to, Wrong& wrong)
{
    std::vector<int> values;
    const std::size_t before = wrong.size();
    for (const std::string_view part : comma_separated(text)) {
        int value = 0;
        read(row, part, value, wrong);
        values.push_back(value);
    }
    if (wrong.size() == before) to = std::move(values);
}

void read(const OptionRow&, std::string_view text, std::vector<std::string>& to, Wrong&)
{
    const std::vector<std::string_view> parts = comma_separated(text);
    to.assign(parts.begin(), parts.end());
}

/// "x=1, x'=10" as pairs.
void read(const OptionRow& row, std::string_view text, Lengths& to, Wrong& wrong)
{
    Lengths lengths;
    for (const std::string_view part : comma_separated(text)) {
        const std::size_t equals = part.find('=');
        const auto value = equals == std::string_view::npos
                               ? std::nullopt
                               : number<double>(part.substr(equals + 1));
        if (!value || !is_length(*value))
            return refuse(wrong,
                          fmt::format("option `{} = {}`: `{}` is not a coordinate with a positive "
                                      "length",
                                      row.field, text, part),
                          fmt::format("as in option `{} = x=1, x'=10`", row.field));
        lengths.emplace_back(trimmed(part.substr(0, equals)), *value);
    }
    to = std::move(lengths);
}

std::string print(bool value)
{
    return value ? "true" : "";
}

/// The shortest text; 1e-8, not 1e-08.
std::string print(double value)
{
    if (value == 0) return "";
    std::string text = fmt::format("{}", value);
    const std::size_t e = text.find('e');
    if (e != std::string::npos && e + 2 < text.size() && text[e + 2] == '0') text.erase(e + 2, 1);
    return text;
}

std::string print(long value)
{
    return value == 0 ? "" : fmt::format("{}", value);
}

std::string print(int value)
{
    return print(long(value));
}

std::string print(const std::string& value)
{
    return value;
}

std::string print(const std::vector<double>& values)
{
    std::vector<std::string> parts;
    for (const double value : values) parts.push_back(value == 0 ? "0" : print(value));
    return fmt::format("{}", fmt::join(parts, ","));
}

std::string print(const std::vector<int>& values)
{
    return fmt::format("{}", fmt::join(values, ","));
}

std::string print(const std::vector<std::string>& values)
{
    return fmt::format("{}", fmt::join(values, ", "));
}

std::string print(const Lengths& values)
{
    std::vector<std::string> parts;
    for (const auto& [name, length] : values)
        parts.push_back(fmt::format("{}={}", name, print(length)));
    return fmt::format("{}", fmt::join(parts, ", "));
}

void judge(const OptionRow& row, double value, Wrong& wrong)
{
    std::string instead = instead_of_number(row, value);
    if (instead.empty() && !(value < row.below))
        instead = fmt::format("a number below {} is needed", row.below);
    if (!instead.empty()) complain(row, value, instead, wrong);
}

void judge(const OptionRow& row, long value, Wrong& wrong)
{
    if (row.also != 0 && value == row.also) return;
    const std::string instead = instead_of_whole(row, value);
    if (!instead.empty()) complain(row, value, instead, wrong);
}

void judge(const OptionRow& row, int value, Wrong& wrong)
{
    judge(row, long(value), wrong);
}

void judge(const OptionRow& row, const std::vector<double>& values, Wrong& wrong)
{
    for (const double value : values)
        if (!std::isfinite(value)) complain(row, value, "a number is needed", wrong);
}

void judge(const OptionRow& row, const std::vector<int>& values, Wrong& wrong)
{
    for (const int value : values) judge(row, long(value), wrong);
}

void judge(const OptionRow& row, const Lengths& values, Wrong& wrong)
{
    for (const auto& [name, length] : values)
        if (!is_length(length))
            refuse(wrong,
                   fmt::format("option `{}`: `{} = {}` is not a coordinate with a positive length",
                               row.field, name, length),
                   "lengths are units, greater than 0");
}

std::optional<std::size_t> place_of(const OptionRow& row, std::string_view word,
                                    const std::vector<OptionWord>& known, Wrong& wrong)
{
    std::vector<std::string_view> candidates;
    for (std::size_t k = 0; k < known.size(); ++k) {
        if (known[k].word == word) return k;
        candidates.push_back(known[k].word);
    }
    const std::string guess = did_you_mean(word, candidates);
    refuse(wrong, fmt::format("option `{} = {}` is not known", row.field, word),
           guess.empty() ? fmt::format("one of {}", fmt::join(candidates, ", ")) : guess);
    return std::nullopt;
}

}  // namespace involute::option_access
