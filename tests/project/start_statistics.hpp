// SPDX-License-Identifier: Apache-2.0
// How near the consistent start comes to the nearest point there is: guesses scattered around the
// start of a model, each answered by consistent_start and by the best of many local searches from
// scattered first points.
#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "involute/complete/structural/find_structure.hpp"
#include "involute/project/nearest.hpp"
#include "involute/project/start.hpp"
#include "tests/geometry/models.hpp"

namespace involute::test {

/// Mechanisms by the name of their file, in models/ or in the catalogue.
inline const std::vector<std::string> mechanisms = {
    "pendulum", "four_bar",        "andrews",      "car_axis",
    "chain",    "six_point_chain", "slider_crank", "flexible_slider_crank"};

inline std::string mechanism_text(const std::string& name)
{
    for (const std::string folder : {"/models/", "/tests/catalogue/systems/regular/"}) {
        std::ifstream file(INVOLUTE_SOURCE + folder + name + ".ode");
        if (!file) continue;
        std::ostringstream text;
        text << file.rdbuf();
        return text.str();
    }
    ADD_FAILURE() << "no model " << name;
    return "";
}

/// A chain of six links stands for longer ones, whose thousands of searches take a quarter of an
/// hour.
inline CompletedSystem completed_mechanism(const std::string& name)
{
    System system = read_system(mechanism_text(name), name,
                                name == "chain" ? Overrides{{"N", 6}} : Overrides{});
    Structure structure = find_structure(system);
    EXPECT_EQ(structure.code, Outcome::complete) << structure.message;
    return make_completed(std::move(system), std::move(structure));
}

struct StartStatistics {
    int guesses = 0;
    int found = 0;      // starts found
    int refused = 0;    // with a reason
    int wrong = 0;      // starts that do not satisfy the equations, or reasons without a word
    int far = 0;        // farther than twice the best
    double worst = 1;   // largest distance over the best one
    int unreached = 0;  // nor did any of the searches find a point
};

class StartTrial {
public:
    explicit StartTrial(const std::string& name)
        : geometry_(completed_mechanism(name), true),
          exact_(geometry_.completed(), false),
          base_(consistent_start(geometry_, scale_))
    {
        EXPECT_EQ(base_.outcome, Outcome::complete) << name << ": " << base_.message;
    }

    /// Guesses at `spread` of scale around the start of the model: |value| + the typical size of
    /// the derivatives of its order, so that what is 0 there moves as well.
    StartStatistics run(double spread, int guesses, int searches, unsigned seed)
    {
        std::mt19937 random(seed);
        std::uniform_real_distribution<double> uniform(-1, 1);
        const std::vector<double> size = sizes();
        StartStatistics result;
        for (int k = 0; k < guesses; ++k) {
            std::vector<double> p = base_.p;
            for (std::size_t i = 1; i < p.size(); ++i) p[i] += spread * uniform(random) * size[i];
            tell(p);
            compare(p, consistent_start(geometry_, scale_), searches, random, result);
        }
        return result;
    }

private:
    std::vector<double> sizes() const
    {
        const Layout& l = geometry_.layout();
        std::vector<double> typical(20, 0);
        for (int i = 1; i < l.size; ++i)
            typical[l.jets[i].order] = std::max(typical[l.jets[i].order], std::abs(base_.p[i]));
        std::vector<double> result(l.size);
        for (int i = 1; i < l.size; ++i) {
            const double t = typical[l.jets[i].order];
            result[i] = std::abs(base_.p[i]) + (t > 0 ? 0.5 * t : scale_.floor);
        }
        return result;
    }

    void tell(const std::vector<double>& p)
    {
        System& system = geometry_.completed().system;
        const Layout& l = geometry_.layout();
        system.starts = {{.unknown = -1, .value = p[0]}};
        system.guesses.clear();
        for (int i = 1; i < l.size; ++i)
            system.guesses.push_back(
                {.unknown = l.jets[i].unknown, .order = l.jets[i].order, .value = p[i]});
    }

    /// In the scale of the start: |value| and a hundredth of its natural size.
    double distance(const std::vector<double>& p, const std::vector<double>& q,
                    const std::vector<double>& natural) const
    {
        double sum = 0;
        for (std::size_t i = 1; i < p.size(); ++i) {
            const double part = (q[i] - p[i]) / (std::abs(p[i]) + scale_.floor * natural[i]);
            sum += part * part;
        }
        return std::sqrt(sum);
    }

    /// In Quad, relative to the terms: to what a point in double can satisfy the equations.
    bool is_on_m(const std::vector<double>& q)
    {
        std::vector<int> rows(geometry_.layout().constraints.size());
        std::iota(rows.begin(), rows.end(), 0);
        NearestPoint<Quad> nearest(exact_, scale_, rows);
        return nearest.residual(widen(q).data()).residual < 1e-11;
    }

    double best_of(int searches, const std::vector<double>& p, const std::vector<double>& natural,
                   std::mt19937& random)
    {
        std::vector<int> rows(geometry_.layout().constraints.size());
        std::iota(rows.begin(), rows.end(), 0);
        NearestPoint<double> nearest(geometry_, scale_, rows);
        std::vector<double> weights(p.size(), 0);
        for (std::size_t i = 1; i < p.size(); ++i)
            weights[i] = std::pow(std::abs(p[i]) + scale_.floor * natural[i], 2);
        std::normal_distribution<double> normal;
        const std::vector<double> size = sizes();
        double best = std::numeric_limits<double>::infinity();
        for (int k = 0; k < searches; ++k) {
            std::vector<double> q = p;
            const double spread = std::pow(10, -2 + 2.5 * double(k) / searches);
            for (std::size_t i = 1; i < q.size(); ++i) q[i] += spread * normal(random) * size[i];
            if (nearest.find(p.data(), weights.data(), q.data()).converged)
                best = std::min(best, distance(p, q, natural));
        }
        return best;
    }

    void compare(const std::vector<double>& p, const Start<double>& start, int searches,
                 std::mt19937& random, StartStatistics& result)
    {
        ++result.guesses;
        const double best = best_of(searches, p, start.sizes, random);
        const bool found =
            start.outcome == Outcome::complete || start.outcome == Outcome::singular_start;
        if (!found) {
            ++result.refused;
            if (start.message.empty()) ++result.wrong;
            if (!std::isfinite(best)) ++result.unreached;
            return;
        }
        ++result.found;
        if (!is_on_m(start.p)) ++result.wrong;
        const double ratio = distance(p, start.p, start.sizes) / best;
        result.worst = std::max(result.worst, ratio);
        if (ratio > 2) ++result.far;
    }

    Scale scale_{1e-2};
    Geometry<double> geometry_;
    Geometry<Quad> exact_;
    Start<double> base_;
};

}  // namespace involute::test
