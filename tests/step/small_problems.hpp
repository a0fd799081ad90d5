// SPDX-License-Identifier: Apache-2.0
// Problems without equations whose steps have closed forms, to test a stepper alone. They count
// their calls.
#pragma once

#include <cmath>
#include <vector>

#include "involute/step/problem.hpp"

namespace involute::testing {

/// y_i' = λ_i y_i; every point is on M.
template <class S>
class LinearProblem final : public Problem<S> {
public:
    explicit LinearProblem(std::vector<S> rates) : rates_(std::move(rates)) {}

    int size() const override { return int(rates_.size()) + 1; }
    Factored slope(const S* p, S* v) override
    {
        ++slopes;
        v[0] = S(1);
        for (std::size_t i = 0; i < rates_.size(); ++i) v[i + 1] = rates_[i] * p[i + 1];
        return {};
    }
    Projection project(S*, double) override { return {.converged = true}; }
    Projection project_along(const S*, S*, double) override { return {.converged = true}; }
    void accepted(const S*, const S*) override {}
    void at_parameter(S* p, S t) const override { p[0] = t; }

    long slopes = 0;

private:
    std::vector<S> rates_;
};

/// The unit circle, turning at the rate 1. Beside the circle the field has the same size.
template <class S>
class CircleProblem final : public Problem<S> {
public:
    int size() const override { return 3; }
    Factored slope(const S* p, S* v) override
    {
        using std::sqrt;
        const S radius = sqrt(S(p[1] * p[1] + p[2] * p[2]));
        v[0] = S(1);
        v[1] = -p[2] / radius;
        v[2] = p[1] / radius;
        return {};
    }
    Projection project(S* p, double) override
    {
        using std::sqrt;
        const S radius = sqrt(S(p[1] * p[1] + p[2] * p[2]));
        p[1] /= radius;
        p[2] /= radius;
        return {.converged = true};
    }
    /// |p - c base| = 1, the smaller c.
    Projection project_along(const S* base, S* p, double) override
    {
        using std::sqrt;
        const S along = p[1] * base[1] + p[2] * base[2];
        const S square = along * along - (p[1] * p[1] + p[2] * p[2] - S(1));
        if (!(square >= S(0))) return {};
        const S c = along - sqrt(square);
        p[1] -= c * base[1];
        p[2] -= c * base[2];
        return {.converged = true};
    }
    void accepted(const S*, const S*) override {}
    void at_parameter(S* p, S t) const override { p[0] = t; }
};

}  // namespace involute::testing
