// SPDX-License-Identifier: Apache-2.0
// A solution as a function, asked at many places in one call.
#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "python/binding/errors.hpp"
#include "python/binding/solution.hpp"
#include "python/binding/watch.hpp"

namespace binding {

namespace {

using Places = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// So many numbers a place, each place on its own.
template <class F>
py::array at_places(const Places& places, std::size_t each, F&& write)
{
    const auto count = std::size_t(places.size());
    py::array_t<double> values({py::ssize_t(count), py::ssize_t(each)});
    double* to = values.mutable_data();
    const double* from = places.data();
    Watch watch;
    bool all = watch.run([&] {
        for (std::size_t k = 0; k < count; ++k) {
            if (k % 1024 == 0 && watch.poll()) return false;
            write(from[k], to + k * each);
        }
        return true;
    });
    if (!all) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
        throw py::error_already_set();
    }
    return values;
}

/// Places times columns, without the independent variable.
py::array rows(const Run& run, const Places& places)
{
    const std::size_t each = run.columns - 1;
    return at_places(places, each, [&](double place, double* to) {
        const std::vector<double> row = run.solution.function.row(place);
        std::copy_n(row.begin() + 1, each, to);
    });
}

py::array values(const Run& run, const std::string& name, const Places& places, int derivative)
{
    return at_places(places, 1, [&](double place, double* to) {
        *to = run.solution.function.value(name, place, derivative);
    });
}

}  // namespace

void bind_function(py::module_& core)
{
    core.def("function_rows", &rows);
    core.def("function_values", &values);
    core.def("function_passages", [](const Run& run, const std::string& name, double x) {
        const py::gil_scoped_release released;
        return run.solution.function.all(name, x);
    });
    core.def("function_range", [](const Run& run) -> py::object {
        const involute::SolutionFunction& f = run.solution.function;
        if (f.empty()) return py::none();
        return py::make_tuple(f.from(), f.to(), f.along_curve(), f.steps(), f.bytes());
    });
}

}  // namespace binding
