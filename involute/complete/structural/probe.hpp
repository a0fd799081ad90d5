// SPDX-License-Identifier: Apache-2.0
// Does an expression depend on a jet? Decided by values, not by the text: the jet is moved at
// random points near the start, in the user's scale (an exponential of a voltage has no finite
// value at 1). A change above round-off in double means yes. If there is none, it is tried again in
// Quad, where true zeros fall to 1e-30 and small parameters do not, and with values far away, so
// that sign and max are not mistaken for constants.
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
    /// round_off: the part of the largest intermediate value that counts as zero in Quad. Its
    /// round-off is 2e-34 an operation, so the default leaves room for thousands of them; larger
    /// where numbers that cancel were computed, or given to fewer digits.
    explicit Probe(const System& system, double round_off = 1e-30);

    /// Whether the value changes with the leaf. Where it never has a finite value: true, as
    /// written.
    bool depends_on(const Graph& graph, const Evaluable& formula, NodeId leaf);
    bool depends_on(const Graph& graph, NodeId e, NodeId leaf);
    /// Whether it has a finite value at some of the points.
    bool is_finite_somewhere(const Graph& graph, const Evaluable& formula);
    /// Whether it is zero, to round-off in Quad, at all points where it is finite.
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
    bool changes_in_quad(const Graph& graph, const Evaluable& formula, NodeId leaf);

    double round_off_;
    std::vector<std::vector<std::pair<int, double>>> given_;  // by unknown + 1: (order, value)
    std::vector<double> size_;  // by unknown + 1: the largest given value; 1 where none is
    std::vector<double> values_;
    std::vector<Quad> quad_values_;
};

}  // namespace involute
