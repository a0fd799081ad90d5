// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/stage_rows.hpp"

#include <algorithm>

#include "involute/expr/calculus.hpp"

namespace involute {

StageRows stage_rows(CompletedSystem& c, bool differentiated)
{
    Graph& graph = c.system.graph;
    StageRows result;
    for (int i = 0; i < c.layout.unknowns; ++i) {
        const int level = differentiated ? c.structure.c[i] : 0;
        const NodeId f = c.structure.derivatives[i][level];
        result.rows.push_back(f);
        result.lift.push_back(c.structure.c[i] - level);
        Partials partials(graph, f);
        for (const NodeId leaf : partials.leaves()) {
            const Node node = graph[leaf];
            if (node.op == Op::independent) continue;
            const NodeId derivative = partials.by(leaf);
            if (graph.is_constant(derivative, 0)) continue;
            const int depth = c.layout.d[node.a] - int(node.b);
            result.entries.push_back({i, int(node.a), depth});
            result.derivatives.push_back(derivative);
            result.deepest = std::max(result.deepest, depth);
        }
    }
    return result;
}

template <class S>
StageEquations<S>::StageEquations(Geometry<S>& geometry, bool differentiated)
    : geometry_(geometry),
      rows_(stage_rows(geometry.completed(), differentiated)),
      values_(write_values(geometry.completed(), rows_.rows), geometry.native()),
      derivatives_(write_values(geometry.completed(), rows_.derivatives), geometry.native()),
      values_work_(values_.work_size()),
      derivatives_work_(derivatives_.work_size()),
      entries_(rows_.entries.size())
{
    values_.prepare(values_work_.data());
    derivatives_.prepare(derivatives_work_.data());
}

template <class S>
std::string StageEquations<S>::name(int row) const
{
    const CompletedSystem& c = geometry_.completed();
    return equation_name(c.system, row, c.structure.c[row] - rows_.lift[row]);
}

template <class S>
void StageEquations<S>::values(const S* point_and_tops, S* out)
{
    values_.run(point_and_tops, out, values_work_.data());
    ++geometry_.counts.fields;
}

template <class S>
void StageEquations<S>::linearize(const S* point_and_tops)
{
    derivatives_at(point_and_tops, entries_.data());
}

template <class S>
void StageEquations<S>::derivatives_at(const S* point_and_tops, S* out)
{
    derivatives_.run(point_and_tops, out, derivatives_work_.data());
    ++geometry_.counts.jacobians;
}

template class StageEquations<double>;
template class StageEquations<Quad>;

}  // namespace involute
