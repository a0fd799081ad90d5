// SPDX-License-Identifier: Apache-2.0
// Points of M within the last step of a walk: at a given part θ of it, or where it meets an x.
#pragma once

#include <optional>
#include <vector>

#include "involute/base/root_isolation.hpp"
#include "involute/method/methods.hpp"
#include "involute/options/choices.hpp"
#include "involute/step/step_polynomial.hpp"
#include "involute/step/walker.hpp"

namespace involute {

template <class S>
class StepPoints {
public:
    StepPoints(Problem<S>& problem, Walker<S>& walker, const MethodEntry& method,
               Interpolation interpolation, double tolerance);

    /// The point at θ; with fixed_x at exactly this x where that is possible.
    bool at(S theta, S* p, const S* fixed_x = nullptr);
    /// The polynomials that `at` projects, of some coordinates: so many pieces make up the step.
    int polynomial_pieces() const;
    void polynomial(int piece, std::span<const int> coordinates, StepPolynomial& out);
    /// The same whatever was asked for rows: the method's own, walker.polynomial_pieces() of them,
    /// and finer ones through steps of its own, in one piece, where those are rough. False if there
    /// are none.
    bool own_is_rough() const { return steps_within_ || walker_.rough_between(); }
    void own_polynomial(int piece, std::span<const int> coordinates, StepPolynomial& out);
    bool fine_polynomial(std::span<const int> coordinates, StepPolynomial& out);
    /// Where the step began and where it ends.
    const S* first() const { return walker_.p_before.data(); }
    const S* last() const { return walker_.p.data(); }
    /// x at θ, not projected.
    S x_at(S theta);
    /// Differences of θ that are no more than roundings of the parameter.
    double resolution() const;
    bool along_curve() const { return problem_.along_curve(); }
    /// The first θ > theta_from at which the dense output passes x, with proof.
    std::optional<S> passage(S x, S theta_from);

private:
    bool exact(S theta, S* p, const S* fixed_x);
    bool steps_within() const { return interpolation_ != Interpolation::hermite && own_is_rough(); }
    std::optional<S> meets(const S& x, const RootPiece& piece);
    void put_x(std::span<const int> coordinates, StepPolynomial& out);
    bool through_points(std::span<const int> coordinates, StepPolynomial& out);

    Problem<S>& problem_;
    Walker<S>& walker_;
    Interpolation interpolation_;
    double tolerance_;
    bool steps_within_ = false;  // the method's own interpolant is far below its order
    int order_ = 0;              // of the method
    std::vector<S> point_, slope_;
    std::vector<PolynomialThroughPoints> through_{};  // by the number of points
    std::vector<double> at_places_{};
    StepPolynomial x_polynomial_{};
    RootIsolation roots_{};
};

extern template class StepPoints<double>;
extern template class StepPoints<Quad>;

}  // namespace involute
