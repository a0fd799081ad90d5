// SPDX-License-Identifier: Apache-2.0
#include "fuzz/whole_way.hpp"

#include <fmt/format.h>

#include <cmath>
#include <ctime>

#include "fuzz/made_model.hpp"
#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"

namespace fuzz {
namespace {

using namespace involute;

// Processor seconds beyond the limit of a run that no machine needs.
constexpr double patience = 100;

struct Case {
    std::string text{};
    SolveOptions options{};
};

/// What the program would be asked.
std::string to_words(const Case& c)
{
    const SolveOptions& o = c.options;
    const auto flag = [](bool is_on, const char* word) { return is_on ? word : ""; };
    std::string words = fmt::format("--method {} --rtol {} --to {}{}{}{}{}", o.method, o.rtol,
                                    *o.to, flag(o.curve, " --curve"),
                                    flag(o.precision == Precision::quad, " --precision quad"),
                                    flag(!o.native, " --interpreter"), flag(o.smooth, " --smooth"));
    for (const int way : o.continuations) words += fmt::format(" --continue {}", way);
    return fmt::format("{} points {} every {} places {}\n{}", words, o.sampling.points,
                       o.sampling.every, o.sampling.at.size(), c.text);
}

[[noreturn]] void complain(const Case& c, const std::string& what)
{
    throw Complaint{what + '\n' + to_words(c)};
}

/// A later regime may lack a column of the first: that is no number, and a notice says so.
bool changed_regime(const Solution& s)
{
    for (const std::string& notice : s.notices)
        if (notice.find("completed anew") != notice.npos) return true;
    return false;
}

void check_rows(const Case& c, const Solution& s)
{
    const bool gaps = changed_regime(s);
    const auto whole = [&](const std::vector<double>& row) {
        if (row.size() != s.names.size() + 1)
            complain(c, "a row has another length than the names");
        for (const double value : row)
            if (!std::isfinite(value) && !(gaps && std::isnan(value)))
                complain(c, "a value is not finite");
    };
    // Numbers of quadruple precision may be beyond all doubles.
    const bool in_full = c.options.precision == Precision::quad;
    if (!in_full)
        for (const std::vector<double>& row : s.rows) whole(row);
    for (const std::vector<Quad>& row : s.quad_rows)
        for (const Quad& value : row)
            if (!isfinite(value) && !gaps) complain(c, "a value is not finite in full");
    for (const CrossingRecord& record : s.crossings)
        for (const std::vector<double>& row : record.rows) whole(row);
    if (s.residual > std::max(c.options.rtol, 1e-9))
        complain(c, "a row does not satisfy the equations");
    if (!std::isfinite(s.end)) complain(c, "the end is no place");
}

/// A closed curve ends at its first point; along one that got there x is what was asked for.
void check_curve(const Case& c, const Solution& s)
{
    if (s.code == Outcome::finished && c.options.continuations.empty() && s.end != *c.options.to)
        complain(c, "finished elsewhere along the curve");
    if (s.code != Outcome::closed || s.rows.size() < 2 || !c.options.sampling.at.empty()) return;
    // ten times as far as the library lets it be
    const double near = 10 * std::max(1e-6, 0.1 * std::sqrt(c.options.rtol));
    for (std::size_t j = 0; j < s.rows[0].size(); ++j) {
        if (j > 0 && s.names[j - 1].ends_with('\'')) continue;  // may be steep
        double range = 0;
        for (const std::vector<double>& row : s.rows)
            range = std::max(range, std::abs(row[j] - s.rows[0][j]));
        if (std::abs(s.rows.back()[j] - s.rows[0][j]) > near * (range + c.options.atol))
            complain(c, "a curve called closed ends elsewhere than it began");
    }
}

void check_ending(const Case& c, const Solution& s)
{
    if (c.options.curve) check_curve(c, s);
    if (s.code == Outcome::internal_error) complain(c, "internal error: " + s.reason);
    if ((row_of(s.code).exit_code == 0) != (s.status == RunStatus::finished))
        complain(c, "status and code contradict each other");
    if (s.status != RunStatus::finished && s.reason.empty()) complain(c, "no reason is given");
    if (s.statistics.steps > 10 * c.options.max_steps)
        complain(c, "the limit of steps does not hold");
    if (s.code != Outcome::finished || !c.options.continuations.empty()) return;
    const bool at_places = !c.options.sampling.at.empty();
    if (!at_places && (s.rows.empty() || s.rows.back()[0] != *c.options.to))
        complain(c, "finished without the row at the end");
    if (c.options.curve) return;  // x may turn
    for (std::size_t k = 1; k < s.rows.size(); ++k)
        if ((s.rows[k][0] - s.rows[k - 1][0]) * (*c.options.to - s.rows[0][0]) < 0)
            complain(c, "rows are out of order");
}

void walk(const Case& c)
{
    const System system = read_system(c.text, "fuzz.ode");
    const std::clock_t begin = std::clock();  // of processor time: machines may be busy
    const Solution s = solve(system, c.options);
    const double spent = double(std::clock() - begin) / CLOCKS_PER_SEC;
    check_ending(c, s);
    check_rows(c, s);
    if (spent > patience) complain(c, "the limit of time does not hold");
}

Case made_case(std::span<const std::uint8_t> bytes)
{
    Choices choices(bytes);
    Case c{.options = made_options(choices)};
    c.text = made_model(choices);
    return c;
}

}  // namespace

std::string show_whole_way(std::span<const std::uint8_t> bytes)
{
    return to_words(made_case(bytes));
}

void go_whole_way(std::span<const std::uint8_t> bytes, double seconds)
{
    Case c = made_case(bytes);
    c.options.max_seconds = seconds;
    try {
        walk(c);
    } catch (const Error& error) {  // a model or options that cannot be meant
        if (error.diagnostics().empty()) complain(c, "refused without words");
    } catch (const std::exception& other) {
        complain(c, fmt::format("an exception that is no answer: {}", other.what()));
    }
}

}  // namespace fuzz
