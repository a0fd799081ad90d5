// SPDX-License-Identifier: Apache-2.0
// Theorems 2.2, 3.1 and 3.2 of LUB on the spring pendulum.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "papers/lub_measure.hpp"
#include "papers/lub_pages.hpp"

namespace involute::papers {
namespace {

constexpr const char* the_pendulum =
    "The spring pendulum (1.1) is y'' = -ε⁻² (1 - 1/r) y - (0, 1), r = |y|: a unit mass on a "
    "spring of unit length and stiffness ε⁻² under unit gravity. As ε -> 0 it becomes the pendulum "
    "of fixed length, a system of index 3.";

/// One double for `stages` = 2 and one for 3.
template <class T>
using ByStages = std::array<T, 2>;

constexpr std::array counts{10, 20, 40, 80};

std::string order_between(double coarse, double fine)
{
    return fmt::format("{:.2f}", std::log2(coarse / fine));
}

void index_3_errors(Page& page)
{
    page.heading("The pendulum of fixed length");
    Table table{.head = {"stages", "h", "y", "order", "v", "order", "λ", "order"}};
    for (const int stages : {2, 3}) {
        PathError last;
        for (const int steps : counts) {
            const PathError at = constrained_error(stages, steps);
            std::vector<std::string> row{fmt::format("{}", stages), fmt::format("{}", 1.0 / steps)};
            for (const auto& [coarse, fine] :
                 {std::pair{last.y, at.y}, {last.v, at.v}, {last.lambda, at.lambda}}) {
                row.push_back(fmt::format("{:.2e}", fine));
                row.push_back(coarse > 0 ? order_between(coarse, fine) : "");
            }
            table.rows.push_back(std::move(row));
            last = at;
        }
    }
    table.caption =
        "Largest errors for 0 < t <= 1, y and v Euclidean, λ that of the last stage. They behave "
        "as h^3, h^2, h with two stages and as h^5, h^3, h^2 with three: Theorem 4.1 with Jay's "
        "bound h^(2s-1) for positions.";
    page.table(table);
}

/// D_v/(ε² h^(q-2)) of a separate computation, to two digits.
constexpr ByStages<std::array<double, 4>> known_velocity{
    {{4.6, 5.3, 5.6, 5.8}, {0.93, 0.92, 0.90, 0.89}}};

void extra_errors(Page& page)
{
    page.heading("What ε adds");
    page.paragraph(
        "D_y and D_v are the errors at t = 1 minus those of the pendulum of fixed length, divided "
        "by the powers of ε and h that make them constant. The theorem bounds both by "
        "O(ε² h^(q-2)).");
    Table table{.head = {"stages", "h", "D_v/(ε² h^(q-2)), ε = 1e-3", "1e-4", "1e-5",
                         "separate computation", "D_y/(ε² h^(q-1)), ε = 1e-3", "1e-4", "1e-5"}};
    for (const int stages : {2, 3})
        for (std::size_t k = 0; k < counts.size(); ++k) {
            const double h = 1.0 / counts[k], power = std::pow(h, stages - 2);
            std::vector<std::string> v, y;
            for (const char* text : {"1e-3", "1e-4", "1e-5"}) {
                const Quad eps(text);
                const double scale = to_double(Quad(eps * eps)) * power;
                const PathError extra = extra_error(stages, counts[k], eps);
                v.push_back(fmt::format("{:.3f}", extra.v / scale));
                y.push_back(fmt::format("{:.3f}", extra.y / (scale * h)));
            }
            v.push_back(fmt::format("{:.2g}", known_velocity[std::size_t(stages - 2)][k]));
            v.insert(v.begin(), {fmt::format("{}", stages), fmt::format("{}", h)});
            v.insert(v.end(), y.begin(), y.end());
            table.rows.push_back(std::move(v));
        }
    table.caption =
        "The velocities show that the bound is sharp. Positions are one power of h better than it "
        "says. At ε = 1e-3 the smallest step is only twelve times ε, and terms of higher order in "
        "ε/h show.";
    page.table(table);
}

struct Damping {
    double ratio = 0;
    ByStages<double> known{};  // measured by a separate computation
};
constexpr Damping dampings[] = {{1, {0.9877, 0.9999}},  {2, {0.8745, 0.9931}},
                                {5, {0.4230, 0.6953}},  {10, {0.2044, 0.3214}},
                                {50, {0.0400, 0.0602}}, {500, {0.0040, 0.0060}}};

/// The mean over the first three steps: after them the floor may be near.
double mean_damping(int stages, double ratio)
{
    const std::vector<double> all = deviations(stages, ratio, 3);
    return std::cbrt(all[3] / all[0]);
}

plot::Figure decay(int stages)
{
    plot::Axes axes{.x = {.label = "step"},
                    .y = {.label = "distance from smooth motion", .scale = plot::Scale::log}};
    constexpr int steps = 12;
    for (const double ratio : {2.0, 5.0, 10.0, 50.0, 500.0}) {
        plot::Series series{.label = fmt::format("h = {} ε", ratio),
                            .y = deviations(stages, ratio, steps),
                            .style = {.marker = plot::Marker::automatic}};
        for (int n = 0; n <= steps; ++n) series.x.push_back(n);
        axes.series.push_back(std::move(series));
    }
    axes.legend = plot::Legend::right;
    plot::Figure figure = plot::figure(std::move(axes));
    figure.description = "Distances from smooth motion by step for five ratios of h and ε";
    return figure;
}

}  // namespace

void lub_theorem_2_2(Page& page)
{
    page.paragraph(the_pendulum);
    page.paragraph(
        "Smooth motion is a surface of dimension 2 in the space of (y, y'). In polar coordinates, "
        "with ω = θ' and s = sin θ, it is the expansion");
    page.verbatim(
        "r = 1 + ε² (ω² - s) + ε⁴ (3s² - 4sω² + ω⁴ - 3)\n"
        "      + ε⁶ (-9s³ - 12s²ω² + 2sω⁴ + 9s + ω⁶ + 24ω²) + O(ε⁸)\n"
        "θ'' = -(cos θ + 2ω² r_θ)/(r + 2ω r_ω)");
    page.paragraph(
        "whose first coefficient is the force λ⁰ of the pendulum of fixed length, as (2.14) says. "
        "Started on it at θ = 0 with the velocity 1/2 across the spring, the stiff equation stays "
        "on it. Below are the largest distances at t = 0.05, 0.1, .. 1 from the motion along the "
        "surface, the stiff equation solved with steps of ε/20, all with 33 digits.");
    Table table{.head = {"ε", "y", "order", "v", "order"}};
    PathError last;
    double order = 0;
    for (const char* text : {"0.08", "0.04", "0.02", "0.01"}) {
        const PathError at = distance_from_expansion(Quad(text));
        std::vector<std::string> row{text, fmt::format("{:.2e}", at.y), "",
                                     fmt::format("{:.2e}", at.v), ""};
        if (last.y > 0) {
            row[2] = order_between(last.y, at.y);
            row[4] = order_between(last.v, at.v);
            order = std::log2(last.y / at.y);
        }
        table.rows.push_back(std::move(row));
        last = at;
    }
    table.caption =
        "The first term left out is ε⁸. It leaves an oscillation of that size and of the frequency "
        "1/ε around the surface, whose velocity is ε⁷.";
    page.table(table);
    page.heading("Misprints in the paper");
    page.list({"Proof of Lemma 2.1: z⊥ = Lᵗ(w⊥) w⊥ should be Lᵗ(w∥) w⊥, as A depends on x∥.",
               "(2.15): the term -½ ∇U_yy(y⁰)·(y¹, ẏ¹) of φ¹ should have (y¹, y¹); it is the "
               "coefficient of ε² in ε⁻²∇U(y⁰ + ε²y¹ + ..).",
               "Part (e) of the proof of Theorem 2.2: the pairs are y⁽⁴⁾ and y⁽⁵⁾, then y⁽⁶⁾ and "
               "y⁽⁷⁾.",
               "Theorem 6.1 refers to Theorem 2.1; it means Theorem 2.2."});
    page.summary = fmt::format(
        "The stiff equation started on the expansion to ε⁶ stays on it up to the first term left "
        "out: distances of order {:.2f} in ε.",
        order);
}

void lub_theorem_3_1(Page& page)
{
    const PathError two = extra_error(2, 80, Quad("1e-5")),
                    three = extra_error(3, 80, Quad("1e-5"));
    page.summary = fmt::format(
        "Errors are those of index 3 plus {:.1f} ε² (two stages) or {:.2f} ε² h (three) in "
        "velocities: the bound O(ε² h^(q-2)) is sharp. Positions gain one more power of h.",
        two.v * 1e10, three.v * 1e10 * 80);
    page.paragraph(the_pendulum);
    page.paragraph(
        "Theorem 3.1: started with smooth motion, a Runge-Kutta method of stage order q with steps "
        "h >= ε errs as it does on the pendulum of fixed length, up to O(ε² h^(q-2)). Here Radau "
        "IIA with s = q = 2 and 3 stages starts at θ = 0 with the velocity 1/2 across the spring "
        "and goes to t = 1 with constant steps, with 33 digits. Its solution is known from the "
        "[expansion of smooth motion](lub-theorem-2.2.md).");
    index_3_errors(page);
    extra_errors(page);
}

void lub_theorem_3_2(Page& page)
{
    page.paragraph(the_pendulum);
    page.paragraph(
        "Theorem 3.2: a start with ∇U = O(h²) and ∇²U v = O(h) off smooth motion is damped towards "
        "it in every step by some ρ < 1, close to |R(∞)| = 0 for ε ≪ h. Here two solutions of "
        "Radau IIA are compared, one that starts with smooth motion at θ = -0.7 with the velocity "
        "1.2 across the spring and one that starts off it by 0.3 h² in the length of the spring "
        "and 0.3 h in its derivative, h = 1/1000. Their distance √(Δr² + ε² Δr'²) is "
        "multiplied in each step by what the stability function makes of an oscillation of the "
        "frequency 1/ε, |R(ih/ε)|.");
    Table table{.head = {"h/ε", "two stages: |R(ih/ε)|", "measured", "separate computation",
                         "three stages: |R(ih/ε)|", "measured", "separate computation"}};
    double worst = 0;
    for (const Damping& damping : dampings) {
        std::vector<std::string> row{fmt::format("{}", damping.ratio)};
        for (const int stages : {2, 3}) {
            const double R = damping_of_oscillations(stages, damping.ratio);
            const double measured = mean_damping(stages, damping.ratio);
            worst = std::max(worst, std::abs(measured / R - 1));
            row.push_back(fmt::format("{:.4f}", R));
            row.push_back(fmt::format("{:.4f}", measured));
            row.push_back(fmt::format("{:.4f}", damping.known[std::size_t(stages - 2)]));
        }
        table.rows.push_back(std::move(row));
    }
    table.caption =
        "Means over the first three steps. Near h = ε the method with three stages hardly damps: "
        "it takes some 5000 steps to lose half of an oscillation.";
    page.table(table);
    page.figure("", decay(3),
                "Three stages. The floor is the distance of the two smooth motions that are "
                "approached: their angles differ by O(h²), and smooth motion depends on them by "
                "ε².");
    page.summary = fmt::format(
        "The distance from smooth motion is multiplied by |R(ih/ε)| in each step, within {:.1g} % "
        "for h/ε from 1 to 500.",
        100 * worst);
}

}  // namespace involute::papers
