// SPDX-License-Identifier: Apache-2.0
// Leaving a crossing of branches along one of them.
#pragma once

#include "involute/singular/crossing.hpp"
#include "involute/singular/form.hpp"

namespace involute {

/// A point on the branch of M that leaves a crossing of low stage (positions of a mechanism) along
/// w, with the speed of arrival: the crossing is left behind by a Taylor step, because J is
/// singular there.
class BranchStep {
public:
    /// v: the direction (1; ...) of arrival at the crossing; w: of the branch, in scale.
    BranchStep(SingularForm& form, const BranchCrossing& crossing, const std::vector<Quad>& v,
               const VectorOf<Quad>& w);

    /// How the crossing is reached from a point of this branch: x there, and dc/dx, c being the
    /// distance along w in scale.
    struct Arrival {
        Quad x = 0, speed = 0;
    };
    std::optional<Arrival> arrive(const std::vector<Quad>& q);
    /// The point at c = δ, the speed at the crossing being this.
    std::optional<std::vector<Quad>> leave(const Quad& delta, const Quad& speed);

private:
    struct Stand {
        std::vector<Quad> p{}, rates{};  // a point of M and V there
        Quad acceleration = 0;           // d²c/dx²
    };
    /// c'(T) = s + the integral of c'', a polynomial with these coefficients.
    struct Motion {
        Quad s = 0;
        std::vector<Quad> a{};
        Quad place(const Quad& t) const;
        Quad speed(const Quad& t) const;
        Quad time_of(const Quad& c) const;
    };
    std::optional<Stand> stand(const Quad& c, const Quad& speed, const Quad& x_step);
    /// Fits c'' to d²c/dx² at places up to c; returns the point at c.
    std::optional<Stand> fit(Motion& motion, const Quad& c);
    bool positions(std::vector<Quad>& q, const Quad& c) const;
    bool velocities(std::vector<Quad>& q, const Quad& speed) const;
    int successor(int position) const;

    SingularForm& form_;
    const BranchCrossing& crossing_;
    const std::vector<Quad>& v_;
    const VectorOf<Quad>& w_;
};

}  // namespace involute
