// SPDX-License-Identifier: Apache-2.0
#include "involute/sweep/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "involute/base/error.hpp"
#include "involute/drive/simulation.hpp"
#include "involute/drive/solve.hpp"

namespace involute {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
// The tight run: near what doubles allow, far below the errors that are studied. Its own error is
// told by a second one, ten times looser.
constexpr double tightest = 1e-13;
constexpr double rounding = 1e-14;  // both may round alike

SolveOptions at_end(SolveOptions options)
{
    options.sampling = {};
    options.sampling.only_end = true;
    options.keep_function = false;
    options.columns.clear();
    return options;
}

SolveOptions with_rtol(SolveOptions options, double rtol)
{
    options.atol *= rtol / options.rtol;
    for (auto& [name, atol] : options.atol_of) atol *= rtol / options.rtol;
    options.rtol = rtol;
    return options;
}

/// As tight as it can be, by whichever method serves.
SolveOptions tight(const SolveOptions& options, double rtol)
{
    SolveOptions chosen = with_rtol(options, rtol);
    chosen.method = "auto";
    chosen.step = 0;
    chosen.technique = {};
    return chosen;
}

double distance(const Solution& a, const Solution& b, const SolveOptions& options)
{
    const std::vector<double>&x = a.rows.back(), &exact = b.rows.back();
    if (a.names != b.names) return none;
    double largest = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
        const double size = std::abs(exact[k]) + options.atol / options.rtol;
        largest = std::max(largest, std::abs(x[k] - exact[k]) / size);
        if (std::isnan(x[k])) return none;
    }
    return largest;
}

bool got_there(const Solution& s)
{
    return succeeded(s) && !s.rows.empty();
}

struct Reference {
    Solution solution{};
    double certain = 0;
};

Reference reference(const System& system, const SolveOptions& options)
{
    Reference found{.solution = solve(system, tight(options, tightest))};
    if (!got_there(found.solution))
        throw Error(Diagnostic{
            .message = fmt::format("the tight run that others are compared with failed: {}",
                                   found.solution.reason),
            .hint = "a shorter way, or another start"});
    const Solution looser = solve(system, tight(options, 10 * tightest));
    const double differ = got_there(looser) ? distance(looser, found.solution, options) : none;
    found.certain = std::max(differ, rounding);
    return found;
}

void add(Study& study, const System& system, const SolveOptions& options, double setting,
         const Solution& exact, const SolveOptions& scale)
{
    const Solution solution = solve(system, options);
    StudyRow row{.setting = setting,
                 .work = solution.statistics,
                 .error = got_there(solution) ? distance(solution, exact, scale) : none,
                 .order = none,
                 .code = solution.code,
                 .method = solution.method};
    if (!got_there(solution)) row.reason = solution.reason;
    if (!study.rows.empty()) {
        const StudyRow& before = study.rows.back();
        // An error that the tight run has as well says nothing about an order.
        if (row.error > 10 * study.certain && before.error > 0)
            row.order = std::log(before.error / row.error) / std::log(before.setting / setting);
    }
    study.rows.push_back(std::move(row));
}

}  // namespace

Study order_study(const System& system, const SolveOptions& given, int first, int doublings)
{
    SolveOptions options = at_end(given);
    const Reference exact = reference(system, options);
    const double from = exact.solution.rows.front()[0], way = exact.solution.rows.back()[0] - from;
    if (!(std::abs(way) > 0))
        throw Error(Diagnostic{.message = "the way has no length",
                               .hint = "option `to`, or a line `solve to 10` in the model"});
    Study study{.certain = exact.certain};
    for (int k = 0; k <= doublings; ++k) {
        options.step = std::abs(way) / (double(first) * std::pow(2.0, k));
        add(study, system, options, options.step, exact.solution, given);
    }
    return study;
}

Study tolerance_study(const System& system, const SolveOptions& given, double loose, double tight_)
{
    const SolveOptions options = at_end(given);
    const Reference exact = reference(system, options);
    Study study{.certain = exact.certain};
    const int from = int(std::lround(-std::log10(loose))),
              to = int(std::lround(-std::log10(tight_)));
    for (int digits = from; digits <= to; ++digits) {
        const double rtol = std::pow(10.0, -digits);
        add(study, system, with_rtol(options, rtol), rtol, exact.solution, given);
    }
    return study;
}

}  // namespace involute
