// SPDX-License-Identifier: Apache-2.0
#include "papers/measure_orders.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "involute/complete/structural/find_structure.hpp"
#include "involute/geometry/taylor.hpp"
#include "involute/model/read.hpp"
#include "involute/step/tangent_taylor.hpp"
#include "papers/r5_manifold.hpp"

namespace involute::papers {
namespace {

// Projections and stage equations are solved to round-off of binary128.
constexpr double tolerance = 1e-30;
// A projection may end within some hundred roundings of M: 1e-3 of this.
constexpr double smallest_error = 1e-28;
constexpr int first_power = 5, last_power = 9;
constexpr int path_length = 2, path_density = 512;  // points a unit of length
constexpr int fewest_steps = 16, most_steps = path_length * path_density;
// Orders of consecutive pairs that differ by less are those of the limit.
constexpr double settled = 0.05;
constexpr int reference_order = 36;

const Scale plain_scale{1};

/// One expansion reaches from `from` to every arclength asked for.
std::vector<std::vector<Quad>> expand(Geometry<Quad>& geometry, const std::vector<Quad>& from,
                                      const std::vector<Quad>& lengths)
{
    TaylorExpansion<Quad> series(geometry, reference_order);
    if (series.expand(from.data(), reference_order).health != Health::good)
        throw std::logic_error("the reference cannot be expanded");
    std::vector<std::vector<Quad>> points;
    for (const Quad& length : lengths) {
        std::vector<Quad> point(from.size());
        series.evaluate(length, point.data());
        points.push_back(std::move(point));
    }
    return points;
}

double distance(const std::vector<Quad>& a, const Quad* b)
{
    Quad sum = 0;
    for (std::size_t i = 1; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return to_double(Quad(sqrt(sum)));
}

/// The largest error along the path in `steps` equal steps from the start; reference(i) is the
/// point after step i.
template <class Reference>
double largest_error(OrderProblem& problem, const OrderSettings& settings, const StepperMaker& make,
                     const Quad& h, int steps, const Reference& reference)
{
    XProblem<Quad> in_x(problem.geometry(), plain_scale, settings.projection);
    const WalkOptions options{.rtol = tolerance,
                              .atol = tolerance,
                              .step = to_double(h),
                              .technique = {.project_stages = settings.project_stages}};
    Walker<Quad> walker(in_x, make(in_x, options), options);
    if (!walker.stand(problem.start().data(), Quad(0), 1))
        throw std::logic_error("the start is singular");
    double worst = 0;
    for (int i = 1; i <= steps; ++i) {
        if (walker.advance(i * h) != Outcome::finished)
            throw std::runtime_error("a step of constant size failed");
        worst = std::max(worst, distance(reference(i), walker.p.data()));
    }
    return worst;
}

double order_between(const std::vector<double>& errors)
{
    return errors.size() < 2 ? 0 : std::log2(errors[errors.size() - 2] / errors.back());
}

}  // namespace

OrderProblem::OrderProblem() : start_(r5_start<Quad>())
{
    System system = read_system(r5_manifold);
    Structure structure = find_structure(system);
    geometry_ = std::make_unique<Geometry<Quad>>(
        make_completed(std::move(system), std::move(structure)), true);
    if (!geometry_->choose_order(start_.data())) throw std::logic_error("the start is singular");

    std::vector<Quad> lengths;
    for (int k = first_power; k <= last_power; ++k) lengths.push_back(ldexp(Quad(1), -k));
    near_ = expand(*geometry_, start_, lengths);

    constexpr int pieces = 32, points = path_length * path_density / pieces;
    lengths.clear();
    for (int i = 1; i <= points; ++i) lengths.push_back(Quad(i) / path_density);
    path_.push_back(start_);
    for (int piece = 0; piece < pieces; ++piece) {
        const std::vector<Quad> from = path_.back();
        for (auto& point : expand(*geometry_, from, lengths)) path_.push_back(std::move(point));
    }
}

MeasuredOrder measure_order(OrderProblem& problem, const std::string& name, int order,
                            const OrderSettings& settings, const StepperMaker& make)
{
    MeasuredOrder found{.method = name, .order = order};
    for (int k = first_power; k <= last_power; ++k) {
        const Quad h = ldexp(Quad(1), -k);
        const auto after = [&](int) -> const std::vector<Quad>& { return problem.near_start(k); };
        const double error = largest_error(problem, settings, make, h, 1, after);
        if (error < smallest_error) break;
        found.h.push_back(to_double(h));
        found.local_errors.push_back(error);
    }
    found.local_order = order_between(found.local_errors);
    if (!settings.global) return found;
    for (int steps = fewest_steps; steps <= most_steps; steps *= 2) {
        const int stride = most_steps / steps;
        const auto after = [&](int i) -> const std::vector<Quad>& {
            return problem.on_path(i * stride);
        };
        const Quad h = Quad(path_length) / steps;
        found.steps.push_back(steps);
        found.global_errors.push_back(largest_error(problem, settings, make, h, steps, after));
        const double before = found.global_order;
        found.global_order = order_between(found.global_errors);
        if (before != 0 && std::abs(found.global_order - before) < settled) break;
    }
    return found;
}

MeasuredOrder measure_order(OrderProblem& problem, const MethodEntry& method,
                            const OrderSettings& settings)
{
    return measure_order(problem, method.name, method.order, settings,
                         [&](XProblem<Quad>& in_x, const WalkOptions& options) {
                             return make_stepper<Quad>(in_x, method, options);
                         });
}

MeasuredOrder measure_series(OrderProblem& problem, int order, const OrderSettings& settings)
{
    const MethodEntry& series = *find_method_entry("taylor");
    return measure_order(problem, "taylor, order " + std::to_string(order), order, settings,
                         [&](XProblem<Quad>& in_x, WalkOptions options) {
                             options.technique.order = order;
                             return make_stepper<Quad>(in_x, series, options);
                         });
}

std::vector<MeasuredOrder> measure_orders(const OrderSettings& settings)
{
    OrderProblem problem;
    std::vector<MeasuredOrder> all;
    for (const MethodEntry& method : all_methods()) {
        if (method.family == Family::radau) continue;  // not on the field: Schropp's pages
        if (method.family != Family::series_taylor)
            all.push_back(measure_order(problem, method, settings));
        else
            for (const int order : {4, 7, 10})
                all.push_back(measure_series(problem, order, settings));
    }
    return all;
}

std::vector<MeasuredOrder> measure_wrong_corrections(const OrderSettings& settings)
{
    OrderProblem problem;
    const auto measure = [&](const char* name, TangentForm form) {
        return measure_order(
            problem, name, 3, settings, [&](XProblem<Quad>& in_x, const WalkOptions& options) {
                return std::make_unique<TangentTaylor<Quad>>(in_x, in_x.geometry(), form,
                                                             in_x.projection().metric(), false,
                                                             Metric{}, options);
            });
    };
    return {measure("taylor3 without X", TangentForm::without_x),
            measure("taylor3n with S/2", TangentForm::half_s)};
}

}  // namespace involute::papers
