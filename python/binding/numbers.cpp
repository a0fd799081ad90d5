// SPDX-License-Identifier: Apache-2.0
#include "python/binding/numbers.hpp"

#include <fmt/format.h>
#include <pybind11/numpy.h>

#include <cmath>
#include <limits>

#include "python/binding/errors.hpp"

namespace binding {

namespace {

/// bool is an int in Python, and never meant where a number is asked for.
bool is_flag(py::handle value)
{
    return PyBool_Check(value.ptr()) ||
           std::string_view(Py_TYPE(value.ptr())->tp_name).starts_with("numpy.bool");
}

/// Elements of a sequence, or the one value that stands for it.
std::vector<py::object> elements_of(py::handle value, std::string_view argument,
                                    std::string_view what)
{
    std::vector<py::object> elements;
    if (py::isinstance<py::str>(value) || py::isinstance<py::bytes>(value) ||
        !py::isinstance<py::iterable>(value) || py::isinstance<py::dict>(value))
        refuse_type(argument, what, value);
    for (const py::handle one : py::iter(value))
        elements.push_back(py::reinterpret_borrow<py::object>(one));
    return elements;
}

}  // namespace

double number_of(py::handle value, std::string_view argument)
{
    constexpr const char* needed = "must be a number";
    if (is_flag(value) || py::isinstance<py::str>(value) || PyComplex_Check(value.ptr()))
        refuse_type(argument, needed, value);
    const double number = PyFloat_AsDouble(value.ptr());
    if (number == -1 && PyErr_Occurred()) {
        const bool too_large = PyErr_ExceptionMatches(PyExc_OverflowError);
        PyErr_Clear();
        if (too_large) refuse_value(argument, "is too large for a number");
        refuse_type(argument, needed, value);
    }
    if (std::isnan(number)) refuse_value(argument, "must be a number, and is nan");
    return number;
}

long whole_of(py::handle value, std::string_view argument)
{
    if (is_flag(value) || !PyIndex_Check(value.ptr()))
        refuse_type(argument, "must be a whole number", value);
    const py::object whole = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
    if (!whole) {
        PyErr_Clear();
        refuse_type(argument, "must be a whole number", value);
    }
    int overflow = 0;
    const long number = PyLong_AsLongAndOverflow(whole.ptr(), &overflow);
    if (overflow != 0) refuse_value(argument, "is too large");
    return number;
}

bool flag_of(py::handle value, std::string_view argument)
{
    if (!is_flag(value)) refuse_type(argument, "must be True or False", value);
    return PyObject_IsTrue(value.ptr()) == 1;
}

std::string text_of(py::handle value, std::string_view argument)
{
    if (!py::isinstance<py::str>(value)) refuse_type(argument, "must be a text", value);
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(value.ptr(), &size);
    if (!text) {
        PyErr_Clear();
        refuse_value(argument, "is not a text that can be written (lone surrogates)");
    }
    return std::string(text, std::size_t(size));
}

std::vector<std::string> texts_of(py::handle value, std::string_view argument)
{
    std::vector<std::string> texts;
    for (const py::object& one : elements_of(value, argument, "must be a list of texts"))
        texts.push_back(text_of(one, argument));
    return texts;
}

std::vector<double> numbers_of(py::handle value, std::string_view argument)
{
    constexpr const char* needed = "must be a list or an array of numbers";
    std::vector<double> numbers;
    if (!py::isinstance<py::array>(value)) {
        for (const py::object& one : elements_of(value, argument, needed))
            numbers.push_back(number_of(one, argument));
        return numbers;
    }
    const auto given = py::reinterpret_borrow<py::array>(value);
    if (std::string_view("fiu").find(given.dtype().kind()) == std::string_view::npos)
        throw py::type_error(fmt::format("`{}=` {}, not an array of {}", argument, needed,
                                         py::str(given.dtype()).cast<std::string>()));
    if (given.ndim() != 1)
        refuse_value(argument, fmt::format("must have one dimension, and has {}", given.ndim()));
    const auto doubles = py::array_t<double, py::array::c_style | py::array::forcecast>(given);
    numbers.assign(doubles.data(), doubles.data() + doubles.size());
    for (const double number : numbers)
        if (std::isnan(number)) refuse_value(argument, "must be numbers, and one is nan");
    return numbers;
}

std::vector<int> wholes_of(py::handle value, std::string_view argument)
{
    std::vector<int> wholes;
    std::vector<py::object> elements;
    if (PyIndex_Check(value.ptr()))
        elements.push_back(py::reinterpret_borrow<py::object>(value));
    else
        elements = elements_of(value, argument, "must be a list of whole numbers");
    for (const py::object& one : elements) {
        const long number = whole_of(one, argument);
        if (number != long(int(number))) refuse_value(argument, "is too large");
        wholes.push_back(int(number));
    }
    return wholes;
}

std::vector<std::pair<std::string, double>> lengths_of(py::handle value, std::string_view argument)
{
    if (!py::isinstance<py::dict>(value))
        refuse_type(argument, "must be a dict of names and numbers", value);
    std::vector<std::pair<std::string, double>> lengths;
    for (const auto& [name, number] : py::reinterpret_borrow<py::dict>(value))
        lengths.emplace_back(text_of(name, argument), number_of(number, argument));
    return lengths;
}

}  // namespace binding
