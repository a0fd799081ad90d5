// SPDX-License-Identifier: Apache-2.0
// Lemma 8.1 of LUB: when modified Newton iterations converge, and when they do not.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "papers/lub_measure.hpp"
#include "papers/lub_pages.hpp"

namespace involute::papers {
namespace {

using Vector = VectorOf<Quad>;

Quad root(const Quad& eps)
{
    return sqrt(eps);
}

constexpr std::array multiples{0.1, 0.25, 0.5, 1.0, 2.0, 3.2, 10.0};  // of √ε
constexpr std::array epsilons{"1e-2", "1e-3", "1e-4", "1e-5", "1e-6"};

void radii(Page& page)
{
    page.heading("Spectral radii on the spring pendulum");
    page.paragraph(
        "The iteration converges near the solution if and only if ρ(I - J⁻¹F') < 1. One step from "
        "smooth motion at θ = -0.7 with the velocity 1.2 across the spring, at its solution, with "
        "33 digits:");
    Table table{.head = {"stages", "J", "ε"}};
    for (const double multiple : multiples)
        table.head.push_back(fmt::format("h = {} √ε", multiple));
    for (const int stages : {2, 3})
        for (const auto& [iteration, name] :
             {std::pair{StageIteration::j0, "J0"}, {StageIteration::j1, "J1"}})
            for (const char* text : {"1e-3", "1e-4", "1e-6"}) {
                std::vector<std::string> row{fmt::format("{}", stages), name, text};
                const Quad eps(text);
                for (const double multiple : multiples)
                    row.push_back(
                        fmt::format("{:.4g}", pendulum_step(stages, eps, Quad(multiple) * root(eps))
                                                  .contraction(iteration)
                                                  .radius));
                table.rows.push_back(std::move(row));
            }
    table.caption =
        "Only h/√ε matters. J0 grows as h²/ε, then as h⁴/ε²; J1 as 0.04 (h²/ε)² with two stages "
        "and 0.015 (h²/ε)² with three, until it comes close to 1 from below: it stagnates where J0 "
        "blows up.";
    page.table(table);
}

void limits(Page& page)
{
    page.heading("The limit of J0");
    Table table{.head = {"stages"}};
    for (const char* text : epsilons) table.head.push_back(fmt::format("ε = {}", text));
    table.head.push_back("separate computation");
    for (const int stages : {2, 3}) {
        std::vector<std::string> row{fmt::format("{}", stages)};
        for (const char* text : epsilons)
            row.push_back(
                fmt::format("{:.2f}", convergence_limit(stages, StageIteration::j0, Quad(text))));
        row.push_back(stages == 2 ? "1.65" : "2.05");
        table.rows.push_back(std::move(row));
    }
    table.caption =
        "The h/√ε where the spectral radius of J0 passes 1: the same over four decades of ε. A "
        "limit h <= c ε^(2/3) would make it shrink by a factor of 4.6 from the left to the right.";
    page.table(table);
}

plot::Figure picture()
{
    plot::Axes axes{.x = {.label = "h/√ε", .scale = plot::Scale::log},
                    .y = {.label = "spectral radius", .scale = plot::Scale::log}};
    const Quad eps("1e-6");
    for (const auto& [iteration, name] : {std::pair{StageIteration::j0, "J0"},
                                          {StageIteration::j1, "J1"},
                                          {StageIteration::j2, "J2"}})
        for (const int stages : {2, 3}) {
            plot::Series series{.label = fmt::format("{}, {} stages", name, stages)};
            for (int k = -8; k <= 8; ++k) {
                const double multiple = std::pow(10, k / 8.0);
                series.x.push_back(multiple);
                series.y.push_back(pendulum_step(stages, eps, Quad(multiple) * root(eps))
                                       .contraction(iteration)
                                       .radius);
            }
            axes.series.push_back(std::move(series));
        }
    axes.guides.push_back(plot::horizontal(1));
    axes.legend = plot::Legend::right;
    plot::Figure figure = plot::figure(std::move(axes));
    figure.description = "Spectral radii of three iterations against the step over the root of ε";
    return figure;
}

void reason(Page& page)
{
    page.heading("Why the limit is √ε");
    page.paragraph(
        "The Hessians at the stages differ from those in J0 by O(h), so the norm of I - J0⁻¹F' is "
        "O(h³/ε²): this is what the lemma bounds, and the next table shows that the norm is of "
        "just that size. But for a tangent t of the manifold tᵗHt = (Gt)ᵗK(Gt) with G(Y)t = O(h): "
        "the tangential block of the difference is O(h²), and the normal block of J0⁻¹ is "
        "O(ε²/h²). What is large is the coupling from one to the other, which does not enter the "
        "spectral radius: that is max(h²/ε, h⁴/ε²) in size. For J1 the tangential block is O(h²) "
        "as well, because y0 + c h v0 leaves the manifold by O(h²), where H is curved along it.");
}

void generic(Page& page)
{
    page.heading("The same without symmetry");
    page.paragraph(
        "R⁴ with coordinates (x, y, z, w) and two stiff directions: U = ((1 + xy/3) g1² + "
        "(2 + sin z) g2² + 0.3 g1 g2)/2, g1 = x² + y² + z² + w² - 7/4, g2 = xz + yw² + 3/8, mass "
        "matrix I + y yᵗ/2, force -e_w - |v|² y/4; the step starts near (1, 1/2, -1/2, 1/2) with "
        "the tangential part of (1, -1, 1/2, 1) as velocity. Two stages:");
    Table table{.head = {"ε", "h/√ε", "ρ, J0", "ρ, J1", "norm, J0", "norm/(h/ε^(2/3))³"}};
    for (const char* text : {"1e-3", "1e-6"})
        for (const double multiple : {0.1, 0.25, 0.5, 1.0, 2.0, 4.0}) {
            const Quad eps(text), h = Quad(multiple) * root(eps);
            const SmoothStep at = generic_step(2, eps, h);
            const Contraction j0 = at.contraction(StageIteration::j0);
            const double unit = std::pow(to_double(h), 3) / std::pow(to_double(eps), 2);
            table.rows.push_back(
                {text, fmt::format("{}", multiple), fmt::format("{:.2g}", j0.radius),
                 fmt::format("{:.2g}", at.contraction(StageIteration::j1).radius),
                 fmt::format("{:.3g}", j0.norm), fmt::format("{:.2f}", j0.norm / unit)});
        }
    table.caption =
        "The spectral radius of J0 again depends on h/√ε alone, and the norm on h/ε^(2/3) alone.";
    page.table(table);
}

std::string joined(const std::vector<double>& increments, std::size_t count)
{
    std::string result;
    for (std::size_t k = 0; k < std::min(count, increments.size()); ++k)
        result += fmt::format("{}{:.2g}", k ? ", " : "", increments[k]);
    return result;
}

void transient(Page& page)
{
    page.heading("What an experiment sees");
    page.paragraph(
        "The paper says that numerical experiments indicate that the limit ε^(2/3) for J0 is "
        "necessary. The iteration is far from normal: before it converges it moves by about its "
        "norm. At ε = 1e-6 and h = 1e-3, ten times ε^(2/3), the first changes of accelerations "
        "are");
    Table table{.head = {"stages", "start", "changes", "iterations to 3e-9"}};
    for (const int stages : {2, 3}) {
        const SmoothStep at = pendulum_step(stages, Quad("1e-6"), Quad("1e-3"));
        const Vector zero = Vector::Zero(2 * stages);
        for (const auto& [start, name] :
             {std::pair{zero, "zero"}, {constrained_start(at.step()), "constrained"}}) {
            const StageResult<Quad> found =
                solve_stages_from(at.step(), StageIteration::j0, start, {.tolerance = 3e-9});
            table.rows.push_back({fmt::format("{}", stages), name, joined(found.increments, 6),
                                  fmt::format("{}", found.iterations())});
        }
    }
    table.caption =
        "Constrained: from the acceleration of the pendulum of fixed length (a separate "
        "computation needed 18 and 13 iterations). The second change is as large as the first, "
        "and any code that gives up when changes do not shrink at once calls this divergence. It "
        "converges.";
    page.table(table);
}

void with_j2(Page& page)
{
    page.heading("J2");
    Table table{.head = {"stages", "h", "ε", "ρ", "error at the start", "after 1", "2", "3"}};
    for (const int stages : {2, 3})
        for (const char* h : {"0.1", "0.02"})
            for (const char* eps : {"1e-3", "1e-6"}) {
                const SmoothStep at = pendulum_step(stages, Quad(eps), Quad(h));
                const IterationOptions exact{.tolerance = 1e-28};
                std::vector<std::string> row{
                    fmt::format("{}", stages), h, eps,
                    fmt::format("{:.2g}", at.contraction(StageIteration::j2).radius),
                    fmt::format(
                        "{:.1e}",
                        at.error(solve_constrained_stages(at.step(), exact).accelerations))};
                for (const int most : {1, 2, 3})
                    row.push_back(fmt::format(
                        "{:.1e}", at.error(solve_stages(at.step(), StageIteration::j2,
                                                        {.tolerance = 1e-28, .most = most})
                                               .accelerations)));
                table.rows.push_back(std::move(row));
            }
    table.caption =
        "Started at the stages of the constrained problem J2 converges at a rate of h² that does "
        "not depend on ε. A separate computation found 7e-13, 6e-16, 3e-18 after 1, 2, 3 "
        "iterations with three stages, h = 0.1, ε = 1e-6. Started anywhere else it diverges there.";
    page.table(table);
}

/// Iterations of Newton's method until accelerations are right to 1e-8.
int newton_count(const SmoothStep& at, const Vector& start)
{
    for (int most = 1;; ++most) {
        const auto found = solve_stages_from(at.step(), StageIteration::newton, start,
                                             {.tolerance = 1e-30, .most = most});
        if (at.error(found.accelerations) < 1e-8 || most == 60) return most;
    }
}

void with_newton(Page& page)
{
    page.heading("Newton's method itself");
    Table table{.head = {"stages", "ε", "h = 0.001", "0.01", "0.1"}};
    for (const int stages : {2, 3})
        for (const char* eps : epsilons) {
            std::vector<std::string> row{fmt::format("{}", stages), eps};
            for (const char* h : {"0.001", "0.01", "0.1"}) {
                if (Quad(h) < Quad(eps)) {
                    row.push_back("");
                    continue;
                }
                const SmoothStep at = pendulum_step(stages, Quad(eps), Quad(h));
                row.push_back(fmt::format("{} / {}", newton_count(at, constrained_start(at.step())),
                                          newton_count(at, Vector::Zero(2 * stages))));
            }
            table.rows.push_back(std::move(row));
        }
    table.caption =
        "Iterations until accelerations are right to 1e-8, from those of the pendulum of fixed "
        "length / from zero. With the Hessians at the stages of every iteration there is no limit "
        "at all, down to ε = 1e-6 with h = 0.1.";
    page.table(table);
}

}  // namespace

void lub_lemma_8_1(Page& page)
{
    page.summary = fmt::format(
        "The limit h <= c ε^(2/3) for J0 is sufficient, not necessary: the iteration converges up "
        "to h = {:.2f} √ε with two stages and {:.2f} √ε with three.",
        convergence_limit(2, StageIteration::j0, Quad("1e-4")),
        convergence_limit(3, StageIteration::j0, Quad("1e-4")));
    page.paragraph(
        "The stage equations of Radau IIA for M y'' = f - ε⁻²∇U are solved for the accelerations "
        "by Newton's method with a constant matrix I⊗M + h²/ε² (A²)_ik H_i. The Hessians H_i = ∇²U "
        "are taken at y0 in J0 (8.1), at y0 + c_i h v0 in J1 (8.2), and at the stages of the "
        "constrained problem in J2 (8.3). Lemma 8.1: J0 converges for h <= c ε^(2/3), J1 for h <= "
        "c ε^(1/2); and after it: *the proof and numerical experiments indicate that they are "
        "actually necessary*.");
    radii(page);
    page.figure("", picture(), "Spectral radii on the spring pendulum, ε = 1e-6.");
    limits(page);
    reason(page);
    generic(page);
    transient(page);
    with_j2(page);
    with_newton(page);
}

}  // namespace involute::papers
