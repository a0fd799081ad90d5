// SPDX-License-Identifier: Apache-2.0
// The highest derivatives z over a range of points, with proof: z solves r(p, z) = 0, and a box
// that a Newton step with a fixed matrix maps into itself holds its solution for every p of the
// range (Krawczyk, Computing 4 (1969) 187-201). One more solve gives the derivative.
#pragma once

#include <vector>

#include "involute/base/dense.hpp"
#include "involute/expr/enclosure.hpp"
#include "involute/geometry/completed_system.hpp"

namespace involute {

class VerifiedTops {
public:
    explicit VerifiedTops(CompletedSystem& completed);

    /// p: the range of points with its derivatives; near: z about the middle. False: no bounds.
    bool solve(const Enclosure* p, const double* near, Enclosure* z);

private:
    bool invert(const double* near);
    /// I - C J, J as bounded last.
    void find_defect();
    /// right_ = C r, or C r'.
    bool find_right(bool derivative);
    /// box_ such that |right_| + |I - C J| box_ <= box_; refresh: J depends on the box.
    template <class Refresh>
    bool contract(Refresh refresh);
    Interval settled(int row) const;

    int points_, unknowns_;
    SparsePattern pattern_;
    Interpreter<Enclosure> bounds_;
    Interpreter<double> matrix_;
    std::vector<Enclosure> in_, out_, work_;
    std::vector<double> number_in_, number_out_, number_work_;
    std::vector<Interval> defect_, right_;
    std::vector<double> box_, next_;
    MatrixOf<double> j_, c_;
    VectorOf<double> column_, unit_;
    Lu<double> lu_;
};

}  // namespace involute
