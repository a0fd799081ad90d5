// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/closure/consistent_rows.hpp"

#include <map>

#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"

namespace involute {

namespace {

// Expressions that are evaluated at many points.
template <class S>
class Values {
public:
    Values(const Graph& graph, const std::vector<NodeId>& nodes)
        : graph_(graph), part_(subgraph(graph, nodes))
    {
    }

    template <class Leaf>
    std::vector<S> at(Leaf&& leaf)
    {
        values_.clear();
        for (const Visit& visit : part_.visits)
            values_.push_back(node_value<S>(graph_, visit.id, values_.data() + visit.a,
                                            values_.data() + visit.b, leaf));
        std::vector<S> results;
        for (const std::uint32_t root : part_.roots) results.push_back(values_[root]);
        return results;
    }

private:
    const Graph& graph_;
    Subgraph part_;
    std::vector<S> values_{};
};

struct PointColumns {
    std::vector<std::pair<int, int>> jets{};  // (unknown, order)
};

PointColumns columns_of(const JetPoint& point)
{
    PointColumns columns;
    for (int j = 0; j < int(point.jets.size()); ++j)
        for (int l = 0; l < int(point.jets[j].size()); ++l) columns.jets.push_back({j, l});
    return columns;
}

struct Entry {
    Eigen::Index row = 0, column = 0;
};

}  // namespace

/// The rows, what is not 0 of their Jacobian, and whose derivatives these are.
struct ConsistentRows::Differentiated {
    Differentiated(Graph& graph, const std::vector<NodeId>& rows, const JetPoint& shape)
        : columns(columns_of(shape)),
          row_values(graph, rows),
          slope_values(graph, slopes_of(graph, rows))
    {
    }

    std::vector<NodeId> slopes_of(Graph& graph, const std::vector<NodeId>& rows)
    {
        std::vector<NodeId> slopes;
        NodeMap column_of;  // by jet
        for (std::size_t i = 0; i < rows.size(); ++i) {
            Partials partials(graph, rows[i]);
            const auto enter = [&](std::size_t k, NodeId leaf) {
                const NodeId slope = partials.by(leaf);
                if (graph.is_constant(slope, 0)) return;
                entries.push_back({Eigen::Index(i), Eigen::Index(k)});
                slopes.push_back(slope);
            };
            if (i == 0) {
                for (std::size_t k = 0; k < columns.jets.size(); ++k) {
                    const NodeId leaf = graph.jet(columns.jets[k].first, columns.jets[k].second);
                    column_of.set(leaf, std::uint32_t(k));
                    enter(k, leaf);
                }
                continue;
            }
            std::map<std::uint32_t, NodeId> in_row;  // by column
            for (const NodeId leaf : partials.leaves())
                if (const std::uint32_t k = column_of.find(leaf); k != NodeMap::absent)
                    in_row[k] = leaf;
            for (const auto& [k, leaf] : in_row) enter(k, leaf);
        }
        return slopes;
    }

    PointColumns columns;
    std::vector<Entry> entries{};
    // Residuals need all digits; a matrix that leads to smaller ones needs few.
    Values<Quad> row_values;
    Values<double> slope_values;
};

ConsistentRows::ConsistentRows(Graph& graph, const std::vector<NodeId>& rows)
    : graph_(graph), rows_(rows)
{
}

ConsistentRows::~ConsistentRows() = default;

std::optional<JetPoint> ConsistentRows::near(const JetPoint& first, const NaturalScale& scale)
{
    if (!differentiated_) differentiated_ = std::make_unique<Differentiated>(graph_, rows_, first);
    const PointColumns& columns = differentiated_->columns;
    const std::vector<Entry>& entries = differentiated_->entries;
    Values<Quad>& row_values = differentiated_->row_values;
    Values<double>& slope_values = differentiated_->slope_values;
    const Eigen::Index width = Eigen::Index(columns.jets.size()),
                       height = Eigen::Index(rows_.size());
    VectorOf<Quad> w(width);
    VectorOf<double> sizes(width), reach(width);
    for (Eigen::Index k = 0; k < width; ++k) {
        const auto [j, l] = columns.jets[k];
        w[k] = first.jets[j][l];
        sizes[k] = scale.of(j, l);
        reach[k] = scale.given(j, l) ? 0.1 * sizes[k] : sizes[k];
    }
    JetPoint point = first;
    const auto read = [&](const VectorOf<Quad>& from) {
        for (Eigen::Index k = 0; k < width; ++k)
            point.jets[columns.jets[k].first][columns.jets[k].second] = from[k];
    };
    const RowsAt rows_at = [&](const VectorOf<Quad>& at, VectorOf<Quad>& f, MatrixOf<double>* J) {
        read(at);
        const std::vector<Quad> values =
            row_values.at([&](NodeId id) { return point(graph_, id); });
        for (const Quad& value : values)
            if (!isfinite(value)) return false;
        f = VectorOf<Quad>::Zero(height);
        for (Eigen::Index i = 0; i < height; ++i) f[i] = values[i];
        if (!J) return true;
        const std::vector<double> entries_at =
            slope_values.at([&](NodeId id) { return to_double(point(graph_, id)); });
        *J = MatrixOf<double>::Zero(height, width);
        for (std::size_t e = 0; e < entries.size(); ++e)
            (*J)(entries[e].row, entries[e].column) = entries_at[e];
        return J->allFinite();
    };
    const ZeroSearch found = approach_zero(rows_at, w, sizes, reach);
    if (!found.consistent) return std::nullopt;
    read(found.w);
    return point;
}

std::optional<JetPoint> consistent_point(Graph& graph, const std::vector<NodeId>& rows,
                                         const JetPoint& first, const NaturalScale& scale)
{
    return ConsistentRows(graph, rows).near(first, scale);
}

}  // namespace involute
