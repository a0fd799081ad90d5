// SPDX-License-Identifier: Apache-2.0
// System -> Completed: the equations with everything hidden in them, ready to be evaluated, and a
// point where all of them hold. The routes are tried in this order:
//
//   structural      which equations to differentiate follows from who occurs where
//   repaired        equations are replaced by combinations that hide nothing
//   overdetermined  a square base, and everything else as rows that must hold too
//   numerical       ranks of the differentiated equations decide
//
// A route is left where it has no answer, where its matrix J is singular wherever one looks, and
// where no point can be found that satisfies its equations.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "involute/complete/completion.hpp"
#include "involute/geometry/geometry.hpp"
#include "involute/project/start.hpp"

namespace involute {

struct CompleteOptions {
    /// The highest derivatives must occur linearly, all of them together: what a walk along the
    /// curve needs, through points where J is singular.
    bool jointly_affine = false;
    double floor = 1e-2;  // the scale of a number that is zero; tolerances do not change it
    bool native = true;   // native code where it can be had
    /// Start values that are not given are arbitrary numbers instead of 0: for looking at the
    /// equations rather than at one solution.
    bool generic_start = false;
    /// A point, where rows of the derivative array that are regular there are to be taken first.
    std::vector<Given> regular_at{};
};

template <class S>
struct Completed {
    Outcome outcome = Outcome::complete;  // anything else: not ready, and `message` says why
    std::string message{};
    CompletionReport report{};                // the route, and what was done on it
    std::unique_ptr<Geometry<S>> geometry{};  // holds the CompletedSystem; absent: there is none
    Start<S> start{};
    CompleteOptions how{};
    bool by_structure = false;       // alone: it holds wherever J is regular
    std::vector<NodeId> decisive{};  // parameters that decide where it starts
    bool moved_since_start = false;  // parameters are not those that the start was found for

    /// Parameters, start values and guesses become those of this system, which is otherwise the one
    /// that was completed, and a new start is found. False where completion was not structural or
    /// does not hold there.
    bool restart(const System& system);
    /// Parameters become those of this system, and p, a point of M until now, moves to the nearest
    /// one of M now; z are its highest derivatives. The start stays what it was for other values.
    /// False where that cannot be had; parameters have changed all the same.
    bool move(const System& system, std::vector<S>& p, std::vector<S>& z);
    /// Whether it does anything at all.
    bool can_move() const;
};

template <class S>
Completed<S> complete(const System& system, const CompleteOptions& options = {});

extern template struct Completed<double>;
extern template struct Completed<Quad>;
extern template Completed<double> complete(const System&, const CompleteOptions&);
extern template Completed<Quad> complete(const System&, const CompleteOptions&);

}  // namespace involute
