// SPDX-License-Identifier: Apache-2.0
#include "involute/step/null_direction.hpp"

#include "involute/base/state_limits.hpp"

#include <algorithm>
#include <cmath>

namespace involute {

template <class S>
NullDirection<S>::NullDirection(Geometry<S>& geometry)
    : geometry_(geometry),
      bordered_(geometry.layout().unknowns + 1, bordered_pattern(geometry.completed()))
{
    const auto n = std::size_t(geometry.layout().unknowns);
    border_.assign(n + 1, S(0));
    border_[0] = S(1);
    null_.assign(n + 1, S(0));
    across_.assign(n + 1, S(0));
    longest_.assign(n + 1, 0.0);
    zero_.assign(n, S(0));
    rows_.assign(n, S(0));
    entries_.assign(geometry.completed().jacobian.entries.size(), S(0));
    values_.assign(n + entries_.size() + n + 1, S(0));
}

template <class S>
void NullDirection<S>::orient(int x_direction)
{
    x_direction_ = x_direction;
    oriented_ = false;
    std::fill(border_.begin(), border_.end(), S(0));
    border_[0] = S(1);
}

template <class S>
void NullDirection<S>::evaluate(const S* p)
{
    geometry_.matrix(p, zero_.data(), rows_.data(), entries_.data());
}

template <class S>
Factored NullDirection<S>::find(const S* p)
{
    const auto n = std::size_t(geometry_.layout().unknowns);
    evaluate(p);
    std::copy(rows_.begin(), rows_.end(), values_.begin());
    std::copy(entries_.begin(), entries_.end(), values_.begin() + std::ptrdiff_t(n));
    S* border = values_.data() + n + entries_.size();
    std::copy(border_.begin(), border_.end(), border);
    vanished_ = !bordered_.factor(values_.data());
    const auto regular = [&] { return !vanished_ && bordered_.pivot_ratio() >= singular_ratio; };
    if (!regular() && !oriented_) {
        // x turns exactly at the start: use any other border.
        for (std::size_t j = 0; j <= n; ++j) border[j] = S(1 + double(j % 7) / 7);
        vanished_ = !bordered_.factor(values_.data());
    }
    if (vanished_) {
        using std::isfinite;
        for (const S& value : values_)
            if (!isfinite(value)) return {Health::not_finite, false};
        return {Health::singular, false};
    }
    std::fill(null_.begin(), null_.end(), S(0));
    null_[n] = S(1);
    bordered_.solve(null_.data());
    const bool turned = !oriented_ && (null_[0] < S(0)) != (x_direction_ < 0);
    if (turned)
        for (S& value : null_) value = -value;
    if (!regular()) return {Health::singular, false};
    return {Health::good, bordered_.determinant_is_negative() != turned};
}

template <class S>
S NullDirection<S>::distance_to_rank_loss()
{
    using std::abs;
    using std::sqrt;
    if (vanished_) return S(0);
    if (irregular_.empty()) {
        irregular_.assign(zero_.size(), S(0));
        for (std::size_t i = 0; i < rows_.size(); ++i) irregular_[i] = abs(rows_[i]);
        const std::vector<SparseEntry>& places = geometry_.completed().jacobian.entries;
        for (std::size_t e = 0; e < entries_.size(); ++e) {
            S& size = irregular_[std::size_t(places[e].row)];
            size = std::max<S>(size, abs(entries_[e]));
        }
        for (std::size_t i = 0; i < irregular_.size(); ++i)
            irregular_[i] *= S(1 + std::sin(3 * double(i) + 1) / 2);
    }
    std::copy(irregular_.begin(), irregular_.end(), across_.begin());
    across_.back() = S(0);
    bordered_.solve(across_.data());
    S along(0), length(0), sum(0);
    const auto unit = [&](std::size_t j) { return S(longest_[j] > 0 ? longest_[j] : 1); };
    for (std::size_t j = 0; j < across_.size(); ++j) {
        const S direction = null_[j] / unit(j);
        along += direction * across_[j] / unit(j);
        length += direction * direction;
    }
    for (std::size_t j = 0; j < across_.size(); ++j) {
        const S scaled = (across_[j] - null_[j] * (along / length)) / unit(j);
        sum += scaled * scaled;
    }
    return S(1) / sqrt(sum);
}

template <class S>
void NullDirection<S>::embed(const S* p, S* v) const
{
    const Layout& l = geometry_.layout();
    v[0] = null_[0];
    for (int j = 0; j < l.unknowns; ++j) {
        const int first = l.offset[j];
        for (int k = 0; k + 1 < l.d[j]; ++k) v[first + k] = null_[0] * p[first + k + 1];
        if (l.d[j] > 0) v[first + l.d[j] - 1] = null_[j + 1];
    }
}

/// The border is the null vector just found, as a row in the metric of the lengths.
template <class S>
void NullDirection<S>::orient_by_last(const S* lengths)
{
    const Layout& l = geometry_.layout();
    for (int j = 0; j <= l.unknowns; ++j) {
        const bool has_coordinate = j == 0 || l.d[j - 1] > 0;
        const int at = j == 0 ? 0 : l.offset[j - 1] + l.d[j - 1] - 1;
        const S length = has_coordinate ? lengths[at] : S(1);
        border_[j] = null_[j] / (length * length);
        longest_[j] = std::max(longest_[j], to_double(length));
    }
    oriented_ = true;
}

template <class S>
void NullDirection<S>::tops(S* z) const
{
    for (int j = 0; j < geometry_.layout().unknowns; ++j) z[j] = null_[j + 1] / null_[0];
}

template <class S>
void NullDirection<S>::rescale(const S& factor)
{
    for (S& value : null_) value *= factor;
}

template <class S>
void NullDirection<S>::visit_state(State& state)
{
    const State::Part part(state, "null direction");
    visit_sized(state, "border", border_);
    visit_sized(state, "null", null_);
    state("oriented", oriented_);
    state("longest", longest_);
    visit_sized(state, "irregular", irregular_);
    state("direction of x", x_direction_);
}

template class NullDirection<double>;
template class NullDirection<Quad>;

}  // namespace involute
