// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/kink_sight.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace involute {
namespace {

// Highest derivatives are bounded by a dense solve with J: up to this many of them.
constexpr int most_verified = 40;
// Pieces of a step that are looked at without a decision before samples take over.
constexpr long most_pieces = 1000;
// Isolated a part of the step at a time: what lies beyond the first kink is made anew anyway.
constexpr int parts = 4;
// A polynomial below the order of its method may be off by this part of what it changes, whatever
// the tolerance: implicit steps may be as long as what they solve for allows.
constexpr double rough_part = 0.2;
// Whether a switch comes so near is asked of pieces of this length.
constexpr double near_piece = 1e-3;

/// A function less a number.
class Lowered final : public BoundedFunction {
public:
    Lowered(BoundedFunction& f, double by) : f_(f), by_(by) {}
    Bound over(double from, double to) override
    {
        Bound found = f_.over(from, to);
        found.value -= Interval(by_);
        return found;
    }

private:
    BoundedFunction& f_;
    double by_;
};

}  // namespace

template <class S>
KinkSight<S>::KinkSight(SurfaceProblem<S>& problem, WalkView<S>& view, SwitchSides<S>& sides)
    : problem_(problem), view_(view), sides_(sides), samples_(view, sides), values_(sides.count())
{
    if (sides.count() == 0) return;
    CompletedSystem& completed = problem.geometry().completed();
    const int points = completed.layout.size;
    const bool can_verify = completed.layout.unknowns <= most_verified;
    std::set<int> read;
    std::vector<NodeId> expressions;
    for (const Switch& s : sides.switches) {
        const std::vector<bool> inputs = inputs_read(write_values(completed, {s.expression}));
        reads_tops_.push_back(std::find(inputs.begin() + points, inputs.end(), true) !=
                              inputs.end());
        for (int c = 0; c < points; ++c)
            if (inputs[std::size_t(c)] || (reads_tops_.back() && can_verify)) read.insert(c);
        expressions.push_back(s.expression);
    }
    coordinates_.assign(read.begin(), read.end());
    where_.assign(std::size_t(points), -1);
    for (std::size_t i = 0; i < coordinates_.size(); ++i)
        where_[std::size_t(coordinates_[i])] = int(i);
    all_ = Interpreter<Enclosure>(write_values(completed, expressions));
    in_.assign(all_.inputs(), Enclosure(Interval::everything()));
    out_.resize(all_.outputs());
    work_.resize(all_.work_size());
    all_.prepare(work_.data());
    bounds_.resize(sides.count());
    near_.resize(sides.count());
    unclear_.resize(sides.count());
    rough_.resize(sides.count());
    point_.resize(std::size_t(padded(problem.size())));
    z_.resize(std::size_t(completed.layout.unknowns));
    if (sides.need_tops() && can_verify) tops_ = std::make_unique<VerifiedTops>(completed);
    roots_.limit(most_pieces);
}

/// The polynomials of the method, or finer ones where those may be too rough. False: there are
/// none.
template <class S>
bool KinkSight<S>::prepare(int piece, bool fine)
{
    if (fine && !has_fine_) has_fine_ = view_.points.fine_polynomial(coordinates_, fine_);
    if (!fine && own_piece_ != piece) view_.points.own_polynomial(piece, coordinates_, own_);
    if (!fine) own_piece_ = piece;
    return !fine || has_fine_;
}

/// By bounds over a whole polynomial: it keeps its sign, or is monotone and has its sign at the end
/// of the step, or is zero but for the error of the solution.
template <class S>
bool KinkSight<S>::is_far(const Enclosure& over, const Values& now, std::size_t k) const
{
    const Interval& v = over.v;
    const double quiet = to_double(now.quiet[k]);
    const bool monotone =
        over.d.sign() != 0 && view_.walker.polynomial_pieces() == 1 && !view_.points.own_is_rough();
    if (monotone && sign_of(now, k) == sides_.side[k] && std::isfinite(v.width())) return true;
    if (v.magnitude() <= quiet / 2) return true;
    if (v.sign() != sides_.side[k]) return false;
    return std::min(std::abs(v.low), std::abs(v.high)) > roughness(v);
}

/// How far the polynomial of the method may be off.
template <class S>
double KinkSight<S>::roughness(const Interval& v) const
{
    return view_.points.own_is_rough() ? rough_part * v.width() : 0;
}

/// Marks those that may pass zero, or nearly so, in the last step. False: none does.
template <class S>
bool KinkSight<S>::bound_all(const Values& now)
{
    std::ranges::fill(near_, char(false));
    std::ranges::fill(rough_, 0.0);
    own_piece_ = -1;
    has_fine_ = false;
    bool any = false;
    for (int piece = 0; piece < view_.walker.polynomial_pieces(); ++piece) {
        prepare(piece, false);
        for (std::size_t i = 0; i < coordinates_.size(); ++i) {
            const auto range = own_.over(int(i), own_.from(), own_.to());
            in_[std::size_t(coordinates_[i])] = Enclosure(range.value, range.slope);
        }
        all_.run(in_.data(), out_.data(), work_.data());
        for (std::size_t k = 0; k < sides_.count(); ++k) {
            if (!sides_.is_watched(k) || is_far(out_[k], now, k)) continue;
            near_[k] = any = true;
            rough_[k] = std::max(rough_[k], roughness(out_[k].v));
        }
    }
    return any;
}

template <class S>
CrossingBounds& KinkSight<S>::bounds_of(std::size_t k)
{
    if (!bounds_[k])
        bounds_[k] = std::make_unique<CrossingBounds>(
            problem_.geometry().completed(), sides_.switches[k].expression,
            error_of_step(view_.options, problem_.along_curve(), problem_.own_floors()),
            tops_.get(), [this](const double* p, double* z) {
                std::copy_n(p, problem_.size(), point_.begin());
                problem_.tops(point_.data(), z_.data());
                std::ranges::transform(z_, z, [](const S& value) { return to_double(value); });
            });
    return *bounds_[k];
}

template <class S>
bool KinkSight<S>::is_beyond(std::size_t k, double theta, bool fine, const Values& before)
{
    view_.walker.interpolate(S(theta), point_.data());
    for (std::size_t i = 0; fine && i < coordinates_.size(); ++i) {
        const Interval at = fine_.over(int(i), theta, theta).value;
        point_[std::size_t(coordinates_[i])] = S(at.low + at.width() / 2);
    }
    sides_.evaluate(point_.data(), values_);
    return sides_.counts(before, values_, k);
}

/// A place beyond the first kink of a switch, where it keeps its new sign; values_ are those there.
template <class S>
std::optional<double> KinkSight<S>::isolate(std::size_t k, const Values& before, bool fine)
{
    CrossingBounds& bounds = bounds_of(k);
    const double shortest = view_.points.resolution();
    const auto judge_unbounded = [&] {
        unclear_[k] = unclear_[k] || roots_.gave_up() ||
                      std::ranges::any_of(roots_.found(), [](const RootPiece& found) {
                          return found.kind == RootPiece::Kind::unbounded;
                      });
        return bool(unclear_[k]);
    };
    roots_.begin(sides_.side[k]);
    for (int piece = 0; piece < (fine ? 1 : view_.walker.polynomial_pieces()); ++piece) {
        if (!prepare(piece, fine)) return std::nullopt;
        const StepPolynomial& polynomial = fine ? fine_ : own_;
        bounds.along(polynomial, where_);
        const double from = polynomial.from(), length = (polynomial.to() - from) / parts;
        for (int part = 0; part < parts; ++part) {
            const double to = part + 1 == parts ? polynomial.to() : from + (part + 1) * length;
            roots_.search(bounds, from + part * length, to, shortest);
            if (judge_unbounded()) return std::nullopt;
            const std::vector<RootPiece>& found = roots_.found();
            for (std::size_t i = 0; i < found.size(); ++i) {
                if (found[i].after != -sides_.side[k]) continue;
                const double until = i + 1 < found.size() ? found[i + 1].from : to;
                for (const double theta : {found[i].to, (found[i].to + until) / 2, until})
                    if (is_beyond(k, theta, fine, before)) return theta;
            }
        }
    }
    roots_.end();
    judge_unbounded();
    return std::nullopt;
}

/// Whether it comes nearer to zero than the polynomials of the method tell, and that is more than
/// the error of the solution.
template <class S>
bool KinkSight<S>::passes_closely(std::size_t k, const Values& now)
{
    if (!(rough_[k] > to_double(now.quiet[k]))) return false;
    Lowered lowered(bounds_of(k), sides_.side[k] * rough_[k]);
    roots_.begin(sides_.side[k]);
    for (int piece = 0; piece < view_.walker.polynomial_pieces(); ++piece) {
        prepare(piece, false);
        bounds_of(k).along(own_, where_);
        roots_.search(lowered, own_.from(), own_.to(), near_piece);
        if (!roots_.found().empty() || roots_.open()) return true;
    }
    return roots_.sign() != sides_.side[k];
}

template <class S>
auto KinkSight<S>::look(const Values& before, const Values& now, Values& beyond) -> Seen
{
    Seen seen;
    if (!bound_all(now)) return seen;
    const auto take = [&](const S& theta) {
        if (seen.beyond && *seen.beyond <= theta) return;
        seen.beyond = theta;
        std::swap(beyond, values_);
    };
    bool any_unclear = false;
    for (std::size_t k = 0; k < sides_.count(); ++k) {
        unclear_[k] = near_[k] && reads_tops_[k] && !tops_;
        if (near_[k] && !unclear_[k]) {
            auto theta = isolate(k, before, false);
            if (!theta && !unclear_[k] && passes_closely(k, now)) {
                theta = isolate(k, before, true);
                seen.clear = seen.clear && has_fine_;  // without, only a shorter step tells
            }
            if (theta) take(S(*theta));
        }
        any_unclear = any_unclear || unclear_[k];
    }
    if (!any_unclear) return seen;
    if (const auto theta = samples_.first_sign_change(before, now, unclear_, values_)) take(*theta);
    seen.clear = seen.clear && samples_.are_plain(before, unclear_, seen.beyond.has_value());
    return seen;
}

template class KinkSight<double>;
template class KinkSight<Quad>;

}  // namespace involute
