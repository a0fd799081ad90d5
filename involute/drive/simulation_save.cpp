// SPDX-License-Identifier: Apache-2.0
// Simulations saved and loaded.
#include <istream>
#include <iterator>
#include <new>
#include <ostream>
#include <stdexcept>

#include "involute/base/error.hpp"
#include "involute/base/patience.hpp"
#include "involute/drive/checkpoint_text.hpp"
#include "involute/drive/session.hpp"
#include "involute/drive/simulation.hpp"
#include "involute/drive/system_state.hpp"

namespace involute {
namespace {

constexpr std::string_view kind = "simulation";

std::unique_ptr<Session> read_session(std::istream& in, const System* given,
                                      const SolveOptions& functions, const Inputs& code)
{
    const std::string text(std::istreambuf_iterator<char>(in), {});
    State state(checkpoint_records(kind, text));
    const System model = read_saved_system(state, given, code);
    System started = model;
    visit_starts(state, started);
    SolveOptions options = read_saved_options(state);
    options.interrupted = functions.interrupted;
    options.progress = functions.progress;
    options.observe = functions.observe;
    options.stream = functions.stream;
    const Patience patience(options.max_seconds, options.interrupted);
    std::unique_ptr<Session> session;
    if (options.precision == Precision::quad)
        session = std::make_unique<SessionOf<Quad>>(model, std::move(started), options);
    else
        session = std::make_unique<SessionOf<double>>(model, std::move(started), options);
    session->visit_state(state);
    state.require_end();
    return session;
}

/// A length that was edited may be beyond all memory.
std::unique_ptr<Session> load_session(std::istream& in, const System* given,
                                      const SolveOptions& functions = {}, const Inputs& code = {})
{
    try {
        return read_session(in, given, functions, code);
    } catch (const std::length_error&) {
    } catch (const std::bad_alloc&) {
    }
    throw Error(Diagnostic{.message = "the state is damaged: a list in it has no possible length"});
}

}  // namespace

void Simulation::save(std::ostream& out) const
{
    State state;
    write_system(state, session_->model());
    System started = session_->started();
    visit_starts(state, started);
    visit_options(state, session_->options());
    session_->visit_state(state);
    out << checkpoint_text(kind, state.records());
}

Simulation Simulation::load(std::istream& in)
{
    return Simulation(load_session(in, nullptr));
}

Simulation Simulation::load(std::istream& in, const SolveOptions& functions, const Inputs& code)
{
    return Simulation(load_session(in, nullptr, functions, code));
}

Simulation Simulation::load(std::istream& in, const System& system)
{
    return Simulation(load_session(in, &system));
}

}  // namespace involute
