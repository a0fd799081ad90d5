// SPDX-License-Identifier: Apache-2.0
// What a call to a solution as a function works in: the equations as code that is shared, with
// memory of its own. One call at a time uses it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "involute/geometry/taylor.hpp"
#include "involute/observe/row_maker.hpp"
#include "involute/options/destination.hpp"
#include "involute/prepare/prepare.hpp"
#include "involute/step/surface_problems.hpp"

namespace involute {

/// The equations of a run, kept beyond it.
template <class S>
struct KeptSystem {
    /// Copies what it needs of both; nothing is compiled.
    KeptSystem(const PreparedOf<S>& prepared, const Destination& destination,
               const SolveOptions& options);

    Geometry<S> geometry;  // never evaluated: copies are
    Scale scale;
    CompletionReport report;
    Asked asked;
    bool curve;
    double curve_scale;  // as in Destination
    SolveOptions options;
};

template <class S>
class FunctionWorkspace {
public:
    explicit FunctionWorkspace(const KeptSystem<S>& kept);

    const std::vector<std::string>& names() const { return rows_.names(); }
    SurfaceProblem<S>& problem() { return *problem_; }
    std::vector<S>& point() { return point_; }
    std::vector<S>& node() { return node_; }

    /// To M, at this x where one is given and x can be held. Throws Error where that fails.
    void project(S* p, const S* x);
    /// Whether the tops solved for at p are as good as these, kept from a step of size h: a stiff
    /// equation can amplify the error of a point beyond all measure.
    bool tells_tops(const S* p, const S* kept, const S& h);
    /// The row of a point of M, checked as those of a run are. Throws Error where it is refused.
    const std::vector<S>& row(const RowPoint<S>& point);
    /// A derivative of what is called so, at a point of M; order 0: the value.
    S value(std::string_view name, int order, const RowPoint<S>& point);

private:
    struct Known {
        int column = -1;                        // in a row
        std::unique_ptr<Columns<S>> columns{};  // of it alone
        std::vector<NodeId> derivatives{};      // by order, as far as asked
    };
    Known& find(std::string_view name);
    NodeId derivative(std::string_view name, Known& known, int order);
    void require_determined(NodeId expression) const;
    S at_hand(NodeId expression, const RowPoint<S>& point);
    S by_series(NodeId expression, const S* p);

    double tolerance_, atol_;
    bool carried_;  // tops are never solved for
    PreparedOf<S> prepared_{};
    std::unique_ptr<SurfaceProblem<S>> problem_{};
    EquationRows<S> rows_;
    std::optional<TaylorExpansion<S>> series_{};
    std::map<std::string, Known, std::less<>> known_{};
    std::vector<S> row_{}, point_, node_{}, tops_;
};

extern template struct KeptSystem<double>;
extern template struct KeptSystem<Quad>;
extern template class FunctionWorkspace<double>;
extern template class FunctionWorkspace<Quad>;

}  // namespace involute
