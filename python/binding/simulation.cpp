// SPDX-License-Identifier: Apache-2.0
// A simulation as Python holds it. The GIL is free while it computes, so that another thread could
// touch it: whoever finds it in use is told so instead of waiting, and nothing can lock up.
#include "involute/drive/simulation.hpp"

#include <pybind11/stl.h>

#include <mutex>
#include <sstream>

#include "involute/base/error.hpp"
#include "python/binding/errors.hpp"
#include "python/binding/inputs.hpp"
#include "python/binding/numbers.hpp"
#include "python/binding/options.hpp"
#include "python/binding/solution.hpp"
#include "python/binding/system.hpp"
#include "python/binding/watch.hpp"

namespace binding {

namespace {

using involute::Outcome;
using involute::Simulation;

class Held {
public:
    explicit Held(Simulation simulation, Range range = {})
        : simulation_(std::move(simulation)), range_(range)
    {
    }

    /// Of t it has to do with what has been asked for, from its start on.
    void goes_to(double parameter) { range_.include(parameter); }
    void goes_anywhere() { range_ = {}; }
    const Range& range() const { return range_; }

    /// Computes with it, without the GIL.
    template <class F>
    auto with(F&& compute, py::object progress = py::none())
    {
        const std::unique_lock lock(busy_, std::try_to_lock);
        if (!lock)
            throw std::runtime_error(
                "this simulation is being used by another thread or by the call that is under "
                "way; clone() gives everybody their own");
        Watch watch(std::move(progress));
        watch.goes_over(range_);
        return watch.run([&] { return compute(simulation_); });
    }

private:
    Simulation simulation_;
    Range range_;
    std::mutex busy_{};
};

using Pointer = std::shared_ptr<Held>;

std::string word(Outcome outcome)
{
    return std::string(involute::word_of(outcome));
}

Pointer make(const SystemPointer& system, const std::vector<std::string>& tunable,
             const py::dict& arguments)
{
    involute::SimulationOptions options{.tunable = tunable, .solve = options_of(arguments)};
    const Range range = range_of(*system, options.solve);
    Watch watch;
    watch.goes_over(range);
    Watch::attach(options.solve);
    return watch.run([&] { return std::make_shared<Held>(Simulation(*system, options), range); });
}

/// How far it goes is in what is loaded: until that is known, a function of t that raises has no
/// value, and counts only if without the value nothing can be loaded.
Pointer load(const py::bytes& saved, const py::dict& inputs)
{
    const std::string text = saved;
    const involute::Inputs code = inputs_of(inputs);
    involute::SolveOptions functions;
    Watch watch;
    watch.goes_over(nowhere);
    Watch::attach(functions);
    try {
        return watch.run([&] {
            std::istringstream in(text);
            Simulation simulation = Simulation::load(in, functions, code);
            Range range = range_of(simulation.system(), simulation.options());
            range.include(simulation.parameter());
            return std::make_shared<Held>(std::move(simulation), range);
        });
    } catch (const involute::Error&) {
        watch.raise_what_did_not_count();
        throw;
    }
}

py::bytes save(Held& held)
{
    return held.with([](Simulation& simulation) {
        std::ostringstream out;
        simulation.save(out);
        return out.str();
    });
}

void start(Held& held, const std::optional<std::string>& values)
{
    if (values) held.goes_anywhere();  // t may be among them
    held.with([&](Simulation& simulation) {
        if (values)
            simulation.start(*values);
        else
            simulation.start();
        return true;
    });
}

void set(Held& held, const py::dict& values)
{
    involute::Overrides overrides;
    for (const auto& [key, value] : values) {
        const std::string name = text_of(key, "set");
        overrides.emplace_back(name, number_of(value, name));
    }
    held.with([&](Simulation& simulation) {
        simulation.set(overrides);
        return true;
    });
}

void set_options(Held& held, const py::dict& arguments)
{
    involute::SolveOptions options = options_of(arguments);
    Watch::attach(options);
    held.with([&](Simulation& simulation) {
        simulation.set_options(options);
        return true;
    });
}

std::shared_ptr<Run> run(Held& held, const py::dict& arguments, py::object progress)
{
    const involute::SolveOptions options = options_of(arguments);
    involute::RunRequest request{.to = options.to,
                                 .length = options.length,
                                 .sampling = options.sampling,
                                 .keep_function = options.keep_function,
                                 .progress = Watch::tell};
    if (options.to) held.goes_to(*options.to);
    return held.with([&](Simulation& simulation) { return run_of(simulation.run(request)); },
                     std::move(progress));
}

py::list moved(Held& held)
{
    py::list list;
    for (const involute::MovedValue& one :
         held.with([](Simulation& simulation) { return simulation.moved(); }))
        list.append(py::make_tuple(one.name, one.before, one.after));
    return list;
}

template <class F>
auto asked(F&& question)
{
    return [question](Held& held) { return held.with(question); };
}

}  // namespace

void bind_simulation(py::module_& core)
{
    py::class_<Held, Pointer>(core, "Simulation")
        .def(py::init(&make), py::arg("system"), py::arg("tunable"), py::arg("options"))
        .def_static("load", &load, py::arg("saved"), py::arg("inputs") = py::dict())
        .def("save", &save)
        .def("clone",
             [](Held& held) {
                 return held.with([range = held.range()](Simulation& s) {
                     return std::make_shared<Held>(s.clone(), range);
                 });
             })
        .def("start", &start, py::arg("values") = py::none())
        .def("set", &set)
        .def("set_options", &set_options)
        .def("run", &run, py::arg("options"), py::arg("progress") = py::none())
        .def("step", asked([](Simulation& s) { return word(s.step()); }))
        .def("advance_to",
             [](Held& held, double parameter) {
                 held.goes_to(parameter);
                 return held.with([&](Simulation& s) { return word(s.advance_to(parameter)); });
             })
        .def("advance_to_event", asked([](Simulation& s) { return word(s.advance_to_event()); }))
        .def("value",
             [](Held& held, const std::string& name) {
                 return held.with([&](Simulation& s) { return s[name]; });
             })
        .def("at",
             [](Held& held, double parameter, const std::string& name) {
                 return held.with([&](Simulation& s) { return s.at(parameter, name); });
             })
        .def_property_readonly("moved", &moved)
        .def_property_readonly("outcome", asked([](Simulation& s) { return word(s.outcome()); }))
        .def_property_readonly("reason", asked([](Simulation& s) { return in_python(s.reason()); }))
        .def_property_readonly("notices", asked([](Simulation& s) { return s.notices(); }))
        .def_property_readonly("names", asked([](Simulation& s) { return s.names(); }))
        .def_property_readonly(
            "statistics",
            [](Held& held) {
                return statistics_of(held.with([](Simulation& s) { return s.statistics(); }));
            })
        .def_property_readonly("parameter", asked([](Simulation& s) { return s.parameter(); }))
        .def_property_readonly("parameter_before",
                               asked([](Simulation& s) { return s.parameter_before(); }));
}

}  // namespace binding
