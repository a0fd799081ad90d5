// SPDX-License-Identifier: Apache-2.0
// The zeros of a function of one variable, one after the other, with proof: pieces of the way are
// halved until the function has no zero in a piece, or is monotone there and changes its sign, or
// the piece is a few units of rounding long.
#pragma once

#include <optional>
#include <vector>

#include "involute/expr/enclosure.hpp"

namespace involute {

class State;  // base/state.hpp

class RootsAhead {
public:
    /// `variable` is the only leaf of `function`.
    RootsAhead(const Graph& graph, NodeId function, NodeId variable);

    /// From here on, to there, which may be less. What comes at the beginning itself is not ahead.
    void begin(double from, double to);

    /// A zero lies between, or more of them than can be told apart: before it is proved nothing
    /// happens, and beyond it again.
    struct Root {
        double before = 0, after = 0;
    };
    /// The next one; nothing if there is none, or if `gave_up`.
    std::optional<Root> next();
    /// Where a function is too wild, nothing is known from `known_to` on.
    bool gave_up() const { return gave_up_; }
    double known_to() const { return known_to_; }

    /// How far the search has come.
    void visit_state(State& state);

private:
    struct Piece {
        double near = 0, far = 0;
    };

    Enclosure over(double a, double b);
    int sign_at(double t) { return over(t, t).v.sign(); }
    bool free_of_roots(const Piece& piece, Enclosure& found);
    bool is_shortest(const Piece& piece) const;
    std::optional<Root> only_root(Piece piece);
    double last_with_sign(double inside, double outside, int sign);

    Interpreter<Enclosure> function_;
    std::vector<Enclosure> work_{};
    std::vector<Piece> pieces_{};  // the next one last
    double from_ = 0, begin_ = 0, known_to_ = 0, shortest_ = 0, longest_ = 0;
    int direction_ = 1;
    int evaluations_ = 0;
    bool gave_up_ = false;
};

}  // namespace involute
