// SPDX-License-Identifier: Apache-2.0
// Walking as the papers walk: Euclidean geometry without scales, every stage projected to the
// nearest point of M, plain arclength as the parameter unless x is asked for.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "involute/prepare/prepare.hpp"
#include "involute/step/steppers.hpp"
#include "papers/problems.hpp"

namespace involute::papers {

/// How steps are made and chosen.
struct Way {
    MethodEntry method{};
    std::optional<Tableau> own{};  // instead: an explicit pair that is in no list
    double tolerance = 0;          // of |q - q̂|₂; without it steps are constant
    double step = 0;               // constant, or the first of all
    StepRule rule = StepRule::classic;
    bool arclength = true;
    Estimate estimate = Estimate::automatic;
    /// Null space: oriented like the last slope. Linear solve: x increases, so that no stage of a
    /// large step around a sharp turn can point backwards.
    Distribution distribution = Distribution::null_space;
};

/// A method by its name. Throws Error if there is none.
MethodEntry method_named(std::string_view name);

template <class S>
class PaperWalk {
public:
    /// Throws Error if the system has no start or is not complete.
    PaperWalk(const System& system, const Way& way);

    /// One accepted step; throws Error where none can be made.
    void step();
    /// Steps to the first point past x, this point included, counted from the start.
    long steps_past(double x);
    /// The point walked on, x first; then the unknowns with their derivatives below the highest.
    const std::vector<S>& point() const { return walker_->p; }
    /// Where the coordinate of this name is in a point.
    int place_of(std::string_view name) const;
    long steps() const { return walker_->steps; }
    long rejected() const { return walker_->rejected; }

private:
    PreparedOf<S> prepared_;
    std::unique_ptr<Problem<S>> problem_;
    Coefficients<S> own_;  // the stepper refers to them
    std::unique_ptr<Walker<S>> walker_;
};

/// The counts of accepted steps at the first points past each x, which increase.
std::vector<long> count_steps(const System& system, const Way& way, std::span<const double> past);

extern template class PaperWalk<double>;
extern template class PaperWalk<Quad>;

}  // namespace involute::papers
