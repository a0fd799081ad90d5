// SPDX-License-Identifier: Apache-2.0
// A run that is held in the hand: completed and compiled once, then stepped, asked, and run as
// often as wanted.
//
//     involute::Simulation sim(system, {.rtol = 1e-10});
//     sim.advance_to(3);
//     sim["x'"];                             // where it stands
//     sim.at(2.95, "lambda");                // within the last step, on the manifold
//     involute::Solution s = sim.run({.to = 10});  // rows from here on; sim stays where it is
//     sim.start("y = 0, y' = 0").advance_to(3);
//     sim.set("g", 1.62);                    // from here on, for parameters that are tunable
//
// How a call ended is what it returns, with reason() in words: singular points, limits, events.
// Only what a person must fix is thrown, as an Error.
//
// What is asked never changes what comes: values between steps, or a run from here, leave later
// steps as they would be, to the last bit. From the start to t in one call, advance_to stands at
// the point that solve ends at with `to = t`.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "involute/options/moved_value.hpp"
#include "involute/options/run_request.hpp"
#include "involute/options/simulation_options.hpp"
#include "involute/options/solution.hpp"
#include "involute/options/solve_options.hpp"
#include "involute/system/inputs.hpp"
#include "involute/system/system.hpp"

namespace involute {

class Session;  // drive/session.hpp

class Simulation {
public:
    /// Completes the system and finds its start. Where there is none, outcome() says so.
    explicit Simulation(const System& system, const SolveOptions& options = {});
    /// The same with parameters that can be set: {.tunable = {"g", "L"}}. An Error where one of
    /// them shapes the system, as the bound of an array does.
    Simulation(const System& system, const SimulationOptions& options);
    ~Simulation();
    Simulation(Simulation&&) noexcept;
    Simulation& operator=(Simulation&&) noexcept;

    /// Another one that stands where this one stands and goes on with the same bits, for a thread
    /// of its own. It takes over what was completed and shares its code; no step is repeated.
    Simulation clone() const;
    /// The same as *this = other.clone(), sooner where both stand on one completion and the other
    /// at its start: what was compiled since stays. For many runs from one start.
    Simulation& take_over(const Simulation& other);

    /// Writes where it stands and all that later steps depend on, with the model's text, inputs
    /// given from outside and the options (docs/checkpoints.md). Functions among options and inputs
    /// are not kept.
    void save(std::ostream& out) const;
    /// Stands where the saved one stood and goes on with the same bits. Throws an Error with the
    /// reason where that cannot be: damaged, of another version or build, or made in C++.
    static Simulation load(std::istream& in);
    /// The same with the functions among these options, which are not saved, and inputs that were
    /// code: {{"u", InputCode{..}}}.
    static Simulation load(std::istream& in, const SolveOptions& functions,
                           const Inputs& code = {});
    /// The same of a system that was made in C++: given again.
    static Simulation load(std::istream& in, const System& system);

    /// Back to the start: that of the model, or the last one given.
    Simulation& start();
    /// To a start with these values, written as "x = 1, x' = 0", in place of the model's. Equations
    /// are completed anew only where what was decided of them may depend on the start.
    Simulation& start(std::string_view values);

    /// Tunable parameters take these values. At the start: as if the model said so, and outcome()
    /// tells whether there is a start with them. On the way: it goes on from the nearest point
    /// that satisfies the equations now, and moved() tells what that changed; where there is
    /// none, outcome() and reason() say so, and everything is as it was before the call. What a
    /// value changes in the structure of the equations is found and answered. An Error for names
    /// that are not tunable and values that are not finite; nothing is changed then.
    Simulation& set(std::string_view name, double value);
    Simulation& set(const Overrides& values);
    /// Values below the highest derivatives that the last set on the way had to change.
    const std::vector<MovedValue>& moved() const;

    /// From here on with other options. Those that decide what is walked, as `curve` and `branch`
    /// do, can be changed at the start only; `precision` never: an Error.
    Simulation& set_options(const SolveOptions& options);
    const SolveOptions& options() const;

    /// One step on the way to where options or the model's `solve` line say. finished: it was
    /// taken, or nothing is left of the way; event: it ends at an event with `stop`.
    Outcome step();
    /// To this value of the parameter: x, in either direction, or along a curve its arclength.
    Outcome advance_to(double parameter);
    /// To the next event, with `stop` or not, on the same way as step(). finished: none came.
    Outcome advance_to_event();

    /// How the last call ended; complete: it stands at its start.
    Outcome outcome() const;
    /// The same in words, with the place; empty where it did what was asked.
    const std::string& reason() const;
    /// What the user should know of the way so far: moved starts, changes of regime.
    std::vector<std::string> notices() const;
    /// Where sections were crossed and events happened since the start, one record each, with the
    /// columns of row(). What lies exactly where it stands is counted by what comes next.
    std::vector<CrossingRecord> crossings() const;
    /// Singular points met since the start.
    std::vector<SingularPoint> singular_points() const;
    /// Steps since the start, taken and tried in vain.
    Statistics statistics() const;

    /// Where it stands: x, or the arclength from the start; and where the last step began.
    double parameter() const;
    double parameter_before() const;
    /// An unknown with its derivatives, the independent variable, or any expression of them, where
    /// it stands. Not a number where a derivative is infinite.
    double operator[](std::string_view name);
    /// The same within the last step.
    double at(double parameter, std::string_view name);
    /// A row as solve returns them, where it stands and within the last step: x, then the columns
    /// of names(). Not numbers where a derivative is infinite.
    std::vector<double> row();
    std::vector<double> row_at(double parameter);
    /// Those that option `columns` asks for, or every unknown with its derivatives.
    std::vector<std::string> names() const;

    /// What it walks on, with the numbers and start values it has now: names, parameters, sections.
    const System& system() const;

    /// Rows from where it stands, as solve makes them from a start; the simulation stays there.
    Solution run(const RunRequest& request = {});

private:
    explicit Simulation(std::unique_ptr<Session> session);
    std::unique_ptr<Session> session_;
};

}  // namespace involute
