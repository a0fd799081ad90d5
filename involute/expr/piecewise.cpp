// SPDX-License-Identifier: Apache-2.0
// Values of piecewise polynomials. Their bounds are in piecewise_bounds.cpp.
#include "involute/expr/piecewise.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "involute/base/scalar.hpp"

namespace involute {

PiecewisePolynomial::PiecewisePolynomial(const Pieces& made)
    : count_(made.pieces.size()),
      degree_(made.degree),
      derivatives_(made.derivatives),
      domain_(made.domain),
      kind_(made.kind)
{
    quads_.period = made.period;
    for (const PolynomialPiece& piece : made.pieces) {
        quads_.origins.push_back(piece.origin);
        for (int k = 0; k <= degree_; ++k)
            quads_.coefficients.push_back(k < int(piece.c.size()) ? piece.c[std::size_t(k)] : 0);
    }
    doubles_.period = to_double(quads_.period);
    for (const Quad& x : quads_.origins) doubles_.origins.push_back(to_double(x));
    for (const Quad& x : quads_.coefficients) doubles_.coefficients.push_back(to_double(x));
    index_cells();
    bound_pieces();
}

std::vector<Quad> PiecewisePolynomial::numbers() const
{
    std::vector<Quad> all{quads_.period};
    all.insert(all.end(), quads_.origins.begin(), quads_.origins.end());
    all.insert(all.end(), quads_.coefficients.begin(), quads_.coefficients.end());
    return all;
}

void PiecewisePolynomial::index_cells()
{
    const std::vector<double>& origins = doubles_.origins;
    const double width = origins.back() - origins.front();
    first_cell_ = origins.front();
    cells_per_unit_ = width > 0 ? double(count_) / width : 0;
    for (std::size_t cell = 0; cell <= count_; ++cell) {
        const double begins = first_cell_ + width * double(cell) / double(count_);
        const auto after = std::upper_bound(origins.begin() + 1, origins.end(), begins);
        cells_.push_back(std::uint32_t(after - origins.begin() - 1));
    }
}

/// The last piece that begins at or before t.
template <class S>
std::size_t PiecewisePolynomial::find_within(const Numbers<S>& in, const S& t) const
{
    const double place = (to_double(t) - first_cell_) * cells_per_unit_;
    const std::size_t cell =
        place > 0 ? std::size_t(std::min(place, double(count_ - 1))) : std::size_t(0);
    const auto begin = in.origins.begin() + 1;
    auto piece =
        std::size_t(std::upper_bound(begin + cells_[cell], begin + cells_[cell + 1], t) - begin);
    // t may lie in the next cell, by rounding
    while (piece > 0 && t < in.origins[piece]) --piece;
    while (piece + 1 < count_ && !(t < in.origins[piece + 1])) ++piece;
    return piece;
}

template <class S>
auto PiecewisePolynomial::find(const Numbers<S>& in, const S& t) const -> Found<S>
{
    using std::floor;
    if (!(in.period > S(0))) return {find_within(in, t), S(0)};
    S periods = floor((t - in.origins[0]) / in.period);
    // The quotient may be rounded to the next integer.
    if (t - periods * in.period < in.origins[0]) periods = periods - S(1);
    if (!(t - (periods + S(1)) * in.period < in.origins[0])) periods = periods + S(1);
    return {find_within(in, S(t - periods * in.period)), periods};
}

template <class S>
S PiecewisePolynomial::gate(const Numbers<S>& in, const Found<S>& at, const S& t, bool slope) const
{
    using std::floor;
    const S away = at.periods * in.period;
    const bool wraps = at.piece + 1 == count_;
    const S from = (t - in.origins[at.piece]) - away;
    const S to = ((wraps ? S(in.origins[0] + in.period) : in.origins[at.piece + 1]) - t) + away;
    const bool rises = is_last(at.piece) || (!is_first(at.piece) && from < to);
    const S distance = std::max<S>(rises ? from : to, S(0));
    // Whether the number of pieces passed is odd: floor tells of numbers that fit no integer.
    const S half = at.periods / S(2);
    const bool odd_periods = count_ % 2 == 1 && floor(half) != half;
    const bool odd = (at.piece % 2 == 1) != odd_periods;
    if (slope) return rises != odd ? S(1) : S(-1);
    return odd ? -distance : distance;
}

template <class S>
S PiecewisePolynomial::value_of(const Numbers<S>& in, int order, const S& t) const
{
    const Found<S> at = find(in, t);
    if (order < 0) return gate(in, at, t, order == gate_slope_order);
    const S way = (t - in.origins[at.piece]) - at.periods * in.period;
    const S* c = in.coefficients.data() + at.piece * std::size_t(degree_ + 1);
    S sum(0);
    for (int k = degree_; k >= order; --k) {
        int falling = 1;  // k (k - 1) .. (k - order + 1)
        for (int j = 0; j < order; ++j) falling *= k - j;
        sum = sum * way + S(falling) * c[k];
    }
    return sum;
}

template auto PiecewisePolynomial::find(const Numbers<double>&, const double&) const
    -> Found<double>;
template double PiecewisePolynomial::value_of(const Numbers<double>&, int, const double&) const;
template Quad PiecewisePolynomial::value_of(const Numbers<Quad>&, int, const Quad&) const;

}  // namespace involute
