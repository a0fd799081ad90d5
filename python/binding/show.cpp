// SPDX-License-Identifier: Apache-2.0
// What is shown and written: JSON, npz, pictures, the list of methods.
#include <pybind11/stl.h>

#include <sstream>

#include "involute/method/methods.hpp"
#include "involute/output/json.hpp"
#include "involute/output/npz.hpp"
#include "python/binding/solution.hpp"

namespace binding {

namespace {

template <class F>
py::bytes written(const Run& run, F&& write)
{
    std::string text;
    {
        const py::gil_scoped_release released;
        std::ostringstream out;
        write(out, with_rows(run));
        text = out.str();
    }
    return text;
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
    core.def("json", [](const Run& run) {
        return written(run, [](std::ostream& out, const involute::Solution& solution) {
            involute::write_json(out, solution);
        });
    });
    core.def("npz", [](const Run& run) {
        return written(run, [](std::ostream& out, const involute::Solution& solution) {
            involute::write_npz(out, solution);
        });
    });
    core.def("methods", &methods);
}

}  // namespace binding
