// SPDX-License-Identifier: Apache-2.0
// CVODE on the underlying ODE: Adams with fixed-point iteration, and BDF with Newton, dense LU and
// the analytic Jacobian.
#include <cvode/cvode.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <memory>

#include "bench/sundials.hpp"
#include "bench/variant.hpp"

namespace bench {

namespace {

class Cvode {
public:
    Cvode(const Problem& problem, int family);
    ~Cvode() { CVodeFree(&memory_); }
    Cvode(const Cvode&) = delete;
    Cvode& operator=(const Cvode&) = delete;

    Run run(double rtol, double atol, double* out);

private:
    void use_newton();
    void use_fixed_point();
    static int field(double t, N_Vector y, N_Vector dy, void* self)
    {
        static_cast<Cvode*>(self)->problem_.ode(t, data(y), data(dy));
        return 0;
    }
    static int jacobian(double t, N_Vector y, N_Vector, SUNMatrix J, void* self, N_Vector, N_Vector,
                        N_Vector)
    {
        SUNMatZero(J);
        static_cast<Cvode*>(self)->problem_.ode_jacobian(t, data(y), dense(J));
        return 0;
    }

    const Problem& problem_;
    int size_;
    SundialsContext context_{};
    Vector y_;
    Matrix matrix_{};
    LinearSolver solver_{};
    NonlinearSolver fixed_point_{};
    void* memory_ = nullptr;
};

Cvode::Cvode(const Problem& problem, int family)
    : problem_(problem),
      size_(int(problem.start.size())),
      y_(make_vector(size_, context_)),
      memory_(CVodeCreate(family, context_))
{
    std::copy(problem.start.begin(), problem.start.end(), data(y_));
    must(CVodeInit(memory_, field, 0, y_.get()), "CVodeInit");
    must(CVodeSetErrHandlerFn(memory_, silent, nullptr), "CVodeSetErrHandlerFn");
    must(CVodeSStolerances(memory_, 1e-6, 1e-6), "CVodeSStolerances");
    must(CVodeSetUserData(memory_, this), "CVodeSetUserData");
    must(CVodeSetMaxNumSteps(memory_, most_steps), "CVodeSetMaxNumSteps");
    family == CV_BDF ? use_newton() : use_fixed_point();
}

void Cvode::use_newton()
{
    matrix_.reset(SUNDenseMatrix(size_, size_, context_));
    solver_.reset(SUNLinSol_Dense(y_.get(), matrix_.get(), context_));
    must(CVodeSetLinearSolver(memory_, solver_.get(), matrix_.get()), "CVodeSetLinearSolver");
    must(CVodeSetJacFn(memory_, jacobian), "CVodeSetJacFn");
}

void Cvode::use_fixed_point()
{
    fixed_point_.reset(SUNNonlinSol_FixedPoint(y_.get(), 0, context_));
    must(CVodeSetNonlinearSolver(memory_, fixed_point_.get()), "CVodeSetNonlinearSolver");
}

Run Cvode::run(double rtol, double atol, double* out)
{
    std::copy(problem_.start.begin(), problem_.start.end(), data(y_));
    double t = 0;
    CVodeSStolerances(memory_, rtol, atol);
    CVodeReInit(memory_, 0, y_.get());
    Run run;
    run.reached = CVode(memory_, problem_.end, y_.get(), &t, CV_NORMAL) >= 0;
    CVodeGetNumSteps(memory_, &run.steps);
    CVodeGetNumErrTestFails(memory_, &run.rejected);
    std::copy(data(y_), data(y_) + size_, out);
    return run;
}

Variant variant(const Problem& problem, int family, const char* name)
{
    auto cvode = std::make_shared<Cvode>(problem, family);
    Variant variant{Side::peer, name, {}};
    add_settings(variant, problem, "", [cvode](double rtol, double atol, double* y) {
        return cvode->run(rtol, atol, y);
    });
    return variant;
}

}  // namespace

std::vector<Variant> cvode_variants(const Problem& problem)
{
    return {variant(problem, CV_ADAMS, "CVODE Adams, ODE"), cvode_bdf_variant(problem)};
}

Variant cvode_bdf_variant(const Problem& problem)
{
    return variant(problem, CV_BDF, "CVODE BDF, ODE");
}

}  // namespace bench
