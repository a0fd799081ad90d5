// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/dip_watch.hpp"

#include <algorithm>
#include <cmath>

#include "involute/singular/form.hpp"

namespace involute {
namespace {

// Places of a step that are looked at first.
constexpr int places = 12;
// How far before the step the lowest place may lie, in parts of it, if it ends at the step's start.
constexpr double before_step = 0.1;
constexpr int most_extensions = 4;
constexpr int most_probes = 300;
// A valley whose floor is as high as this part of its sides has no lower place.
constexpr double flat = 0.8;
// Depths at which double precision is left, and at which quadruple precision has seen enough.
constexpr double double_depth = 1e-8, quad_depth = 1e-40;
// To M at a place where J is nearly singular: Newton's method may converge slowly there.
constexpr int most_sweeps = 300;

/// Golden section until the floor is flat, deep enough, or too narrow.
template <class T, class Valley, class Value>
void descend(Valley& v, const T& deep, const T& narrow, Value&& value)
{
    using std::abs;
    for (int k = 0; k < most_probes; ++k) {
        if (v.at_c > T(flat) * std::max<T>(v.at_a, v.at_b)) return;
        if (v.at_c <= deep || v.b - v.a <= narrow) return;
        const bool right = v.b - v.c > v.c - v.a;
        const T probe = right ? v.c + T(0.382) * (v.b - v.c) : v.c - T(0.382) * (v.c - v.a);
        const T found = value(probe);
        if (found < v.at_c) {
            (right ? v.a : v.b) = v.c;
            (right ? v.at_a : v.at_b) = v.at_c;
            v.c = probe;
            v.at_c = found;
        } else {
            (right ? v.b : v.a) = probe;
            (right ? v.at_b : v.at_a) = found;
        }
    }
}

}  // namespace

template <class S>
DipWatch<S>::DipWatch(SurfaceProblem<S>& problem, WalkView<S>& view)
    : problem_(problem),
      seen_(problem.seen()),
      view_(view),
      point_(std::size_t(padded(problem.size())))
{
    begin_again();
}

template <class S>
void DipWatch<S>::begin_again()
{
    began_ = false;
    peak_ = S(0);
    seen_.lowest = std::numeric_limits<S>::infinity();
}

template <class S>
S DipWatch<S>::at_start()
{
    began_ = true;
    const SeenDeterminant<S> kept = seen_;
    problem_.look_at(view_.walker.p_before.data());
    const S value = seen_.last;
    seen_ = kept;
    return value;
}

template <class S>
S DipWatch<S>::sampled(std::initializer_list<double> parts)
{
    // Statistics tell what the method needs, not who looks on.
    const GeometryCounts of_the_method = problem_.geometry().counts;
    S lowest = std::numeric_limits<S>::infinity();
    for (const double theta : parts) {
        point_at(S(theta));
        problem_.look_at(point_.data());
        if (!(seen_.last < lowest)) continue;
        lowest = seen_.last;
        lowest_part_ = S(theta);
    }
    problem_.geometry().counts = of_the_method;
    seen_.lowest = std::numeric_limits<S>::infinity();
    return lowest;
}

template <class S>
S DipWatch<S>::near_end(double ratio)
{
    const auto zero_of = [&](double order) { return 1 - 1 / (1 + std::pow(ratio, 1 / order)); };
    return sampled({zero_of(6), zero_of(4), zero_of(2)});
}

template <class S>
void DipWatch<S>::point_at(S theta)
{
    const Walker<S>& walker = view_.walker;
    view_.walker.interpolate(theta, point_.data());
    problem_.at_parameter(point_.data(), walker.t_before + theta * (walker.t - walker.t_before));
}

/// What is not seen is taken for high.
template <class S>
S DipWatch<S>::determinant_at(S theta)
{
    using std::isfinite;
    point_at(theta);
    problem_.project(point_.data(), view_.options.rtol);
    problem_.look_at(point_.data());
    const S value = seen_.last;
    return isfinite(value) ? value : std::numeric_limits<S>::infinity();
}

template <class S>
auto DipWatch<S>::find_valley() -> std::optional<Valley<S>>
{
    S low = view_.walker.steps > 1 ? S(-before_step) : S(0);
    for (int k = 0; k < most_extensions; ++k, low *= S(2)) {
        const S width = (S(1) - low) / S(places);
        std::vector<S> values;
        for (int i = 0; i <= places; ++i) values.push_back(determinant_at(low + S(i) * width));
        const auto lowest = int(std::min_element(values.begin(), values.end()) - values.begin());
        // A narrow valley between two of these places was seen before.
        const int above = int(std::ceil(to_double(S((lowest_part_ - low) / width))));
        if (const S value = k == 0 ? determinant_at(lowest_part_) : values[std::size_t(lowest)];
            value < values[std::size_t(lowest)] && above > 0 && above <= places)
            return Valley<S>{
                low + S(above - 1) * width,     lowest_part_, low + S(above) * width,
                values[std::size_t(above - 1)], value,        values[std::size_t(above)]};
        if (lowest == places) return std::nullopt;  // it may be ahead
        if (lowest == 0 && low < S(0)) continue;
        const int i = std::max(lowest, 1);
        return Valley<S>{low + S(i - 1) * width, low + S(i) * width,
                         low + S(i + 1) * width, values[std::size_t(i - 1)],
                         values[std::size_t(i)], values[std::size_t(i + 1)]};
    }
    return std::nullopt;
}

template <class S>
std::optional<Dip> DipWatch<S>::look_closer()
{
    using std::isfinite;
    auto valley = find_valley();
    S peak = peak_;
    if (valley) peak_ = end_;  // else what was low was a trial further on
    if (valley && !isfinite(peak)) peak = std::max<S>(valley->at_a, valley->at_b);
    std::optional<Dip> found;
    if (valley) {
        descend(*valley, S(double_depth) * peak, S(1e-12),
                [&](const S& theta) { return determinant_at(theta); });
        Dip dip{.theta = to_double(valley->c), .depth = to_double(S(valley->at_c / peak))};
        point_at(valley->c);
        dip.x = to_double(point_[0]);
        if (dip.depth <= std::max(double_depth, view_.options.rtol)) found = dip;
        valley_ = *valley;
        above_ = peak;
    }
    seen_.lowest = std::numeric_limits<S>::infinity();
    return found;
}

template <class S>
std::optional<Dip> DipWatch<S>::confirm(Dip dip)
{
    look_exactly(valley_, above_, dip);
    seen_.lowest = std::numeric_limits<S>::infinity();
    if (dip.depth >= view_.options.rtol) return std::nullopt;
    return dip;
}

template <class S>
void DipWatch<S>::look_exactly(const Valley<S>& valley, const S& peak, Dip& dip)
{
    const CompletedSystem& completed = problem_.geometry().completed();
    if (completed.layout.unknowns > most_singular_unknowns) return;
    Geometry<Quad> exact(completed, false);
    exact.invariant_values() = in_full(problem_.geometry().invariant_values());
    const Quad start = Quad(view_.walker.t_before), length = Quad(view_.walker.t) - start;
    const auto full = problem_.in_full(exact);
    const auto at = [&](const Quad& theta) {
        point_at(from_quad<S>(theta));
        std::vector<Quad> q = in_full(point_);
        full->at_parameter(q.data(), start + theta * length);
        return q;
    };
    const std::vector<Quad> side = at(Quad(valley.at_a > valley.at_b ? valley.a : valley.b));
    if (!exact.choose_order(side.data())) return;
    std::vector<Quad> slope(side.size());
    if (full->slope(side.data(), slope.data()).health != Health::good) return;
    full->accepted(side.data(), slope.data());
    const auto determinant = [&](const Quad& theta) {
        std::vector<Quad> q = at(theta);
        for (int k = 0; k < most_sweeps; ++k) {
            const std::vector<Quad> last = q;
            if (exact.sweep(q.data()).health != Health::good || q == last) break;
        }
        full->look_at(q.data());
        const Quad value = full->seen().last;
        return isfinite(value) ? value : std::numeric_limits<Quad>::infinity();
    };
    Valley<Quad> v{Quad(valley.a), Quad(valley.c), Quad(valley.b)};
    v.at_a = determinant(v.a);
    v.at_c = determinant(v.c);
    v.at_b = determinant(v.b);
    // Both measure the same in different units.
    const Quad side_now = std::max<Quad>(v.at_a, v.at_b);
    const double side_then = to_double(S(std::max<S>(valley.at_a, valley.at_b) / peak));
    if (!(side_now > 0) || !std::isfinite(side_then)) return;
    descend(v, Quad(quad_depth) * side_now, Quad(1e-32),
            [&](const Quad& theta) { return determinant(theta); });
    dip.depth = to_double(Quad(v.at_c / side_now)) * side_then;
    dip.theta = to_double(v.c);
    dip.x = to_double(at(v.c)[0]);
}

template class DipWatch<double>;
template class DipWatch<Quad>;

}  // namespace involute
