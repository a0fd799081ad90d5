// SPDX-License-Identifier: Apache-2.0
// Piecewise polynomials, of a few or of many thousand pieces: where t is found by an index of
// equal cells, so that a value costs the same for all of them.
#pragma once

#include <vector>

#include "involute/expr/input.hpp"

namespace involute {

/// Σ c[k] (t - origin)^k
struct PolynomialPiece {
    Quad origin = 0;
    std::vector<Quad> c{};
};

/// The first piece reaches back without end, the last one on; all others begin at their origins.
/// With a period the first begins at its origin too, and the last ends where the first comes again.
struct Pieces {
    std::vector<PolynomialPiece> pieces{};
    int degree = 0;
    int derivatives = 0;  // InputFunction::derivatives
    Quad period = 0;      // 0: none
    Interval domain{};
    std::string kind{};
};

class PiecewisePolynomial final : public InputFunction {
public:
    explicit PiecewisePolynomial(const Pieces& made);

    double value(int order, double t) const override { return value_of(doubles_, order, t); }
    Quad value(int order, const Quad& t) const override { return value_of(quads_, order, t); }
    Interval bounds(int order, const Interval& t) const override;

    std::optional<int> degree() const override { return degree_; }
    int derivatives() const override { return derivatives_; }
    bool has_breakpoints() const override { return count_ > 1 || quads_.period > 0; }
    Interval domain() const override { return domain_; }
    std::string kind() const override { return kind_; }
    bool is_exact() const override { return true; }
    /// All that it is made of.
    std::vector<Quad> numbers() const;

private:
    template <class S>
    struct Numbers {
        std::vector<S> origins{}, coefficients{};
        S period{};
    };
    /// A piece, and how many periods before t it is meant.
    template <class S>
    struct Found {
        std::size_t piece = 0;
        S periods{};
    };
    template <class S>
    Found<S> find(const Numbers<S>& in, const S& t) const;
    template <class S>
    std::size_t find_within(const Numbers<S>& in, const S& t) const;
    template <class S>
    S value_of(const Numbers<S>& in, int order, const S& t) const;
    template <class S>
    S gate(const Numbers<S>& in, const Found<S>& at, const S& t, bool slope) const;

    bool is_first(std::size_t piece) const { return piece == 0 && !(quads_.period > 0); }
    bool is_last(std::size_t piece) const { return piece + 1 == count_ && !(quads_.period > 0); }
    Quad end(std::size_t piece) const;
    Interval over_piece(std::size_t piece, int order, const Interval& way) const;
    Interval over_pieces(std::size_t first, std::size_t last, int order) const;
    Interval gate_over_piece(std::size_t piece, bool odd, const Interval& way, bool slope) const;
    Interval gate_bounds(const Interval& t, bool slope) const;
    void index_cells();
    void bound_pieces();

    std::size_t count_ = 0;
    int degree_ = 0, derivatives_ = 0;
    Interval domain_{};
    std::string kind_{};
    Numbers<double> doubles_{};
    Numbers<Quad> quads_{};
    double first_cell_ = 0, cells_per_unit_ = 0;
    std::vector<std::uint32_t> cells_{};  // pieces that begin before each cell
    std::vector<std::vector<Interval>>
        bounds_{};       // by order: of pieces, and of pairs of pairs above
    double widest_ = 0;  // of all pieces that have two ends
};

}  // namespace involute
