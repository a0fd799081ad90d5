// SPDX-License-Identifier: Apache-2.0
// What is shown: pictures, formulas, the list of methods.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "involute/method/methods.hpp"
#include "involute/output/formula.hpp"
#include "involute/plot/plot.hpp"
#include "involute/plot/table.hpp"
#include "python/binding/errors.hpp"

namespace binding {

namespace {

namespace plot = involute::plot;

using Table = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// The columns `y` against the column `x`, as a picture; names begin with the independent variable.
std::string svg(const std::vector<std::string>& names, const Table& values, const std::string& x,
                const std::vector<std::string>& y, const std::string& title, double width,
                double height)
{
    if (values.ndim() != 2 || std::size_t(values.shape(1)) != names.size())
        refuse_value("values", "must have a column for every name");
    const py::gil_scoped_release released;
    plot::Table table{.names = names};
    const auto rows = values.shape(0), columns = values.shape(1);
    for (py::ssize_t c = 0; c < columns; ++c) {
        std::vector<double>& column = table.columns.emplace_back();
        for (py::ssize_t r = 0; r < rows; ++r) column.push_back(values.data()[r * columns + c]);
    }
    plot::Figure figure = plot::figure(plot::plane_of(table, x, y));
    figure.title = title;
    figure.width = width;
    figure.height = height;
    return plot::to_svg(figure);
}

/// (name, family, order, source)
py::list methods()
{
    py::list list;
    for (const involute::MethodEntry& one : involute::all_methods())
        list.append(py::make_tuple(one.name, std::string(involute::to_text(one.family)), one.order,
                                   std::string(one.source)));
    return list;
}

}  // namespace

void bind_show(py::module_& core)
{
    core.def("svg", &svg, py::arg("names"), py::arg("values"), py::arg("x"), py::arg("y"),
             py::arg("title") = "", py::arg("width") = 0, py::arg("height") = 0);
    core.def("latex", [](const std::string& text) { return involute::to_latex(text); });
    core.def("mathml", [](const std::string& text) { return involute::to_mathml(text); });
    core.def("methods", &methods);
}

}  // namespace binding
