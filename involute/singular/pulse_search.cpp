// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/pulse_search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace involute {
namespace {

// What is below this is nothing.
constexpr double nothing = 1e-250;
// Roundings in bounds, in parts of the values.
constexpr double roundings = 1e-13;
// What the polynomial through five samples may be off at the others, and what bounds of a piece may
// exceed the values at its ends, in parts of the range of the samples.
constexpr double off_polynomial = 0.1, beyond_ends = 0.25;
// A polynomial of degree 4 with a range of 1 over a step of length 1 is nowhere steeper than 16
// (A. A. Markov); bounds are wider.
constexpr double steepest_polynomial = 32;
// A front narrower than this part of the distance of samples may be seen by no stage.
constexpr double narrow_front = 0.5;
// Bounds evaluated for one part of one step before the search is given up.
constexpr int most_evaluations = 400;
constexpr int most_open = 64;
// Halvings of a piece to find where a front begins, and where it ends.
constexpr int most_halvings = 40;

/// By how much bounds may exceed the values at both ends of a piece.
double slack_of(double range, double a, double b)
{
    return beyond_ends * range + roundings * std::max(std::abs(a), std::abs(b)) + nothing;
}

}  // namespace

void PulseSearch::begin(PartsAlong& parts, const std::vector<double>& begin,
                        const std::vector<double>& end)
{
    parts_ = &parts;
    count_ = parts.count();
    samples_.resize(count_ * (pieces + 1));
    values_.resize(count_);
    std::ranges::copy(begin, samples_.begin());
    std::ranges::copy(end, samples_.end() - std::ptrdiff_t(count_));
    over_pieces_.resize(count_ * pieces);
    steepest_.assign(count_, 0);
    looked_ = false;
}

double PulseSearch::value_at(double place)
{
    parts_->values_at(place, values_.data());
    return values_[part_];
}

/// All parts at once, between two samples after the other.
void PulseSearch::look_at_pieces()
{
    if (std::exchange(looked_, true)) return;
    for (int s = 1; s < pieces; ++s)
        parts_->values_at(double(s) / pieces, samples_.data() + std::size_t(s) * count_);
    for (int s = 0; s < pieces; ++s) {
        const auto& over = parts_->bounds(double(s) / pieces, double(s + 1) / pieces);
        for (std::size_t k = 0; k < count_; ++k) {
            over_pieces_[std::size_t(s) * count_ + k] = over[k].v;
            steepest_[k] = std::max(steepest_[k], over[k].d.magnitude());
        }
    }
}

std::optional<Surprise> PulseSearch::look_closer(std::size_t part, const Matters& matters)
{
    part_ = part;
    evaluations_ = 0;
    look_at_pieces();
    double low = sample(0), high = low;
    for (int s = 1; s <= pieces; ++s) {
        low = std::min(low, sample(s));
        high = std::max(high, sample(s));
    }
    const double range = high - low;
    for (int s = 0; s < pieces; ++s) {
        const double a = sample(s), b = sample(s + 1), slack = slack_of(range, a, b);
        const Interval& v = over_pieces_[std::size_t(s) * count_ + part];
        if (v.low >= std::min(a, b) - slack && v.high <= std::max(a, b) + slack) continue;
        const auto found = search_piece(s);
        if (found && matters(*found)) return found;
    }
    if (is_polynomial(range)) return std::nullopt;
    const bool at_an_end = changes_at_an_end();
    for (int s = 0; s < pieces; ++s) {
        if (!(std::abs(sample(s + 1) - sample(s)) > off_polynomial * range + nothing)) continue;
        const Surprise front = find_front(s);
        const bool wide = front.width >= narrow_front / pieces;
        if (!(wide && at_an_end) && matters(front)) return front;
    }
    return std::nullopt;
}

/// The polynomial of degree 4 through every other sample foretells those between. A front in which
/// one of them lies may look so: it is too steep.
bool PulseSearch::is_polynomial(double range) const
{
    if (!(steepest_[part_] <= steepest_polynomial * range + nothing)) return false;
    static constexpr double weights[4][5] = {
        {35, 140, -70, 28, -5}, {-5, 60, 90, -20, 3}, {3, -20, 90, 60, -5}, {-5, 28, -70, 140, 35}};
    for (int s = 0; s < 4; ++s) {
        double foretold = 0;
        for (int i = 0; i < 5; ++i) foretold += weights[s][i] / 128 * sample(2 * i);
        if (!(std::abs(foretold - sample(2 * s + 1)) <= off_polynomial * range + nothing))
            return false;
    }
    return true;
}

/// Whether it falls or grows faster and faster, or slower and slower: what it does is plain from
/// where the step begins, or ends.
bool PulseSearch::changes_at_an_end() const
{
    bool faster_on = true, slower_on = true;
    for (int s = 1; s < pieces; ++s) {
        const double before = sample(s) - sample(s - 1), after = sample(s + 1) - sample(s);
        if (before * after < 0) return false;
        faster_on = faster_on && std::abs(after) >= std::abs(before);
        slower_on = slower_on && std::abs(after) <= std::abs(before);
    }
    return faster_on || slower_on;
}

/// Where between two samples most of the change happens: all but a tenth at either end. It may be
/// the beginning or the end of something that lasts: its reach is that of the samples.
Surprise PulseSearch::find_front(int piece)
{
    const double from = double(piece) / pieces, to = double(piece + 1) / pieces;
    const double before = sample(piece), change = sample(piece + 1) - before;
    const auto place_of = [&](double part) {
        double a = from, b = to;
        for (int halvings = 0; halvings < most_halvings; ++halvings) {
            const double middle = a + (b - a) / 2;
            ((value_at(middle) - before) / change > part ? b : a) = middle;
        }
        return a + (b - a) / 2;
    };
    const double begins = place_of(off_polynomial), ends = place_of(1 - off_polynomial);
    const double shortest = (to - from) * std::ldexp(1.0, -most_halvings);
    return {begins + (ends - begins) / 2, std::max(std::abs(ends - begins), shortest),
            1.0 / pieces};
}

/// The place in a piece between two samples at which the part is farthest from what they explain,
/// to a factor of two. Bounds of the piece exceed them; they may be too wide.
std::optional<Surprise> PulseSearch::search_piece(int piece)
{
    const double a = sample(piece), b = sample(piece + 1);
    double range = 0;
    for (int s = 0; s <= pieces; ++s) range = std::max(range, std::abs(sample(s) - a));
    const double slack = slack_of(range, a, b);
    const double low = std::min(a, b) - slack, high = std::max(a, b) + slack;
    struct Part {
        double from, to;
    };
    Part open[most_open];
    int count = 0;
    open[count++] = {double(piece) / pieces, double(piece + 1) / pieces};
    std::optional<Surprise> found;
    double farthest = 0;
    while (count > 0 && evaluations_ < most_evaluations) {
        const Part part = open[--count];
        const Interval& v = parts_->bounds(part.from, part.to)[part_].v;
        ++evaluations_;
        if (std::max(low - v.low, v.high - high) <= 2 * farthest) continue;
        const double middle = part.from + (part.to - part.from) / 2, value = value_at(middle);
        const double far = std::max(low - value, value - high);
        if (far > farthest) {
            farthest = far;
            found = Surprise{middle, part.to - part.from, part.to - part.from};
        }
        if (middle == part.from || middle == part.to || count + 2 > most_open) continue;
        open[count++] = {middle, part.to};
        open[count++] = {part.from, middle};
    }
    return found;
}

}  // namespace involute
