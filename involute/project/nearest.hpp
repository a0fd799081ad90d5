// SPDX-License-Identifier: Apache-2.0
// The nearest point of M to a far one:
//     minimise Σ (q_i - p_i)² / w_i   subject to   g(q) = 0,
// a weight of 0 holding a coordinate where it is. Damped Gauss-Newton, whose fixed points are the
// nearest points; it gets there if p is nearer than the centres of curvature of M. If not, Newton's
// method reaches M somewhere, and a descent along M finds the nearest point around.
#pragma once

#include <vector>

#include "involute/project/project.hpp"

namespace involute {

template <class S>
class NearestPoint {
public:
    /// Only the given rows of g and the invariants are imposed. floors: for every number of p what
    /// counts as zero beside it.
    NearestPoint(Geometry<S>& geometry, std::vector<double> floors, std::vector<int> rows);
    NearestPoint(Geometry<S>& geometry, Scale scale, std::vector<int> rows);

    struct Found {
        bool converged = false;
        double residual = 0;  // largest of the imposed rows, in scale
        int worst_row = -1;   // which one (a row of g)
    };
    /// Moves q, which starts anywhere, to a point of M from which p gets no nearer along M.
    Found find(const S* p, const S* weights, S* q);
    /// Σ (q_i - p_i)² / w_i, where w_i > 0.
    double distance_squared(const S* p, const S* weights, const S* q) const;
    /// How far q is from satisfying the rows.
    Found residual(const S* q);
    /// The same with other floors.
    double residual(const S* q, const std::vector<double>& floors);

private:
    bool evaluate(const S* q);
    double merit(const S* q);
    bool shortest(const S* weights);
    bool step(const S* weights, S* q, const Found& now, double& change);
    Found approach(const S* p, const S* weights, S* q);
    Found reach(const S* weights, S* q, Found now);
    Found polish(const S* weights, S* q, Found now);
    bool towards(const S* p, const S* weights, const S* q, std::vector<S>& v);
    double product(const S* weights, const std::vector<S>& u, const std::vector<S>& v) const;
    void descend(const S* p, const S* weights, S* q);
    bool slide(const S* p, const S* weights, const std::vector<S>& v, S step, S* q);

    Geometry<S>& geometry_;
    std::vector<S> floors_;
    std::vector<int> rows_;
    std::vector<int> entry_of_;  // entry of the full Jacobian, by entry of pattern_
    SparsePattern pattern_;      // filled together with entry_of_, which must come first
    MinimumNorm<S> minimum_norm_;
    std::vector<S> all_rows_, all_entries_, residual_, entries_, delta_, trial_, target_, ahead_;
    std::vector<double> reach_;  // Σ |∂g/∂p| s of each row where residual() was last asked for
};

extern template class NearestPoint<double>;
extern template class NearestPoint<Quad>;

}  // namespace involute
