// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/step_points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "involute/method/tableau.hpp"
#include "involute/observe/x_along.hpp"

namespace involute {
namespace {

// Places within a step that a polynomial goes through, where its order does not tell how many.
constexpr int most_inside = 24;

}  // namespace

template <class S>
StepPoints<S>::StepPoints(Problem<S>& problem, Walker<S>& walker, const MethodEntry& method,
                          Interpolation interpolation, double tolerance)
    : problem_(problem),
      walker_(walker),
      interpolation_(interpolation),
      tolerance_(tolerance),
      order_(method.order),
      point_(std::size_t(problem.size())),
      slope_(std::size_t(problem.size()))
{
    const int dense_order = method.tableau ? method.tableau->dense_order : 3;
    steps_within_ = method.family != Family::series_taylor && dense_order + 1 < method.order;
}

/// By a step of its own; along a curve θ is corrected until x is right.
template <class S>
bool StepPoints<S>::exact(S theta, S* p, const S* fixed_x)
{
    using std::abs;
    if (!walker_.step_within(theta, p)) return false;
    if (!problem_.along_curve() || !fixed_x) return true;
    const S h = walker_.t - walker_.t_before;
    S last = abs(p[0] - *fixed_x);
    for (int k = 0; k < 4 && last > S(0); ++k) {
        if (problem_.slope(p, slope_.data()).health != Health::good) break;
        const S next = theta - (p[0] - *fixed_x) / (slope_[0] * h);
        if (!(next > S(0) && next <= S(1)) || !walker_.step_within(next, point_.data())) break;
        const S now = abs(point_[0] - *fixed_x);
        if (!(now < last)) break;  // x turns here, or it is right to round-off
        std::copy(point_.begin(), point_.end(), p);
        theta = next;
        last = now;
    }
    return true;
}

template <class S>
bool StepPoints<S>::at(S theta, S* p, const S* fixed_x)
{
    if (interpolation_ == Interpolation::hermite)
        walker_.interpolate_cubic(theta, p);
    else if (!steps_within() || !exact(theta, p, fixed_x))
        walker_.interpolate(theta, p);
    if (!problem_.along_curve()) {
        const S x =
            fixed_x ? *fixed_x : S(walker_.t_before + theta * (walker_.t - walker_.t_before));
        return problem_.project_at(p, x, tolerance_);
    }
    if (fixed_x) {
        std::copy_n(p, point_.size(), point_.begin());
        if (problem_.project_at(p, *fixed_x, tolerance_)) return true;
        std::copy(point_.begin(), point_.end(), p);  // x turns here: let it move
    }
    return problem_.project(p, tolerance_).converged;
}

template <class S>
int StepPoints<S>::polynomial_pieces() const
{
    return interpolation_ == Interpolation::hermite || steps_within() ? 1
                                                                      : walker_.polynomial_pieces();
}

template <class S>
void StepPoints<S>::polynomial(int piece, std::span<const int> coordinates, StepPolynomial& out)
{
    if (interpolation_ == Interpolation::hermite)
        walker_.polynomial_cubic(coordinates, out);
    else if (!steps_within() || !through_points(coordinates, out))
        walker_.polynomial(piece, coordinates, out);
    put_x(coordinates, out);
}

template <class S>
void StepPoints<S>::own_polynomial(int piece, std::span<const int> coordinates, StepPolynomial& out)
{
    walker_.polynomial(piece, coordinates, out);
    put_x(coordinates, out);
}

template <class S>
bool StepPoints<S>::fine_polynomial(std::span<const int> coordinates, StepPolynomial& out)
{
    if (!own_is_rough() || !through_points(coordinates, out)) return false;
    put_x(coordinates, out);
    return true;
}

/// x is known without a method, unless the walk is along the curve.
template <class S>
void StepPoints<S>::put_x(std::span<const int> coordinates, StepPolynomial& out)
{
    const auto x = std::ranges::find(coordinates, 0);
    if (problem_.along_curve() || x == coordinates.end()) return;
    const S h = walker_.t - walker_.t_before, from(out.from()), to(out.to());
    out.make_straight(int(x - coordinates.begin()), to_double(S(walker_.t_before + h * from)),
                      to_double(S(h * (to - from))));
    out.finish();
}

/// Through both ends, with their slopes where those mean something (not for what is stiff), and
/// steps of the method's own to places in between: as many as make the polynomial as good as they
/// are. False if one of them fails.
template <class S>
bool StepPoints<S>::through_points(std::span<const int> coordinates, StepPolynomial& out)
{
    const bool slopes = !walker_.rough_between();
    const int order = slopes ? order_ : walker_.order_between();
    const auto go_through = [&](int inside) {
        if (through_.size() <= std::size_t(inside)) through_.resize(std::size_t(inside) + 1);
        PolynomialThroughPoints& through = through_[std::size_t(inside)];
        if (through.count() == 0) {
            std::vector<double> places(slopes ? 2 : 1, -1.0);
            for (int k = 1; k <= inside; ++k)
                places.push_back(-std::cos(std::numbers::pi * k / (inside + 1)));
            places.insert(places.end(), slopes ? 2 : 1, 1.0);
            through = PolynomialThroughPoints(std::move(places));
        }
        const std::size_t count = std::size_t(through.count()), size = point_.size();
        at_places_.resize(count * size);
        const auto put = [&](std::size_t place, const std::vector<S>& from, const S& factor) {
            for (std::size_t c = 0; c < size; ++c)
                at_places_[c * count + place] = to_double(S(from[c] * factor));
        };
        const S half_step = (walker_.t - walker_.t_before) / S(2);
        const std::size_t first = slopes ? 2 : 1;
        put(0, walker_.p_before, S(1));
        put(count - first, walker_.p, S(1));
        if (slopes) {
            put(1, walker_.v_before, half_step);
            put(count - 1, walker_.v, half_step);
        }
        for (std::size_t k = first; k < count - first; ++k) {
            const double theta = (1 + through.places()[k]) / 2;
            if (!walker_.step_within(S(theta), point_.data())) return false;
            put(k, point_, S(1));
        }
        out.reset(0, 1, int(coordinates.size()), int(count) - 1);
        for (int i = 0; i < out.coordinates(); ++i)
            through.coefficients({&at_places_[std::size_t(coordinates[i]) * count], count},
                                 out.of(i));
        out.finish();
        return true;
    };
    // Whether a step of the method's own ends where the polynomial says, to the tolerance.
    const auto foretells = [&] {
        constexpr double place = 0.53;  // none that it goes through
        if (!walker_.step_within(S(place), point_.data())) return true;
        for (int i = 0; i < out.coordinates(); ++i) {
            const auto c = std::size_t(coordinates[std::size_t(i)]);
            const double found = to_double(point_[c]);
            const double size = std::max(std::abs(to_double(walker_.p[c])), std::abs(found));
            const double off = std::abs(out.over(i, place, place).value.low - found);
            if (!(off <= tolerance_ * size)) return false;
        }
        return true;
    };
    const int inside = std::max(1, slopes ? order - 3 : order - 1);
    if (!go_through(inside)) return false;
    // What decays fast lets implicit steps be far longer than their order does.
    return slopes || inside >= most_inside || foretells() || go_through(most_inside);
}

template <class S>
S StepPoints<S>::x_at(S theta)
{
    if (!problem_.along_curve()) return walker_.t_before + theta * (walker_.t - walker_.t_before);
    walker_.interpolate(theta, point_.data());
    return point_[0];
}

template <class S>
double StepPoints<S>::resolution() const
{
    const double reach =
        std::max(std::abs(to_double(walker_.t)), std::abs(to_double(walker_.t_before)));
    const double h = std::abs(to_double(S(walker_.t - walker_.t_before)));
    constexpr double rounding = std::numeric_limits<double>::epsilon();
    return std::min(0.25, std::max(16 * rounding, 4 * rounding * reach / h));
}

template <class S>
auto StepPoints<S>::meets(const S& x, const RootPiece& piece) -> std::optional<S>
{
    const auto ahead = [&](S theta) -> S {
        if (theta >= 1) return walker_.p[0] - x;
        walker_.interpolate(theta, point_.data());
        return point_[0] - x;
    };
    return passage_within<S>(ahead, piece);
}

template <class S>
auto StepPoints<S>::passage(S x, S theta_from) -> std::optional<S>
{
    constexpr int only_x[] = {0};
    const S start = theta_from == 0 ? S(walker_.p_before[0] - x) : S(0);
    const double from = to_double(theta_from);
    roots_.begin(start > 0 ? 1 : start < 0 ? -1 : 0);
    for (int piece = 0; piece < walker_.polynomial_pieces(); ++piece) {
        walker_.polynomial(piece, only_x, x_polynomial_);
        if (x_polynomial_.to() <= from) continue;
        XAlong along(x_polynomial_, to_double(x));
        roots_.search(along, std::max(from, x_polynomial_.from()), x_polynomial_.to(),
                      resolution());
        for (const RootPiece& found : roots_.found())
            if (const auto met = meets(x, found)) return met;
    }
    roots_.end();
    for (const RootPiece& found : roots_.found())
        if (const auto met = meets(x, found)) return met;
    return std::nullopt;
}

template class StepPoints<double>;
template class StepPoints<Quad>;

}  // namespace involute
