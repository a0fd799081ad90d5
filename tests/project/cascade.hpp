// SPDX-License-Identifier: Apache-2.0
// Pendula in cascade, each lengthened by the force in the rod of the one before: index 3 for one, 5
// for two, 15 for seven. Their consistent starts follow from positions and velocities by Taylor
// series, in long double and without anything of the library:
//
//     x'' = -l x,  y'' = -l y - g,  x^2 + y^2 = r^2,  r = 1 + c l of the one before,
//     l r^2 = x'^2 + y'^2 - g y - (r^2)''/2    (the constraint differentiated twice).
#pragma once

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace involute::test {

struct CascadePendulum {
    long double x = 0, v = 0, y = 0, w = 0;  // position and velocity
};

class Cascade {
public:
    using Series = std::vector<long double>;

    explicit Cascade(int count)
    {
        Series radius(std::size_t(2 * count + 4), 0.0L);
        radius[0] = 1;
        for (int k = 0; k < count; ++k) {
            const Series force = add(radius, k);
            radius.assign(force.size(), 0.0L);
            for (std::size_t i = 0; i < force.size(); ++i) radius[i] = coupling * force[i];
            radius[0] += 1;
        }
    }

    std::string equations() const
    {
        const auto n = pendula.size();
        std::string text;
        line(text, "var x[1..%zu], y[1..%zu], l[1..%zu]\n", n, n, n);
        for (std::size_t k = 1; k <= n; ++k) {
            line(text, "x[%zu]'' + l[%zu]*x[%zu] = 0\n", k, k, k);
            line(text, "y[%zu]'' + l[%zu]*y[%zu] + 1 = 0\n", k, k, k);
            if (k == 1)
                text += "x[1]^2 + y[1]^2 = 1\n";
            else
                line(text, "x[%zu]^2 + y[%zu]^2 = (1 + l[%zu]/10)^2\n", k, k, k - 1);
        }
        return text;
    }

    std::vector<CascadePendulum> pendula{};
    std::vector<long double> forces{};

private:
    static constexpr long double coupling = 0.1L;

    template <class... Arguments>
    static void line(std::string& text, const char* form, Arguments... arguments)
    {
        char buffer[120];
        std::snprintf(buffer, sizeof buffer, form, arguments...);
        text += buffer;
    }

    /// One more pendulum, with the radius as series; the force in its rod as series.
    Series add(const Series& r, int k)
    {
        const std::size_t m = r.size();
        Series s(m, 0.0L);  // r^2
        for (std::size_t i = 0; i < m; ++i)
            for (std::size_t j = 0; i + j < m; ++j) s[i + j] += r[i] * r[j];
        // The first hangs, the others stand.
        Series x = {0.6L - 0.05L * k, 0.2L - 0.03L * k}, force;
        Series y = {(k == 0 ? -1 : 1) * std::sqrt(s[0] - x[0] * x[0])};
        y.push_back((s[1] / 2 - x[0] * x[1]) / y[0]);
        pendula.push_back({x[0], x[1], y[0], y[1]});
        for (std::size_t n = 0; n + 2 < m; ++n) {
            const auto factor = (long double)((n + 1) * (n + 2));
            long double sum = -y[n] - factor * s[n + 2] / 2;
            for (std::size_t i = 0; i <= n; ++i)
                sum += (long double)((i + 1) * (n - i + 1)) *
                       (x[i + 1] * x[n - i + 1] + y[i + 1] * y[n - i + 1]);
            for (std::size_t i = 0; i < n; ++i) sum -= force[i] * s[n - i];
            force.push_back(sum / s[0]);
            long double fx = 0, fy = n == 0 ? -1 : 0;
            for (std::size_t i = 0; i <= n; ++i) {
                fx -= force[i] * x[n - i];
                fy -= force[i] * y[n - i];
            }
            x.push_back(fx / factor);
            y.push_back(fy / factor);
        }
        forces.push_back(force[0]);
        return force;
    }
};

}  // namespace involute::test
