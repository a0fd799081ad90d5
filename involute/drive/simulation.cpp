// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/simulation.hpp"

#include "involute/base/error.hpp"
#include "involute/base/patience.hpp"
#include "involute/drive/session.hpp"
#include "involute/step/sensible.hpp"
#include "involute/system/inputs.hpp"

namespace involute {
namespace {

std::unique_ptr<Session> open(const System& system, const SolveOptions& options)
{
    require_unknowns(system);
    require_inputs(system);
    require_sensible(options);
    const Patience patience(options.max_seconds, options.interrupted);
    const auto model = std::make_shared<const System>(system);
    if (options.precision == Precision::quad)
        return std::make_unique<SessionOf<Quad>>(model, model, options);
    return std::make_unique<SessionOf<double>>(model, model, options);
}

}  // namespace

Simulation::Simulation(const System& system, const SolveOptions& options)
    : session_(open(system, options))
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
Solution Simulation::run(const RunRequest& request)
{
    return session_->run(request);
}

}  // namespace involute
