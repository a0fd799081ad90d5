// SPDX-License-Identifier: Apache-2.0
// The order in which J is eliminated: chosen, compiled, and kept where parameters are set.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

#include "involute/geometry/corrected_solve.hpp"
#include "involute/geometry/geometry.hpp"

namespace involute {
namespace {

// How far the sample points for the choice of pivots lie from the reference: some far enough that
// an entry like cos(angle) shows that it can vanish.
constexpr double sample_spread[] = {0.1, 0.3, 1, 1, 2, 2, 3, 3, 3, 3};

// Roundings by which eliminations with and without pivoting may differ.
constexpr double same_solution = 1e4;

}  // namespace

template <class S>
bool Geometry<S>::has_constant_jacobian() const
{
    const Graph& graph = completed_.system.graph;
    return std::ranges::all_of(completed_.jacobian_nodes,
                               [&](NodeId node) { return graph[node].op == Op::constant; });
}

/// Around the given point, which comes first; alone where J is made of numbers.
template <class S>
std::vector<std::vector<S>> Geometry<S>::sample_points(const S* p) const
{
    using std::abs;
    if (has_constant_jacobian()) return {std::vector<S>(p, p + layout().size)};
    std::mt19937 random(20000);
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::vector<std::vector<S>> points{std::vector<S>(p, p + layout().size)};
    for (const double spread : sample_spread) {
        std::vector<S> q(p, p + layout().size);
        for (S& value : q)
            value += S(spread * uniform(random)) * (abs(value) + S(spread < 1 ? 0.1 : 1));
        points.push_back(std::move(q));
    }
    return points;
}

template <class S>
bool Geometry<S>::choose_order(const S* p)
{
    using std::isfinite;
    if (std::exchange(order_is_old_, false)) {
        if (order_serves(p)) return true;
        orders_.clear();
    }
    const int n = layout().unknowns;
    std::vector<S> z(n), top_rows(n), values(entries_.size());
    std::vector<std::vector<double>> samples;
    for (const std::vector<S>& q : sample_points(p)) {
        const Factored found = field_pivoted(q.data(), z.data());
        if (samples.empty() && found.health != Health::good) return false;
        if (found.health != Health::good) continue;
        matrix(q.data(), z.data(), top_rows.data(), values.data());
        if (!std::ranges::all_of(values, [](const S& v) { return isfinite(v); })) continue;
        std::vector<double> sample(values.size());
        for (std::size_t e = 0; e < values.size(); ++e) sample[e] = to_double(values[e]);
        samples.push_back(std::move(sample));
    }

    const Structure& structure = completed_.structure;
    std::vector<int> block_of(n), local_row(n), local_column(n);
    for (std::size_t b = 0; b < structure.blocks.size(); ++b)
        for (std::size_t k = 0; k < structure.blocks[b].rows.size(); ++k) {
            block_of[structure.blocks[b].rows[k]] = int(b);
            local_row[structure.blocks[b].rows[k]] = int(k);
            local_column[structure.blocks[b].columns[k]] = int(k);
        }
    std::vector<int> block_of_column(n);
    for (std::size_t b = 0; b < structure.blocks.size(); ++b)
        for (const int j : structure.blocks[b].columns) block_of_column[j] = int(b);

    std::vector<SampledMatrix> diagonal(structure.blocks.size());
    for (std::size_t b = 0; b < diagonal.size(); ++b) {
        diagonal[b].size = int(structure.blocks[b].rows.size());
        diagonal[b].values.resize(samples.size());
    }
    for (std::size_t e = 0; e < completed_.jacobian.entries.size(); ++e) {
        const auto [row, column] = completed_.jacobian.entries[e];
        if (block_of[row] != block_of_column[column]) continue;
        SampledMatrix& matrix_of_block = diagonal[block_of[row]];
        matrix_of_block.entries.push_back({local_row[row], local_column[column]});
        for (std::size_t s = 0; s < samples.size(); ++s)
            matrix_of_block.values[s].push_back(samples[s][e]);
    }
    // The unit of det J stays what it was: by the old order it is known here.
    if (!orders_.empty() && field_watched_ > 0) {
        field(p, z.data());
        if (seen.last > S(0) && isfinite(seen.last)) unit_ = seen.last;
    }
    orders_.clear();
    for (const SampledMatrix& block : diagonal) orders_.push_back(choose_pivots(block));
    compile(p);
    order_point_.assign(p, p + layout().size);

    // The compiled sign does not include the permutation that brings the blocks to the diagonal.
    // That is constant, so one comparison with the pivoted factorisation gives it.
    const bool expected = field_pivoted(p, z.data()).negative;
    const bool mismatch = field(p, z.data()).negative != expected;
    field_negative_ ^= mismatch;
    sweep_negative_ ^= mismatch;
    fallbacks_at_order_ = counts.fallbacks;
    return true;
}

/// An order chosen for other values of parameters still serves where J is regular and the compiled
/// elimination, which does not pivot, finds what a pivoted one does.
template <class S>
bool Geometry<S>::order_serves(const S* p)
{
    using std::abs;
    const int n = layout().unknowns;
    std::vector<S> z(n);
    const Factored expected = field_pivoted(p, z.data());
    if (expected.health != Health::good) return false;
    refer_to(p);  // which leaves what the field is there
    S size(0);
    for (const S& top : z) size = std::max<S>(size, abs(top));
    for (int j = 0; j < n; ++j)
        if (!(abs(S(out_[j] - z[j])) <= S(same_solution) * unit_roundoff<S>() * size)) return false;
    const bool mismatch = field(p, z.data()).negative != expected.negative;
    field_negative_ ^= mismatch;
    sweep_negative_ ^= mismatch;
    fallbacks_at_order_ = counts.fallbacks;
    return true;
}

/// Pivots are compared with what they are here.
template <class S>
void Geometry<S>::refer_to(const S* p)
{
    using std::abs;
    const auto reference = [&](const S* pivots, int count) {
        Reference result;
        for (int k = 0; k < count; ++k) {
            // Without pivots here none will do anywhere.
            const S size = pivots ? abs(pivots[k]) : std::numeric_limits<S>::infinity();
            result.floors.push_back(S(pivot_floor) * size);
            result.inverses.push_back(S(1) / size);
        }
        return result;
    };
    if (layout().stages > 0 && !listed_) {
        sweep_.run(p, out_.data(), sweep_work_.data());
        sweep_reference_ = reference(out_.data() + layout().size, sweep_watched_);
    }
    if (listed_) {
        // Something stands there where solutions are to be corrected (needs_corrections).
        const int n = layout().unknowns;
        sweep_reference_ = {};
        if (factor_listed(p) &&
            leaves_more_than_rounding(completed_.jacobian.entries, out_.data() + n, n,
                                      [&](S* b) { listed_->solve(b); }))
            sweep_reference_.floors.push_back(S(0));
    }
    field_reference_ = reference(evaluate_field(p), field_watched_);
}

template <class S>
void Geometry<S>::compile(const S* p)
{
    if (is_for_lists(completed_)) {
        listed_.emplace(completed_, orders_);
        field_watched_ = has_constant_jacobian() ? 0 : layout().unknowns;
        field_negative_ = false;
        refer_to(p);
        ++counts.repivots;
        return;
    }
    FieldTape field = write_field(completed_, orders_);
    field_watched_ = field.watched;
    field_negative_ = field.negative;
    field_ = compile_program<S>(field.tape, native_, field_work_);
    if (layout().stages > 0) {
        FieldTape sweep = write_sweep(completed_, orders_);
        sweep_watched_ = sweep.watched;
        sweep_negative_ = sweep.negative;
        sweep_ = compile_program<S>(sweep.tape, native_, sweep_work_);
    }
    out_.resize(std::max({out_.size(), field_.outputs(), sweep_.outputs()}));
    refer_to(p);
    ++counts.repivots;
}

template bool Geometry<double>::has_constant_jacobian() const;
template std::vector<std::vector<double>> Geometry<double>::sample_points(const double*) const;
template bool Geometry<double>::choose_order(const double*);
template bool Geometry<double>::order_serves(const double*);
template void Geometry<double>::refer_to(const double*);
template void Geometry<double>::compile(const double*);
template bool Geometry<Quad>::has_constant_jacobian() const;
template std::vector<std::vector<Quad>> Geometry<Quad>::sample_points(const Quad*) const;
template bool Geometry<Quad>::choose_order(const Quad*);
template bool Geometry<Quad>::order_serves(const Quad*);
template void Geometry<Quad>::refer_to(const Quad*);
template void Geometry<Quad>::compile(const Quad*);

}  // namespace involute
