// SPDX-License-Identifier: Apache-2.0
// A task made ready: completed, with a start that can be walked from. Then walked from there to a
// destination, through every change of regime, and back along the curve where x turns.
#pragma once

#include "involute/drive/leave_start.hpp"
#include "involute/drive/leg.hpp"
#include "involute/drive/task.hpp"

namespace involute {

template <class S>
struct ReadyOf {
    PreparedOf<S> prepared{};
    std::vector<BranchReport> branches{};  // where several solutions pass through the start
    Departure left{};                      // of a start that is a singular point
    SolveOptions options{};                // without the way out that was followed at the start
    std::size_t notices_of_start = 0;      // those of prepared.start before look_around
};

/// What a person should know of the start: fast modes, other solutions through it, steep slopes.
template <class S>
void look_around(const Task& task, ReadyOf<S>& ready);

template <class S>
ReadyOf<S> make_ready(const Task& task, const Destination& destination);

class Checkpoints;  // drive/checkpoints.hpp

template <class S>
Solution walk(const Task& task, ReadyOf<S>& ready, Destination destination,
              Checkpoints* checkpoints = nullptr);

extern template void look_around(const Task&, ReadyOf<double>&);
extern template void look_around(const Task&, ReadyOf<Quad>&);
extern template ReadyOf<double> make_ready(const Task&, const Destination&);
extern template ReadyOf<Quad> make_ready(const Task&, const Destination&);
extern template Solution walk(const Task&, ReadyOf<double>&, Destination, Checkpoints*);
extern template Solution walk(const Task&, ReadyOf<Quad>&, Destination, Checkpoints*);

}  // namespace involute
