// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "involute/base/error.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/model/read.hpp"

namespace involute {
namespace {

/// Where a jet stands in (p, z); -1: it is not carried.
int place_of(const Layout& l, int unknown, int order)
{
    if (l.in_point(unknown, order)) return l.position(unknown, order);
    return order == l.d[unknown] ? l.size + unknown : -1;
}

void require_carried(const CompletedSystem& c, NodeId expression, const std::string& text)
{
    for (const NodeId leaf : leaves(c.system.graph, expression)) {
        const Node node = c.system.graph[leaf];
        if (node.op != Op::jet || place_of(c.layout, int(node.a), int(node.b)) >= 0) continue;
        throw Error(Diagnostic{
            .message = fmt::format("the column `{}` needs {}, which the solution does not carry",
                                   text, jet_name(c.system.names, int(node.a), int(node.b))),
            .hint = "lower derivatives can be had"});
    }
}

/// The coordinate called `name`, or an Error.
int coordinate(const CompletedSystem& c, std::string_view name)
{
    if (name == c.system.names.independent) return 0;
    for (std::size_t i = 1; i < c.layout.jets.size(); ++i)
        if (jet_name(c.system.names, c.layout.jets[i].unknown, c.layout.jets[i].order) == name)
            return int(i);
    throw Error(Diagnostic{.message = fmt::format("`{}` is not a coordinate of the surface that "
                                                  "solutions lie in",
                                                  name),
                           .hint = "derivatives below the highest are"});
}

/// By name. Reading each as an expression would take time that grows with all of them.
std::unordered_map<std::string_view, int> plain_unknowns(const System& system)
{
    std::unordered_map<std::string_view, int> unknowns;
    for (int j = 0; j < system.unknowns(); ++j)
        unknowns.emplace(system.names.unknowns[std::size_t(j)], j);
    for (const Invariant& invariant : system.invariants) unknowns.erase(invariant.name);
    return unknowns;
}

}  // namespace

std::vector<int> highest_orders(const System& system)
{
    std::vector<int> orders(system.unknowns(), 0);
    std::vector<NodeId> all;
    for (const Equation& equation : system.written.empty() ? system.equations : system.written)
        all.push_back(equation.f);
    for (const NodeId leaf : leaves(system.graph, all)) {
        const Node node = system.graph[leaf];
        if (node.op == Op::jet) orders[node.a] = std::max(orders[node.a], int(node.b));
    }
    return orders;
}

template <class S>
Columns<S>::Columns(Geometry<S>& geometry, const std::vector<std::string>& asked, bool along_curve,
                    FoundOnce* findings)
    : geometry_(geometry), along_curve_(along_curve), gauge_(geometry)
{
    in_.resize(std::size_t(geometry.layout().size + geometry.layout().unknowns));
    if (asked.empty()) {
        take_all(geometry.completed());
        return;
    }
    const bool known_for_good = geometry.completed().system.graph.input_functions().empty();
    if (findings && known_for_good)
        read_once(asked, *findings);
    else
        read(asked);
    out_.resize(values_.outputs());
    work_.resize(values_.work_size());
    values_.prepare(work_.data());
    if (findings)
        values_.set_parameters(geometry.completed().system.graph.parameter_values(), work_.data());
}

template <class S>
void Columns<S>::read(const std::vector<std::string>& asked)
{
    CompletedSystem& c = geometry_.completed();
    const auto unknowns = plain_unknowns(c.system);
    std::vector<NodeId> expressions;
    for (const std::string& text : asked) {
        const auto plain = unknowns.find(text);
        if (plain == unknowns.end()) {
            take(text, expressions);
            continue;
        }
        names_.push_back(text);
        columns_.push_back({Kind::coordinate, place_of(c.layout, plain->second, 0)});
    }
    if (expressions.empty()) return;
    values_ = Program<S>(write_values(c, expressions), geometry_.native());
}

template <class S>
void Columns<S>::read_once(const std::vector<std::string>& asked, FoundOnce& findings)
{
    bool are_read = false;
    const Formulas& found = findings.once<Formulas>([&] {
        read(asked);
        are_read = true;
        return Formulas{asked, names_, columns_, values_, curve_ != nullptr};
    });
    if (are_read) return;
    if (found.asked != asked || found.of_curve) return read(asked);
    names_ = found.names;
    columns_ = found.columns;
    values_ = found.values;
}

template <class S>
void Columns<S>::take_all(const CompletedSystem& c)
{
    const std::vector<int> orders = highest_orders(c.system);
    for (int j = 0; j < c.layout.unknowns - c.system.auxiliary; ++j)
        for (int l = 0; l <= std::min(orders[j], c.layout.d[j]); ++l) {
            names_.push_back(jet_name(c.system.names, j, l));
            columns_.push_back({Kind::coordinate, place_of(c.layout, j, l)});
        }
}

template <class S>
bool Columns<S>::take_geometry(const std::string& text)
{
    const CompletedSystem& c = geometry_.completed();
    constexpr std::string_view covariant = "covariant:", second = "second-fundamental:";
    if (text == "normal-curvature")
        columns_.push_back({Kind::normal_curvature, 0});
    else if (text == "geodesic-curvature")
        columns_.push_back({Kind::geodesic_curvature, 0});
    else if (text.starts_with(covariant))
        columns_.push_back({Kind::covariant, coordinate(c, text.substr(covariant.size()))});
    else if (text.starts_with(second))
        columns_.push_back({Kind::second, coordinate(c, text.substr(second.size()))});
    else
        return false;
    if (!curve_) {
        curve_ = std::make_unique<CurvePart>(CurvePart{
            SolutionSeries<S>(geometry_, 3), ManifoldFrame<S>(geometry_, Metric{}, true)});
        direction_.resize(std::size_t(geometry_.layout().size));
    }
    return true;
}

template <class S>
void Columns<S>::take(const std::string& text, std::vector<NodeId>& expressions)
{
    names_.push_back(text);
    if (take_geometry(text)) return;
    CompletedSystem& c = geometry_.completed();
    const auto& invariants = c.system.invariants;
    const auto named = std::ranges::find(invariants, text, &Invariant::name);
    const NodeId expression =
        named != invariants.end() ? named->expression : parse_expression(c.system, text);
    require_carried(c, expression, text);
    columns_.push_back({Kind::value, int(expressions.size())});
    expressions.push_back(expression);
}

/// The curve through p, in whatever parametrisation is at hand: what is returned depends on none.
template <class S>
void Columns<S>::follow_curve(const S* p, const S* z)
{
    geometry_.direction(p, z, direction_.data());
    Health health = along_curve_ ? curve_->series.in_arclength(p, direction_.data(), Metric{})
                                 : curve_->series.in_x(p);
    if (health == Health::good)
        health = curve_geometry(curve_->frame, curve_->series, curve_->at_point);
    if (health == Health::good) return;
    const S nan = std::numeric_limits<S>::quiet_NaN();
    CurveGeometry<S>& at = curve_->at_point;
    at.normal_curvature = at.geodesic_curvature = nan;
    for (auto* vector : {&at.v, &at.nabla_v_v, &at.s_v}) vector->assign(direction_.size(), nan);
}

/// With T = V/|V|: S(T, T) = S_V/|V|², ∇_T T = (∇_V V - <T, ∇_V V> T)/|V|².
template <class S>
S Columns<S>::curve_value(const Column& column) const
{
    const CurveGeometry<S>& at = curve_->at_point;
    if (column.kind == Kind::normal_curvature) return at.normal_curvature;
    if (column.kind == Kind::geodesic_curvature) return at.geodesic_curvature;
    S square(0), along(0);
    for (std::size_t i = 0; i < at.v.size(); ++i) {
        square += at.v[i] * at.v[i];
        along += at.v[i] * at.nabla_v_v[i];
    }
    const auto i = std::size_t(column.at);
    if (column.kind == Kind::second) return at.s_v[i] / square;
    return (at.nabla_v_v[i] - along / square * at.v[i]) / square;
}

template <class S>
void Columns<S>::append(const S* p, const S* z, std::vector<S>& row)
{
    const int size = geometry_.layout().size;
    std::copy(p, p + size, in_.begin());
    std::copy(z, z + geometry_.layout().unknowns, in_.begin() + size);
    if (!gauge_.empty()) gauge_.apply(in_.data());
    if (!out_.empty()) values_.run(in_.data(), out_.data(), work_.data());
    if (curve_) follow_curve(p, z);
    for (const Column& column : columns_) {
        if (column.kind == Kind::coordinate)
            row.push_back(in_[std::size_t(column.at)]);
        else if (column.kind == Kind::value)
            row.push_back(out_[std::size_t(column.at)]);
        else
            row.push_back(curve_value(column));
    }
}

template class Columns<double>;
template class Columns<Quad>;

}  // namespace involute
