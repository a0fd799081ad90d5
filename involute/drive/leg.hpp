// SPDX-License-Identifier: Apache-2.0
// A run along equations: Prepared -> problem, method, rows, crossings, singular points, and the Run
// that they belong to. One call makes it from beginning to end; or it is held, and driven from
// outside.
#pragma once

#include "involute/drive/run.hpp"
#include "involute/prepare/prepare.hpp"
#include "involute/singular/regime_change.hpp"
#include "involute/singular/singular_points.hpp"

namespace involute {

struct Ran {
    Solution solution{};
    std::optional<Resume> resume{};        // a way asked for that a walk in x cannot follow
    std::optional<RegimeChange> change{};  // the equations are to be completed anew
};

template <class S>
class Leg {
public:
    /// The prepared system must be complete, with a start, and outlive the leg.
    Leg(PreparedOf<S>& prepared, const Destination& destination, const SolveOptions& options);

    bool begin() { return begin_at(prepared_.start.p); }
    /// From another point of M.
    bool begin_at(const std::vector<S>& p) { return run_.begin(p, direction_, singular_); }
    bool step() { return run_.step(singular_); }
    void set_end(S t_end);
    /// Between two steps; in place of begin() where it is put back, into a leg made alike.
    void visit_state(State& state);
    Ran finish();

    const Destination& destination() const { return destination_; }
    Run<S>& run() { return run_; }
    const Run<S>& run() const { return run_; }
    SurfaceProblem<S>& problem() { return *problem_; }
    const Tops<S>& tops() const { return tops_; }
    /// The way asked for at a singular point that a walk in x cannot follow, and a change of regime
    /// that the run has come to.
    const SingularPoints<S>& singular() const { return singular_; }
    SingularPoints<S>& singular() { return singular_; }

private:
    PreparedOf<S>& prepared_;
    Destination destination_;
    SolveOptions options_;
    const MethodEntry& method_;
    int direction_;
    std::unique_ptr<SurfaceProblem<S>> problem_;
    Tops<S> tops_;
    EquationRows<S> rows_;
    Run<S> run_;
    SingularPoints<S> singular_;
};

extern template class Leg<double>;
extern template class Leg<Quad>;

/// A leg from beginning to end.
template <class S>
Ran run(PreparedOf<S>& prepared, const Destination& destination, const SolveOptions& options)
{
    Leg<S> leg(prepared, destination, options);
    if (leg.begin())
        while (leg.step()) continue;
    return leg.finish();
}

/// The way x goes at the start.
template <class S>
int x_direction(const PreparedOf<S>& prepared, const Destination& destination);

extern template int x_direction(const PreparedOf<double>&, const Destination&);
extern template int x_direction(const PreparedOf<Quad>&, const Destination&);

}  // namespace involute
