// SPDX-License-Identifier: Apache-2.0
// All methods of all kinds: the choices for SolveOptions::method.
//
//     for (const MethodEntry& method : all_methods())
//         std::cout << method.name << ": " << method.source << "\n";
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace involute {

struct Tableau;  // the coefficients of a Runge-Kutta method, for the library itself

/// How a step is made. The papers are Tuomela, Arponen, On the numerical solution of involutive
/// ordinary differential systems (I) and its sequel, Higher order methods (II).
enum class Family {
    explicit_rk,              // stages one after the other
    implicit_rk,              // stages solved for together, II (4.13)-(4.15)
    implicit_euler_at_start,  // I (5.3), corrected in the normal space at the start of the step
    midpoint_projected,       // I (5.4), the mean of both ends projected
    tangent_taylor,           // II 3: a tangent vector corrected for the curvature, then projected
    series_taylor,            // Taylor polynomial of any order from the equations themselves
    radau,                    // Radau IIA: the highest derivatives at the stages are solved for
};

/// explicit, implicit or Taylor.
std::string_view to_text(Family family);

struct MethodEntry {
    std::string name{};
    Family family = Family::explicit_rk;
    const Tableau* tableau = nullptr;  // of the Runge-Kutta families
    int order = 0;                     // 0: any
    std::string_view source{};         // where it was published
    int stages = 0;                    // of Radau methods; 0: chosen from step to step
};

/// In the order of `involute methods`; the same list for as long as the program runs.
std::span<const MethodEntry> all_methods();

/// The entry of that name, or nullptr.
const MethodEntry* find_method_entry(std::string_view name);

/// What Runge-Kutta methods of the same order differ in.
struct MethodFigures {
    int stages = 0;
    int dense_order = 0;            // of the interpolant between the ends of a step
    int embedded_order = 0;         // of the formula the error is estimated with; 0: none
    int second_embedded_order = 0;  // of a second one; 0: none
    double error_constant = 0;      // 2-norm of the leading coefficients of the local error
};

/// Computed from the coefficients, which takes a moment; nothing for methods without a table.
std::optional<MethodFigures> figures_of(const MethodEntry& method);

}  // namespace involute
