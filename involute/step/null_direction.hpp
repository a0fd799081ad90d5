// SPDX-License-Identifier: Apache-2.0
// The direction of the solution from the null space of C = (r | J): the null vector (ξ, ζ) embedded
// as (ξ; ξ y^(l+1); ζ) (docs/theory.md, section 4). Regular at folds and impasse points.
#pragma once

#include <vector>

#include "involute/geometry/geometry.hpp"

namespace involute {

template <class S>
class NullDirection {
public:
    /// The geometry's tops must be jointly affine.
    explicit NullDirection(Geometry<S>& geometry);

    /// Which way x goes at the start (+1, -1).
    void orient(int x_direction);
    /// Finds the null vector at p. Its sign and size are those of the last orientation; `negative`
    /// is the sign of det [C; tᵗ], which changes where a point at which C loses rank is passed.
    Factored find(const S* p);
    /// How far C is from losing rank where find() looked last, in units of its own: one over the
    /// size of the w across the curve with C w = r, for an irregular r. 0 where the rank is lost.
    S distance_to_rank_loss();
    /// The units of length that w is measured in: the longest of each coordinate so far.
    const std::vector<double>& longest() const { return longest_; }
    void measure_by(const std::vector<double>& longest) { longest_ = longest; }
    /// The null vector, embedded.
    void embed(const S* p, S* v) const;
    /// Directions found from now on are near the one found last; length_i is the unit of length
    /// of coordinate i of the point.
    void orient_by_last(const S* lengths);
    /// z = ζ / ξ.
    void tops(S* z) const;
    void rescale(const S& factor);
    /// C's entries at p: r, then J in the order of the pattern.
    const std::vector<S>& top_rows() const { return rows_; }
    const std::vector<S>& entries() const { return entries_; }
    void evaluate(const S* p);
    /// The orientation.
    void visit_state(State& state);

private:
    Geometry<S>& geometry_;
    LinearSolver<S> bordered_;
    std::vector<S> border_, null_, zero_, rows_, entries_, values_;
    std::vector<double> longest_;
    std::vector<S> irregular_, across_;  // r in the scale of C's rows where first asked, and w
    bool oriented_ = false, vanished_ = false;
    int x_direction_ = 1;
};

extern template class NullDirection<double>;
extern template class NullDirection<Quad>;

}  // namespace involute
