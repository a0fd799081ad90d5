// SPDX-License-Identifier: Apache-2.0
// Checkpoints of a run, from within: whoever has memory around the leg that is walked on says so by
// a CheckpointPart, outermost first, and the leg comes last.
#pragma once

#include <chrono>
#include <optional>

#include "involute/drive/checkpoint.hpp"
#include "involute/drive/leg.hpp"

namespace involute {

/// Ends of a run after which it can be gone on with.
bool is_limit(Outcome code);

class Checkpoints {
public:
    Checkpoints(const System& system, const SolveOptions& options,
                const CheckpointRequest& request);

    /// The run is still being put back.
    bool resuming() const { return resumed_.has_value(); }
    /// In place of its beginning: true if the leg was put back.
    template <class S>
    bool put_back(Leg<S>& leg);
    /// After a step.
    template <class S>
    void stepped(Leg<S>& leg)
    {
        if (is_due() && !leg.run().view().ended) write(leg);
    }
    /// After the last: where a limit ended the leg between two steps, it can be gone on with.
    template <class S>
    void ended(Leg<S>& leg);

private:
    friend class CheckpointPart;
    bool is_due() const;
    template <class S>
    void write(Leg<S>& leg);
    State begin() const;
    void finish(const State& state);

    using Clock = std::chrono::steady_clock;
    const System& system_;
    const SolveOptions& options_;
    const CheckpointRequest& request_;
    std::vector<const std::function<void(State&)>*> around_{};
    std::optional<State> resumed_{};
    Clock::time_point last_ = Clock::now();
};

/// As long as it lives, what it visits belongs to every checkpoint. Of a run that is put back it is
/// visited at once.
class CheckpointPart {
public:
    CheckpointPart(Checkpoints* checkpoints, std::function<void(State&)> visit);
    ~CheckpointPart();
    CheckpointPart(const CheckpointPart&) = delete;
    CheckpointPart& operator=(const CheckpointPart&) = delete;

private:
    Checkpoints* checkpoints_;
    std::function<void(State&)> visit_;
};

/// A leg from beginning to end, or from where it was put back.
template <class S>
Ran run(PreparedOf<S>& prepared, const Destination& destination, const SolveOptions& options,
        Checkpoints* checkpoints)
{
    if (!checkpoints) return run(prepared, destination, options);
    Leg<S> leg(prepared, destination, options);
    if (checkpoints->put_back(leg) || leg.begin())
        while (leg.step()) checkpoints->stepped(leg);
    checkpoints->ended(leg);
    return leg.finish();
}

}  // namespace involute
