// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/roots_ahead.hpp"

#include <algorithm>
#include <cmath>

#include "involute/base/state.hpp"

namespace involute {
namespace {

// Evaluations on the way to one root: more, and the function swings faster than numbers tell.
constexpr int most_evaluations = 20000;
// The shortest piece, in units of rounding.
constexpr double shortest = 16;
// The longest stretch, in parts of the way, that may stay unclear.
constexpr double longest = 1e-6;
// What is smaller than this is zero, exactly.
constexpr double zero = 1e-300;

double rounding(double t)
{
    return std::max(std::abs(t) * 0x1p-52, 0x1p-1022);
}

}  // namespace

RootsAhead::RootsAhead(const Graph& graph, NodeId function, NodeId variable)
{
    TapeBuilder tape(graph, 1);
    tape.bind(variable, tape.input(0));
    tape.output(tape.emit(function));
    function_ = Interpreter<Enclosure>(tape.finish());
    work_.resize(function_.work_size());
    function_.prepare(work_.data());
    pieces_.reserve(2200);  // halvings of all doubles
}

void RootsAhead::begin(double from, double to)
{
    direction_ = to < from ? -1 : 1;
    known_to_ = from;
    begin_ = from_ = from;
    longest_ = longest * std::abs(to - from);
    gave_up_ = false;
    pieces_.clear();
    if (from != to) pieces_.push_back({from, to});
}

Enclosure RootsAhead::over(double a, double b)
{
    ++evaluations_;
    const Enclosure t(a < b ? Interval(a, b) : Interval(b, a), Interval(1.0));
    Enclosure found;
    function_.run(&t, &found, work_.data());
    return found;
}

bool RootsAhead::free_of_roots(const Piece& piece, Enclosure& found)
{
    found = over(piece.near, piece.far);
    if (found.nowhere || found.v.sign() != 0 || found.v.magnitude() <= zero) return true;
    // f(t) = f(m) + f'(s) (t - m): sharper where terms of f change against each other
    const double middle = piece.near + (piece.far - piece.near) / 2;
    const Interval at_middle = over(middle, middle).v;
    const Interval t =
        piece.near < piece.far ? Interval(piece.near, piece.far) : Interval(piece.far, piece.near);
    return (at_middle + found.d * (t - Interval(middle))).sign() != 0;
}

bool RootsAhead::is_shortest(const Piece& piece) const
{
    return std::abs(piece.far - piece.near) <=
           shortest_ * std::max(rounding(piece.near), rounding(piece.far));
}

/// The farthest t from `inside`, where f has this sign, towards `outside`, where it has not, up to
/// which f has it, for an f that is monotone.
double RootsAhead::last_with_sign(double inside, double outside, int sign)
{
    while (true) {
        const double middle = inside + (outside - inside) / 2;
        if (middle == inside || middle == outside) return inside;
        (sign_at(middle) == sign ? inside : outside) = middle;
    }
}

/// Of a function that is monotone over the piece.
std::optional<RootsAhead::Root> RootsAhead::only_root(Piece piece)
{
    int near = sign_at(piece.near), far = sign_at(piece.far);
    if (near * far > 0) return std::nullopt;
    // A root may be at an end of the piece: it begins a little before, or ends a little beyond.
    for (double units = 1; near == 0 && units < 1e6; units *= 2) {
        piece.near -= direction_ * units * rounding(piece.near);
        near = sign_at(piece.near);
    }
    for (double units = 1; far == 0 && units < 1e6; units *= 2) {
        piece.far += direction_ * units * rounding(piece.far);
        far = sign_at(piece.far);
    }
    if (near == 0 || far == 0 || near == far) return Root{piece.near, piece.far};
    return Root{last_with_sign(piece.near, piece.far, near),
                last_with_sign(piece.far, piece.near, far)};
}

std::optional<RootsAhead::Root> RootsAhead::next()
{
    if (gave_up_) return std::nullopt;
    evaluations_ = 0;
    std::optional<Root> found;
    shortest_ = shortest;
    while (!pieces_.empty()) {
        if (evaluations_ > most_evaluations) {
            gave_up_ = true;
            break;
        }
        Piece piece = pieces_.back();
        pieces_.pop_back();
        // what the last root has covered
        if ((piece.far - known_to_) * direction_ <= 0) continue;
        if ((piece.near - known_to_) * direction_ < 0) piece.near = known_to_;
        std::optional<Root> root;
        if (Enclosure range; !free_of_roots(piece, range)) {
            if (range.d.sign() != 0) {
                root = only_root(piece);
            } else if (is_shortest(piece)) {
                root = Root{piece.near, piece.far};
            } else {
                const double middle = piece.near + (piece.far - piece.near) / 2;
                pieces_.push_back({middle, piece.far});
                pieces_.push_back({piece.near, middle});
                continue;
            }
        }
        const bool touches = root && (root->before - known_to_) * direction_ <= 0;
        if (found && !touches) {
            pieces_.push_back(piece);  // it is looked at again when the next one is asked for
            break;
        }
        known_to_ = piece.far;
        if (!root) continue;
        if ((root->after - known_to_) * direction_ > 0) known_to_ = root->after;
        shortest_ *= 2;  // what stays unclear for long is looked at in larger pieces
        const bool at_begin = (root->before - begin_) * direction_ <= 0;
        const double stretch_from = at_begin ? from_ : found ? found->before : root->before;
        gave_up_ = std::abs(root->after - stretch_from) > longest_;
        if (at_begin)
            begin_ = root->after;  // what touches the beginning is none ahead
        else
            found = Root{stretch_from, root->after};
        if (gave_up_) break;
    }
    return found;
}

void RootsAhead::visit_state(State& state)
{
    const State::Part part(state, "roots ahead");
    state.list("pieces", pieces_, [&](Piece& piece) {
        state("near", piece.near);
        state("far", piece.far);
    });
    state("from", from_);
    state("begin", begin_);
    state("known to", known_to_);
    state("shortest", shortest_);
    state("longest", longest_);
    state("direction", direction_);
    state("evaluations", evaluations_);
    state("gave up", gave_up_);
}

}  // namespace involute
