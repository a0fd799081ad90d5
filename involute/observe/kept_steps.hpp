// SPDX-License-Identifier: Apache-2.0
// The steps of a walk as polynomials, one after the other in order of travel, and where in them a
// value of the parameter lies.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "involute/observe/step_nodes.hpp"

namespace involute {

/// A step, or the part of it that counts.
template <class S>
struct KeptStep {
    S from{}, to{};              // of the parameter
    S last{};                    // nodes are spread over [from, last]
    const S* nodes = nullptr;    // intervals + 1 of them
    int intervals = 1;           // between nodes
    int tops = 0;                // so many highest derivatives stand behind the numbers of a node
    bool begins_beyond = false;  // a singular point was stepped across before it
};

/// Where a value of the parameter lies.
template <class S>
struct KeptPlace {
    enum class Kind {
        outside,  // before the first step, or beyond the last
        across,   // where a singular point was stepped across
        start,    // at the start, whose point is kept
        within,   // a step
        after,    // just after a step, before a kink is passed: as where the step ends
        last      // at the singular point that ended the walk
    };
    Kind kind = Kind::outside;
    std::size_t step = 0;
};

template <class S>
struct KeptSteps {
    int direction = 1;     // of the parameter
    bool x_free = false;   // along a curve x is one of the numbers; else it is the parameter
    std::size_t size = 0;  // numbers in a point, x included
    std::vector<KeptStep<S>> steps{};
    std::vector<std::vector<S>> blocks{};          // what nodes point to
    S start{}, held_to{};                          // of the parameter
    std::vector<S> start_point{}, beside_start{};  // beside: where the start lies on a kink
    std::optional<S> last_place{};  // a point beyond the steps, with highest derivatives
    std::vector<S> last_point{}, last_tops{};
    std::vector<std::vector<S>> places{};  // Chebyshev's, by the number of intervals

    KeptSteps() = default;
    KeptSteps(KeptSteps&&) noexcept = default;
    KeptSteps& operator=(KeptSteps&&) noexcept = default;
    KeptSteps(const KeptSteps&) = delete;  // nodes point into blocks
    KeptSteps& operator=(const KeptSteps&) = delete;

    std::size_t first() const { return x_free ? 0 : 1; }
    /// Numbers of the point in a node: without x, where that is the parameter.
    std::size_t numbers() const { return size - first(); }
    std::size_t width(const KeptStep<S>& step) const { return numbers() + std::size_t(step.tops); }
    std::size_t bytes() const;
    S end() const;  // of the parameter
    KeptPlace<S> find(const S& t) const;
    /// What is kept at t, which may be a little outside of the step: as a node.
    void at(const KeptStep<S>& step, const S& t, S* out) const;
    const S* last_node(const KeptStep<S>& step) const
    {
        return step.nodes + std::size_t(step.intervals) * width(step);
    }
    /// Room for so many numbers, which stays where it is.
    S* room(std::size_t count);
    const std::vector<S>& places_of(int intervals);
};

extern template struct KeptSteps<double>;
extern template struct KeptSteps<Quad>;

}  // namespace involute
