// SPDX-License-Identifier: Apache-2.0
// Does an expression depend on a jet? A value that changes when the jet is moved, at a random point
// near the start, says yes. If none does that says nothing: max(0, x - 100) and (x/50)^20 are flat
// near 0. Then the jet counts as absent only if that is proved (expr/identity.hpp).
#pragma once

#include <utility>
#include <vector>

#include "involute/expr/subgraph.hpp"
#include "involute/system/system.hpp"

namespace involute {

/// One expression ready for many evaluations.
struct Evaluable {
    Subgraph part{};
    std::vector<NodeId> leaves{};  // jets and the independent variable
};

Evaluable make_evaluable(const Graph& graph, NodeId e);

class Probe {
public:
    explicit Probe(const System& system);

    /// False: it is proved that the value does not change with the leaf.
    bool depends_on(const Graph& graph, const Evaluable& formula, NodeId leaf);
    bool depends_on(const Graph& graph, NodeId e, NodeId leaf);
    /// Whether it has a finite value at some of the points.
    bool is_finite_somewhere(const Graph& graph, const Evaluable& formula);
    /// Whether it is zero, to round-off in Quad, at all points near the start where it is finite.
    bool vanishes(const Graph& graph, const Evaluable& formula);

    /// The value of a jet or of the independent variable at random point number `point`.
    double sample(const Graph& graph, NodeId leaf, int point) const;

private:
    /// A value with the largest intermediate one: the scale of the round-off in it.
    template <class S>
    struct Measured {
        S value{}, scale{};
    };

    struct Jet {
        int unknown = -1;  // -1: the independent variable
        int order = 0;
    };
    static Jet jet_of(const Graph& graph, NodeId leaf);
    const double* given(const Jet& jet) const;

    template <class S>
    Measured<S> measure(const Graph& graph, const Evaluable& formula, int point, NodeId moved,
                        const S& to);
    bool changes_in_double(const Graph& graph, const Evaluable& formula, NodeId leaf);

    std::vector<std::vector<std::pair<int, double>>> given_;  // by unknown + 1: (order, value)
    std::vector<double> size_;  // by unknown + 1: the largest given value; 1 where none is
    std::vector<double> values_;
    std::vector<Quad> quad_values_;
};

}  // namespace involute
