// SPDX-License-Identifier: Apache-2.0
// Vectors in extended precision and derivatives of solution curves, for tests of the geometry along
// them.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "involute/complete/structural/find_structure.hpp"
#include "involute/geometry/solution_series.hpp"
#include "tests/complete/systems.hpp"
#include "tests/geometry/models.hpp"

namespace involute::test {

using Vector = std::vector<Quad>;
constexpr double tiny = 1e-30;

inline Geometry<Quad> curve_geometry_of(const std::string& text)
{
    System system = read_system(text);
    Structure structure = find_structure(system, {.jointly_affine = true});
    EXPECT_EQ(structure.code, Outcome::complete) << structure.message;
    return Geometry<Quad>(make_completed(std::move(system), std::move(structure)), false);
}

inline void expect_near(const Vector& found, const Vector& expected, double tolerance)
{
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_LE(std::abs(to_double(Quad(found[i] - expected[i]))), tolerance)
            << "number " << i << ": " << found[i] << " is not " << expected[i];
}

inline void expect_near(const Quad& found, const Quad& expected, double tolerance)
{
    EXPECT_LE(std::abs(to_double(Quad(found - expected))), tolerance)
        << found << " is not " << expected;
}

inline Vector operator+(Vector a, const Vector& b)
{
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
    return a;
}
inline Vector operator*(const Quad& factor, Vector a)
{
    for (Quad& value : a) value *= factor;
    return a;
}
inline Vector operator-(const Vector& a, const Vector& b)
{
    return a + Quad(-1) * b;
}
inline Quad plain_dot(const Vector& a, const Vector& b)
{
    Quad sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

/// c^(k) with x as the parameter.
inline std::vector<Vector> derivatives_in_x(Geometry<Quad>& geometry, const Vector& p, int order)
{
    EXPECT_TRUE(geometry.choose_order(p.data()));
    SolutionSeries<Quad> series(geometry, order);
    EXPECT_EQ(series.in_x(p.data()), Health::good);
    std::vector<Vector> result;
    for (int k = 0; k <= order; ++k) {
        result.emplace_back(p.size());
        series.derivative(k, result.back().data());
    }
    return result;
}

inline std::vector<Vector> derivatives_on_curve(Geometry<Quad>& geometry, const Vector& p,
                                                const Vector& towards, int order,
                                                const Metric& metric = {})
{
    SolutionSeries<Quad> series(geometry, order);
    EXPECT_EQ(series.in_arclength(p.data(), towards.data(), metric), Health::good);
    std::vector<Vector> result;
    for (int k = 0; k <= order; ++k) {
        result.emplace_back(p.size());
        series.derivative(k, result.back().data());
    }
    return result;
}

/// The curve x = cos s, y = sin(2s)/4 - s/2, y' = sin s on the cylinder of models/helix.ode, with
/// derivatives by s and by its arclength.
struct Helix {
    Vector c0, c1, c2, c3;  // by arclength
    Quad speed2;            // |dc/ds|^2

    explicit Helix(const Quad& s)
    {
        const Vector d1{-sin(s), -sin(s) * sin(s), cos(s)};
        const Vector d2{-cos(s), -sin(2 * s), -sin(s)};
        const Vector d3{sin(s), -2 * cos(2 * s), -cos(s)};
        speed2 = plain_dot(d1, d1);
        const Quad r1 = sqrt(speed2);  // σ', then σ'', σ''' from σ'² = <d1, d1>
        const Quad r2 = plain_dot(d1, d2) / r1;
        const Quad r3 = (plain_dot(d2, d2) + plain_dot(d1, d3) - r2 * r2) / r1;
        c0 = {cos(s), sin(2 * s) / 4 - s / 2, sin(s)};
        c1 = Quad(1 / r1) * d1;
        c2 = Quad(1 / (r1 * r1)) * (d2 - r2 * c1);
        c3 = Quad(1 / (r1 * r1 * r1)) * (d3 - Quad(3 * r1 * r2) * c2 - r3 * c1);
    }
};

}  // namespace involute::test
