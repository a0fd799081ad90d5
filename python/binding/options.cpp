// SPDX-License-Identifier: Apache-2.0
#include "python/binding/options.hpp"

#include <fmt/format.h>

#include <map>

#include "involute/base/suggest.hpp"
#include "involute/options/option_table.hpp"
#include "python/binding/errors.hpp"
#include "python/binding/numbers.hpp"

namespace binding {

namespace {

using involute::OptionRow;
using involute::OptionType;
using involute::OptionValue;

/// Options that are values: functions are arguments of their own.
const std::map<std::string_view, const OptionRow*>& rows_by_argument()
{
    static const auto rows = [] {
        std::map<std::string_view, const OptionRow*> known;
        for (const OptionRow& row : involute::option_table())
            if (row.access.assign) known.emplace(argument_of(row.field), &row);
        known.emplace("t_eval", known.at("at"));  // as SciPy calls them
        known.emplace("dense_output", known.at("keep_function"));
        return known;
    }();
    return rows;
}

[[noreturn]] void refuse_name(const std::string& name)
{
    // What Model.solve has beside the table, so that a slip there is understood as well.
    std::vector<std::string_view> known = {"t_eval",   "dense_output", "events", "sections",
                                           "progress", "start",        "inputs"};
    for (const auto& [argument, row] : rows_by_argument()) known.push_back(argument);
    const std::string guess = involute::did_you_mean(name, known);
    throw py::type_error(fmt::format("there is no option `{}=`; {}", name,
                                     guess.empty() ? "involute.options() lists them" : guess));
}

OptionValue value_of(OptionType type, py::handle given, std::string_view name)
{
    switch (type) {
        case OptionType::flag:
            return flag_of(given, name);
        case OptionType::number:
            return number_of(given, name);
        case OptionType::whole:
            return whole_of(given, name);
        case OptionType::text:
            return text_of(given, name);
        case OptionType::numbers:
            return numbers_of(given, name);
        case OptionType::wholes:
            return wholes_of(given, name);
        case OptionType::texts:
            return texts_of(given, name);
        case OptionType::lengths:
            break;
    }
    return lengths_of(given, name);
}

const char* word_of(OptionType type)
{
    constexpr const char* words[] = {"flag",    "number", "whole", "text",
                                     "numbers", "wholes", "texts", "lengths"};
    return words[int(type)];
}

/// (name, field, type, help, default, words)
py::list table()
{
    py::list rows;
    for (const auto& [name, row] : rows_by_argument()) {
        if (name != argument_of(row->field)) continue;
        py::list words;
        for (const involute::OptionWord& word : row->access.words())
            words.append(std::string(word.word));
        rows.append(py::make_tuple(std::string(name), std::string(row->field),
                                   word_of(row->access.type), in_python(row->help),
                                   involute::default_text(*row), words, row->needs_equations));
    }
    return rows;
}

}  // namespace

involute::SolveOptions options_of(const py::dict& arguments)
{
    involute::SolveOptions options;
    std::vector<involute::Diagnostic> wrong;
    for (const auto& [key, given] : arguments) {
        const std::string name = text_of(key, "option");
        const auto found = rows_by_argument().find(name);
        if (found == rows_by_argument().end()) refuse_name(name);
        if (given.is_none()) continue;
        const OptionRow& row = *found->second;
        involute::assign_option(options, row, value_of(row.access.type, given, name), wrong);
    }
    if (!wrong.empty()) throw involute::Error(std::move(wrong));
    if (options.length) options.curve = true;
    return options;
}

void bind_options(py::module_& core)
{
    core.def("option_table", &table);
    core.def("check_options", [](const py::dict& arguments) { options_of(arguments); });
}

}  // namespace binding
