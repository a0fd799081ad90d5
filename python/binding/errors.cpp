// SPDX-License-Identifier: Apache-2.0
#include "python/binding/errors.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "involute/base/error.hpp"
#include "involute/options/mentions.hpp"

namespace binding {

namespace {

/// "newton='full'" of technique.newton = full
std::string as_argument(const involute::OptionRow& row, std::string_view value)
{
    std::string text = std::string(argument_of(row.field)) + '=';
    if (value.empty()) return text;
    const bool word = row.access.type == involute::OptionType::text;
    return text + (word ? fmt::format("'{}'", value) : std::string(value));
}

/// involute._errors.ModelError, made when it is first needed.
py::object model_error(const involute::Error& error)
{
    py::list findings;
    const py::module_ errors = py::module_::import("involute._errors");
    const py::object finding = errors.attr("Finding");
    for (const involute::Diagnostic& one : error.diagnostics())
        findings.append(finding(one.message, one.file, one.place.line, one.place.column, one.hint,
                                one.source_line));
    std::string text = error.what();
    while (text.ends_with('\n')) text.pop_back();
    return errors.attr("ModelError")(text, findings);
}

}  // namespace

void refuse_type(std::string_view argument, std::string_view what, py::handle given)
{
    const auto type = py::str(py::type::handle_of(given).attr("__name__")).cast<std::string>();
    throw py::type_error(fmt::format("`{}=` {}, not {}", argument, what, type));
}

void refuse_value(std::string_view argument, std::string_view what)
{
    throw py::value_error(fmt::format("`{}=` {}", argument, what));
}

std::string_view argument_of(std::string_view field)
{
    const std::size_t dot = field.rfind('.');
    return dot == std::string_view::npos ? field : field.substr(dot + 1);
}

std::string in_python(std::string_view text)
{
    std::string result = involute::with_options_named(text, as_argument);
    constexpr std::string_view command = "`involute methods`";
    if (const std::size_t at = result.find(command); at != std::string::npos)
        result.replace(at, command.size(), "`involute.methods()`");
    return result;
}

void bind_errors(py::module_&)
{
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const involute::Error& error) {
            std::vector<involute::Diagnostic> said = error.diagnostics();
            for (involute::Diagnostic& one : said) {
                one.message = in_python(one.message);
                one.hint = in_python(one.hint);
            }
            const py::object made = model_error(involute::Error(std::move(said)));
            PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(made.ptr())), made.ptr());
        }
    });
}

}  // namespace binding
