// SPDX-License-Identifier: Apache-2.0
#include "involute/project/start_stages.hpp"

namespace involute {

template <class S>
StartStages<S>::StartStages(Geometry<S>& geometry, const std::vector<double>& floors)
{
    const Layout& l = geometry.layout();
    for (int stage = -l.stages; stage < 0; ++stage) {
        std::vector<int> rows;
        for (int r = 0; r < int(l.constraints.size()); ++r)
            if (l.constraints[std::size_t(r)].stage == stage) rows.push_back(r);
        if (rows.empty()) continue;
        Stage found{.moves = std::vector<bool>(std::size_t(l.size), false)};
        for (int i = 1; i < l.size; ++i) {
            const Layout::Jet jet = l.jets[std::size_t(i)];
            found.moves[std::size_t(i)] = jet.order - l.d[std::size_t(jet.unknown)] == stage;
        }
        found.nearest = std::make_unique<NearestPoint<S>>(geometry, floors, std::move(rows));
        stages_.push_back(std::move(found));
    }
}

template <class S>
bool StartStages<S>::settle(const S* weights, S* q)
{
    for (Stage& stage : stages_) {
        const std::size_t size = stage.moves.size();
        std::vector<S> own(size, S(0));
        for (std::size_t i = 0; i < size; ++i)
            if (stage.moves[i]) own[i] = weights[i];
        const std::vector<S> p(q, q + size);
        if (!stage.nearest->find(p.data(), own.data(), q).converged) return false;
    }
    return true;
}

template class StartStages<double>;
template class StartStages<Quad>;

}  // namespace involute
