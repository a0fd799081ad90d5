// SPDX-License-Identifier: Apache-2.0
#include "python/binding/watch.hpp"

#include <ranges>

namespace binding {

namespace {

constexpr std::chrono::milliseconds between_polls(20);  // a tenth of what Ctrl-C may take
constexpr std::chrono::milliseconds between_tellings(50);

thread_local Watch* watch_here = nullptr;

/// Python runs handlers of signals on its main thread alone. Known from the import on: what is made
/// when it is first needed waits for a lock that another thread may hold while it waits for the
/// GIL.
PyObject* threading = nullptr;

bool is_main_thread()
{
    const py::handle module(threading);
    return module.attr("main_thread")().attr("ident").cast<unsigned long>() ==
           PyThread_get_thread_ident();
}

}  // namespace

Shared shared(py::object object)
{
    return Shared(new py::object(std::move(object)), [](py::object* held) {
        const py::gil_scoped_acquire gil;
        delete held;
    });
}

Range range_of(const involute::System& system, const involute::SolveOptions& options)
{
    const std::optional<double> to = options.to ? options.to : system.solve.to;
    const bool fixed = options.to || !system.solve.to_formula;
    if (!fixed || options.curve || options.length || system.solve.length) return {};
    double start = 0;
    // The first value that is said counts, and what is demanded comes before what is guessed.
    for (const auto* list : {&system.guesses, &system.starts})
        for (const involute::Given& given : std::views::reverse(*list))
            if (given.unknown < 0) start = involute::to_double(given.value);
    return {std::min(start, to.value_or(start)), std::max(start, to.value_or(start))};
}

Watch::Watch(py::object progress) : outer_(watch_here), signals_(is_main_thread())
{
    if (!progress.is_none()) progress_ = std::move(progress);
    watch_here = this;
}

Watch::~Watch()
{
    watch_here = outer_;
}

Watch* Watch::current()
{
    return watch_here;
}

void Watch::attach(involute::SolveOptions& options)
{
    options.interrupted = [] { return watch_here && watch_here->poll(); };
    options.progress = tell;
}

void Watch::tell(double fraction)
{
    if (watch_here && watch_here->progress_) watch_here->progress(fraction);
}

void Watch::keep_exception()
{
    try {
        throw;
    } catch (py::error_already_set& error) {
        keyboard_ = keyboard_ || error.matches(PyExc_KeyboardInterrupt);
        if (error.matches(PyExc_KeyboardInterrupt)) return;
    } catch (...) {
    }
    if (!kept_) kept_ = std::current_exception();
}

void Watch::keep_exception_at(double t)
{
    bool counts = range_.low <= t && t <= range_.high;
    try {
        throw;
    } catch (py::error_already_set& error) {
        counts = counts || error.matches(PyExc_KeyboardInterrupt);
    } catch (...) {
    }
    if (counts)
        keep_exception();
    else if (!elsewhere_)
        elsewhere_ = std::current_exception();
}

/// KeyboardInterrupt ends the run, and what was computed is returned; anything else that a handler
/// raises goes on to the caller.
bool Watch::poll()
{
    if (kept_ || keyboard_) return true;
    if (!signals_) return false;
    const Clock::time_point now = Clock::now();
    if (now - polled_ < between_polls) return false;
    polled_ = now;
    const py::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() == 0) return false;
    try {
        throw py::error_already_set();
    } catch (...) {
        keep_exception();
    }
    return true;
}

void Watch::progress(double fraction)
{
    const Clock::time_point now = Clock::now();
    if (kept_ || (now - told_ < between_tellings && fraction < 1)) return;
    told_ = now;
    const py::gil_scoped_acquire gil;
    try {
        progress_(fraction);
    } catch (...) {
        keep_exception();
    }
}

void bind_watch(py::module_&)
{
    threading = py::module_::import("threading").release().ptr();
}

}  // namespace binding
