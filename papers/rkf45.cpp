// SPDX-License-Identifier: Apache-2.0
#include "papers/rkf45.hpp"

#include <fmt/format.h>

#include <cmath>

#include "papers/figure_problems.hpp"
#include "papers/tables.hpp"

namespace involute::papers {
namespace {

constexpr double first_step = 0.01;

/// |v|²/2 + y² + (r - 1)²/(2ε²), the energy of the spring included.
double energy(const PaperWalk<double>& walk, double eps)
{
    const std::vector<double>& p = walk.point();
    const double y1 = p[walk.place_of("y1")], y2 = p[walk.place_of("y2")];
    const double v1 = p[walk.place_of("y1'")], v2 = p[walk.place_of("y2'")];
    const double stretch = (std::hypot(y1, y2) - 1) / eps;
    return (v1 * v1 + v2 * v2) / 2 + y2 + stretch * stretch / 2;
}

std::string signed_number(double value)
{
    return fmt::format("{:+.1e}", value);
}

struct Pair {
    const char* name;
    const char* text;
};
constexpr Pair pairs[] = {{"rkf45", "RKF45, order 5"},
                          {"rkf45-lower", "RKF45, order 4"},
                          {"dopri54", "dopri54, order 5"},
                          {"dopri54-lower", "dopri54, order 4"}};

struct Known {
    double eps = 0;
    double until = 0;
    long steps[4]{};  // of the prototype; 0: not known
    double change[4]{};
};
constexpr Known known[] = {
    {0.01, 1.5, {1050, 0, 957, 0}, {1.8e-5, 6.1e-5, -9.4e-6, 3.4e-5}},
    {0.1, 20, {569, 0, 519, 0}, {1.8e-3, 0, -7.3e-4, 0}},
};

void correct_pairs(Page& page)
{
    page.heading("The correct pair");
    page.paragraph(
        "Stiff pendulum, tolerance 1e-4, classic rule with x as the parameter: accepted steps and "
        "the relative change of the energy at the end. *prototype* is a separate program.");
    Table table{.head = {"ε", "x", "method", "steps: prototype", "ours", "energy change: prototype",
                         "ours"}};
    for (const Known& row : known)
        for (int i = 0; i < 4; ++i) {
            const PendulumRun run = stiff_pendulum_run({.method = method_named(pairs[i].name),
                                                        .tolerance = 1e-4,
                                                        .step = first_step,
                                                        .arclength = false},
                                                       row.eps, row.until);
            table.rows.push_back(
                {fmt::format("{}", row.eps), fmt::format("{}", row.until), pairs[i].text,
                 row.steps[i] ? fmt::format("{}", row.steps[i]) : "", fmt::format("{}", run.steps),
                 row.change[i] != 0 ? signed_number(row.change[i]) : "",
                 signed_number(run.energy_change)});
        }
    page.table(table);
    page.paragraph(
        "RKF45 takes a tenth more steps than dopri54 and gains energy where dopri54 loses some, in "
        "the same order of magnitude. There is no reason in the geometry why it should be "
        "otherwise: a projected Runge-Kutta method is the ordinary method for the field V∘π "
        "([Conjecture 4.7](ta2-conjecture-4.7.md)).");
}

void henon_heiles_steps(Page& page)
{
    page.heading("Hénon-Heiles");
    Table table{.head = {"method", "tolerance", "x", "prototype", "ours"}};
    const double past[] = {110, 550, 1100};
    const double tolerances[] = {5e-5, 5e-6};
    const long prototype[2][3] = {{139, 669, 1335}, {212, 1019, 2044}};
    for (int t = 0; t < 2; ++t) {
        const Way way{.method = method_named("rkf45-lower"),
                      .tolerance = tolerances[t],
                      .step = first_step,
                      .distribution = Distribution::linear_solve};
        const auto steps = count_steps(shipped_model("henon_heiles_energy"), way, past);
        for (int i = 0; i < 3; ++i)
            table.rows.push_back({"RKF45, order 4", fmt::format("{:.0e}", tolerances[t]),
                                  fmt::format("{}", past[i]), fmt::format("{}", prototype[t][i]),
                                  fmt::format("{}", steps[std::size_t(i)])});
    }
    page.table(table);
    page.paragraph(
        "That is 5 to 8 % more than [dopri54](ta2-table-6.1.md) by the same rule. The paper found "
        "it unreasonable to go as far as x = 1100 with RKF45.");
}

struct WrongSign {
    int i = 0, j = 0;
    double change[3]{};  // of the prototype, at 1e-2, 1e-4, 1e-6
    long steps = 0;      // at 1e-4; 0: not known
};
constexpr WrongSign wrong_signs[] = {{5, 1, {-1.9, -1.06, -0.26}, 14324},
                                     {5, 3, {-1.9, -1.3, -0.35}, 0},
                                     {6, 1, {-0.88, -0.16, -0.016}, 11384},
                                     {6, 3, {-1.1, -0.31, -0.035}, 0},
                                     {6, 5, {-0.87, -0.15, -0.016}, 10988}};

/// A run of RKF45 with a wrong sign, continuing with either formula.
PendulumRun wrong_run(const WrongSign& wrong, bool lower, double tolerance)
{
    Tableau tableau = rkf45_with_wrong_sign(wrong.i, wrong.j);
    if (lower) tableau = continue_with_lower(std::move(tableau));
    return stiff_pendulum_run(
        {.own = std::move(tableau), .tolerance = tolerance, .step = first_step, .arclength = false},
        0.1, 20);
}

void wrong_coefficients(Page& page)
{
    page.heading("One wrong coefficient");
    page.paragraph(
        "Stiff pendulum with ε = 0.1 until x = 20, classic rule in x, and one sign of the RKF45 "
        "tableau changed: the relative change of the energy, and the steps.");
    Table table{.head = {"sign changed", "tolerance", "prototype", "ours, order 5", "ours, order 4",
                         "steps: prototype", "ours, order 5"}};
    for (const WrongSign& wrong : wrong_signs) {
        const double tolerances[] = {1e-2, 1e-4, 1e-6};
        for (int t = 0; t < 3; ++t) {
            const PendulumRun run = wrong_run(wrong, false, tolerances[t]);
            const bool both = t < 2;  // the last takes hundreds of thousands of steps
            table.rows.push_back(
                {fmt::format("a{}{}", wrong.i, wrong.j), fmt::format("{:.0e}", tolerances[t]),
                 signed_number(wrong.change[t]), signed_number(run.energy_change),
                 both ? signed_number(wrong_run(wrong, true, tolerances[t]).energy_change) : "",
                 t == 1 && wrong.steps ? fmt::format("{}", wrong.steps) : "",
                 fmt::format("{}", run.steps)});
        }
    }
    page.table(table);
    page.paragraph(
        "A wrong coefficient in the fifth stage loses energy at every reasonable tolerance, needs "
        "very small steps, and does so with either formula of the pair, because both use that "
        "stage: that is what the paper reports of RKF45. One in the sixth stage spoils the formula "
        "of order 5 alone; that of order 4 does not use it and only pays with small steps. Which "
        "coefficient was wrong, if any, cannot be known from the paper. Our tableaux are checked "
        "against the order conditions of all rooted trees, so that such an error cannot enter "
        "unseen.");
}

}  // namespace

PendulumRun stiff_pendulum_run(const Way& way, double eps, double until)
{
    PaperWalk<double> walk(reduced_stiff_pendulum(eps), way);
    const double before = energy(walk, eps);
    PendulumRun run{.steps = walk.steps_past(until)};
    run.energy_change = energy(walk, eps) / before - 1;
    return run;
}

Tableau rkf45_with_wrong_sign(int i, int j)
{
    Tableau tableau = *find_method("rkf45");
    Coefficient& a = tableau.A[std::size_t(i - 1)][std::size_t(j - 1)];
    a.num = -a.num;
    tableau.name = fmt::format("rkf45 with the sign of a{}{} changed", i, j);
    return tableau;
}

void remark_6_2(Page& page)
{
    correct_pairs(page);
    henon_heiles_steps(page);
    wrong_coefficients(page);
    page.summary =
        "RKF45 is as good as dopri54, for a tenth more steps. With one wrong sign in its fifth "
        "stage it loses energy at every tolerance, with either formula: what the paper saw.";
}

}  // namespace involute::papers
