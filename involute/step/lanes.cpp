// SPDX-License-Identifier: Apache-2.0
#include "involute/step/lanes.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "involute/base/fiber.hpp"
#include "involute/expr/native.hpp"
#include "involute/step/lane_step.hpp"

namespace involute {
namespace {

// Asked for at every step: where it is, is known before the program runs.
[[gnu::tls_model("initial-exec")]] thread_local Lanes* present = nullptr;

// Walks of one sweep run the same code, but where some chose an order of elimination of their own.
constexpr std::size_t most_steps = 8;

}  // namespace

struct Lanes::Lane {
    Lane(int k, std::function<void()> body) : number(k), fiber(std::move(body)) {}
    int number;
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
    try {
        for (int k = 0; k < width_; ++k)
            lanes_.push_back(std::make_unique<Lane>(k, [&body, k] { body(k); }));
    } catch (const std::bad_alloc&) {  // no room for another stack: fewer, or none
    }
    if (lanes_.empty()) return body(0);
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
    lane.trial.lane = lane.number;
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

/// null: there is none, and no place for another.
LaneStep* Lanes::step_for(const LaneTrial& trial)
{
    for (const auto& step : steps_)
        if (step->serves(*trial.stepper)) return step.get();
    if (steps_.size() == most_steps) return nullptr;
    steps_.push_back(std::make_unique<LaneStep>(*trial.stepper, width_));
    return steps_.back().get();
}

/// Trial steps of one kind at a time; one that has no others is made alone.
void Lanes::compute()
{
    waiting_.clear();
    for (const auto& lane : lanes_)
        if (lane->waits) waiting_.push_back(&lane->trial);
    while (waiting_.size() > 1) {
        const auto& stepper = *waiting_.front()->stepper;
        const auto is_alike = [&](const LaneTrial* trial) {
            return LaneStep::are_alike(stepper, *trial->stepper);
        };
        alike_.clear();
        if (std::ranges::all_of(waiting_, is_alike))
            alike_.swap(waiting_);
        else
            std::erase_if(waiting_, [&](LaneTrial* trial) {
                const bool alike = is_alike(trial);
                if (alike) alike_.push_back(trial);
                return alike;
            });
        if (alike_.size() < 2) continue;
        LaneStep* const step = step_for(*alike_.front());
        if (step) step->attempt(alike_);
    }
}

}  // namespace involute
