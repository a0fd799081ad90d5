// SPDX-License-Identifier: Apache-2.0
// The equations around a point where a walk ends, in the form of a walk along the curve and in
// quadruple precision: what is singular there shows as a zero of 1e-30 and not of 1e-8.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "involute/base/linear.hpp"
#include "involute/prepare/prepare.hpp"

namespace involute {

/// Unknowns up to which a singular point is looked into.
inline constexpr int most_singular_unknowns = 120;

/// Where a walk stands, in its own completed form.
struct WalkPoint {
    std::vector<Quad> p{}, z{};
    std::vector<Quad> invariant_values{};
    std::vector<Quad> v{};  // its direction there, of any length
    double travelled = 0;   // from its start, in scale
};

/// The same numbers in quadruple precision.
template <class S>
std::vector<Quad> in_full(const std::vector<S>& values)
{
    return {values.begin(), values.end()};
}

/// p and z of one completed form as a point of another, which may have more jets.
std::vector<Quad> carry_over(const Layout& from, const std::vector<Quad>& p,
                             const std::vector<Quad>& z, const Layout& to);

/// The shortest x that minimises |a x - b|; rows and columns that depend on others are dropped.
VectorOf<Quad> shortest_solution(const MatrixOf<Quad>& a, const VectorOf<Quad>& b);

class SingularForm {
public:
    /// Absent where the equations cannot be brought into this form.
    static std::optional<SingularForm> make(const CompletedSystem& completed, Scale scale,
                                            const std::vector<Quad>& invariant_values);

    Geometry<Quad>& geometry() { return *geometry_; }
    const Layout& layout() const { return geometry_->layout(); }
    const Names& names() const { return geometry_->completed().system.names; }

    /// Units of length and row sizes of C are those at p from now on.
    void fix_scale(const std::vector<Quad>& p);
    const VectorOf<Quad>& lengths() const { return lengths_; }

    /// C = (r | J) at q, n × (n+1), in scale.
    MatrixOf<Quad> matrix(const std::vector<Quad>& q);
    /// dg at q, x included, columns in scale; rows of the invariants last.
    MatrixOf<Quad> gradient(const std::vector<Quad>& q);
    VectorOf<Quad> constraints(const std::vector<Quad>& q);
    /// A vector (ξ, ζ) in the scale of C as a direction (ξ; ξ y^(l+1); ζ) at q, in scale.
    VectorOf<Quad> embed(const std::vector<Quad>& q, const VectorOf<Quad>& null) const;
    /// The top z_j = ζ_j / ξ of such a vector.
    Quad top(const VectorOf<Quad>& null, int j) const
    {
        return null[j + 1] * column_[j + 1] / (null[0] * column_[0]);
    }
    /// x of a point found by Newton's iteration, without its round-off beside the scale.
    double x_of(const std::vector<Quad>& q) const
    {
        return abs(q[0]) < Quad(1e-20) * lengths_[0] ? 0.0 : to_double(q[0]);
    }
    /// An entry of C without its scale.
    Quad unscaled(const MatrixOf<Quad>& c, int row, int column) const
    {
        return c(row, column) * row_[row] / column_[column];
    }
    /// q + the change d, which is in scale.
    std::vector<Quad> moved(const std::vector<Quad>& q, const VectorOf<Quad>& d) const;
    /// The direction of a walk in the coordinates of this form.
    std::vector<Quad> rates(const Layout& from, const WalkPoint& at) const;
    /// The same in scale.
    VectorOf<Quad> direction(const Layout& from, const WalkPoint& at) const;
    /// To M by the shortest way; false if Newton does not converge.
    bool project(std::vector<Quad>& q);
    /// The difference of two points in scale.
    VectorOf<Quad> difference(const std::vector<Quad>& a, const std::vector<Quad>& b) const;

    /// The columns at q with tops z, or nothing where one of them is not finite.
    std::vector<double> row(const std::vector<Quad>& q, const std::vector<Quad>& z,
                            const std::vector<std::string>& columns);
    /// Tops that are not determined.
    std::vector<Quad> no_tops() const;

private:
    SingularForm(CompletedSystem completed, Scale scale);

    std::unique_ptr<Geometry<Quad>> geometry_;
    Scale scale_;
    VectorOf<Quad> lengths_;       // of the coordinates
    VectorOf<Quad> row_, column_;  // of C
};

}  // namespace involute
