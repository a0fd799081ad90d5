// SPDX-License-Identifier: Apache-2.0
#include "involute/step/lanes.hpp"

#include <algorithm>
#include <utility>

#include "involute/base/fiber.hpp"
#include "involute/expr/native.hpp"
#include "involute/step/lane_step.hpp"

namespace involute {
namespace {

thread_local Lanes* present = nullptr;

// Walks of one sweep run the same code, but where some chose an order of elimination of their own.
constexpr std::size_t most_steps = 4;

}  // namespace

struct Lanes::Lane {
    explicit Lane(std::function<void()> body) : fiber(std::move(body)) {}
    Fiber fiber;
    LaneTrial trial{};
    bool waits = false, pauses = false;
};

int Lanes::most()
{
    return Fiber::available() ? Native::most_lanes() : 1;
}

Lanes::Lanes(int width) : width_(width) {}

Lanes::~Lanes() = default;

Lanes* Lanes::here()
{
    return present;
}

void Lanes::run(const std::function<void(int)>& body)
{
    for (int k = 0; k < width_; ++k)
        lanes_.push_back(std::make_unique<Lane>([&body, k] { body(k); }));
    Lanes* const outer = present;
    while (std::ranges::any_of(lanes_, [](const auto& lane) { return !lane->fiber.ended(); })) {
        for (const auto& lane : lanes_) {
            if (lane->fiber.ended()) continue;
            lane->waits = lane->pauses = false;
            current_ = lane.get();
            present = this;
            lane->fiber.resume();
            present = outer;
        }
        compute();
    }
    lanes_.clear();
}

std::optional<Trial> Lanes::attempt(LaneTrial trial)
{
    Lane& lane = *current_;
    lane.trial = trial;
    lane.waits = true;
    lane.fiber.leave();
    return lane.trial.outcome;
}

void Lanes::pause()
{
    Lane& lane = *current_;
    lane.pauses = true;
    lane.fiber.leave();
}

bool Lanes::all_others_pause() const
{
    return std::ranges::all_of(lanes_, [&](const auto& lane) {
        return lane.get() == current_ || lane->pauses || lane->fiber.ended();
    });
}

LaneStep* Lanes::step_for(const LaneTrial& trial)
{
    for (auto it = steps_.begin(); it != steps_.end(); ++it)
        if ((*it)->serves(*trial.stepper)) return it->get();
    if (steps_.size() == most_steps) steps_.erase(steps_.begin());
    steps_.push_back(std::make_unique<LaneStep>(*trial.stepper, width_));
    return steps_.back().get();
}

/// Trial steps of one kind at a time.
void Lanes::compute()
{
    waiting_.clear();
    for (const auto& lane : lanes_)
        if (lane->waits) waiting_.push_back(&lane->trial);
    while (waiting_.size() > 1) {
        LaneStep* const step = step_for(*waiting_.front());
        alike_.clear();
        std::erase_if(waiting_, [&](LaneTrial* trial) {
            const bool serves = step->serves(*trial->stepper);
            if (serves) alike_.push_back(trial);
            return serves;
        });
        if (alike_.size() > 1 && *step) step->attempt(alike_);
        if (alike_.empty()) waiting_.erase(waiting_.begin());
    }
}

}  // namespace involute
