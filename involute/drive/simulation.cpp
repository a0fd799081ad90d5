// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/simulation.hpp"

#include <algorithm>

#include "involute/base/error.hpp"
#include "involute/base/patience.hpp"
#include "involute/drive/resume.hpp"
#include "involute/drive/session.hpp"
#include "involute/model/read.hpp"
#include "involute/step/sensible.hpp"
#include "involute/system/inputs.hpp"
#include "involute/system/parameters.hpp"

namespace involute {
namespace {

/// The system with these parameters tunable beside those that are.
System with_more_tunable(const System& system, const std::vector<std::string>& more)
{
    std::vector<std::string> names;
    Overrides values;
    for (const Parameter& p : system.parameters)
        if (p.tunable) names.push_back(p.name);
    const std::size_t before = names.size();
    for (const std::string& name : more)
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    if (names.size() == before) return system;
    System again = with_tunable(system, names);
    for (std::size_t i = 0; i < system.parameters.size(); ++i)
        if (const Parameter& p = system.parameters[i];
            p.tunable && p.value != again.parameters[i].value)
            values.emplace_back(p.name, to_double(p.value));
    set_parameters(again, values);
    return again;
}

std::unique_ptr<Session> open(System system, const SolveOptions& options)
{
    require_unknowns(system);
    require_inputs(system);
    require_sensible(options);
    const Patience patience(options.max_seconds, options.interrupted);
    if (options.precision == Precision::quad)
        return std::make_unique<SessionOf<Quad>>(std::move(system), options);
    return std::make_unique<SessionOf<double>>(std::move(system), options);
}

}  // namespace

Simulation::Simulation(const System& system, const SolveOptions& options)
    : session_(open(system, options))
{
}
Simulation::Simulation(const System& system, const SimulationOptions& options)
    : session_(open(with_more_tunable(system, options.tunable), options.solve))
{
}
Simulation::Simulation(std::unique_ptr<Session> session) : session_(std::move(session)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

Simulation Simulation::clone() const
{
    return Simulation(session_->clone());
}

Simulation& Simulation::take_over(const Simulation& other)
{
    if (!session_->take_start_of(*other.session_)) session_ = other.session_->clone();
    return *this;
}

Simulation& Simulation::start()
{
    session_->start();
    return *this;
}

Simulation& Simulation::start(std::string_view values)
{
    session_->start(values);
    return *this;
}

Simulation& Simulation::set(std::string_view name, double value)
{
    session_->set({{std::string(name), value}});
    return *this;
}
Simulation& Simulation::set(const Overrides& values)
{
    session_->set(values);
    return *this;
}
const std::vector<MovedValue>& Simulation::moved() const
{
    return session_->moved;
}
Simulation& Simulation::set_options(const SolveOptions& options)
{
    session_->set_options(options);
    return *this;
}
const SolveOptions& Simulation::options() const
{
    return session_->options();
}

Outcome Simulation::step()
{
    return session_->step();
}
Outcome Simulation::advance_to(double parameter)
{
    return session_->advance_to(parameter);
}
Outcome Simulation::advance_to_event()
{
    return session_->advance_to_event();
}
Outcome Simulation::outcome() const
{
    return session_->outcome;
}
const std::string& Simulation::reason() const
{
    return session_->reason;
}
std::vector<std::string> Simulation::notices() const
{
    return session_->notices();
}
std::vector<CrossingRecord> Simulation::crossings() const
{
    Solution found = session_->found();
    take_columns(session_->names(), found);
    return std::move(found.crossings);
}
std::vector<SingularPoint> Simulation::singular_points() const
{
    Solution found = session_->found();
    take_columns(session_->names(), found);
    return std::move(found.singular_points);
}
Statistics Simulation::statistics() const
{
    return session_->statistics();
}
double Simulation::parameter() const
{
    return session_->parameter();
}
double Simulation::parameter_before() const
{
    return session_->parameter_before();
}
double Simulation::operator[](std::string_view name)
{
    return session_->value(name);
}
double Simulation::at(double parameter, std::string_view name)
{
    return session_->value_at(parameter, name);
}
std::vector<double> Simulation::row()
{
    return session_->row();
}
std::vector<double> Simulation::row_at(double parameter)
{
    return session_->row_at(parameter);
}
std::vector<std::string> Simulation::names() const
{
    return session_->names();
}
const System& Simulation::system() const
{
    return session_->started();
}
Solution Simulation::run(const RunRequest& request)
{
    return session_->run(request);
}

}  // namespace involute
