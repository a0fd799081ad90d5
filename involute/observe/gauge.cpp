// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/gauge.hpp"

#include <cmath>

#include "involute/expr/calculus.hpp"

namespace involute {
namespace {

int place_of(const Layout& l, int unknown)
{
    return l.in_point(unknown, 0) ? l.position(unknown, 0) : l.size + unknown;
}

struct ForceMatrix {
    SparsePattern pattern{};
    std::vector<NodeId> nodes{};
};

/// L_ik = ∂f_i/∂λ_k of the author's equations.
ForceMatrix force_matrix(CompletedSystem& c)
{
    Graph& graph = c.system.graph;
    ForceMatrix l;
    const int columns = int(c.system.gauged.size());
    l.pattern = {int(c.system.written.size()), columns, {}};
    for (int i = 0; i < l.pattern.rows; ++i)
        for (int k = 0; k < columns; ++k) {
            const NodeId derivative =
                differentiate(graph, c.system.written[i].f, graph.jet(c.system.gauged[k], 0));
            if (graph.is_constant(derivative, 0)) continue;
            l.pattern.entries.push_back({i, k});
            l.nodes.push_back(derivative);
        }
    return l;
}

}  // namespace

template <class S>
Gauge<S>::Gauge(Geometry<S>& geometry) : row_space_(SparsePattern{})
{
    CompletedSystem& c = geometry.completed();
    if (c.system.gauged.empty()) return;
    for (const int unknown : c.system.gauged) places_.push_back(place_of(c.layout, unknown));
    const ForceMatrix l = force_matrix(c);
    pattern_ = l.pattern;
    entries_of_ = Program<S>(write_values(c, l.nodes), geometry.native());
    row_space_ = NormalSpace<S>(pattern_);
    entries_.resize(entries_of_.outputs());
    lengths_.resize(places_.size());
    lambda_.resize(places_.size());
    forces_.resize(std::size_t(pattern_.rows));
    work_.resize(entries_of_.work_size());
    entries_of_.prepare(work_.data());
}

template <class S>
void Gauge<S>::apply(S* point_and_tops)
{
    using std::sqrt;
    entries_of_.run(point_and_tops, entries_.data(), work_.data());
    std::fill(lengths_.begin(), lengths_.end(), S(0));
    for (std::size_t e = 0; e < entries_.size(); ++e)
        lengths_[std::size_t(pattern_.entries[e].column)] += entries_[e] * entries_[e];
    for (std::size_t k = 0; k < places_.size(); ++k) {
        lambda_[k] = point_and_tops[places_[k]];
        if (lengths_[k] > S(0)) lengths_[k] = S(1) / sqrt(lengths_[k]);
    }
    if (!row_space_.stand(entries_.data(), lengths_.data())) return;
    row_space_.differential(lambda_.data(), forces_.data());
    row_space_.lift(forces_.data(), lambda_.data());
    for (std::size_t k = 0; k < places_.size(); ++k) point_and_tops[places_[k]] = lambda_[k];
}

template class Gauge<double>;
template class Gauge<Quad>;

}  // namespace involute
