// SPDX-License-Identifier: Apache-2.0
// Texts of systems with more equations, or more coupling, than their motion needs. What is known
// of each is said beside it.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace bench {

enum class Extra { nothing, one_constraint_twice, velocity_constraints };

/// Unit masses on unit links, from level: two start values a link, whatever is said twice.
inline std::string chain_of_links(int links, Extra extra)
{
    const bool twice = extra == Extra::one_constraint_twice;
    std::string text = "param N = " + std::to_string(links) +
                       "\nvar x[0..N], y[0..N], lambda[1..N]" + (twice ? ", mu" : "") +
                       "\nx[0] = 0\ny[0] = 0\n"
                       "for i in 1..N { (x[i] - x[i-1])^2 + (y[i] - y[i-1])^2 = 1 }\n";
    if (extra == Extra::velocity_constraints)
        text +=
            "for i in 1..N { (x[i] - x[i-1])*(x[i]' - x[i-1]') + "
            "(y[i] - y[i-1])*(y[i]' - y[i-1]') = 0 }\n";
    if (twice) text += "2*(x[1] - x[0])^2 + 2*(y[1] - y[0])^2 = 2\n";
    const std::string first = twice ? "(lambda[1] + 2*mu)" : "lambda[1]";
    text += "x[1]'' = lambda[2]*(x[2] - x[1]) - " + first + "*(x[1] - x[0])\n";
    text += "y[1]'' = lambda[2]*(y[2] - y[1]) - " + first + "*(y[1] - y[0]) - 1\n";
    return text + R"(for i in 2..N-1 {
  x[i]'' = lambda[i+1]*(x[i+1] - x[i]) - lambda[i]*(x[i] - x[i-1])
  y[i]'' = lambda[i+1]*(y[i+1] - y[i]) - lambda[i]*(y[i] - y[i-1]) - 1
}
x[N]'' = -lambda[N]*(x[N] - x[N-1])
y[N]'' = -lambda[N]*(y[N] - y[N-1]) - 1
for i in 1..N { start x[i] = i, y[i] = 0, x[i]' = 0, y[i]' = 0 }
solve to 1
)";
}

/// Tops that turn by Euler's equations with a moment, their attitudes as quaternions: 6 start
/// values a body where the norms are said to be 1, else 7. The norms are first integrals.
inline std::string quaternion_bodies(int bodies, bool with_norms)
{
    return "param B = " + std::to_string(bodies) + R"(
var a[1..B], b[1..B], c[1..B], d[1..B], p[1..B], q[1..B], r[1..B]
for i in 1..B {
  2*a[i]' = -b[i]*p[i] - c[i]*q[i] - d[i]*r[i]
  2*b[i]' = a[i]*p[i] + c[i]*r[i] - d[i]*q[i]
  2*c[i]' = a[i]*q[i] + d[i]*p[i] - b[i]*r[i]
  2*d[i]' = a[i]*r[i] + b[i]*q[i] - c[i]*p[i]
  p[i]' = -q[i]*r[i] + a[i]*b[i]
  2*q[i]' = r[i]*p[i] + c[i]
  3*r[i]' = -p[i]*q[i] - d[i]
)" + (with_norms ? "  a[i]^2 + b[i]^2 + c[i]^2 + d[i]^2 = 1\n" : "") +
           R"(  start a[i] = 1, b[i] = 0, c[i] = 0, d[i] = 0, p[i] = 1, q[i] = i/10, r[i] = 1/2
}
solve to 1
)";
}

/// Every unknown feels the mean of all: N start values, and 1/mean = 1/mean(0) + t.
inline std::string mean_field(int unknowns)
{
    return "param N = " + std::to_string(unknowns) + R"(
var u[1..N]
let s = sum(j in 1..N: u[j])
for i in 1..N {
  u[i]' = -s*u[i]/N
  start u[i] = 1 + i/N
}
solve to 1
)";
}

/// Flow in a square of k by k cells between walls, pressures in the cells, velocities on the sides
/// between them. The k^2 balances of the cells add up to 0 = 0 and the pressures are known but for
/// a constant: 2 k (k-1) velocities, k^2 - 1 constraints on them.
inline std::string stokes_flow(int k)
{
    std::string text =
        "param k = " + std::to_string(k) + "\nvar u[1..k-1,1..k], v[1..k,1..k-1], p[1..k,1..k]\n";
    const auto at = [](const char* name, int i, int j) {
        return std::string(name) + "[" + std::to_string(i) + "," + std::to_string(j) + "]";
    };
    // The Laplacian of a velocity, which is 0 on walls; walls beside it are half a cell away.
    const auto laplacian = [&](const char* name, int i, int j, int wide, int high, int beside) {
        std::string sum = "-" + std::to_string(4 + beside) + "*" + at(name, i, j);
        if (i > 1) sum += " + " + at(name, i - 1, j);
        if (i < wide) sum += " + " + at(name, i + 1, j);
        if (j > 1) sum += " + " + at(name, i, j - 1);
        if (j < high) sum += " + " + at(name, i, j + 1);
        return "k^2*(" + sum + ")";
    };
    for (int i = 1; i < k; ++i)
        for (int j = 1; j <= k; ++j) {
            const std::string u = at("u", i, j);
            text += u + "' = " + laplacian("u", i, j, k - 1, k, (j == 1) + (j == k)) + " - k*(" +
                    at("p", i + 1, j) + " - " + at("p", i, j) + ") + " + std::to_string(j) +
                    "*sin(t)\nstart " + u + " = 0\n";
            const std::string v = at("v", j, i);
            text += v + "' = " + laplacian("v", j, i, k, k - 1, (j == 1) + (j == k)) + " - k*(" +
                    at("p", j, i + 1) + " - " + at("p", j, i) + ")\nstart " + v + " = 0\n";
        }
    for (int i = 1; i <= k; ++i)
        for (int j = 1; j <= k; ++j) {
            std::string sum = "0";
            if (i < k) sum += " + " + at("u", i, j);
            if (i > 1) sum += " - " + at("u", i - 1, j);
            if (j < k) sum += " + " + at("v", i, j);
            if (j > 1) sum += " - " + at("v", i, j - 1);
            text += sum + " = 0\n";
        }
    return text + "solve to 0.1\n";
}

/// A closed loop of links with hinges between them, in natural coordinates: a point and an axis a
/// hinge, the last link and with it two hinges held. Every link keeps its length and its angles.
class HingedLoop {
public:
    using Vector = std::array<double, 3>;

    HingedLoop(std::vector<Vector> points, std::vector<Vector> axes)
        : points_(std::move(points)), axes_(std::move(axes))
    {
        for (const std::size_t held : {points_.size() - 1, std::size_t{0}})
            for (int c = 0; c < 3; ++c) {
                hold(point(held, c), points_[held][c]);
                hold(axis(held, c), axes_[held][c]);
            }
        for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
            const Vector link = minus(points_[i], points_[i + 1]);
            std::vector<Term> length, along, along_next, angle;
            for (int c = 0; c < 3; ++c) {
                const std::string d = "(" + point(i, c) + " - " + point(i + 1, c) + ")";
                length.push_back(
                    {d + "^2", {{point(i, c), "2*" + d}, {point(i + 1, c), "-2*" + d}}});
                along.push_back(product(d, axis(i, c), i, c));
                along_next.push_back(product(d, axis(i + 1, c), i, c));
                angle.push_back({axis(i, c) + "*" + axis(i + 1, c),
                                 {{axis(i, c), axis(i + 1, c)}, {axis(i + 1, c), axis(i, c)}}});
            }
            constrain(length, dot(link, link));
            constrain(along, 0);
            constrain(along_next, 0);
            constrain(angle, dot(axes_[i], axes_[i + 1]));
        }
        for (std::size_t i = 1; i + 1 < points_.size(); ++i) {
            std::vector<Term> norm;
            for (int c = 0; c < 3; ++c)
                norm.push_back({axis(i, c) + "^2", {{axis(i, c), "2*" + axis(i, c)}}});
            constrain(norm, dot(axes_[i], axes_[i]));
        }
    }

    /// What its right angles at hinge i say once more: the end of the axis and that of the link.
    void say_right_angle_again(std::size_t i, std::size_t next)
    {
        std::vector<Term> hypotenuse;
        for (int c = 0; c < 3; ++c) {
            const std::string d =
                "(" + point(next, c) + " - " + point(i, c) + " - " + axis(i, c) + ")";
            hypotenuse.push_back(
                {d + "^2",
                 {{point(next, c), "2*" + d}, {point(i, c), "-2*" + d}, {axis(i, c), "-2*" + d}}});
        }
        const Vector end = minus(minus(points_[next], points_[i]), axes_[i]);
        constrain(hypotenuse, dot(end, end));
    }

    /// Unit masses at the points and the ends of the axes; points have weight.
    std::string text() const
    {
        std::string names, forces, starts;
        for (std::size_t i = 0; i < points_.size(); ++i)
            for (int c = 0; c < 3; ++c)
                for (const bool is_point : {true, false}) {
                    const std::string name = is_point ? point(i, c) : axis(i, c);
                    const double value = is_point ? points_[i][c] : axes_[i][c];
                    names += name + ", ";
                    starts +=
                        "start " + name + " = " + std::to_string(value) + ", " + name + "' = 0\n";
                    forces +=
                        name + "''" + (is_point && c == 2 ? " + 1" : "") + force(name) + " = 0\n";
                }
        std::string all = "var " + names + "l[1.." + std::to_string(constraints_.size()) + "]\n";
        all += forces;
        for (const auto& constraint : constraints_) all += constraint.text + " = 0\n";
        return all + starts + "solve to 1\n";
    }

private:
    struct Term {
        std::string text{};
        std::vector<std::pair<std::string, std::string>> slopes{};  // by coordinate
    };
    using Constraint = Term;

    static std::string point(std::size_t i, int c)
    {
        return std::string("r") + "xyz"[c] + std::to_string(i);
    }
    static std::string axis(std::size_t i, int c)
    {
        return std::string("u") + "xyz"[c] + std::to_string(i);
    }
    static Vector minus(const Vector& a, const Vector& b)
    {
        return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    }
    static double dot(const Vector& a, const Vector& b)
    {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }

    static Term product(const std::string& d, const std::string& u, std::size_t i, int c)
    {
        return {d + "*" + u, {{point(i, c), u}, {point(i + 1, c), "-" + u}, {u, d}}};
    }

    void hold(const std::string& name, double value) { constrain({{name, {{name, "1"}}}}, value); }

    void constrain(const std::vector<Term>& terms, double value)
    {
        Constraint sum;
        for (const Term& term : terms) {
            sum.text += term.text + " + ";
            sum.slopes.insert(sum.slopes.end(), term.slopes.begin(), term.slopes.end());
        }
        sum.text += "(" + std::to_string(-value) + ")";
        constraints_.push_back(std::move(sum));
    }

    std::string force(const std::string& name) const
    {
        std::string sum;
        for (std::size_t k = 0; k < constraints_.size(); ++k)
            for (const auto& [coordinate, slope] : constraints_[k].slopes)
                if (coordinate == name)
                    sum += " + l[" + std::to_string(k + 1) + "]*(" + slope + ")";
        return sum;
    }

    std::vector<Vector> points_, axes_;
    std::vector<Constraint> constraints_{};
};

/// Bennett's linkage: four hinges in a skew quadrilateral whose opposite sides are equal, each axis
/// normal to both sides at it. It has one degree of freedom, where counting gives -2. 50 unknowns.
inline std::string bennett_linkage()
{
    using Vector = HingedLoop::Vector;
    const std::vector<Vector> points{{2, 0, 0.5}, {1, 2, -0.5}, {-2, 0, 0.5}, {-1, -2, -0.5}};
    std::vector<Vector> axes;
    for (std::size_t i = 0; i < 4; ++i) {
        const Vector &before = points[(i + 3) % 4], &at = points[i], &after = points[(i + 1) % 4];
        Vector in{}, out{};
        for (int c = 0; c < 3; ++c) in[c] = at[c] - before[c], out[c] = after[c] - at[c];
        Vector axis{};
        for (int c = 0; c < 3; ++c)
            axis[c] = (in[(c + 1) % 3] * out[(c + 2) % 3] - in[(c + 2) % 3] * out[(c + 1) % 3]) / 4;
        axes.push_back(axis);
    }
    return HingedLoop(points, axes).text();
}

/// Bricard's right-angled loop of six hinges along the edges of a cube: one degree of freedom,
/// where counting gives 0. With eight of its right angles said twice it has 80 unknowns.
inline std::string bricard_loop()
{
    HingedLoop loop({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {0, 1, 1}, {0, 0, 1}},
                    {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}});
    for (std::size_t i = 0; i < 4; ++i) {
        loop.say_right_angle_again(i, i + 1);
        loop.say_right_angle_again(i + 1, i);
    }
    return loop.text();
}

}  // namespace bench
