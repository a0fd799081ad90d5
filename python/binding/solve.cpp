// SPDX-License-Identifier: Apache-2.0
// solve and analyze, and a run as a page.
#include "involute/drive/solve.hpp"

#include <pybind11/stl.h>

#include <sstream>

#include "involute/output/json.hpp"
#include "involute/output/words.hpp"
#include "involute/report/report.hpp"
#include "python/binding/errors.hpp"
#include "python/binding/options.hpp"
#include "python/binding/solution.hpp"
#include "python/binding/system.hpp"
#include "python/binding/watch.hpp"

namespace binding {

namespace {

using involute::Analysis;

std::shared_ptr<Run> solve(const SystemPointer& system, const py::dict& arguments,
                           py::object progress)
{
    involute::SolveOptions options = options_of(arguments);
    Watch watch(std::move(progress));
    watch.goes_over(range_of(*system, options));
    Watch::attach(options);
    return watch.run([&] { return run_of(involute::solve(*system, options)); });
}

Analysis analyze(const SystemPointer& system, const py::dict& arguments)
{
    involute::SolveOptions options = options_of(arguments);
    Watch watch;
    watch.goes_over(range_of(*system, options));
    Watch::attach(options);
    Analysis analysis = watch.run([&] { return involute::analyze(*system, options); });
    if (watch.interrupted()) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
        throw py::error_already_set();
    }
    analysis.message = in_python(analysis.message);
    for (std::string& note : analysis.notes) note = in_python(note);
    return analysis;
}

/// Solves, and returns the page.
std::string report(const SystemPointer& system, const py::dict& arguments, bool all_rows,
                   bool motion_only)
{
    involute::SolveOptions options = involute::for_report(options_of(arguments));
    Watch watch;
    watch.goes_over(range_of(*system, options));
    Watch::attach(options);
    return watch.run([&] {
        std::ostringstream out;
        involute::write_report(out, *system, involute::analyze(*system, options), options,
                               involute::solve(*system, options),
                               {.all_rows = all_rows, .motion_only = motion_only});
        return out.str();
    });
}

std::string json(const Analysis& analysis)
{
    std::ostringstream out;
    involute::write_json(out, analysis);
    return out.str();
}

}  // namespace

void bind_solve(py::module_& core)
{
    core.def("solve", &solve, py::arg("system"), py::arg("options"),
             py::arg("progress") = py::none());
    core.def("report", &report, py::arg("system"), py::arg("options"), py::arg("all_rows") = false,
             py::arg("motion_only") = false);
    core.def("analyze", &analyze, py::arg("system"), py::arg("options"));
    py::class_<Analysis>(core, "Analysis")
        .def_property_readonly("json", &json)
        .def("explanation", [](const Analysis& analysis, const involute::System& system) {
            return in_python(involute::explanation(system, analysis));
        });
}

}  // namespace binding
