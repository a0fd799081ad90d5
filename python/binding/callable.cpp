// SPDX-License-Identifier: Apache-2.0
// Python functions that cannot be made formulas: called from the run, with arrays.
#include "involute/drive/callable.hpp"

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "python/binding/errors.hpp"
#include "python/binding/numbers.hpp"
#include "python/binding/options.hpp"
#include "python/binding/solution.hpp"
#include "python/binding/watch.hpp"

namespace binding {

namespace {

using Array = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// A function f(t, y) of Python that gives so many numbers.
class Callback {
public:
    Callback(Shared function, std::string name)
        : function_(std::move(function)), name_(std::move(name))
    {
    }

    /// What Python raises is kept by the watch; the run ends.
    void operator()(double x, std::span<const double> y, std::span<double> out)
    {
        Watch* watch = Watch::current();
        if (watch->failed()) throw std::runtime_error("a callback failed before");
        const py::gil_scoped_acquire gil;
        try {
            call(x, y, out);
        } catch (...) {
            watch->keep_exception();
            throw std::runtime_error("a callback failed");
        }
    }

private:
    void call(double x, std::span<const double> y, std::span<double> out)
    {
        // An array of its own: whoever keeps y keeps these numbers.
        const py::array_t<double> given(py::ssize_t(y.size()), y.data());
        const py::object result = (*function_)(x, given);
        const auto kind = py::isinstance<py::array>(result)
                              ? py::reinterpret_borrow<py::array>(result).dtype().kind()
                              : 'O';
        if (kind == 'c' || PyComplex_Check(result.ptr()))
            throw py::type_error(fmt::format("`{}` must return real numbers, not complex", name_));
        const Array numbers = result.is_none() ? Array() : Array::ensure(result);
        if (!numbers || result.is_none()) {
            PyErr_Clear();
            const auto type = py::str(py::type::handle_of(result).attr("__name__"));
            throw py::type_error(fmt::format("`{}` must return {} numbers, not {}", name_,
                                             out.size(), type.cast<std::string>()));
        }
        const bool fits = numbers.size() == py::ssize_t(out.size()) && numbers.ndim() <= 2;
        if (!fits)
            throw py::value_error(fmt::format("`{}` must return {} numbers, and returned {}", name_,
                                              out.size(), numbers.size()));
        std::copy_n(numbers.data(), out.size(), out.begin());
    }

    Shared function_;
    std::string name_;
};

/// A function of Python that is shown something, and may end the run by False.
class Shown {
public:
    explicit Shown(Shared function) : function_(std::move(function)) {}

    bool operator()(const involute::CallableStep& step) const
    {
        return go_on([&] { return (*function_)(row(step.x), table(step.y), table(step.slopes)); });
    }
    /// t and y.
    bool operator()(std::span<const double> values) const
    {
        return go_on([&] { return (*function_)(values[0], row(values.subspan(1))); });
    }

private:
    static py::array_t<double> row(std::span<const double> numbers)
    {
        return py::array_t<double>(py::ssize_t(numbers.size()), numbers.data());
    }
    static py::array_t<double> table(std::span<const double> numbers)
    {
        const auto rows = py::ssize_t(involute::CallableStep::places);
        const auto columns = py::ssize_t(numbers.size()) / rows;
        return py::array_t<double>({rows, columns}, numbers.data());
    }
    template <class F>
    bool go_on(F&& ask) const
    {
        Watch* watch = Watch::current();
        if (watch->failed()) return false;
        const py::gil_scoped_acquire gil;
        try {
            const py::object said = ask();
            return said.ptr() != Py_False;
        } catch (...) {
            watch->keep_exception();
            return false;
        }
    }

    Shared function_;
};

involute::CallableSystem::Function function_of(const py::object& given, const std::string& name)
{
    if (given.is_none()) return {};
    if (!PyCallable_Check(given.ptr())) refuse_type(name, "must be a function", given);
    return Callback(shared(given), name);
}

std::shared_ptr<Run> solve_callable(const std::vector<std::string>& names, const py::object& field,
                                    const py::object& t0, const py::object& y0,
                                    const py::dict& arguments, int constraints,
                                    const py::object& constraint, const py::object& jacobian,
                                    const std::string& independent, py::object progress,
                                    py::object step, py::object row)
{
    involute::SolveOptions options = options_of(arguments);
    Watch watch(std::move(progress));
    Watch::attach(options);
    involute::CallableSystem system{.names = names,
                                    .independent = independent,
                                    .field = function_of(field, "fun"),
                                    .constraints = constraints,
                                    .constraint = function_of(constraint, "constraint"),
                                    .constraint_jacobian = function_of(jacobian, "jacobian"),
                                    .x = number_of(t0, "t0"),
                                    .y = numbers_of(y0, "y0")};
    if (!step.is_none()) system.observe_step = Shown(shared(std::move(step)));
    if (!row.is_none()) options.observe = Shown(shared(std::move(row)));
    return watch.run([&] {
        involute::Solution solution = involute::solve(system, options);
        if (watch.interrupted()) {  // within a function, where it is an exception like others
            solution.code = involute::Outcome::interrupted;
            solution.reason = involute::row_of(solution.code).sentence;
        }
        return run_of(std::move(solution));
    });
}

}  // namespace

void bind_callable(py::module_& core)
{
    core.def("solve_callable", &solve_callable, py::arg("names"), py::arg("field"), py::arg("t0"),
             py::arg("y0"), py::arg("options"), py::arg("constraints") = 0,
             py::arg("constraint") = py::none(), py::arg("constraint_jacobian") = py::none(),
             py::arg("independent") = "t", py::arg("progress") = py::none(),
             py::arg("step") = py::none(), py::arg("row") = py::none());
}

}  // namespace binding
