// SPDX-License-Identifier: Apache-2.0
#include "python/binding/inputs.hpp"

#include <fmt/format.h>
#include <pybind11/numpy.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "python/binding/errors.hpp"
#include "python/binding/numbers.hpp"
#include "python/binding/watch.hpp"

namespace binding {

namespace {

using involute::InputCode;
using involute::InputTable;

constexpr const char* needed =
    "must be a number, a table (t, u) of two rows, or a function f(t) or (f, derivatives)";

/// One value, or the value with its derivatives.
void values_at(const py::object& function, int derivatives, double t, std::span<double> values,
               const std::string& name)
{
    const py::object result = function(t);
    if (!py::isinstance<py::iterable>(result)) {
        values[0] = number_of(result, name);
        if (values.size() > 1)
            refuse_value(
                name, fmt::format("must return its value and {} derivatives", values.size() - 1));
        return;
    }
    const std::vector<double> numbers = numbers_of(result, name);
    if (numbers.size() < values.size())
        refuse_value(name, fmt::format("must return {} numbers: its value and {} derivatives",
                                       values.size(), values.size() - 1));
    if (numbers.size() > std::size_t(derivatives) + 1)
        refuse_value(name, fmt::format("must return {} number{}, and returned {}", derivatives + 1,
                                       derivatives == 0 ? "" : "s", numbers.size()));
    std::copy_n(numbers.begin(), values.size(), values.begin());
}

/// Nothing that Python raises passes through the library: the run sees no number and ends. Where
/// the run does not go an exception says that there is no value.
InputCode code_of(py::object function, int derivatives, const std::string& name)
{
    return {.code =
                [function = shared(std::move(function)), derivatives, name](
                    double t, std::span<double> values) {
                    std::ranges::fill(values, std::numeric_limits<double>::quiet_NaN());
                    Watch* watch = Watch::current();
                    if (watch && watch->failed()) return;
                    const py::gil_scoped_acquire gil;
                    try {
                        values_at(*function, derivatives, t, values, name);
                    } catch (...) {
                        if (!watch) throw;
                        watch->keep_exception_at(t);
                    }
                },
            .derivatives = derivatives};
}

InputTable table_of(const py::tuple& given, const std::string& name)
{
    InputTable table;
    for (const double t : numbers_of(given[0], name)) table.t.emplace_back(t);
    for (const double u : numbers_of(given[1], name)) table.u.emplace_back(u);
    if (table.t.size() != table.u.size())
        refuse_value(name,
                     fmt::format("has {} places and {} values", table.t.size(), table.u.size()));
    for (std::size_t k = 2; k < given.size(); ++k) {
        if (!py::isinstance<py::str>(given[k]))
            refuse_type(name, "must be a table (t, u) of two rows of numbers and words after them",
                        given[k]);
        const std::string word = text_of(given[k], name);
        if (word == "cubic")
            table.between = InputTable::Between::cubic;
        else if (word == "periodic")
            table.beyond = InputTable::Beyond::periodic;
        else if (word == "hold")
            table.beyond = InputTable::Beyond::hold;
        else if (word != "linear")
            refuse_value(name, fmt::format("has the word `{}`: linear, cubic, periodic or hold "
                                           "are known",
                                           word));
    }
    return table;
}

involute::Input input_of(py::handle given, const std::string& name)
{
    if (PyCallable_Check(given.ptr()))
        return code_of(py::reinterpret_borrow<py::object>(given), 0, name);
    if (!py::isinstance<py::tuple>(given) && !py::isinstance<py::list>(given)) {
        const bool array = py::isinstance<py::array>(given)
                               ? py::reinterpret_borrow<py::array>(given).ndim() > 0
                               : py::hasattr(given, "__len__");  // a Series of pandas
        if (array || !PyNumber_Check(given.ptr())) refuse_type(name, needed, given);
        return number_of(given, name);
    }
    const py::tuple parts = py::tuple(py::reinterpret_borrow<py::object>(given));
    if (parts.size() < 2) refuse_value(name, needed);
    if (!PyCallable_Check(py::object(parts[0]).ptr())) return table_of(parts, name);
    const long derivatives = whole_of(parts[1], name);
    if (derivatives < 0 || derivatives > 100)
        refuse_value(name, "must tell between 0 and 100 derivatives");
    return code_of(parts[0], int(derivatives), name);
}

}  // namespace

involute::Inputs inputs_of(const py::dict& given)
{
    involute::Inputs inputs;
    for (const auto& [key, value] : given) {
        const std::string name = text_of(key, "inputs");
        inputs.emplace_back(name, input_of(value, name));
    }
    return inputs;
}

}  // namespace binding
