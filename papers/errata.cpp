// SPDX-License-Identifier: Apache-2.0
// What is wrong in print, with the evidence recomputed.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "involute/base/dense.hpp"
#include "involute/drive/solve.hpp"
#include "papers/figure_runs.hpp"
#include "papers/problems.hpp"
#include "papers/table_ta1.hpp"
#include "papers/tables.hpp"

namespace involute::papers {
namespace {

struct Entry {
    std::string where{};
    std::string printed{};
    std::string correct{};
    std::string evidence{};
};

/// The smallest singular value of the 10 × 7 matrix Ã of TA1 section 4.1, at the pendulum's angle
/// a and speed w: 0 where it has the null vector that the solution needs.
double smallest_singular_value(double a, double w, bool as_printed)
{
    const double y1 = std::cos(a), y2 = std::sin(a), v1 = -w * y2, v2 = w * y1;
    const double y3 = w * w - y2, v3 = -3 * v2;
    const double force = as_printed ? v3 : y3;
    Eigen::Matrix<double, 10, 7> m;
    m << -v1, 1, 0, 0, 0, 0, 0,                 //
        -v2, 0, 1, 0, 0, 0, 0,                  //
        -v3, 0, 0, 1, 0, 0, 0,                  //
        y1 * force, 0, 0, 0, 1, 0, 0,           //
        y2 * force + 1, 0, 0, 0, 0, 1, 0,       //
        -3 * y2 * force - 3, 0, 0, 0, 0, 0, 1,  //
        0, v1, v2, 0, y1, y2, 0,                //
        0, 0, -1, -1, 2 * v1, 2 * v2, 0,        //
        0, 0, 0, 0, 0, 3, 1,                    //
        0, y1, y2, 0, 0, 0, 0;
    return singular_values(m).tail<1>()(0);
}

/// Whether an expression is constant along the solutions, and how far it is from it.
InvariantReport check_invariant(System system, const std::string& expression)
{
    system.invariants.clear();
    system.invariants.push_back({.name = "I", .expression = parse_expression(system, expression)});
    return analyze(system).invariants.at(0);
}

std::string verdict(const InvariantReport& report)
{
    return fmt::format("{} (dI.V: {})", report.holds ? "holds" : "fails", number(report.defect));
}

System henon_heiles(int sign)
{
    return read_system(R"(
param s = -1
var   y1, y2
y1'' = s*(y1 + 2*y1*y2)
y2'' = s*(y2 + y1^2 - y2^2)
start y1 = 0.12, y2 = 0.12, y1' = 0.12, y2' = 0.12
)",
                       "", {{"s", double(sign)}});
}

constexpr auto henon_heiles_energy = "(y1'^2 + y2'^2 + y1^2 + y2^2)/2 + y1^2*y2 - y2^3/3";

System four_bar(double torque)
{
    return shipped_model("four_bar", {{"T", torque}});
}

constexpr auto four_bar_energy =
    "(m1*(y1'^2 + y2'^2) + m2*(y3'^2 + y4'^2))/2 + (m1*y2 + m2*y4)*gamma";

/// How far the Kepler solution is from its start after x.
double distance_from_start(double x)
{
    SolveOptions options{.to = x, .method = "dop853", .rtol = 1e-13, .atol = 1e-15};
    options.sampling.only_end = true;
    const Solution solution = solve(shipped_model("kepler_invariants"), options);
    double sum = 0;
    for (std::size_t i = 1; i <= 4; ++i)
        sum += std::pow(solution.rows.back()[i] - solution.rows.front()[i], 2);
    return std::sqrt(sum);
}

/// Of the orbit from (0.5, 0) with the speed v across: 2π (-2E)^(-3/2).
double kepler_period(double v)
{
    const double energy = v * v / 2 - 2;
    return 2 * std::numbers::pi * std::pow(-2 * energy, -1.5);
}

/// The fifth equation of (7.3) at the printed start (7.4).
double discharge_residual()
{
    const double f = 5 * std::tanh(-10.0) + 15, y1 = 0.25, y4 = 36.7;
    return y1 * y1 * y4 * y4 - 2458.18 * y1 * y1 + f * f / 1.44;
}

/// |P_1 - P_2|² - 1 and the first velocity constraint of the chain's printed start.
std::pair<double, double> chain_residuals()
{
    const double dx = 0.5, dy = 0.866, dvx = -1 - 1, dvy = -4.62 + 5.77;
    return {(dx * dx + dy * dy - 1) / 2, dx * dvx + dy * dvy};
}

/// The largest difference in positions between the chain with and without its energy at x = 3,
/// by midpoint steps.
double chain_difference(double step)
{
    SolveOptions options{.to = 3.0, .method = "midpoint", .step = step};
    options.sampling.only_end = true;
    const Solution without = solve(shipped_model("six_point_chain"), options);
    const Solution with = solve(shipped_model("six_point_chain_energy"), options);
    double largest = 0;
    for (std::size_t i = 0; i < without.names.size(); ++i)
        if (without.names[i].find('\'') == std::string::npos && without.names[i][0] != 'l')
            largest =
                std::max(largest, std::abs(with.rows.back()[i + 1] - without.rows.back()[i + 1]));
    return largest;
}

std::vector<Entry> first_paper()
{
    const double stretched = std::pow(1e-4 * -17.65 - 1, 2) - 1;
    const auto [length, speed] = chain_residuals();
    return {
        {"4.1, matrix Ã, rows 4-6, column 1", "`y^1 y_1^3`, `y^2 y_1^3 + 1`, `-3 y^2 y_1^3 - 3`",
         "`y^3` in place of `y_1^3`",
         fmt::format("smallest singular value at a point of the manifold: printed {}, "
                     "corrected {}",
                     number(smallest_singular_value(0.4, 0.7, true)),
                     number(smallest_singular_value(0.4, 0.7, false)))},
        {"4.1, matrix A, last row", "(0, y^1, y^2, 0 ..)", "(0, 2y^1, 2y^2, 0 ..)",
         "the factor 2 does not change the null space"},
        {"Proposition 5.1", "μ = 1/2 ((df)^t)^-1 d²f(V,V) h²",
         "μ = 1/2 (df (df)^t)^-1 d²f(V,V) h² + O(h³)",
         "(df)^t is not square; TA2 (5.3) has it right"},
        {"(7.6), Hénon-Heiles", "force +y^1 + 2 y^1 y^2, +y^2 + (y^1)² - (y^2)²",
         "both signs negative, as in TA2 (6.2)",
         fmt::format("the energy with printed signs {}; with negative ones it {}",
                     verdict(check_invariant(henon_heiles(+1), henon_heiles_energy)),
                     verdict(check_invariant(henon_heiles(-1), henon_heiles_energy)))},
        {"7.2, start for ε = 0.01", "(0, 1, 0, -17.65, 0.016, 0)",
         fmt::format("y^1 = {:.6f}, if y^3 is kept", 1 / (1 + 17.65e-4)),
         fmt::format("|y|²(ε² y^3 - 1)² - 1 = {:.1e} there, not 0", stretched)},
        {"(7.4), discharge pressure", "eleven numbers of 2 to 4 digits",
         "must be projected before use",
         fmt::format("equation 5 has the residual {:.1e}", discharge_residual())},
        {"7.4, Kepler", "period 2π for y_1^2 = 1.73",
         fmt::format("period {:.8f}; 2π belongs to y_1^2 = √3", kepler_period(1.73)),
         fmt::format("distance from the start after that period {}, after 2π {:.2f}; closed "
                     "form for √3: {:.8f}",
                     number(distance_from_start(kepler_period(1.73))),
                     distance_from_start(2 * std::numbers::pi),
                     kepler_period(std::numbers::sqrt3))},
        {"7.4, points in the section for x <= 303", "101 (Euler), 141 (midpoint)",
         fmt::format("{}", henon_heiles_crossings({303}).front()),
         "DOP853 at 1e-12; see [section 7](ta1-section-7.md)"},
        {"7.5, start of the chain", "rounded to 3 digits",
         "heights √3/2, velocities -(10, 8, 6, 4, 2, 0)/√3",
         fmt::format("first rod: length condition {:.0e}, velocity condition {:.0e}", length,
                     speed)},
        {"7.5", "with the energy the chain soon moves quite differently, \"surprising\"",
         "it does not",
         fmt::format("midpoint, h = 0.02 / 0.01: positions with and without the energy differ by "
                     "{:.0e} / {:.0e} at x = 3, so both converge to one solution",
                     chain_difference(0.02), chain_difference(0.01))},
    };
}

std::vector<Entry> second_paper()
{
    const InvariantReport driven = check_invariant(four_bar(0.8), four_bar_energy);
    const InvariantReport free = check_invariant(four_bar(0), four_bar_energy);
    const InvariantReport kept =
        check_invariant(four_bar(0.8), std::string(four_bar_energy) + " - T*atan2(y2, y1)");
    return {
        {"(2.6)", "f: R^((n+1)q+1) → R^k", "R^((q+1)n+1)", "the dimension of J_q(R × R^n)"},
        {"(3.2)", "w^k in (TR^n)_p", "(TR^m)_p", "the report has m"},
        {"(4.7), last stage", "b_2 V at q̂ + b_3 V at q̃", "the two exchanged", "the report"},
        {"(4.9), first line", "V at q̂", "V at q̃", "the report"},
        {"proof of Proposition 4.3", "1/2 (a31 + a32) d²f(V, q̂²)", "factor 1",
         "the result of the proof has 1"},
        {"(4.12), (4.14), (4.15)", "hats and tildes exchanged or repeated",
         "as in the report, (4.13), (4.15), (4.17)", "the report"},
        {"report, third-order equation with 3 stages", "r_2 d²f(V, ∇_V V)", "r_1 r_2 d²f(V, ∇_V V)",
         "the result has r_1 r_2"},
        {"proof of Lemma 8.5", "-∇ of Y along ∇_Y V", "-∇ of V along ∇_Y V",
         "the lemma itself is right"},
        {"Conjecture 4.7", "a conjecture", "a theorem",
         "[proof and experiment](ta2-conjecture-4.7.md)"},
        {"6.1", "solution -x² - 2x/3 - 2/9 + 20/9 e^(3x) of y' = 3y + 2x²",
         "it solves y' = 3y + 3x²",
         fmt::format("residual at x = 1: {:.0f}; [Figure 6.1](ta2-figure-6.1.md)",
                     (-2.0 - 2.0 / 3) - 3 * (-1.0 - 2.0 / 3 - 2.0 / 9) - 2)},
        {"Remark 6.2", "RKF45 is mysteriously bad", "it is not", "[RKF45](ta2-remark-6.2.md)"},
        {"(6.3)", "a comma after -3 ε⁴ (y_1^3)²", "one equation", "by differentiating"},
        {"6.4, (6.7)", "the energy of the driven four bar linkage is constant",
         "E - T θ is, with the angle θ of the crank",
         fmt::format("E with T = 0.8 {}; with T = 0 it {}; E - T θ {}", verdict(driven),
                     verdict(free), verdict(kept))},
        {"6.4", "rank of dq", "rank of dg", "the sentence before"},
        {"6.4", "gravity γ is not given", "γ = 9.81 fits the text and the figures",
         "[Figure 6.7](ta2-figure-6.7.md), [Figure 6.9](ta2-figure-6.9.md)"},
    };
}

void table_of(Page& page, const std::string& heading, const std::vector<Entry>& entries)
{
    page.heading(heading);
    Table table{.head = {"where", "printed", "correct", "evidence"}};
    for (const Entry& entry : entries)
        table.rows.push_back({entry.where, entry.printed, entry.correct, entry.evidence});
    page.table(table);
}

}  // namespace

void errata(Page& page)
{
    const std::vector<Entry> first = first_paper(), second = second_paper();
    page.summary = fmt::format(
        "{} findings in TA1 and {} in TA2, most of them misprints; with the numbers that show them "
        "recomputed.",
        first.size(), second.size());
    page.paragraph(
        "A careful reading of two good papers. *The report* is the longer version of TA2 (Helsinki "
        "University of Technology, report A397). An invariant is checked by the derivative dI.V "
        "along the field, at the start and at other points of the manifold with the same value, "
        "in units of the size of its terms.");
    table_of(page, "TA1", first);
    table_of(page, "TA2", second);
}

}  // namespace involute::papers
