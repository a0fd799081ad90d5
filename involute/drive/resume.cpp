// SPDX-License-Identifier: Apache-2.0
#include "involute/drive/resume.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "involute/drive/checkpoints.hpp"

namespace involute {
namespace {

template <class T>
void append(std::vector<T>& to, std::vector<T>& from)
{
    std::move(from.begin(), from.end(), std::back_inserter(to));
}

}  // namespace

void take_columns(const std::vector<std::string>& names, Solution& piece)
{
    if (names == piece.names) return;
    const auto arrange = [&]<class T>(std::vector<T>& row) {
        if (row.size() != piece.names.size() + 1) return;  // where there is none
        std::vector<T> in_order{row[0]};
        for (const std::string& name : names) {
            const auto at = std::ranges::find(piece.names, name) - piece.names.begin();
            in_order.push_back(at < std::ptrdiff_t(piece.names.size())
                                   ? row[std::size_t(at) + 1]
                                   : T(std::numeric_limits<double>::quiet_NaN()));
        }
        row = std::move(in_order);
    };
    std::ranges::for_each(piece.rows, arrange);
    std::ranges::for_each(piece.quad_rows, arrange);
    for (CrossingRecord& record : piece.crossings) {
        std::ranges::for_each(record.rows, arrange);
        std::ranges::for_each(record.quad_rows, arrange);
    }
    for (SingularPoint& point : piece.singular_points) arrange(point.row);
    piece.names = names;
}

void join(Solution& first, Solution second)
{
    first.status = second.status;
    first.code = second.code;
    first.reason = std::move(second.reason);
    append(first.rows, second.rows);
    append(first.quad_rows, second.quad_rows);
    append(first.singular_points, second.singular_points);
    append(first.notices, second.notices);
    append(first.method_changes, second.method_changes);
    for (std::size_t k = 0; k < second.crossings.size(); ++k) {
        append(first.crossings[k].rows, second.crossings[k].rows);
        append(first.crossings[k].quad_rows, second.crossings[k].quad_rows);
        append(first.crossings[k].touches, second.crossings[k].touches);
        append(first.crossings[k].parameters, second.crossings[k].parameters);
    }
    first.function.add(std::move(second.function));
    if (std::isfinite(second.end)) first.end = second.end;  // else it did not begin
    first.travelled += second.travelled;
    if (second.residual > first.residual) {
        first.residual = second.residual;
        first.residual_equation = std::move(second.residual_equation);
    }
    first.statistics += second.statistics;
}

template <class S>
void follow_back(const System& system, const PreparedOf<S>& prepared,
                 const Destination& destination, const SolveOptions& options, const Resume& resume,
                 Solution& solution, Checkpoints* checkpoints)
{
    SolveOptions rest = options;
    rest.continuations = resume.continuations;
    const bool put_back = checkpoints && checkpoints->resuming();
    if (options.sampling.points > 0 || options.sampling.every > 0) {
        rest.sampling = {};
        if (!put_back)
            solution.notices.push_back("beyond the singular point rows are those of the steps");
    }
    PreparedOf<S> curve = prepare_in<S>(system, options, true, false, prepared.asked);
    if (curve.outcome != Outcome::complete) return;
    curve.geometry->invariant_values() = prepared.geometry->invariant_values();
    curve.start.p.clear();
    for (const Quad& value : carry_over(resume.layout, resume.way.p, {}, curve.geometry->layout()))
        curve.start.p.push_back(from_quad<S>(value));
    curve.start.notices.clear();
    Destination on = destination;
    on.curve = true;
    on.heading = resume.way.x_direction;
    Solution second = run(curve, on, rest, checkpoints).solution;
    if (solution.names.empty()) {  // it did not begin: there is nothing to join to
        solution.names = second.names;
        solution.independent = second.independent;
        solution.method = second.method;
        solution.start = second.start;
        solution.crossings = std::exchange(second.crossings, {});
    }
    join(solution, std::move(second));
}

template void follow_back(const System&, const PreparedOf<double>&, const Destination&,
                          const SolveOptions&, const Resume&, Solution&, Checkpoints*);
template void follow_back(const System&, const PreparedOf<Quad>&, const Destination&,
                          const SolveOptions&, const Resume&, Solution&, Checkpoints*);

}  // namespace involute
