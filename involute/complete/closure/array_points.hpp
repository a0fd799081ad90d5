// SPDX-License-Identifier: Apache-2.0
// Points that satisfy many equations at once, more or fewer than there are numbers in the point,
// dependent ones among them: Gauss-Newton with corrections of minimum norm in the user's scale.
// Matrices are factored in double, residuals are taken in Quad: the digits double from residual to
// residual, not from factorisation to factorisation.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "involute/base/linear.hpp"
#include "involute/complete/structural/jet_point.hpp"

namespace involute {

/// What the starts and guesses say about sizes: of each unknown, and of the time in which it
/// changes.
class NaturalScale {
public:
    explicit NaturalScale(const System& system);

    /// The largest given value of the unknown (derivatives times the period); 1 where none is, or
    /// none but what rounding left of 0.
    double size(int unknown) const { return sizes_[unknown]; }
    /// The time in which unknowns change by their size.
    double period() const { return period_; }
    /// The size of y_j^(l) along a curve of that size and period: size l! / period^l.
    double of(int unknown, int order) const;
    /// The value given for a jet (unknown -1: the independent variable), if there is one.
    const Given* given(int unknown, int order) const;
    /// Whether it is given as a start, not as a guess.
    bool is_demanded(int unknown, int order) const;

private:
    bool is_small(const Given& value) const;
    void find_period(const System& system);
    void find_sizes();

    std::vector<Given> givens_{};  // starts before guesses
    std::size_t starts_ = 0;
    std::vector<double> sizes_{};
    double period_ = 1;
};

/// A point with jets 0..orders[j] of every unknown to begin the search at. Variant 0 has the values
/// given, others lie around them and at another x, a tenth, a third, once and three times their
/// size away in turn. What is not given is of its natural size and random, the same in every run.
JetPoint first_point(const NaturalScale& scale, const std::vector<int>& orders, int variant);

/// The start as given, and 0 where nothing is: what a run would begin with.
JetPoint as_started(const NaturalScale& scale, const std::vector<int>& orders);

/// A point beside the seed in general position, with the x of `first`: what vanishes at the seed by
/// accident does not vanish here. Jets that the seed does not have are those of `first`.
JetPoint beside(const JetPoint& seed, JetPoint first);

/// Rows f(w) and, if asked for, their Jacobian; false where a value is not finite.
using RowsAt =
    std::function<bool(const VectorOf<Quad>& w, VectorOf<Quad>& f, MatrixOf<double>* jacobian)>;

/// Where the search ended. residual: the largest |f_i| / Σ_k |∂f_i/∂w_k| (|w_k| + scale_k).
struct ZeroSearch {
    bool consistent = false;
    bool finite = false;  // there were values where it ended
    VectorOf<Quad> w{};
    double residual = 0;
};

/// From w to a zero of all rows, moving w_k in proportion to reach_k (0: not at all).
ZeroSearch approach_zero(const RowsAt& rows, VectorOf<Quad> w, const VectorOf<double>& scale,
                         const VectorOf<double>& reach);

/// A point near `first` where all rows (expressions in its jets) vanish, x held fixed; nothing if
/// the search ends elsewhere. Values the author demands move least.
std::optional<JetPoint> consistent_point(Graph& graph, const std::vector<NodeId>& rows,
                                         const JetPoint& first, const NaturalScale& scale);

}  // namespace involute
