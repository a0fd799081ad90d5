// SPDX-License-Identifier: Apache-2.0
#include "involute/step/tops_given_forces.hpp"

#include <algorithm>

namespace involute {

template <class S>
TopsGivenForces<S>::TopsGivenForces(Geometry<S>& geometry) : geometry_(geometry)
{
    const CompletedSystem& c = geometry.completed();
    const int n = c.layout.unknowns;
    std::vector<bool> row_goes(n), column_goes(n);
    for (const StrongForce& force : c.system.forces) {
        if (force.equation >= n || c.layout.d[force.unknown] > 0) return;
        row_goes[force.equation] = column_goes[force.unknown] = true;
    }
    if (c.system.forces.empty()) return;
    std::vector<int> row_at(n, -1), column_at(n, -1);
    for (int i = 0; i < n; ++i) {
        if (!row_goes[i]) row_at[i] = int(rows_.size()), rows_.push_back(i);
        if (!column_goes[i]) column_at[i] = int(columns_.size()), columns_.push_back(i);
    }
    std::vector<SparseEntry> pattern;
    for (int e = 0; e < int(c.jacobian.entries.size()); ++e) {
        const auto& entry = c.jacobian.entries[e];
        if (row_goes[entry.row] || column_goes[entry.column]) continue;
        pattern.push_back({row_at[entry.row], column_at[entry.column]});
        kept_entries_.push_back(e);
    }
    solver_ = LinearSolver<S>(int(rows_.size()), pattern);
    top_rows_.resize(n);
    entries_.resize(c.jacobian.entries.size());
    kept_.resize(kept_entries_.size());
    rhs_.resize(rows_.size());
}

template <class S>
bool TopsGivenForces<S>::settle(const S* p, S* z)
{
    if (!applies()) return true;
    geometry_.matrix(p, z, top_rows_.data(), entries_.data());
    for (std::size_t k = 0; k < kept_.size(); ++k) kept_[k] = entries_[kept_entries_[k]];
    if (!solver_.factor(kept_.data())) return false;
    for (std::size_t i = 0; i < rhs_.size(); ++i) rhs_[i] = -top_rows_[rows_[i]];
    solver_.solve(rhs_.data());
    for (std::size_t j = 0; j < rhs_.size(); ++j) z[columns_[j]] += rhs_[j];
    return true;
}

template class TopsGivenForces<double>;
template class TopsGivenForces<Quad>;

}  // namespace involute
