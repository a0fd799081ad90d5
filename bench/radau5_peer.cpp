// SPDX-License-Identifier: Apache-2.0
// RADAU5 (Hairer, Wanner) as R's package deSolve ships it, on the stiff problems: a library that an
// R process loads and that solves there what it is asked for, line by line. Nothing of R or of
// deSolve is linked; radau5_ is looked up in what R has loaded.
//   asked:    problem form rtol atol enough     (form -1: the ODE; enough: seconds of CPU, or 0)
//   answered: reached steps rejected seconds y...
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "bench/problem.hpp"
#include "bench/timing.hpp"

namespace bench {
namespace {

using Field = void (*)(int*, double* t, double* y, double* f, double*, int*);
using Jacobian = void (*)(int*, double* t, double* y, int*, int*, double* J, int* rows, double*,
                          int*);
using Mass = void (*)(int*, double* M, int* rows, double*, int*);
using Radau5 = void (*)(int* n, Field, double* t, double* y, double* end, double* h, double* rtol,
                        double* atol, int* itol, Jacobian, int* ijac, int* mljac, int* mujac, Mass,
                        int* imas, int* mlmas, int* mumas, void* solout, int* iout, double* work,
                        int* lwork, int* iwork, int* liwork, double* rpar, int* ipar, int* idid);

/// M y' = f(t, y), M constant: from a form, or y' = f(t, y).
class LinearlyImplicit {
public:
    LinearlyImplicit(const Problem& problem, const Form* form)
        : problem_(problem), form_(form), size_(form ? form->size : int(problem.start.size()))
    {
        // y' = (v, a): RADAU5 eliminates the first half by itself.
        if (!form && problem.orders == 2) plain_rows_ = size_ / 2;
        scratch_.resize(std::size_t(size_ * size_));
        zero_.resize(std::size_t(size_));
        start_ = problem.start;
        if (form) find_mass();
    }

    Run run(Radau5 radau5, double rtol, double atol, double* out);
    int measured() const { return int(problem_.reference.size()); }

private:
    void find_mass();
    void field(double t, const double* y, double* f) const
    {
        if (!form_) return problem_.ode(t, y, f);
        form_->residual(t, y, zero_.data(), f);
        for (int i = 0; i < size_; ++i) f[i] = -f[i];
    }
    void jacobian(double t, const double* y, Dense J)
    {
        std::fill(scratch_.begin(), scratch_.end(), 0.0);
        const Dense all{scratch_.data(), size_};
        if (form_)
            form_->jacobian(t, 0, y, zero_.data(), all);
        else
            problem_.ode_jacobian(t, y, all);
        for (int j = 0; j < size_; ++j)
            for (int i = plain_rows_; i < size_; ++i)
                J(i - plain_rows_, j) = form_ ? -all(i, j) : all(i, j);
    }
    void mass(Dense band) const
    {
        for (int j = 0; j < size_; ++j)
            for (int i = std::max(0, j - above_); i <= std::min(size_ - 1, j + below_); ++i)
                band(i - j + above_, j) = mass_[std::size_t(j * size_ + i)];
    }

    const Problem& problem_;
    const Form* form_;
    int size_;
    int plain_rows_ = 0;
    int below_ = 0, above_ = 0;  // bands of M
    std::vector<double> mass_{}, scratch_, zero_, start_, work_{};
    std::vector<int> integers_{};
    static inline LinearlyImplicit* running = nullptr;  // Fortran passes no object
};

void LinearlyImplicit::find_mass()
{
    std::vector<double> slopes(start_.size());
    start_.resize(std::size_t(size_));
    slopes.resize(std::size_t(size_));
    form_->start(start_.data(), slopes.data());
    std::vector<double> without(scratch_.size());
    mass_.resize(scratch_.size());
    form_->jacobian(0, 0, start_.data(), zero_.data(), {without.data(), size_});
    form_->jacobian(0, 1, start_.data(), zero_.data(), {mass_.data(), size_});
    for (int j = 0; j < size_; ++j)
        for (int i = 0; i < size_; ++i) {
            double& entry = mass_[std::size_t(j * size_ + i)];
            // What is lost in the difference is rounding of the larger part.
            const double rest = without[std::size_t(j * size_ + i)];
            entry = entry == rest ? 0 : entry - rest;
            if (entry == 0) continue;
            below_ = std::max(below_, i - j);
            above_ = std::max(above_, j - i);
        }
}

Run LinearlyImplicit::run(Radau5 radau5, double rtol, double atol, double* out)
{
    std::vector<double> y = start_;
    int n = size_, itol = 0, ijac = 1, mljac = n - plain_rows_, mujac = mljac, imas = form_ ? 1 : 0,
        mlmas = below_, mumas = above_, iout = 0, idid = 0, lwork = n * (5 * n + 12) + 20,
        liwork = 3 * n + 20, ipar = 0;
    double t = 0, end = problem_.end, h = 0, rpar = 0;
    work_.assign(std::size_t(lwork), 0.0);
    integers_.assign(std::size_t(liwork), 0);
    integers_[1] = int(most_steps);
    integers_[8] = integers_[9] = plain_rows_;
    running = this;
    radau5(
        &n,
        [](int*, double* x, double* at, double* f, double*, int*) { running->field(*x, at, f); },
        &t, y.data(), &end, &h, &rtol, &atol, &itol,
        [](int*, double* x, double* at, int*, int*, double* J, int* rows, double*, int*) {
            running->jacobian(*x, at, {J, *rows});
        },
        &ijac, &mljac, &mujac,
        [](int*, double* M, int* rows, double*, int*) {
            running->mass({M, *rows});
        },
        &imas, &mlmas, &mumas, nullptr, &iout, work_.data(), &lwork, integers_.data(), &liwork,
        &rpar, &ipar, &idid);
    if (form_ && form_->measured)
        form_->measured(y.data(), out);
    else
        std::copy_n(y.begin(), measured(), out);
    return {idid == 1, integers_[16], integers_[15] - integers_[16]};
}

void answer(std::FILE* to, Radau5 radau5, int problem_number, int form_number, double rtol,
            double atol, double enough)
{
    const Problem& problem = stiff_problems()[std::size_t(problem_number)];
    LinearlyImplicit equations(
        problem, form_number < 0 ? nullptr : &problem.forms[std::size_t(form_number)]);
    std::vector<double> y(problem.reference.size());
    const Run run = equations.run(radau5, rtol, atol, y.data());
    double seconds = 0;
    if (run.reached && enough > 0)
        seconds = seconds_per_call([&] { equations.run(radau5, rtol, atol, y.data()); }, enough, 1);
    std::fprintf(to, "%d %ld %ld %.17g", int(run.reached), run.steps, run.rejected, seconds);
    for (const double value : y) std::fprintf(to, " %.17g", value);
    std::fprintf(to, "\n");
    std::fflush(to);
}

}  // namespace
}  // namespace bench

/// For R's .C: the path of deSolve's library.
extern "C" void bench_serve_radau5(char** library)
{
    void* loaded = dlopen(*library, RTLD_NOW | RTLD_NOLOAD);
    void* found = loaded ? dlsym(loaded, "radau5_") : nullptr;
    if (!found) return;
    // RADAU5 writes its messages to where answers are expected.
    std::FILE* to = fdopen(dup(1), "w");
    if (!to || !std::freopen("/dev/null", "w", stdout)) return;
    std::fprintf(to, "ready\n");
    std::fflush(to);
    int problem = 0, form = 0;
    double rtol = 0, atol = 0, enough = 0;
    while (std::scanf("%d %d %lf %lf %lf", &problem, &form, &rtol, &atol, &enough) == 5)
        bench::answer(to, reinterpret_cast<bench::Radau5>(found), problem, form, rtol, atol,
                      enough);
}
