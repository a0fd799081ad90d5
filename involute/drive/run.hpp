// SPDX-License-Identifier: Apache-2.0
// Prepared -> Solution: the walk itself with its observers, limits and endings. Preparing once and
// running often costs nothing twice.
#pragma once

#include "involute/drive/prepare.hpp"
#include "involute/drive/singular_encounter.hpp"
#include "involute/options/destination.hpp"

namespace involute {

/// A way out of a singular point that a walk in x cannot follow, because x turns back there.
struct Resume {
    WayOut way{};
    Layout layout{};                   // of its point
    std::vector<int> continuations{};  // left for what comes later
};

template <class S>
Solution run(PreparedOf<S>& prepared, const Destination& destination, const SolveOptions& options,
             std::optional<Resume>* resume = nullptr);

extern template Solution run(PreparedOf<double>&, const Destination&, const SolveOptions&,
                             std::optional<Resume>*);
extern template Solution run(PreparedOf<Quad>&, const Destination&, const SolveOptions&,
                             std::optional<Resume>*);

}  // namespace involute
