// SPDX-License-Identifier: Apache-2.0
// Several walks side by side in one thread. Each is what it would be alone, decides for itself, and
// has a stack of its own; only where an explicit method tries a step does it wait until the others
// come to that point, and the trial steps of all are computed by the same instructions
// (lane_step.hpp), with the bits that each would have found.
//
//     Lanes lanes(4);
//     lanes.run([&](int lane) { ... walks, one after the other ... });
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "involute/step/lane_trial.hpp"

namespace involute {

class LaneStep;

class Lanes {
public:
    /// How many walks this machine can take side by side: 1, 4 or 8.
    static int most();

    /// width: from 1 to most().
    explicit Lanes(int width);
    ~Lanes();
    Lanes(const Lanes&) = delete;
    Lanes& operator=(const Lanes&) = delete;

    /// body(0), body(1), … side by side, until all have returned. They must not throw.
    void run(const std::function<void(int)>& body);

    /// Those that the caller is one of; null: it is none.
    static Lanes* here();
    /// The trial step, once all the others have come to one of their own.
    std::optional<Trial> attempt(LaneTrial trial);
    /// Lets the others go on.
    void pause();
    /// Whether nobody else is left who could go on.
    bool all_others_pause() const;

private:
    struct Lane;
    void compute();
    LaneStep* step_for(const LaneTrial& trial);

    int width_;
    std::vector<std::unique_ptr<Lane>> lanes_{};
    Lane* current_ = nullptr;
    std::vector<LaneTrial*> waiting_{}, alike_{};
    std::vector<std::unique_ptr<LaneStep>> steps_{};
};

}  // namespace involute
