// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/kept_piece.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "involute/base/error.hpp"
#include "involute/observe/x_along.hpp"

namespace involute {

template <class S>
class KeptPiece<S>::Lease {
public:
    explicit Lease(const KeptPiece& piece) : piece_(piece)
    {
        {
            const std::lock_guard lock(piece.mutex_);
            if (!piece.idle_.empty()) {
                work_ = std::move(piece.idle_.back());
                piece.idle_.pop_back();
            }
        }
        if (!work_) work_ = std::make_unique<Workspace>(piece.system_);
    }
    ~Lease()
    {
        const std::lock_guard lock(piece_.mutex_);
        piece_.idle_.push_back(std::move(work_));
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Workspace& operator*() { return *work_; }
    Workspace* operator->() { return work_.get(); }

private:
    const KeptPiece& piece_;
    std::unique_ptr<Workspace> work_{};
};

template <class S>
KeptPiece<S>::KeptPiece(KeptSystem<S> system, KeptSteps<S> steps, std::vector<std::string> names)
    : system_(std::move(system)), steps_(std::move(steps)), names_(std::move(names))
{
}

template <class S>
const std::string& KeptPiece<S>::independent() const
{
    return system_.asked.system->names.independent;
}

template <class S>
void KeptPiece<S>::step_ends(std::vector<double>& out) const
{
    for (const KeptStep<S>& step : steps_.steps) out.push_back(to_double(step.to));
}

/// What was kept, as a point with its tops.
template <class S>
RowPoint<S> KeptPiece<S>::node_as_point(Workspace& work, const KeptStep<S>& step, const S* node,
                                        const S& t) const
{
    S* p = work.point().data();
    if (!steps_.x_free) p[0] = t;
    std::copy_n(node, steps_.numbers(), p + steps_.first());
    return {.p = p, .z = step.tops > 0 ? node + steps_.numbers() : nullptr};
}

/// On M, within a step or a little beside it; x: to be met exactly.
template <class S>
RowPoint<S> KeptPiece<S>::point_of(Workspace& work, const KeptStep<S>& step, const S& t,
                                   const S* x) const
{
    work.node().resize(steps_.width(step));
    steps_.at(step, t, work.node().data());
    RowPoint<S> point = node_as_point(work, step, work.node().data(), t);
    work.project(work.point().data(), x);
    if (point.z && work.tells_tops(point.p, point.z, S(step.last - step.from))) point.z = nullptr;
    return point;
}

template <class S>
RowPoint<S> KeptPiece<S>::point_at(Workspace& work, const S& t) const
{
    using Kind = typename KeptPlace<S>::Kind;
    const KeptPlace<S> place = steps_.find(t);
    const auto refuse = [&](const char* why) -> RowPoint<S> {
        throw Error(
            Diagnostic{.message = fmt::format("the solution is not known at {} = {}: {}",
                                              steps_.x_free ? "the arclength" : independent(),
                                              to_text(to_double(t)), why)});
    };
    switch (place.kind) {
        case Kind::outside:
            return refuse("the last step ends before");
        case Kind::across:
            return refuse("the singular point there is stepped across");
        case Kind::last:
            return {.p = steps_.last_point.data(), .z = steps_.last_tops.data()};
        case Kind::start: {
            RowPoint<S> point{.p = steps_.start_point.data()};
            if (!steps_.beside_start.empty()) point.beside = steps_.beside_start.data();
            if (!steps_.steps.empty() && steps_.steps[0].tops > 0)
                point.z = steps_.steps[0].nodes + steps_.numbers();
            return point;
        }
        case Kind::after: {
            const KeptStep<S>& step = steps_.steps[place.step];
            RowPoint<S> point = node_as_point(work, step, steps_.last_node(step), step.last);
            if (!steps_.x_free) point.called_x = &t;
            return point;
        }
        case Kind::within:
            break;
    }
    const KeptStep<S>& step = steps_.steps[place.step];
    if (t == step.last) return node_as_point(work, step, steps_.last_node(step), t);
    return point_of(work, step, t, steps_.x_free ? nullptr : &t);
}

template <class S>
void KeptPiece<S>::row(const Quad& parameter, std::vector<double>& out) const
{
    const S t = from_quad<S>(parameter);
    Lease work(*this);
    const std::vector<S>& row = work->row(point_at(*work, t));
    out.clear();
    out.reserve(row.size());
    for (const S& value : row) out.push_back(to_double(value));
}

template <class S>
void KeptPiece<S>::row(const Quad& parameter, std::vector<Quad>& out) const
{
    const S t = from_quad<S>(parameter);
    Lease work(*this);
    const std::vector<S>& row = work->row(point_at(*work, t));
    out.assign(row.begin(), row.end());
}

template <class S>
Quad KeptPiece<S>::value(std::string_view name, const Quad& parameter, int derivative) const
{
    const S t = from_quad<S>(parameter);
    Lease work(*this);
    return Quad(work->value(name, derivative, point_at(*work, t)));
}

/// θ of every passage of x after the beginning of a step along a curve, with proof. Between
/// Chebyshev's places a polynomial of degree 32 is no more than 3.2 times as far from a number as
/// at them.
template <class S>
std::vector<S> KeptPiece<S>::passages_in(const KeptStep<S>& step, const S& x) const
{
    const std::vector<S>& places = steps_.places[std::size_t(step.intervals)];
    std::vector<double> values, at;
    for (std::size_t j = 0; j < places.size(); ++j) {
        values.push_back(to_double(step.nodes[j * steps_.width(step)]));
        at.push_back(to_double(S(S(2) * places[j] - S(1))));
    }
    const auto [low, high] = std::ranges::minmax_element(values);
    const double middle = (*low + *high) / 2, reach = 1.6 * (*high - *low);
    if (!(std::abs(to_double(x) - middle) <= reach)) return {};

    const int degree = step.intervals;
    StepPolynomial polynomial;
    polynomial.reset(0, 1, 1, degree);
    PolynomialThroughPoints(std::move(at)).coefficients(values, polynomial.of(0));
    polynomial.finish();
    std::vector<S> node(steps_.width(step));
    const auto ahead = [&](S theta) -> S {
        interpolate_nodes<S>(places, step.nodes, steps_.width(step), theta, node.data());
        return node[0] - x;
    };
    constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();
    const double far = std::max(std::abs(to_double(step.from)), std::abs(to_double(step.last)));
    const double length = std::abs(to_double(S(step.last - step.from)));
    const double shortest = std::min(0.25, std::max(rounding, rounding * far / length / 4));
    const S first = ahead(S(0));
    XAlong along(polynomial, to_double(x));
    RootIsolation roots;
    std::vector<S> found;
    const auto take = [&] {
        for (const RootPiece& piece : roots.found())
            if (const auto theta = passage_within<S>(ahead, piece)) found.push_back(*theta);
    };
    roots.begin(first > S(0) ? 1 : first < S(0) ? -1 : 0);
    roots.search(along, 0, 1, shortest);
    take();
    roots.end();
    take();
    return found;
}

template <class S>
void KeptPiece<S>::passages(std::string_view name, const Quad& at, std::vector<double>& out) const
{
    const S x = from_quad<S>(at);
    Lease work(*this);
    if (steps_.start_point[0] == x)
        out.push_back(to_double(work->value(name, 0, point_at(*work, steps_.start))));
    for (const KeptStep<S>& step : steps_.steps)
        for (const S& theta : passages_in(step, x)) {
            const S t = step.from + theta * (step.last - step.from);
            out.push_back(to_double(work->value(name, 0, point_of(*work, step, t, &x))));
        }
}

template class KeptPiece<double>;
template class KeptPiece<Quad>;

}  // namespace involute
