// SPDX-License-Identifier: Apache-2.0
// The two examples of SCH (Schropp, Projected Runge-Kutta methods for differential algebraic
// equations of index 3), solved from their equations and by RADAU5, and what is counted of a run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "involute/drive/solve.hpp"
#include "papers/sch_radau5.hpp"

namespace involute::papers {

/// The largest deviations from the constraint and from its derivative: d1 and d2 of SCH.
struct Deviations {
    double d1 = 0;
    double d2 = 0;
};

/// g(u) and its derivative by time, of a system of index 3, at rows of a solution.
class DeviationMeter {
public:
    explicit DeviationMeter(System system);
    ~DeviationMeter();
    /// What the columns of a solution have to be.
    const std::vector<std::string>& columns() const { return columns_; }
    /// Of a row (t, columns).
    Deviations at(const std::vector<double>& row);

private:
    struct Constraints;
    std::unique_ptr<Constraints> constraints_;
    std::vector<std::string> columns_;
};

struct SchExample {
    System system{};
    double end = 0;
    std::vector<std::string> state{};  // positions, velocities
    /// The state at t where it is known: anywhere for the pendulum, at the end for Andrews'
    /// mechanism; empty elsewhere.
    std::vector<double> (*exact)(double t) = nullptr;
    Radau5Problem radau5{};  // without projection
    std::function<Eigen::VectorXd(const Eigen::VectorXd&)> projection{};
    Eigen::VectorXd radau5_start{};
};

/// (4.1) until t = 20.
SchExample sch_pendulum();
/// (4.3) until t = 0.05; RADAU5 has the 27 variables (u, v, v', λ).
SchExample sch_andrews();

/// Where raw constraints hold: at the stages, there and by projection (2.8) at the end of a step;
/// or what is solved when nothing is asked for, the completed equations, projected.
enum class SchForm { raw, projected, completed };

SolveOptions sch_options(SchForm form, double tolerance);

/// Solves until the end of the example. Without projection, constraints are not asked for.
Solution run_example(const SchExample& example, SolveOptions options);

struct SchCount {
    double tolerance = 0;
    long evaluations = 0;
    long steps = 0;
    long iterations = 0;  // of Newton's method; not counted in runs of RADAU5
    long jacobians = 0;
    double error = 0;  // the largest |y - ref|/(1 + |ref|) where the solution is known
    Deviations deviations{};
};

SchCount count_run(const SchExample& example, SchForm form, double tolerance);
SchCount count_radau5(const SchExample& example, bool projected, double tolerance);

/// Evaluations for an error, from runs with ever smaller tolerances. A run that is as accurate as
/// one with a smaller tolerance was lucky and does not count. Between runs, logarithms are
/// interpolated; errors larger than all of them cost what the cheapest run did.
double evaluations_for(const std::vector<SchCount>& runs, double error);

}  // namespace involute::papers
