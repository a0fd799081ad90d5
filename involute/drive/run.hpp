// SPDX-License-Identifier: Apache-2.0
// Prepared -> Solution: the walk itself with its observers, limits and endings. Preparing once and
// running often costs nothing twice.
#pragma once

#include "involute/options/destination.hpp"
#include "involute/prepare/prepare.hpp"
#include "involute/singular/encounter.hpp"

namespace involute {

template <class S>
Solution run(PreparedOf<S>& prepared, const Destination& destination, const SolveOptions& options,
             std::optional<Resume>* resume = nullptr);

extern template Solution run(PreparedOf<double>&, const Destination&, const SolveOptions&,
                             std::optional<Resume>*);
extern template Solution run(PreparedOf<Quad>&, const Destination&, const SolveOptions&,
                             std::optional<Resume>*);

}  // namespace involute
