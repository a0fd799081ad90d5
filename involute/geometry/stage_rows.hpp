// SPDX-License-Identifier: Apache-2.0
// What an implicit step satisfies at its stages: n rows in the coordinates p and the tops z, with
// their derivatives sorted by how far below the top a jet stands.
#pragma once

#include <vector>

#include "involute/geometry/geometry.hpp"

namespace involute {

struct StageRows {
    /// ∂row/∂y_j^(d_j - depth); depth 0 is the top.
    struct Entry {
        int row = 0;
        int unknown = 0;
        int depth = 0;
    };
    std::vector<NodeId> rows{};
    std::vector<int> lift{};  // how often a row would have to be differentiated to reach the tops
    std::vector<Entry> entries{};
    std::vector<NodeId> derivatives{};
    int deepest = 0;
};

/// The completed equations f_i^(c_i), or the equations f_i themselves.
StageRows stage_rows(CompletedSystem& completed, bool differentiated);

/// Stage rows as functions of (p, z), stored one after the other.
template <class S>
class StageEquations {
public:
    StageEquations(Geometry<S>& geometry, bool differentiated);

    int unknowns() const { return int(rows_.rows.size()); }
    const StageRows& rows() const { return rows_; }
    /// The name of a row for messages.
    std::string name(int row) const;

    void values(const S* point_and_tops, S* out);
    /// Evaluates the derivatives that shifted matrices are made of.
    void linearize(const S* point_and_tops);
    const std::vector<S>& derivatives() const { return entries_; }
    /// The same into other storage.
    void derivatives_at(const S* point_and_tops, S* out);
    void restore(const std::vector<S>& derivatives) { entries_ = derivatives; }

private:
    Geometry<S>& geometry_;
    StageRows rows_;
    Program<S> values_, derivatives_;
    std::vector<S> values_work_, derivatives_work_, entries_;
};

extern template class StageEquations<double>;
extern template class StageEquations<Quad>;

}  // namespace involute
