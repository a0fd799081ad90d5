// SPDX-License-Identifier: Apache-2.0
// Models: text becomes a System, which Python holds and never changes.
#include "involute/system/system.hpp"

#include <pybind11/stl.h>

#include <cmath>

#include "involute/base/scalar.hpp"
#include "involute/model/read.hpp"
#include "involute/model/with.hpp"
#include "python/binding/errors.hpp"
#include "python/binding/inputs.hpp"
#include "python/binding/numbers.hpp"
#include "python/binding/system.hpp"

namespace binding {

namespace {

using involute::System;

SystemPointer read(const std::string& text, const std::string& file, const py::dict& parameters,
                   const std::vector<std::string>& tunable, const py::dict& inputs)
{
    involute::Overrides overrides;
    for (const auto& [key, value] : parameters) {
        const std::string name = text_of(key, "parameters");
        const double number = number_of(value, name);
        if (!std::isfinite(number)) refuse_value(name, "must be finite");
        overrides.emplace_back(name, number);
    }
    const involute::Inputs given = inputs_of(inputs);
    const py::gil_scoped_release released;
    return std::make_shared<System>(involute::read_system(text, file, overrides, tunable, given));
}

/// The same system with something else, given as a text.
template <System (*change)(const System&, std::string_view)>
SystemPointer changed(const System& system, const std::string& text)
{
    const py::gil_scoped_release released;
    return std::make_shared<System>(change(system, text));
}

std::vector<std::string> equations(const System& system)
{
    std::vector<std::string> texts;
    for (const involute::Equation& equation : involute::author_equations(system))
        texts.push_back(equation.text);
    return texts;
}

py::dict parameters(const System& system)
{
    py::dict values;
    for (const involute::Parameter& one : system.parameters)
        values[py::str(one.name)] = involute::to_double(one.value);
    return values;
}

py::list given(const System& system, const std::vector<involute::Given>& values)
{
    py::list list;
    for (const involute::Given& one : values)
        list.append(py::make_tuple(one.unknown < 0 ? system.names.independent
                                                   : jet_name(system.names, one.unknown, one.order),
                                   involute::to_double(one.value)));
    return list;
}

py::list crossings(const System& system)
{
    py::list list;
    for (const involute::Crossing& one : system.crossings)
        list.append(py::make_tuple(one.name, one.is_event, one.stop));
    return list;
}

}  // namespace

void bind_system(py::module_& core)
{
    py::class_<System, SystemPointer>(core, "System")
        .def_readonly("file", &System::file)
        .def_readonly("title", &System::title)
        .def_readonly("source", &System::source)
        .def_property_readonly("independent", [](const System& s) { return s.names.independent; })
        .def_property_readonly("unknowns", [](const System& s) { return s.names.unknowns; })
        .def_property_readonly("inputs", [](const System& s) { return s.names.inputs; })
        .def_property_readonly("equations", &equations)
        .def_property_readonly("parameters", &parameters)
        .def_property_readonly("starts", [](const System& s) { return given(s, s.starts); })
        .def_property_readonly("guesses", [](const System& s) { return given(s, s.guesses); })
        .def_property_readonly("crossings", &crossings)
        .def_property_readonly("end", [](const System& s) { return s.solve.to; })
        .def_property_readonly("length", [](const System& s) { return s.solve.length; });
    core.def("read", &read, py::arg("text"), py::arg("file") = "",
             py::arg("parameters") = py::dict(), py::arg("tunable") = std::vector<std::string>(),
             py::arg("inputs") = py::dict());
    core.def("with_start", &changed<involute::with_start>, py::arg("system"), py::arg("values"));
    core.def("with_crossings", &changed<involute::with_crossings>, py::arg("system"),
             py::arg("statements"));
}

}  // namespace binding
