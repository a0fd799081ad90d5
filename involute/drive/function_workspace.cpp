// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/function_workspace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "involute/base/error.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"
#include "involute/expr/input.hpp"
#include "involute/model/read.hpp"

namespace involute {
namespace {

[[noreturn]] void refuse(std::string message, std::string hint = {})
{
    throw Error(Diagnostic{.message = std::move(message), .hint = std::move(hint)});
}

/// Without what calls back.
SolveOptions quiet(SolveOptions options)
{
    options.interrupted = {};
    options.progress = {};
    options.observe = {};
    options.stream = {};
    return options;
}

template <class S>
PreparedOf<S> prepared_from(const KeptSystem<S>& kept)
{
    PreparedOf<S> prepared;
    prepared.geometry = std::make_unique<Geometry<S>>(kept.geometry);
    prepared.report = kept.report;
    prepared.scale = kept.scale;
    prepared.curve = kept.curve;
    prepared.asked = kept.asked;
    return prepared;
}

/// Any projection leads to the same solution; where none was asked for, none is made.
template <class S>
std::unique_ptr<SurfaceProblem<S>> problem_on(Geometry<S>& geometry, const KeptSystem<S>& kept)
{
    const Technique& t = kept.options.technique;
    ProjectionChoice choice;
    if (t.projection == ProjectionWay::none) choice.way = ProjectionWay::none;
    if (kept.curve)
        return std::make_unique<CurveProblem<S>>(geometry, kept.scale, kept.curve_scale, choice,
                                                 t.distribution.value_or(Distribution::null_space));
    return std::make_unique<XProblem<S>>(geometry, kept.scale, choice,
                                         t.distribution.value_or(Distribution::linear_solve));
}

/// How far the derivatives in an expression go beyond the highest that a row is made of.
int further_orders(const CompletedSystem& completed, NodeId expression)
{
    int further = 0;
    for (const NodeId leaf : leaves(completed.system.graph, expression)) {
        const Node node = completed.system.graph[leaf];
        if (node.op == Op::jet)
            further = std::max(further, int(node.b) - completed.layout.d[node.a]);
    }
    return further;
}

}  // namespace

template <class S>
KeptSystem<S>::KeptSystem(const PreparedOf<S>& prepared, const Destination& destination,
                          const SolveOptions& asked_for)
    : geometry(*prepared.geometry),
      scale(prepared.scale),
      report(prepared.report),
      asked(prepared.asked),
      curve(destination.curve),
      curve_scale(destination.scale),
      options(quiet(asked_for))
{
    asked.system = std::make_shared<const System>(*asked.system);  // the caller's may end
}

template <class S>
FunctionWorkspace<S>::FunctionWorkspace(const KeptSystem<S>& kept)
    : tolerance_(kept.options.rtol),
      atol_(kept.options.atol),
      carried_(kept.options.technique.tops == TopValues::carried),
      prepared_(prepared_from(kept)),
      problem_(problem_on(*prepared_.geometry, kept)),
      rows_(
          prepared_, Columns<S>(*prepared_.geometry, kept.options.columns, kept.curve),
          [problem = problem_.get()](const S* p, S* z) { problem->tops(p, z); },
          row_limit(kept.options)),
      point_(std::size_t(padded(problem_->size()))),
      tops_(std::size_t(prepared_.geometry->layout().unknowns))
{
}

template <class S>
void FunctionWorkspace<S>::project(S* p, const S* x)
{
    bool lands = false;
    if (x) {
        std::vector<S> before(p, p + problem_->size());
        lands = problem_->project_at(p, *x, tolerance_);
        if (!lands) std::copy(before.begin(), before.end(), p);  // x turns here: let it move
    }
    if (!lands && (!x || prepared_.curve)) lands = problem_->project(p, tolerance_).converged;
    if (!lands)
        refuse(fmt::format("the solution could not be projected to the equations near {}",
                           place_of(prepared_.asked.system->names.independent, to_double(p[0]))));
}

template <class S>
const std::vector<S>& FunctionWorkspace<S>::row(const RowPoint<S>& point)
{
    if (rows_.make(point, row_) == Made::refused) refuse(rows_.refusal().reason);
    return row_;
}

template <class S>
auto FunctionWorkspace<S>::find(std::string_view name) -> Known&
{
    const auto found = known_.find(name);
    if (found != known_.end()) return found->second;
    Known known;
    if (name == prepared_.asked.system->names.independent) known.column = 0;
    const auto at = std::ranges::find(names(), name);
    if (at != names().end()) known.column = int(at - names().begin()) + 1;
    return known_.emplace(std::string(name), std::move(known)).first->second;
}

template <class S>
NodeId FunctionWorkspace<S>::derivative(std::string_view name, Known& known, int order)
{
    System& system = prepared_.geometry->completed().system;
    if (known.derivatives.empty()) {
        const auto named = std::ranges::find(system.invariants, name, &Invariant::name);
        known.derivatives.push_back(
            named != system.invariants.end() ? named->expression : parse_expression(system, name));
    }
    while (known.derivatives.size() <= std::size_t(order))
        known.derivatives.push_back(total_derivative(system.graph, known.derivatives.back()));
    return known.derivatives[std::size_t(order)];
}

template <class S>
bool FunctionWorkspace<S>::tells_tops(const S* p, const S* kept, const S& h)
{
    using std::abs;
    if (carried_) return false;
    const Layout& layout = prepared_.geometry->layout();
    problem_->tops(p, tops_.data());
    for (int j = 0; j < layout.unknowns; ++j) {
        const int d = layout.d[std::size_t(j)];
        if (d == 0) continue;
        const S off = abs(h * (tops_[std::size_t(j)] - kept[j]));
        const S value = abs(p[layout.position(j, d - 1)]);
        if (!(off <= S(atol_) + S(tolerance_) * value)) return false;
    }
    return true;
}

/// Of multipliers of redundant constraints a choice is returned, which has no derivative.
template <class S>
void FunctionWorkspace<S>::require_determined(NodeId expression) const
{
    const System& system = prepared_.geometry->completed().system;
    for (const NodeId leaf : leaves(system.graph, expression)) {
        const Node node = system.graph[leaf];
        if (node.op == Op::jet && std::ranges::count(system.gauged, int(node.a)) > 0)
            refuse(fmt::format("the equations determine only combinations of {} and other "
                               "unknowns, so that it has no derivatives",
                               jet_name(system.names, int(node.a), 0)),
                   "its values can be had");
    }
}

/// From what a row is made of.
template <class S>
S FunctionWorkspace<S>::at_hand(NodeId expression, const RowPoint<S>& point)
{
    const System& system = prepared_.geometry->completed().system;
    const Layout& layout = prepared_.geometry->layout();
    const S* p = point.beside ? point.beside : point.p;
    if (point.z)
        std::copy_n(point.z, tops_.size(), tops_.begin());
    else
        problem_->tops(p, tops_.data());
    return evaluate<S>(system.graph, expression, [&](NodeId leaf) -> S {
        const Node node = system.graph[leaf];
        if (node.op != Op::jet) return p[0];
        const int unknown = int(node.a), order = int(node.b);
        return layout.in_point(unknown, order) ? p[layout.position(unknown, order)]
                                               : tops_[std::size_t(unknown)];
    });
}

/// Derivatives beyond the highest that a row is made of come from the series of the equations.
template <class S>
S FunctionWorkspace<S>::by_series(NodeId expression, const S* p)
{
    Geometry<S>& geometry = *prepared_.geometry;
    const System& system = geometry.completed().system;
    const Layout& layout = geometry.layout();
    const int order = further_orders(geometry.completed(), expression) + 1;
    for (std::size_t k = 0; k < system.names.inputs.size(); ++k)
        if (!system.graph.input_functions()[k]->degree())
            refuse(
                fmt::format("derivatives beyond those of a row need Taylor series, which the "
                            "input `{}` does not have: it is {}",
                            system.names.inputs[k], system.graph.input_functions()[k]->kind()));
    if (!series_ || series_->max_order() < order) series_.emplace(geometry, order);
    if (series_->expand(p, order).health != Health::good)
        return std::numeric_limits<S>::quiet_NaN();
    return evaluate<S>(system.graph, expression, [&](NodeId leaf) -> S {
        const Node node = system.graph[leaf];
        if (node.op != Op::jet) return p[0];
        const int unknown = int(node.a), top = layout.d[node.a], further = int(node.b) - top;
        if (further <= 0) return series_->coefficient(unknown, int(node.b), 0);
        S factorial(1);
        for (int k = 2; k <= further; ++k) factorial *= S(k);
        return factorial * series_->coefficient(unknown, top, further);
    });
}

template <class S>
S FunctionWorkspace<S>::value(std::string_view name, int order, const RowPoint<S>& point)
{
    row(point);
    Known& known = find(name);
    if (order == 0 && known.column >= 0) return row_[std::size_t(known.column)];
    const NodeId expression = derivative(name, known, order);
    const int further = further_orders(prepared_.geometry->completed(), expression);
    if (order > 0 || further > 0) require_determined(expression);
    if (further > 0) return by_series(expression, point.beside ? point.beside : point.p);
    const S value = at_hand(expression, point);  // tops_, too
    if (order > 0) return value;
    if (!known.columns)
        known.columns = std::make_unique<Columns<S>>(
            *prepared_.geometry, std::vector<std::string>{std::string(name)}, prepared_.curve);
    std::vector<S> found;
    known.columns->append(point.p, tops_.data(), found);
    return found[0];
}

template struct KeptSystem<double>;
template struct KeptSystem<Quad>;
template class FunctionWorkspace<double>;
template class FunctionWorkspace<Quad>;

}  // namespace involute
