// SPDX-License-Identifier: Apache-2.0
// A System without anything, as a default or a moved-from value is: an Error, never a crash.
#include <gtest/gtest.h>

#include <utility>

#include "involute/drive/callable.hpp"
#include "involute/forces/compliance.hpp"
#include "involute/forces/large_factors.hpp"
#include "involute/model/builder.hpp"
#include "involute/model/read.hpp"
#include "involute/prepare/prepare.hpp"

namespace involute {
namespace {

template <class Call>
void expect_no_unknowns(Call call)
{
    try {
        call();
        ADD_FAILURE() << "nothing was said";
    } catch (const Error& error) {
        ASSERT_EQ(error.diagnostics().size(), 1u);
        EXPECT_EQ(error.diagnostics()[0].message, "the system has no unknowns");
    }
}

void expect_refused(System& system)
{
    SolveOptions to_1, along, smoothly, on_component;
    to_1.to = along.to = smoothly.to = on_component.to = 1;
    along.curve = true;
    smoothly.smooth = true;
    on_component.component = 1;
    for (const SolveOptions& options : {SolveOptions{}, to_1, along, smoothly, on_component}) {
        expect_no_unknowns([&] { solve(system, options); });
        expect_no_unknowns([&] { analyze(system, options); });
    }
    expect_no_unknowns([&] { add_starts(system, "x = 1"); });
    expect_no_unknowns([&] { add_starts(system, "t = 0"); });
    expect_no_unknowns([&] { parse_expression(system, "x + 1"); });
    expect_no_unknowns([&] { parse_expression(system, "2"); });
    expect_no_unknowns([&] { prepare(system, to_1, false); });
    expect_no_unknowns([&] { with_large_factors_as_forces(system); });
    expect_no_unknowns([&] { without_compliance(system); });
}

TEST(EmptySystem, IsRefusedWithOneMessage)
{
    System system;
    expect_refused(system);
}

TEST(EmptySystem, IsNotMadeByABuilder)
{
    expect_no_unknowns([] { Builder("t").system(); });
}

TEST(MovedFromSystem, IsRefusedLikeAnEmptyOne)
{
    System system = read_system(
        "param k = 2\nvar x\nx' = -k*x\nstart x = 1\nsolve to 1\n"
        "invariant I = x*exp(2*t)\nsection s: x = 1/2\n");
    const System moved = std::move(system);
    EXPECT_EQ(solve(moved).code, Outcome::finished);
    expect_refused(system);
}

TEST(EmptyCallable, IsRefused)
{
    SolveOptions options;
    options.to = 1;
    EXPECT_THROW(solve(CallableSystem{}, options), Error);
    EXPECT_THROW(solve(CallableSystem{}, {}), Error);
}

}  // namespace
}  // namespace involute
