// SPDX-License-Identifier: Apache-2.0
// Lemma 8.2 of LUB: iterations with the strong force as an unknown.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "papers/lub_measure.hpp"
#include "papers/lub_pages.hpp"

namespace involute::papers {
namespace {

constexpr std::array epsilons{"1e-2", "1e-3", "1e-4", "1e-5", "1e-6"};
constexpr std::array step_sizes{"0.1", "0.02", "0.01"};

/// Right to what (8.8) leaves of 33 digits, 1e-33 h⁻².
IterationOptions exact(int outer)
{
    return {.tolerance = 1e-27, .outer = outer};
}

void outer_iteration(Page& page)
{
    page.heading("The outer iteration");
    Table table{
        .head = {"stages", "h", "ε", "k = 0: error/ε²", "k = 1: error/ε⁴", "k = 2: error/ε⁶"}};
    for (const int stages : {2, 3})
        for (const char* h : step_sizes)
            for (const char* text : {"1e-3", "1e-4"}) {
                const SmoothStep at = pendulum_step(stages, Quad(text), Quad(h));
                std::vector<std::string> row{fmt::format("{}", stages), h, text};
                for (const int k : {0, 1, 2}) {
                    const double error = at.error(
                        solve_general(at.step(), constrained_start(at.step()), exact(k + 1))
                            .accelerations);
                    row.push_back(
                        fmt::format("{:.2f}", error / std::pow(to_double(at.eps), 2 * k + 2)));
                }
                table.rows.push_back(std::move(row));
            }
    table.caption =
        "Largest errors of accelerations on the spring pendulum at θ = -0.7 with the velocity 1.2 "
        "across the spring, divided by powers of ε. The lemma bounds them by O(ε² h^(2k)); they "
        "are 2.8 ε², 8 ε⁴, 23 ε⁶ (a separate computation: 2.8, 8, 24), far smaller for ε ≪ h.";
    page.table(table);
}

/// The mean rate of the inner iterations of k = 0.
struct Inner {
    double rate = 0;
    int iterations = 0;
};
Inner inner(const SmoothStep& at)
{
    const StageResult<Quad> found =
        solve_general(at.step(), constrained_start(at.step()), exact(1));
    const std::size_t last = found.increments.size() - 1;
    return {std::pow(found.increments[last] / found.increments[0], 1.0 / double(last)),
            found.iterations()};
}

void inner_iteration(Page& page)
{
    page.heading("The inner iteration");
    Table table{.head = {"stages", "h", "ε = 1e-3", "1e-4", "1e-5", "1e-6", "rate/h",
                         "iterations to 1e-27"}};
    for (const int stages : {2, 3})
        for (const char* h : step_sizes) {
            std::vector<std::string> row{fmt::format("{}", stages), h};
            Inner last;
            for (const char* eps : {"1e-3", "1e-4", "1e-5", "1e-6"}) {
                last = inner(pendulum_step(stages, Quad(eps), Quad(h)));
                row.push_back(fmt::format("{:.4f}", last.rate));
            }
            row.push_back(fmt::format("{:.2f}", last.rate / to_double(Quad(h))));
            row.push_back(fmt::format("{}", last.iterations));
            table.rows.push_back(std::move(row));
        }
    table.caption =
        "Mean rates of the inner iterations with the constant matrix (8.8), and their number for "
        "ε = 1e-6: O(h), uniformly in ε, as the lemma says.";
    page.table(table);
}

void conditions(Page& page)
{
    page.heading("Condition numbers");
    Table table{.head = {"stages", "ε", "J0", "J1", "J2", "(8.8)", "(h/ε)²"}};
    for (const int stages : {2, 3})
        for (const char* eps : epsilons) {
            const SmoothStep at = pendulum_step(stages, Quad(eps), Quad("0.1"));
            std::vector<std::string> row{fmt::format("{}", stages), eps};
            for (const StageIteration iteration :
                 {StageIteration::j0, StageIteration::j1, StageIteration::j2})
                row.push_back(fmt::format(
                    "{:.2g}", condition(iteration_matrix(at.step(), iteration, at.solution))));
            row.push_back(fmt::format("{:.3g}", condition(general_matrix(at.step()))));
            row.push_back(fmt::format("{:.0e}", std::pow(to_double(at.h / at.eps), 2)));
            table.rows.push_back(std::move(row));
        }
    table.caption =
        "h = 0.1. Those of J0 and J2 grow as (h/ε)² without bound. That of J1 does so only as long "
        "as h² < ε: beyond, its Hessians, taken off the manifold by h², are regular by themselves, "
        "and its condition stops to depend on ε; but there it no longer converges. That of (8.8) "
        "is bounded.";
    page.table(table);
}

void hairer(Page& page)
{
    page.heading("Hairer's form");
    page.paragraph(
        "Where ∇U = Gᵗφ explicitly, as for the spring pendulum with Gᵗ = y and φ = 1 - 1/r, (8.4) "
        "takes ε²λ = φ as an equation and λ as an unknown: one Newton iteration for every ε, 0 "
        "included. h = 0.1, from the acceleration of the pendulum of fixed length:");
    Table table{.head = {"stages", "ε = 1e-2", "1e-3", "1e-4", "1e-5", "1e-6", "1e-8", "0"}};
    for (const int stages : {2, 3}) {
        std::vector<std::string> row{fmt::format("{}", stages)};
        for (const char* eps : {"1e-2", "1e-3", "1e-4", "1e-5", "1e-6", "1e-8", "0"}) {
            const SmoothStep at = pendulum_step(stages, Quad(eps), Quad("0.1"));
            const auto found =
                solve_stages(at.step(), StageIteration::hairer, {.tolerance = 1e-12});
            row.push_back(fmt::format("{}", found.iterations()));
        }
        table.rows.push_back(std::move(row));
    }
    table.caption = "Iterations until the accelerations change by less than 1e-12 of their size.";
    page.table(table);
}

void generic(Page& page)
{
    page.heading("A potential without such a form");
    page.paragraph(
        "In the system in R⁴ of the page on [Lemma 8.1](lub-lemma-8.1.md) ∇U has parts along the "
        "gradients of the stiffnesses, and only (8.5)-(8.8) applies. Errors with h = 0.02:");
    Table table{.head = {"stages", "ε", "k = 0", "k = 1", "k = 2"}};
    for (const int stages : {2, 3})
        for (const char* eps : {"1e-2", "1e-3", "1e-4"}) {
            const SmoothStep at = generic_step(stages, Quad(eps), Quad("0.02"));
            std::vector<std::string> row{fmt::format("{}", stages), eps};
            for (const int k : {0, 1, 2})
                row.push_back(fmt::format(
                    "{:.1e}",
                    at.error(solve_general(at.step(), constrained_start(at.step()), exact(k + 1))
                                 .accelerations)));
            table.rows.push_back(std::move(row));
        }
    page.table(table);
}

}  // namespace

void lub_lemma_8_2(Page& page)
{
    const Inner two = inner(pendulum_step(2, Quad("1e-6"), Quad("0.02")));
    const Inner three = inner(pendulum_step(3, Quad("1e-6"), Quad("0.02")));
    page.summary = fmt::format(
        "The outer iteration errs by ε², ε⁴, ε⁶, better than the bound O(ε² h^(2k)); the inner one "
        "converges at {:.2f} h (two stages) and {:.2f} h (three), uniformly in ε.",
        two.rate / 0.02, three.rate / 0.02);
    page.paragraph(
        "(8.5)-(8.8): with Gᵗ as m independent columns of ∇²U and (Gᵗ)⁻ a left inverse, solve M "
        "Y'' = f - GᵗΛ + r, ε²Λ = (Gᵗ)⁻∇U for (Y'', Λ) by inner iterations with a matrix that "
        "stays regular as ε -> 0, starting with r = 0; then r = GᵗΛ - ε⁻²∇U, and again. Lemma "
        "8.2: after k + 1 such solutions the error is O(ε² h^(2k)), and the inner iteration "
        "converges at the rate O(h).");
    outer_iteration(page);
    inner_iteration(page);
    conditions(page);
    hairer(page);
    generic(page);
}

}  // namespace involute::papers
