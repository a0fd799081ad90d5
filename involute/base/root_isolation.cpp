// SPDX-License-Identifier: Apache-2.0
#include "involute/base/root_isolation.hpp"

#include <algorithm>
#include <cmath>

#include "involute/base/patience.hpp"
#include "involute/base/state.hpp"

namespace involute {
namespace {

// A function that is as good as zero at all these parts of a piece is not told apart from zero
// there. Of all of a search this is asked more generously, since what vanishes on the solution need
// not vanish as exactly on its polynomials.
constexpr double probes[] = {0.03, 0.19, 0.37, 0.5, 0.61, 0.83, 0.98};
constexpr double generous = 100;

// So many may be costly: it is time to look at the clock.
constexpr long pieces_between_looks = 64;

bool is_finite(const Interval& x)
{
    return std::isfinite(x.low) && std::isfinite(x.high);
}

/// Both contain the value.
Interval intersection(const Interval& a, const Interval& b)
{
    const Interval both{std::max(a.low, b.low), std::min(a.high, b.high)};
    return both.low <= both.high ? both : a;  // apart only by a defect of the bounds
}

bool vanishes(BoundedFunction& f, double from, double to, double factor)
{
    return std::ranges::all_of(probes, [&](double part) {
        const double at = from + part * (to - from);
        const double size = f.over(at, at).value.magnitude();
        return std::isfinite(size) && size <= factor * f.indistinct(at);
    });
}

}  // namespace

void RootIsolation::begin(int sign)
{
    found_.clear();
    sign_ = sign;
    open_ = open_earlier_ = false;
}

/// Values are bounded directly, and by the value in the middle and the derivatives.
auto RootIsolation::judge(BoundedFunction& f, const Piece& piece, double shortest, bool whole)
    -> Leaf
{
    const auto signed_leaf = [](int sign) { return sign > 0 ? Leaf::positive : Leaf::negative; };
    if (++pieces_ % pieces_between_looks == 0) keep_patience();
    const Bound all = f.over(piece.from, piece.to);
    if (all.nowhere) return Leaf::nowhere;
    if (const int sign = all.value.sign()) return signed_leaf(sign);
    const int slope = all.slope.sign();
    const double middle = piece.from + (piece.to - piece.from) / 2;
    Interval value = all.value;
    if (slope == 0 && is_finite(all.slope)) {
        const Interval offset = Interval(piece.from, piece.to) - Interval(middle);
        value = intersection(value, f.over(middle, middle).value + all.slope * offset);
        if (const int sign = value.sign()) return signed_leaf(sign);
    }
    const bool finite = is_finite(all.value);
    if (finite && value.magnitude() <= f.indistinct(middle)) return Leaf::undecided;
    // Without bounds of the value there may be a pole, as of the tangent, which always grows.
    if (slope != 0 && finite) return slope > 0 ? Leaf::growing : Leaf::falling;
    if (finite && vanishes(f, piece.from, piece.to, whole ? generous : 1)) return Leaf::undecided;
    const bool inside = piece.from < middle && middle < piece.to;
    if (piece.to - piece.from > shortest && inside && !gave_up()) return Leaf::halve;
    return finite ? Leaf::undecided : Leaf::unbounded;
}

void RootIsolation::report(double to, int after)
{
    using Kind = RootPiece::Kind;
    const bool monotone = open_leaf_ == Leaf::growing || open_leaf_ == Leaf::falling;
    RootPiece piece{.from = open_from_, .to = to, .before = sign_, .after = after};
    piece.earlier = open_earlier_;
    piece.kind = monotone                        ? Kind::simple
                 : open_leaf_ == Leaf::unbounded ? Kind::unbounded
                 : after != 0 && after != sign_  ? Kind::odd
                                                 : Kind::even;
    // Where it is monotone and the sign is the same at both ends there is no zero.
    if (!monotone || after != sign_) found_.push_back(piece);
}

/// At `place` the function has this sign, with proof.
void RootIsolation::settle(double place, int sign)
{
    if (sign_ != 0 && (open_ || sign != sign_)) {
        if (!open_) {  // it jumps from one piece to the next
            open_from_ = place;
            open_earlier_ = false;
            open_leaf_ = Leaf::undecided;
        }
        report(place, sign);
        fruitless_ = 0;
    }
    sign_ = sign;
    open_ = open_earlier_ = false;
}

/// What lies between two proved signs is one piece. Monotone pieces in a row are one monotone
/// piece.
void RootIsolation::open(double from, Leaf leaf)
{
    if (!open_) {
        open_ = true;
        open_from_ = from;
        open_leaf_ = leaf;
    } else if (open_leaf_ != leaf) {
        const bool unbounded = open_leaf_ == Leaf::unbounded || leaf == Leaf::unbounded;
        open_leaf_ = unbounded ? Leaf::unbounded : Leaf::undecided;
    }
}

void RootIsolation::search(BoundedFunction& f, double from, double to, double shortest)
{
    found_.clear();
    stack_.clear();
    fruitless_ = 0;
    if (open_) {
        open_earlier_ = true;
        open_from_ = from;
    }
    last_to_ = to;
    if (from < to) stack_.push_back({from, to});
    while (!stack_.empty()) {
        const Piece piece = stack_.back();
        stack_.pop_back();
        ++fruitless_;
        const Leaf leaf = judge(f, piece, shortest, piece.from == from && piece.to == to);
        switch (leaf) {
            case Leaf::positive:
            case Leaf::negative:
                settle(piece.from, leaf == Leaf::positive ? 1 : -1);
                break;
            case Leaf::nowhere:
                open_ = open_earlier_ = false;
                sign_ = 0;
                break;
            case Leaf::halve: {
                const double middle = piece.from + (piece.to - piece.from) / 2;
                stack_.push_back({middle, piece.to});
                stack_.push_back({piece.from, middle});
                break;
            }
            default: {
                open(piece.from, leaf);
                const Interval value = f.over(piece.to, piece.to).value;
                const bool monotone = leaf == Leaf::growing || leaf == Leaf::falling;
                const bool distinct =
                    monotone || !is_finite(value) || value.magnitude() > f.indistinct(piece.to);
                if (value.sign() != 0 && distinct) settle(piece.to, value.sign());
            }
        }
    }
}

void RootIsolation::end()
{
    found_.clear();
    // Where nothing was ever decided it vanishes all along, unless it only leaves zero.
    const bool monotone = open_leaf_ == Leaf::growing || open_leaf_ == Leaf::falling;
    if (open_ && (sign_ != 0 || !monotone)) report(last_to_, 0);
    open_ = open_earlier_ = false;
}

void RootIsolation::visit_state(State& state)
{
    const State::Part part(state, "roots");
    state("sign", sign_);
    state("open", open_);
    state("open earlier", open_earlier_);
    state("open from", open_from_);
    state("last to", last_to_);
    state("open leaf", open_leaf_);
    state("pieces", pieces_);
    state("fruitless", fruitless_);
}

}  // namespace involute
