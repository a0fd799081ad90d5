// SPDX-License-Identifier: Apache-2.0
// The whole way: any small system is completed, started and walked for up to twenty steps by any
// method, or refused with words. What is returned is what was promised: finite rows in order, each
// equation satisfied, and the row at the end where the run says that it got there.
//
//   build/asan/fuzz/whole_way_fuzz crash-...     says which model it was, and what is wrong
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "fuzz/made_model.hpp"
#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"

namespace {

using namespace involute;

// Longer than a run under sanitizers may take beyond its limit of time.
constexpr double allowed_seconds = 2, patience = 100;

struct Case {
    std::string text{};
    SolveOptions options{};
};

[[noreturn]] void complain(const Case& c, const std::string& what)
{
    std::fprintf(stderr, "%s\nmethod %s, rtol %g, to %g%s%s%s%s\n%s\n", what.c_str(),
                 c.options.method.c_str(), c.options.rtol, *c.options.to,
                 c.options.curve ? ", curve" : "",
                 c.options.precision == Precision::quad ? ", quad" : "",
                 c.options.native ? "" : ", interpreter", c.options.smooth ? ", smooth" : "",
                 c.text.c_str());
    std::abort();
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
    for (const std::vector<double>& row : s.rows) whole(row);
    for (const CrossingRecord& record : s.crossings)
        for (const std::vector<double>& row : record.rows) whole(row);
    if (s.residual > std::max(c.options.rtol, 1e-9))
        complain(c, "a row does not satisfy the equations");
    if (!std::isfinite(s.end)) complain(c, "the end is no place");
}

void check_ending(const Case& c, const Solution& s)
{
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

}  // namespace

extern "C" const char* __asan_default_options()
{
    return "detect_stack_use_after_return=0";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::size_t largest_input = 1 << 10;
    if (size > largest_input) return 0;
    fuzz::Choices choices({data, size});
    Case c{.options = fuzz::made_options(choices)};
    c.options.max_seconds = allowed_seconds;
    c.text = fuzz::made_model(choices);
    if (std::getenv("FUZZ_SHOW")) std::fprintf(stderr, "%s\n", c.text.c_str());
    try {
        walk(c);
    } catch (const Error& error) {  // a model or options that cannot be meant
        if (error.diagnostics().empty()) complain(c, "refused without words");
    }
    return 0;
}
