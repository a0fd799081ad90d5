// SPDX-License-Identifier: Apache-2.0
#include "python/binding/solution.hpp"

#include <pybind11/complex.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "involute/base/scalar.hpp"
#include "involute/output/words.hpp"
#include "python/binding/errors.hpp"

namespace binding {

namespace {

using involute::Solution;

/// Not to be written to: everything that is told of a run comes from these numbers.
py::array table(const std::shared_ptr<Run>& run)
{
    constexpr auto size = py::ssize_t(sizeof(double));
    const double* numbers = [&] {
        const py::gil_scoped_release released;
        return run->table();
    }();
    py::array_t<double> view({py::ssize_t(run->rows), py::ssize_t(run->columns)},
                             {py::ssize_t(run->columns) * size, size}, numbers, py::cast(run));
    py::detail::array_proxy(view.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
    return view;
}

py::array array_of(const std::vector<std::vector<double>>& rows, std::size_t columns)
{
    py::array_t<double> array({py::ssize_t(rows.size()), py::ssize_t(columns)});
    double* to = array.mutable_data();
    for (const std::vector<double>& row : rows)
        to = std::copy_n(row.begin(), std::min(columns, row.size()), to);
    return array;
}

/// (name, is_event, rows, touches)
py::list crossings(const Run& run)
{
    py::list list;
    for (const involute::CrossingRecord& one : run.solution.crossings) {
        py::list touches;
        for (const involute::Touch& touch : one.touches)
            touches.append(py::make_tuple(touch.from, touch.to));
        list.append(
            py::make_tuple(one.name, one.is_event, array_of(one.rows, run.columns), touches));
    }
    return list;
}

py::list start(const Run& run)
{
    py::list list;
    for (const involute::StartEntry& one : run.solution.start)
        list.append(
            py::make_tuple(one.name, one.value, one.given, one.guessed, one.free, one.moved));
    return list;
}

py::list branches(const std::vector<involute::BranchReport>& reports)
{
    py::list list;
    for (const involute::BranchReport& one : reports)
        list.append(py::make_tuple(one.description, one.direction, one.followed));
    return list;
}

/// (dimension, equations, contains_start, chosen)
py::list components(const Run& run)
{
    py::list list;
    for (const involute::ComponentReport& one : run.solution.components)
        list.append(py::make_tuple(one.dimension, one.equations, one.contains_start, one.chosen));
    return list;
}

py::list singular_points(const Run& run)
{
    py::list list;
    for (const involute::SingularPoint& one : run.solution.singular_points)
        list.append(py::make_tuple(std::string(involute::word_of(one.kind)), one.x, one.row,
                                   one.eigenvalues, branches(one.branches), one.message));
    return list;
}

/// The rows of a run in quadruple precision, as texts of 36 digits.
std::vector<std::vector<std::string>> in_full(const Run& run)
{
    std::vector<std::vector<std::string>> rows;
    for (const auto& row : run.solution.quad_rows) {
        rows.emplace_back();
        for (const involute::Quad& value : row)
            rows.back().push_back(involute::to_full_text(value));
    }
    return rows;
}

}  // namespace

py::dict statistics_of(const involute::Statistics& s)
{
    py::dict d;
    d["steps"] = s.steps;
    d["rejected"] = s.rejected;
    d["evaluations"] = s.evaluations;
    d["jacobians"] = s.jacobians;
    d["factorizations"] = s.factorizations;
    d["projections"] = s.projections;
    d["iterations"] = s.iterations;
    d["seconds"] = s.seconds;
    d["rows"] = s.rows;
    return d;
}

Run::Run(Solution told)
    : solution(std::move(told)),
      rows(solution.rows.size()),
      columns(solution.names.size() + 1),
      kept_(std::exchange(solution.rows, {}))
{
}

/// Each row is let go as it is copied.
const double* Run::table()
{
    std::call_once(made_, [&] {
        table_.reserve(rows * columns);
        for (std::vector<double>& row : kept_) {
            row.resize(columns, std::numeric_limits<double>::quiet_NaN());
            table_.insert(table_.end(), row.begin(), row.end());
            std::vector<double>().swap(row);
        }
        std::vector<std::vector<double>>().swap(kept_);
    });
    return table_.data();
}

std::shared_ptr<Run> run_of(Solution solution)
{
    solution.reason = in_python(solution.reason);
    for (std::string& notice : solution.notices) notice = in_python(notice);
    for (involute::SingularPoint& point : solution.singular_points)
        point.message = in_python(point.message);
    return std::make_shared<Run>(std::move(solution));
}

void bind_solution(py::module_& core)
{
    const auto word = [](auto of) {
        return [of](const Run& run) { return std::string(involute::word_of(run.solution.*of)); };
    };
    const auto part = [](auto of) { return [of](const Run& run) { return run.solution.*of; }; };
    py::class_<Run, std::shared_ptr<Run>>(core, "Run")
        .def_property_readonly("table", &table)
        .def_property_readonly("status", word(&Solution::status))
        .def_property_readonly("code", word(&Solution::code))
        .def_property_readonly("route", word(&Solution::route))
        .def_property_readonly("reason", part(&Solution::reason))
        .def_property_readonly("independent", part(&Solution::independent))
        .def_property_readonly("names", part(&Solution::names))
        .def_property_readonly("end", part(&Solution::end))
        .def_property_readonly("travelled", part(&Solution::travelled))
        .def_property_readonly("residual", part(&Solution::residual))
        .def_property_readonly("residual_equation", part(&Solution::residual_equation))
        .def_property_readonly("method", part(&Solution::method))
        .def_property_readonly("notices", part(&Solution::notices))
        .def_property_readonly("crossings", &crossings)
        .def_property_readonly("start", &start)
        .def_property_readonly("start_branches",
                               [](const Run& run) { return branches(run.solution.start_branches); })
        .def_property_readonly("components", &components)
        .def_property_readonly("singular_points", &singular_points)
        .def_property_readonly(
            "statistics", [](const Run& run) { return statistics_of(run.solution.statistics); })
        .def_property_readonly("in_full", &in_full)
        .def_property_readonly(
            "brief", [](const Run& run) { return in_python(involute::brief(run.solution)); });
}

}  // namespace binding
