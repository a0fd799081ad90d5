// SPDX-License-Identifier: Apache-2.0
// Where a function of one variable can vanish, with proof: pieces of an interval are proved free of
// zeros by bounds of its values, or to hold at most one by bounds of its derivative, or they are
// halved until nothing more can be told.
//
//     RootIsolation roots;
//     roots.begin(0);
//     roots.search(f, 0, 1, 1e-14);   // as often as there are adjoining pieces
//     for (const RootPiece& piece : roots.found()) ...
#pragma once

#include <vector>

#include "involute/base/interval.hpp"

namespace involute {

class State;  // base/state.hpp

/// All values of a function over a piece, and all its derivatives (at a kink those of both sides,
/// at a jump everything).
struct Bound {
    Interval value = Interval::everything();
    Interval slope = Interval::everything();
    bool nowhere = false;  // it has no value anywhere on the piece
};

class BoundedFunction {
public:
    virtual ~BoundedFunction() = default;
    /// Over [from, to]; where both are equal only the value is asked for.
    virtual Bound over(double from, double to) = 0;
    /// Values up to this size are as good as zero near this place: what is known of the function is
    /// not more accurate.
    virtual double indistinct(double) { return 0; }
};

struct RootPiece {
    enum class Kind {
        simple,     // one zero, the function grows or falls all over the piece
        odd,        // the sign changes; how often is not known
        even,       // the sign is the same on both sides: a touch, or two zeros, or none
        unbounded,  // there are no bounds here: a pole, or a place of its kind
    };
    double from = 0, to = 0;
    Kind kind = Kind::simple;
    int before = 0, after = 0;  // the proved signs on both sides; after = 0: the search ended
    bool earlier = false;       // begins before the interval searched last
};

class RootIsolation {
public:
    /// The search begins where the function has this sign; 0: it vanishes there, and leaving zero
    /// is no zero.
    void begin(int sign);
    /// Continues with [from, to], a piece that begins where the last one ended, if there was one.
    /// `shortest`: no piece is halved that is not longer. What is found is in found().
    void search(BoundedFunction& f, double from, double to, double shortest);
    /// So many pieces in a row without a zero between them are looked at; what is left is
    /// undecided then, and the search has given up.
    void limit(long pieces) { most_fruitless_ = pieces; }
    bool gave_up() const { return fruitless_ >= most_fruitless_; }
    /// What is still open at the end of the last piece becomes a piece of its own, `after` = 0.
    void end();

    /// Of the last search, and of end().
    const std::vector<RootPiece>& found() const { return found_; }
    /// The last proved sign.
    int sign() const { return sign_; }
    /// From `open_from` (in the last piece, unless `open_earlier`) to its end nothing is decided.
    bool open() const { return open_; }
    bool open_earlier() const { return open_earlier_; }
    double open_from() const { return open_from_; }
    /// How many pieces were looked at, so far.
    long pieces() const { return pieces_; }

    /// The sign, and what is open.
    void visit_state(State& state);

private:
    struct Piece {
        double from, to;
    };
    /// What is known of a piece that is not halved.
    enum class Leaf { positive, negative, nowhere, growing, falling, undecided, unbounded, halve };

    Leaf judge(BoundedFunction& f, const Piece& piece, double shortest, bool whole);
    void open(double from, Leaf leaf);
    void settle(double place, int sign);
    void report(double to, int after);

    std::vector<RootPiece> found_{};
    std::vector<Piece> stack_{};
    int sign_ = 0;
    bool open_ = false, open_earlier_ = false;
    double open_from_ = 0, last_to_ = 0;
    Leaf open_leaf_ = Leaf::undecided;
    long pieces_ = 0, fruitless_ = 0, most_fruitless_ = 20000;
};

}  // namespace involute
