// SPDX-License-Identifier: Apache-2.0
#include "bench/self_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <random>
#include <vector>

#include "bench/mechanism.hpp"

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

bool report(const Mechanism& mechanism, const char* what, double value, double limit)
{
    const bool holds = value <= limit;
    std::printf("%-16s %-44s %10.2e  %s\n", mechanism.name.c_str(), what, value,
                holds ? "ok" : "WRONG");
    return holds;
}

/// A state off the constraints and off rest, near the start: nothing cancels there.
Vector generic_state(const Mechanism& mechanism)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> shift(-0.1, 0.1);
    Vector y = mechanism.start;
    for (double& x : y) x += shift(random);
    return y;
}

bool check_ode_jacobian(const Mechanism& mechanism)
{
    const Vector y = generic_state(mechanism);
    const int size = int(y.size());
    const double t = 0.3 * mechanism.end;
    Vector J(std::size_t(size) * size);
    mechanism.ode_jacobian(t, y.data(), {J.data(), size});
    const auto f = [&](const double* at, double* out) { mechanism.ode(t, at, out); };
    return report(mechanism, "Jacobian of the underlying ODE", jacobian_defect(f, y, size, J),
                  1e-6);
}

/// r(t, y, y' + c (z - y)) at z = y has the Jacobian ∂r/∂y + c ∂r/∂y'.
bool check_form_jacobian(const Mechanism& mechanism, const Form& form)
{
    const int size = form.size;
    const double t = 0.3 * mechanism.end, c = 3;
    Vector y(size), yp(size), J(std::size_t(size) * size), moved(size);
    form.start(y.data(), yp.data());
    const Vector state = generic_state(mechanism);
    std::copy(state.begin(), state.end(), y.begin());
    for (int i = 2 * mechanism.n; i < size; ++i) y[i] += 0.3 + 0.1 * i;
    for (int i = 0; i < size; ++i) yp[i] += 0.2 - 0.1 * i;
    form.jacobian(t, c, y.data(), yp.data(), {J.data(), size});
    const auto f = [&](const double* at, double* out) {
        for (int i = 0; i < size; ++i) moved[i] = yp[i] + c * (at[i] - y[i]);
        form.residual(t, at, moved.data(), out);
    };
    return report(mechanism, form.name, jacobian_defect(f, y, size, J), 1e-6);
}

/// The start satisfies every form: so q, v, a and λ of the underlying ODE agree with them.
bool check_start(const Mechanism& mechanism, const Form& form)
{
    Vector y(form.size), yp(form.size), r(form.size), size(form.size), J;
    form.start(y.data(), yp.data());
    form.residual(0, y.data(), yp.data(), r.data());
    J.resize(std::size_t(form.size) * form.size);
    form.jacobian(0, 1, y.data(), yp.data(), {J.data(), form.size});
    double worst = 0;
    for (int i = 0; i < form.size; ++i) {
        double scale = 0;
        for (int j = 0; j < form.size; ++j)
            scale += std::abs(J[std::size_t(j) * form.size + i]) *
                     (std::abs(y[j]) + std::abs(yp[j]) + 1e-3);
        worst = std::max(worst, std::abs(r[i]) / scale);
    }
    return report(mechanism, "residual of the start in that form", worst, 1e-13);
}

bool check_limit(const Mechanism& mechanism)
{
    Vector y(mechanism.reference.size());
    mechanism.limit(1e-7, y.data());
    const double rough = digits(mechanism, y.data());
    mechanism.limit(1e-12, y.data());
    const double fine = digits(mechanism, y.data());
    const bool first =
        report(mechanism, "limit at 1e-12: distance from the reference", std::pow(10, -fine), 1e-8);
    return report(mechanism, "the same over that at 1e-7", std::pow(10, rough - fine), 1e-2) &&
           first;
}

bool check(const Mechanism& mechanism)
{
    bool holds = check_ode_jacobian(mechanism);
    for (const Form& form : {mechanism.index2, mechanism.ggl}) {
        holds = check_form_jacobian(mechanism, form) && holds;
        holds = check_start(mechanism, form) && holds;
    }
    return check_limit(mechanism) && holds;
}

}  // namespace

bool self_check()
{
    bool holds = true;
    for (const Mechanism& mechanism : mechanisms()) holds = check(mechanism) && holds;
    return holds;
}

}  // namespace bench
