// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/geometry.hpp"

#include <algorithm>
#include <cmath>

#include "involute/geometry/corrected_solve.hpp"
#include "involute/system/parameters.hpp"

namespace involute {
namespace {

constexpr double clearly_regular = 1e-4;

template <class S>
bool all_finite(const S* values, int count)
{
    using std::isfinite;
    for (int i = 0; i < count; ++i)
        if (!isfinite(values[i])) return false;
    return true;
}

/// Leaves the tops of blocks after `block` where they are: their rows become δ_match = 0.
template <class S>
void hold_later_blocks(const CompletedSystem& c, int block, std::vector<S>& rows,
                       std::vector<S>& entries)
{
    const Structure& structure = c.structure;
    std::vector<bool> held(structure.match.size(), false);
    for (std::size_t b = std::size_t(block) + 1; b < structure.blocks.size(); ++b)
        for (const int row : structure.blocks[b].rows) {
            held[std::size_t(row)] = true;
            rows[std::size_t(row)] = S(0);
        }
    for (std::size_t e = 0; e < entries.size(); ++e) {
        const auto [row, column] = c.jacobian.entries[e];
        if (held[std::size_t(row)])
            entries[e] = S(structure.match[std::size_t(row)] == column ? 1 : 0);
    }
}

/// Are the diagonal blocks of J regular, without a doubt? Then J is, however large what stands
/// beside them.
template <class S>
bool blocks_are_regular(const CompletedSystem& c, const std::vector<S>& entries)
{
    std::vector<int> row_block(c.structure.match.size()), column_block(c.structure.match.size());
    for (std::size_t b = 0; b < c.structure.blocks.size(); ++b) {
        for (const int row : c.structure.blocks[b].rows) row_block[std::size_t(row)] = int(b);
        for (const int column : c.structure.blocks[b].columns)
            column_block[std::size_t(column)] = int(b);
    }
    std::vector<SparseEntry> diagonal;
    std::vector<S> values;
    for (std::size_t e = 0; e < entries.size(); ++e) {
        const SparseEntry entry = c.jacobian.entries[e];
        if (row_block[std::size_t(entry.row)] != column_block[std::size_t(entry.column)]) continue;
        diagonal.push_back(entry);
        values.push_back(entries[e]);
    }
    LinearSolver<S> solver(int(c.structure.match.size()), std::move(diagonal));
    return solver.factor(values.data()) && solver.pivot_ratio() >= clearly_regular;
}

/// With lists, sweeps have no pivots of their own to refer to: something stands there where
/// solutions of the order in use are to be corrected (refer_to).
template <class Reference>
bool needs_corrections(const Reference& of_sweeps)
{
    return !of_sweeps.floors.empty();
}

}  // namespace

template <class S>
Geometry<S>::Geometry(CompletedSystem completed, bool native)
    : completed_(std::move(completed)), native_(native)
{
    constraints_ = compile_program<S>(write_constraints(completed_), native, constraints_work_);
    constraint_jacobian_ = compile_program<S>(write_constraint_jacobian(completed_), native,
                                              constraint_jacobian_work_);
    matrix_ = compile_program<S>(write_matrix(completed_), native, matrix_work_);
    invariant_values_.assign(completed_.invariants, S(0));

    const int n = layout().unknowns;
    in_.resize(layout().size + n);
    out_.resize(std::max<std::size_t>(n + completed_.jacobian.entries.size(), layout().size + n));
    entries_.resize(completed_.jacobian.entries.size());
    rows_.resize(std::max<std::size_t>(n, completed_.constraint_nodes.size()));
    delta_.resize(n);
    pivoted_ = LinearSolver<S>(n, completed_.jacobian.entries);
    for (int j = 0; j < n; ++j)
        if (layout().d[j] > 0) top_places_.push_back({layout().position(j, layout().d[j] - 1), j});
}

template <class S>
void Geometry<S>::set_parameters(const System& from)
{
    take_parameters(completed_.system, from);
    const std::vector<Quad>& values = completed_.system.graph.parameter_values();
    constraints_.set_parameters(values, constraints_work_.data());
    constraint_jacobian_.set_parameters(values, constraint_jacobian_work_.data());
    matrix_.set_parameters(values, matrix_work_.data());
    field_.set_parameters(values, field_work_.data());
    sweep_.set_parameters(values, sweep_work_.data());
    std::ranges::fill(invariant_values_, S(0));
    order_is_old_ = !orders_.empty();
    seen = {};
    unit_ = S(1);
}

template <class S>
void Geometry<S>::constraints(const S* p, S* g)
{
    constraints_.run(p, g, constraints_work_.data());
    const std::size_t first = layout().constraints.size();
    for (std::size_t i = 0; i < invariant_values_.size(); ++i) g[first + i] -= invariant_values_[i];
}

template <class S>
void Geometry<S>::constraint_jacobian(const S* p, S* entries)
{
    constraint_jacobian_.run(p, entries, constraint_jacobian_work_.data());
}

template <class S>
void Geometry<S>::matrix(const S* p, const S* z, S* top_rows, S* entries)
{
    const int n = layout().unknowns;
    std::copy(p, p + layout().size, in_.begin());
    std::copy(z, z + n, in_.begin() + layout().size);
    matrix_.run(in_.data(), out_.data(), matrix_work_.data());
    std::copy(out_.begin(), out_.begin() + n, top_rows);
    std::copy(out_.begin() + n, out_.begin() + n + entries_.size(), entries);
    ++counts.jacobians;
}

template <class S>
bool Geometry<S>::wants_new_order() const
{
    return counts.fallbacks - fallbacks_at_order_ > 12 * counts.repivots;
}

template <class S>
template <bool remember>
Factored Geometry<S>::watch(const S* pivots, int count, const Reference& reference, bool negative)
{
    using std::abs;
    bool good = true;
    S determinant = unit_;
    for (int k = 0; k < count; ++k) {
        const S size = abs(pivots[k]);
        good &= size >= reference.floors[k];
        negative ^= pivots[k] < 0;
        if constexpr (remember) determinant *= size * reference.inverses[k];
    }
    if (remember && count > 0) {
        seen.last = determinant;
        if (determinant < seen.lowest) seen.lowest = determinant;
    }
    return {good ? Health::good : Health::singular, negative};
}

/// J, and T where the tops are zero, in out_: J factored by lists.
template <class S>
bool Geometry<S>::factor_listed(const S* p)
{
    const int n = layout().unknowns;
    std::copy(p, p + layout().size, in_.begin());
    std::fill_n(in_.begin() + layout().size, n, S(0));
    matrix_.run(in_.data(), out_.data(), matrix_work_.data());
    return listed_->factor(out_.data() + n);
}

/// The tops in out_; the watched pivots, or null where there are none.
template <class S>
const S* Geometry<S>::evaluate_field(const S* p)
{
    const int n = layout().unknowns;
    if (!listed_) {
        field_.run(p, out_.data(), field_work_.data());
        return out_.data() + n;
    }
    if (!factor_listed(p)) return nullptr;
    for (int i = 0; i < n; ++i) out_[i] = -out_[i];
    const auto solve = [&](S* b) { listed_->solve(b); };
    if (needs_corrections(sweep_reference_))
        solve_corrected(completed_.jacobian.entries, out_.data() + n, n, out_.data(),
                        {delta_.data(), rows_.data(), entries_.data()}, solve);
    else
        solve(out_.data());
    return listed_->pivots().data();
}

template <class S>
Factored Geometry<S>::field(const S* p, S* z)
{
    const int n = layout().unknowns;
    ++counts.fields;
    ++counts.factorizations;
    const S* const pivots = evaluate_field(p);
    if (!pivots) return field_pivoted(p, z);
    Factored found = watch<true>(pivots, field_watched_, field_reference_, field_negative_);
    seen.x = p[0];
    if (found.health != Health::good) return field_pivoted(p, z);
    S sum(0);
    for (int j = 0; j < n; ++j) {
        z[j] = out_[j];
        sum += out_[j] * S(0);
    }
    if (!(sum == S(0))) found.health = Health::not_finite;
    return found;
}

/// Newton on T(p, z) = 0: a block is affine in its own tops, so each pass settles one more block
/// of a chain of dependent ones, and one pass settles all where T is affine. Where J looks singular
/// while earlier tops are not known yet, blocks are settled strictly in order.
template <class S>
Factored Geometry<S>::field_pivoted(const S* p, S* z)
{
    using std::abs;
    const int n = layout().unknowns, blocks = int(completed_.structure.blocks.size());
    ++counts.fallbacks;
    std::fill(z, z + n, S(0));
    Factored found;
    const auto factor = [&] {
        return all_finite(rows_.data(), n) && pivoted_.factor(entries_.data());
    };
    for (int pass = 0; pass <= blocks; ++pass) {
        matrix(p, z, rows_.data(), entries_.data());
        bool factored = factor();
        const bool in_order =
            pass + 1 < blocks && (!factored || pivoted_.pivot_ratio() < singular_ratio);
        if (in_order) {
            hold_later_blocks(completed_, pass, rows_, entries_);
            factored = factor();
        }
        if (!factored) {
            const bool finite =
                all_finite(rows_.data(), n) && all_finite(entries_.data(), int(entries_.size()));
            return {finite ? Health::singular : Health::not_finite, false};
        }
        ++counts.factorizations;
        found.negative = pivoted_.determinant_is_negative();
        const bool regular =
            pivoted_.pivot_ratio() >= singular_ratio || blocks_are_regular(completed_, entries_);
        found.health = regular ? Health::good : Health::singular;
        pivoted_.solve(rows_.data());
        S change(0), size(0);
        for (int j = 0; j < n; ++j) {
            z[j] -= rows_[j];
            change = std::max<S>(change, abs(rows_[j]));
            size = std::max<S>(size, abs(z[j]));
        }
        if (!in_order && change <= S(100) * unit_roundoff<S>() * size) break;
    }
    if (!all_finite(z, n)) found.health = Health::not_finite;
    return found;
}

/// The derivative of a jet is the next one in p, but for the last of each unknown.
template <class S>
void Geometry<S>::direction(const S* p, const S* z, S* v) const
{
    const int last = layout().size - 1;
    v[0] = S(1);
    for (int i = 1; i < last; ++i) v[i] = p[i + 1];
    for (const TopPlace& top : top_places_) v[top.position] = z[top.unknown];
}

template <class S>
Factored Geometry<S>::sweep(S* p)
{
    const int size = layout().size;
    if (layout().stages == 0) return {};
    ++counts.sweeps;
    ++counts.factorizations;
    if (listed_) return sweep_listed(p);
    sweep_.run(p, out_.data(), sweep_work_.data());
    Factored found =
        watch<false>(out_.data() + size, sweep_watched_, sweep_reference_, sweep_negative_);
    if (found.health != Health::good) return sweep_pivoted(p);
    if (!all_finite(out_.data(), size)) return {Health::not_finite, found.negative};
    std::copy(out_.begin(), out_.begin() + size, p);
    return found;
}

template <class S>
Factored Geometry<S>::sweep_listed(S* p)
{
    const Layout& l = layout();
    if (!factor_listed(p)) return sweep_pivoted(p);
    const Factored found =
        watch<false>(listed_->pivots().data(), field_watched_, field_reference_, field_negative_);
    if (found.health != Health::good) return sweep_pivoted(p);
    S* const moved = in_.data();  // where p still is
    for (int stage = -l.stages; stage < 0; ++stage)
        add_correction(stage, moved, [&](S* e) {
            const auto solve = [&](S* b) { listed_->solve(b); };
            if (!needs_corrections(sweep_reference_)) return solve(e);
            solve_corrected(completed_.jacobian.entries, out_.data() + l.unknowns, l.unknowns, e,
                            {out_.data(), rows_.data(), entries_.data()}, solve);
        });
    if (!all_finite(moved, l.size)) return {Health::not_finite, found.negative};
    std::copy_n(moved, l.size, p);
    return found;
}

/// One stage of a sweep in place: solve(e) is e := J⁻¹ e.
template <class S>
template <class Solve>
void Geometry<S>::add_correction(int stage, S* p, Solve&& solve)
{
    const Layout& l = layout();
    constraints(p, rows_.data());
    std::fill(delta_.begin(), delta_.end(), S(0));
    for (std::size_t r = 0; r < l.constraints.size(); ++r)
        if (l.constraints[r].stage == stage) delta_[l.constraints[r].equation] = -rows_[r];
    solve(delta_.data());
    for (int j = 0; j < l.unknowns; ++j)
        if (stage + l.d[j] >= 0) p[l.position(j, stage + l.d[j])] += delta_[j];
}

template <class S>
Factored Geometry<S>::sweep_pivoted(S* p)
{
    const Layout& l = layout();
    const Factored found = field_pivoted(p, delta_.data());
    if (found.health != Health::good) return found;
    matrix(p, delta_.data(), rows_.data(), entries_.data());
    pivoted_.factor(entries_.data());
    for (int stage = -l.stages; stage < 0; ++stage)
        add_correction(stage, p, [&](S* e) { pivoted_.solve(e); });
    return found;
}

template class Geometry<double>;
template class Geometry<Quad>;

}  // namespace involute
