// SPDX-License-Identifier: Apache-2.0
#include "involute/sweep/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "involute/base/error.hpp"
#include "involute/drive/simulation.hpp"
#include "involute/drive/solve.hpp"
#include "involute/method/methods.hpp"

namespace involute {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
// The tight run: near what doubles allow, far below the errors that are studied. Its own error is
// told by a second one, ten times looser.
constexpr double tightest = 1e-13;
constexpr double rounding = 1e-14;  // both may round alike
constexpr double too_far = 1e-2;    // an error that says nothing about an order

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

double error_of(const Solution& solution, const Solution& exact, const SolveOptions& scale)
{
    return got_there(solution) ? distance(solution, exact, scale) : none;
}

/// Whether an error is that of the run, and not one that the tight run has as well.
bool is_seen(double error, double certain)
{
    return error > 10 * certain;
}

void add(Study& study, const System& system, const SolveOptions& options, double setting,
         const Solution& exact, const SolveOptions& scale)
{
    const Solution solution = solve(system, options);
    StudyRow row{.setting = setting,
                 .work = solution.statistics,
                 .error = error_of(solution, exact, scale),
                 .order = none,
                 .code = solution.code,
                 .method = solution.method};
    if (!got_there(solution)) row.reason = solution.reason;
    if (!study.rows.empty()) {
        const StudyRow& before = study.rows.back();
        if (is_seen(row.error, study.certain) && before.error > 0)
            row.order = std::log(before.error / row.error) / std::log(before.setting / setting);
    }
    study.rows.push_back(std::move(row));
}

/// Steps of one size whose error is that of the method, not of Newton's iteration, which ends by
/// rtol. Methods whose order follows from rtol keep it.
SolveOptions with_exact_stages(const SolveOptions& options)
{
    const MethodEntry* method = find_method_entry(options.method);
    if (!method || method->family == Family::series_taylor) return options;
    return with_rtol(options, std::min(options.rtol, tightest));
}

/// 16 steps, or as many fewer as leave an error to be seen after two doublings; not so few that a
/// step leaves what its method is made for.
int few_steps(const System& system, SolveOptions options, double way, const Reference& exact,
              const SolveOptions& scale)
{
    const auto error_with = [&](int steps) {
        options.step = way / steps;
        return error_of(solve(system, options), exact.solution, scale);
    };
    int steps = 16;
    while (steps > 1 && !is_seen(error_with(4 * steps), exact.certain) &&
           error_with(steps / 2) < too_far)
        steps /= 2;
    return steps;
}

}  // namespace

Study order_study(const System& system, const SolveOptions& given, int first, int doublings)
{
    const Reference exact = reference(system, at_end(given));
    SolveOptions options = with_exact_stages(at_end(given));
    const double from = exact.solution.rows.front()[0], way = exact.solution.rows.back()[0] - from;
    if (!(std::abs(way) > 0))
        throw Error(Diagnostic{.message = "the way has no length",
                               .hint = "option `to`, or a line `solve to 10` in the model"});
    Study study{.certain = exact.certain};
    if (first <= 0) first = few_steps(system, options, std::abs(way), exact, given);
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
