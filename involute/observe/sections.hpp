// SPDX-License-Identifier: Apache-2.0
// Sections and events of a model: every crossing becomes a row, and an event may end the run.
#pragma once

#include <memory>
#include <vector>

#include "involute/observe/crossing_finder.hpp"
#include "involute/observe/walk_view.hpp"

namespace involute {

template <class S>
class Sections {
public:
    /// Without any.
    Sections() = default;
    Sections(Geometry<S>& geometry, Tops<S> tops, RowMaker<S>& rows, CoordinateError error);

    void begin(WalkView<S>& view);
    void step(WalkView<S>& view);
    /// Whether every event ends the run, not only those that say so.
    void stop_at_events(bool all)
    {
        if (finder_) finder_->stop_at_events(all);
    }
    /// The walk begins again at another point.
    void begin_at(const S* p);
    /// After the last step: what is crossed at its end, and words about what was only touched.
    void finish(WalkView<S>& view);
    void visit_state(State& state);

private:
    using Found = typename CrossingFinder<S>::Found;
    void keep(WalkView<S>& view, const Found& found);
    void keep_touch(CrossingRecord& record, const Found& found);

    std::vector<Crossing> crossings_{};
    std::unique_ptr<CrossingFinder<S>> finder_{};
    RowMaker<S>* rows_ = nullptr;
    bool over_ = false;  // an event has ended the run
    std::vector<S> point_{}, row_{};
};

extern template class Sections<double>;
extern template class Sections<Quad>;

}  // namespace involute
