// SPDX-License-Identifier: Apache-2.0
#include "bench/self_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <random>
#include <vector>

#include "bench/variant.hpp"

namespace bench {

namespace {

using Vector = std::vector<double>;
using Function = std::function<void(const double* y, double* out)>;

/// The largest difference between J and central differences of f, each row in its own scale.
double jacobian_defect(const Function& f, Vector y, int rows, const Vector& J)
{
    const int columns = int(y.size());
    Vector plus(rows), minus(rows), worst(rows), size(rows);
    for (int j = 0; j < columns; ++j) {
        const double y0 = y[j], h = 6e-6 * (1 + std::abs(y0));
        y[j] = y0 + h;
        f(y.data(), plus.data());
        y[j] = y0 - h;
        f(y.data(), minus.data());
        y[j] = y0;
        const double scale = 1 + std::abs(y0);
        for (int i = 0; i < rows; ++i) {
            const double exact = J[std::size_t(j) * rows + i];
            const double difference = (plus[i] - minus[i]) / (2 * h);
            worst[i] = std::max(worst[i], std::abs(exact - difference) * scale);
            size[i] = std::max(size[i], std::abs(exact) * scale);
        }
    }
    double defect = 0;
    for (int i = 0; i < rows; ++i) defect = std::max(defect, worst[i] / (size[i] + 1e-300));
    return defect;
}

bool report(const Problem& problem, const char* what, double value, double limit)
{
    const bool holds = value <= limit;
    std::printf("%-28s %-44s %10.2e  %s\n", problem.name.c_str(), what, value,
                holds ? "ok" : "WRONG");
    return holds;
}

/// A state off the constraints and off rest, near the start: nothing cancels there.
Vector generic_state(const Problem& problem)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> shift(-0.1, 0.1);
    Vector y = problem.start;
    for (double& x : y) x += shift(random);
    return y;
}

bool check_ode_jacobian(const Problem& problem)
{
    const Vector y = generic_state(problem);
    const int size = int(y.size());
    const double t = 0.3 * problem.end;
    Vector J(std::size_t(size) * size);
    problem.ode_jacobian(t, y.data(), {J.data(), size});
    const auto f = [&](const double* at, double* out) { problem.ode(t, at, out); };
    return report(problem, "Jacobian of the underlying ODE", jacobian_defect(f, y, size, J), 1e-6);
}

/// r(t, y, y' + c (z - y)) at z = y has the Jacobian ∂r/∂y + c ∂r/∂y'.
bool check_form_jacobian(const Problem& problem, const Form& form)
{
    const int size = form.size;
    const double t = 0.3 * problem.end, c = 3;
    Vector y(size), yp(size), J(std::size_t(size) * size), moved(size);
    form.start(y.data(), yp.data());
    const Vector state = generic_state(problem);
    std::copy(state.begin(), state.end(), y.begin());
    for (int i = int(state.size()); i < size; ++i) y[i] += 0.3 + 0.1 * i;
    for (int i = 0; i < size; ++i) yp[i] += 0.2 - 0.1 * i;
    form.jacobian(t, c, y.data(), yp.data(), {J.data(), size});
    const auto f = [&](const double* at, double* out) {
        for (int i = 0; i < size; ++i) moved[i] = yp[i] + c * (at[i] - y[i]);
        form.residual(t, at, moved.data(), out);
    };
    return report(problem, form.name, jacobian_defect(f, y, size, J), 1e-6);
}

/// The largest residual, each row in the scale of its terms.
double scaled_residual(const Form& form, double t, const Vector& y, const Vector& yp)
{
    Vector r(form.size), J(std::size_t(form.size) * form.size);
    form.residual(t, y.data(), yp.data(), r.data());
    form.jacobian(t, 1, y.data(), yp.data(), {J.data(), form.size});
    double worst = 0;
    for (int i = 0; i < form.size; ++i) {
        double scale = 0;
        for (int j = 0; j < form.size; ++j)
            scale += std::abs(J[std::size_t(j) * form.size + i]) *
                     (std::abs(y[j]) + std::abs(yp[j]) + 1e-3);
        worst = std::max(worst, std::abs(r[i]) / scale);
    }
    return worst;
}

/// The start satisfies every form: so q, v, a and λ of the underlying ODE agree with them.
bool check_start(const Problem& problem, const Form& form)
{
    Vector y(form.size), yp(form.size);
    form.start(y.data(), yp.data());
    return report(problem, "residual of the start in that form", scaled_residual(form, 0, y, yp),
                  1e-13);
}

bool check_limit(const Problem& problem)
{
    Vector y(problem.reference.size());
    problem.limit(1e-7, y.data());
    const double rough = digits(problem, y.data());
    problem.limit(1e-12, y.data());
    const double fine = digits(problem, y.data());
    const bool first =
        report(problem, "limit at 1e-12: distance from the reference", std::pow(10, -fine), 1e-8);
    return report(problem, "the same over that at 1e-7", std::pow(10, rough - fine), 1e-2) && first;
}

/// The field of our own completed model, at points it walks through, is that of the hand-derived
/// equations; where there is no ODE, it satisfies the form.
bool check_model(const Problem& problem)
{
    double worst = 0;
    for (const Sample& at : involute_samples(problem)) {
        if (problem.ode) {
            Vector dy(at.y.size());
            problem.ode(at.t, at.y.data(), dy.data());
            double size = 0, off = 0;
            for (std::size_t i = 0; i < dy.size(); ++i) {
                size = std::max(size, std::abs(dy[i]));
                off = std::max(off, std::abs(dy[i] - at.yp[i]));
            }
            worst = std::max(worst, off / size);
        } else {
            worst = std::max(worst, scaled_residual(problem.forms[0], at.t, at.y, at.yp));
        }
    }
    return report(problem, "distance from our own model", worst, 1e-8);
}

}  // namespace

bool self_check(const Problem& problem)
{
    bool holds = check_model(problem);
    if (problem.ode) holds = check_ode_jacobian(problem) && holds;
    for (const Form& form : problem.forms) {
        holds = check_form_jacobian(problem, form) && holds;
        holds = check_start(problem, form) && holds;
    }
    if (problem.limit) holds = check_limit(problem) && holds;
    return holds;
}

}  // namespace bench
