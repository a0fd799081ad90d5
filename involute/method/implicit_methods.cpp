// SPDX-License-Identifier: Apache-2.0
#include "involute/method/implicit_methods.hpp"

#include <algorithm>

namespace involute {

namespace {

// clang-format off
Tableau implicit_euler()
{
    return {
        .name = "implicit-euler",
        .source = "Tuomela, Arponen, On the numerical solution of involutive ordinary differential "
                  "systems, (5.3), normal at the end point",
        .stages = 1, .order = 1,
        .c = {1},
        .A = {{1}},
        .b = {1},
        .dense_order = 1,
    };
}

Tableau midpoint()
{
    return {
        .name = "midpoint-rk",
        .source = "Gauss with one stage; Tuomela, Arponen, Higher order methods, (4.13)",
        .stages = 1, .order = 2,
        .c = {{1, 2}},
        .A = {{{1, 2}}},
        .b = {1},
        .dense_order = 2,
    };
}

Tableau radau_i()
{
    return {
        .name = "radau-i",
        .source = "Butcher, Math. Comp. 18 (1964) 233-244; Tuomela, Arponen, Higher order methods, "
                  "(4.14)",
        .stages = 2, .order = 3,
        .c = {0, {2, 3}},
        .A = {{},
              {{1, 3}, {1, 3}}},
        .b = {{1, 4}, {3, 4}},
    };
}

Tableau radau3()
{
    return {
        .name = "radau3",
        .source = "Radau IIA, two stages: Hairer, Wanner, Solving Ordinary Differential Equations "
                  "II (1996), IV.5",
        .stages = 2, .order = 3,
        .c = {{1, 3}, 1},
        .A = {{{5, 12}, {-1, 12}},
              {{3, 4}, {1, 4}}},
        .b = {{3, 4}, {1, 4}},
    };
}

/// (a + b √6) / den.
constexpr Coefficient root6(long long a, long long b, long long den)
{
    return quadratic(a, b, 6, den);
}

Tableau radau5()
{
    return {
        .name = "radau5",
        .source = "Radau IIA, three stages: Hairer, Wanner, Solving Ordinary Differential "
                  "Equations II (1996), IV.5",
        .stages = 3, .order = 5,
        .c = {root6(4, -1, 10), root6(4, 1, 10), 1},
        .A = {{root6(88, -7, 360), root6(296, -169, 1800), root6(-2, 3, 225)},
              {root6(296, 169, 1800), root6(88, 7, 360), root6(-2, -3, 225)},
              {root6(16, -1, 36), root6(16, 1, 36), {1, 9}}},
        .b = {root6(16, -1, 36), root6(16, 1, 36), {1, 9}},
    };
}

Tableau lobatto_iiia()
{
    return {
        .name = "lobatto-iiia",
        .source = "Lobatto IIIA, three stages: Hairer, Wanner, Solving Ordinary Differential "
                  "Equations II (1996), IV.5",
        .stages = 3, .order = 4,
        .c = {0, {1, 2}, 1},
        .A = {{},
              {{5, 24}, {1, 3}, {-1, 24}},
              {{1, 6}, {2, 3}, {1, 6}}},
        .b = {{1, 6}, {2, 3}, {1, 6}},
    };
}
// clang-format on

}  // namespace

std::span<const Tableau> implicit_methods()
{
    static const Tableau all[] = {implicit_euler(), midpoint(), radau_i(),
                                  radau3(),         radau5(),   lobatto_iiia()};
    return all;
}

const Tableau* find_implicit_method(std::string_view name)
{
    const auto all = implicit_methods();
    const auto found = std::ranges::find(all, name, &Tableau::name);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace involute
