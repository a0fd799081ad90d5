// SPDX-License-Identifier: Apache-2.0
// Sections and events of a model: every crossing becomes a row, and an event may end the run.
#pragma once

#include <optional>
#include <vector>

#include "involute/observe/crossing_finder.hpp"
#include "involute/observe/walk_view.hpp"

namespace involute {

template <class S>
class Sections {
public:
    /// Without any.
    Sections() = default;
    Sections(Geometry<S>& geometry, Tops<S> tops, RowMaker<S>& rows);

    void begin(WalkView<S>& view);
    void step(WalkView<S>& view);
    /// The walk begins again at another point.
    void begin_at(const S* p);

private:
    std::vector<Crossing> crossings_{};
    std::optional<CrossingFinder<S>> finder_{};
    RowMaker<S>* rows_ = nullptr;
    std::vector<S> point_{}, row_{};
};

extern template class Sections<double>;
extern template class Sections<Quad>;

}  // namespace involute
