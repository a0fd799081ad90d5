// SPDX-License-Identifier: Apache-2.0
// Orders one to four.
#include "involute/method/explicit_tables.hpp"

namespace involute {

namespace {

// clang-format off
Tableau euler()
{
    return {
        .name = "euler",
        .source = "Euler, Institutiones calculi integralis I (1768), 650",
        .stages = 1, .order = 1,
        .c = {0},
        .A = {{}},
        .b = {1},
        .dense_order = 1,
    };
}

Tableau heun()
{
    return {
        .name = "heun",
        .source = "Heun, Z. Math. Phys. 45 (1900) 23-38",
        .stages = 2, .order = 2,
        .c = {0, 1},
        .A = {{},
              {1}},
        .b = {{1, 2}, {1, 2}},
        .dense_order = 2,
    };
}

Tableau ralston()
{
    return {
        .name = "ralston",
        .source = "Ralston, Math. Comp. 16 (1962) 431-437",
        .stages = 2, .order = 2,
        .c = {0, {2, 3}},
        .A = {{},
              {{2, 3}}},
        .b = {{1, 4}, {3, 4}},
        .dense_order = 2,
    };
}

Tableau kutta3()
{
    return {
        .name = "kutta3",
        .source = "Kutta, Z. Math. Phys. 46 (1901) 435-453",
        .stages = 3, .order = 3,
        .c = {0, {1, 2}, 1},
        .A = {{},
              {{1, 2}},
              {-1, 2}},
        .b = {{1, 6}, {2, 3}, {1, 6}},
    };
}

Tableau rk4()
{
    return {
        .name = "rk4",
        .source = "Kutta, Z. Math. Phys. 46 (1901) 435-453",
        .stages = 4, .order = 4,
        .c = {0, {1, 2}, {1, 2}, 1},
        .A = {{},
              {{1, 2}},
              {0, {1, 2}},
              {0, 0, 1}},
        .b = {{1, 6}, {1, 3}, {1, 3}, {1, 6}},
    };
}

Tableau rk38()
{
    return {
        .name = "rk38",
        .source = "Kutta, Z. Math. Phys. 46 (1901) 435-453 (the 3/8 rule)",
        .stages = 4, .order = 4,
        .c = {0, {1, 3}, {2, 3}, 1},
        .A = {{},
              {{1, 3}},
              {{-1, 3}, 1},
              {1, -1, 1}},
        .b = {{1, 8}, {3, 8}, {3, 8}, {1, 8}},
    };
}

Tableau bs32()
{
    return {
        .name = "bs32",
        .source = "Bogacki, Shampine, Appl. Math. Lett. 2 (1989) 321-325",
        .stages = 4, .order = 3,
        .c = {0, {1, 2}, {3, 4}, 1},
        .A = {{},
              {{1, 2}},
              {0, {3, 4}},
              {{2, 9}, {1, 3}, {4, 9}}},
        .b = {{2, 9}, {1, 3}, {4, 9}},
        .embedded_order = 2,
        .b_hat = {{7, 24}, {1, 4}, {1, 3}, {1, 8}},
    };
}
// clang-format on

}  // namespace

std::vector<Tableau> low_order_tables()
{
    return {euler(), heun(), ralston(), kutta3(), rk4(), rk38(), bs32()};
}

}  // namespace involute
