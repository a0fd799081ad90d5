// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/array/derivative_array.hpp"

#include <algorithm>

#include "involute/complete/structural/affinity.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/series.hpp"

namespace involute {

namespace {

std::vector<NodeId> left_sides(const System& system)
{
    std::vector<NodeId> equations;
    for (const Equation& equation : system.equations) equations.push_back(equation.f);
    return equations;
}

// o_j: one below the highest order, where every equation is affine in the highest jets jointly. Of
// two jets that are multiplied with each other the one of higher order becomes a coordinate.
std::vector<int> coordinate_orders(Graph& graph, const std::vector<NodeId>& rows,
                                   const Signature& signature, const std::vector<int>& orders,
                                   Probe& probe)
{
    std::vector<int> below(orders.size());
    for (std::size_t j = 0; j < orders.size(); ++j) below[j] = orders[j] - 1;
    for (std::size_t i = 0; i < rows.size(); ++i)
        while (true) {
            std::vector<NodeId> tops;
            std::vector<int> whose;
            for (const auto& [j, order] : signature[i])
                if (order == below[j] + 1) {
                    tops.push_back(graph.jet(j, order));
                    whose.push_back(j);
                }
            const auto pair = nonlinear_pair(graph, rows[i], tops, probe);
            if (!pair) break;
            const int a = whose[pair->first], b = whose[pair->second];
            ++below[orders[b] > orders[a] ? b : a];
        }
    return below;
}

// s!/(s-l)!, the factor between a Taylor coefficient of y and one of y^(l).
template <class S>
S falling(int s, int l)
{
    S product(1);
    for (int k = 0; k < l; ++k) product *= S(s - k);
    return product;
}

// The Taylor series of y^(l), `length` coefficients, from the jets of y.
template <class S>
Series<S> jet_series(const std::vector<Quad>& jets, int l, int length)
{
    Series<S> series(std::vector<S>(length, S(0)));
    Quad factorial = 1;
    for (int k = 0; k < length; ++k) {
        if (k > 0) factorial *= k;
        if (l + k < int(jets.size())) series.c[k] = from_quad<S>(Quad(jets[l + k] / factorial));
    }
    return series;
}

template <class S>
bool is_finite(const Series<S>& series)
{
    using std::isfinite;
    return std::all_of(series.c.begin(), series.c.end(), [](const S& x) { return isfinite(x); });
}

}  // namespace

DerivativeArray::DerivativeArray(System& system) : orders_(system.unknowns(), 0)
{
    Graph& graph = system.graph;
    Probe probe(system);
    TrueSignature known = true_signature(graph, left_sides(system), probe);
    rows_ = std::move(known.equations);
    signature_ = std::move(known.sigma);
    occurs_.assign(orders_.size(), 0);
    for (const auto& row : signature_)
        for (const auto& [j, order] : row) {
            orders_[j] = std::max(orders_[j], order);
            occurs_[j] = 1;
        }
    below_ = coordinate_orders(graph, rows_, signature_, orders_, probe);
    for (int i = 0; i < equations(); ++i) {
        Partials partials(graph, rows_[i]);
        for (const NodeId leaf : partials.leaves()) {
            const Node node = graph[leaf];
            if (node.op != Op::jet) continue;
            const NodeId slope = partials.by(leaf);
            if (graph.is_constant(slope, 0)) continue;
            partials_.push_back({i, int(node.a), int(node.b), slope});
            for (const NodeId in_slope : leaves(graph, slope))
                (graph[in_slope].op == Op::jet ? linear_ : constant_) = false;
        }
    }
}

std::vector<int> DerivativeArray::orders_at(int level) const
{
    std::vector<int> highest = orders_;
    for (int& order : highest) order += level + 1;
    return highest;
}

// With a_{j,s} = y_j^(s)/s!:  ∂(F_i)_l/∂a_{j,s} = Σ_q s!/(s-q)! (∂F_i/∂y_j^(q))_{l-s+q}. Only first
// partial derivatives are needed, as series.
template <class S>
bool DerivativeArray::evaluate_at(const Graph& graph, const JetPoint& point, int level,
                                  VectorOf<S>& f, MatrixOf<S>* jacobian) const
{
    const int length = level + 1, k = equations();
    std::vector<NodeId> nodes = rows_;
    if (jacobian)
        for (const Partial& partial : partials_) nodes.push_back(partial.node);
    const auto leaf = [&](NodeId id) {
        const Node& node = graph[id];
        if (node.op == Op::jet) return jet_series<S>(point.jets[node.a], int(node.b), length);
        return Series<S>::variable(from_quad<S>(point.x), std::size_t(length));
    };
    const std::vector<Series<S>> series = evaluate<Series<S>>(graph, nodes, leaf);
    if (!std::all_of(series.begin(), series.end(), is_finite<S>)) return false;

    f.resize(k * length);
    for (int l = 0; l < length; ++l)
        for (int i = 0; i < k; ++i) f[l * k + i] = series[i][l];
    if (!jacobian) return true;

    std::vector<int> first(unknowns() + 1, 0);
    const std::vector<int> highest = orders_at(level);
    for (int j = 0; j < unknowns(); ++j) first[j + 1] = first[j] + highest[j] + 1;
    *jacobian = MatrixOf<S>::Zero(k * length, first.back());
    for (std::size_t e = 0; e < partials_.size(); ++e) {
        const auto& [i, j, q, node] = partials_[e];
        const Series<S>& slope = series[k + e];
        for (int l = 0; l < length; ++l)
            for (int s = q; s <= l + q; ++s)
                (*jacobian)(l* k + i, first[j] + s) += falling<S>(s, q) * slope[l - s + q];
    }
    return true;
}

template bool DerivativeArray::evaluate_at(const Graph&, const JetPoint&, int, VectorOf<double>&,
                                           MatrixOf<double>*) const;
template bool DerivativeArray::evaluate_at(const Graph&, const JetPoint&, int, VectorOf<Quad>&,
                                           MatrixOf<Quad>*) const;

}  // namespace involute
