// SPDX-License-Identifier: Apache-2.0
// IDA (variable-order BDF) on the index-2 and GGL forms, dense LU, analytic Jacobian.
#include <ida/ida.h>
#include <sunlinsol/sunlinsol_dense.h>

#include <algorithm>
#include <memory>

#include "bench/sundials.hpp"
#include "bench/variant.hpp"

namespace bench {

namespace {

/// The absolute tolerance of the multipliers over that of the state; see README.md.
const double multiplier_slack = getenv("SLACK")?atof(getenv("SLACK")):1e6;

class Ida {
public:
    Ida(const Mechanism& mechanism, const Form& form);
    ~Ida() { IDAFree(&memory_); }
    Ida(const Ida&) = delete;
    Ida& operator=(const Ida&) = delete;

    Run run(double rtol, double atol, double* out);

private:
    static int residual(double t, N_Vector y, N_Vector yp, N_Vector r, void* self)
    {
        static_cast<Ida*>(self)->form_.residual(t, data(y), data(yp), data(r));
        return 0;
    }
    static int jacobian(double t, double c, N_Vector y, N_Vector yp, N_Vector, SUNMatrix J,
                        void* self, N_Vector, N_Vector, N_Vector)
    {
        SUNMatZero(J);
        static_cast<Ida*>(self)->form_.jacobian(t, c, data(y), data(yp), dense(J));
        return 0;
    }

    Form form_;
    int state_;  // positions and velocities: the components that are measured
    double end_;
    SundialsContext context_{};
    Vector y_, yp_, id_, atol_;
    Matrix matrix_;
    LinearSolver solver_;
    void* memory_ = nullptr;
};

Ida::Ida(const Mechanism& mechanism, const Form& form)
    : form_(form),
      state_(2 * mechanism.n),
      end_(mechanism.end),
      y_(make_vector(form.size, context_)),
      yp_(make_vector(form.size, context_)),
      id_(make_vector(form.size, context_)),
      atol_(make_vector(form.size, context_)),
      matrix_(SUNDenseMatrix(form.size, form.size, context_)),
      solver_(SUNLinSol_Dense(y_.get(), matrix_.get(), context_)),
      memory_(IDACreate(context_))
{
    form_.start(data(y_), data(yp_));
    std::fill(data(atol_), data(atol_) + form.size, 1.0);
    for (int i = 0; i < form.size; ++i) data(id_)[i] = i < state_ ? 1 : 0;
    must(IDAInit(memory_, residual, 0, y_.get(), yp_.get()), "IDAInit");
    must(IDASetErrHandlerFn(memory_, silent, nullptr), "IDASetErrHandlerFn");
    must(IDASVtolerances(memory_, 1e-6, atol_.get()), "IDASVtolerances");
    must(IDASetUserData(memory_, this), "IDASetUserData");
    must(IDASetLinearSolver(memory_, solver_.get(), matrix_.get()), "IDASetLinearSolver");
    must(IDASetJacFn(memory_, jacobian), "IDASetJacFn");
    must(IDASetMaxNumSteps(memory_, 1000000), "IDASetMaxNumSteps");
    // The multipliers of the higher-index forms are of lower order: with them in the error test
    // the step collapses (IDA's own documentation).
    must(IDASetId(memory_, id_.get()), "IDASetId");
    must(IDASetSuppressAlg(memory_, SUNTRUE), "IDASetSuppressAlg");
}

Run Ida::run(double rtol, double atol, double* out)
{
    std::fill(data(atol_), data(atol_) + state_, atol);
    // Newton's test looks at the multipliers too; see README.md for the choice of their tolerance.
    std::fill(data(atol_) + state_, data(atol_) + form_.size, multiplier_slack * atol);
    form_.start(data(y_), data(yp_));
    double t = 0;
    IDASVtolerances(memory_, rtol, atol_.get());
    IDAReInit(memory_, 0, y_.get(), yp_.get());
    Run run;
    run.reached = IDASolve(memory_, end_, &t, y_.get(), yp_.get(), IDA_NORMAL) >= 0;
    IDAGetNumSteps(memory_, &run.steps);
    IDAGetNumErrTestFails(memory_, &run.rejected);
    std::copy(data(y_), data(y_) + state_, out);
    return run;
}

Variant variant(const Mechanism& mechanism, const Form& form)
{
    auto ida = std::make_shared<Ida>(mechanism, form);
    return {Side::peer, std::string("IDA, ") + form.name,
            [ida](double rtol, double atol, double* y) { return ida->run(rtol, atol, y); }};
}

}  // namespace

std::vector<Variant> ida_variants(const Mechanism& mechanism)
{
    return {variant(mechanism, mechanism.index2), variant(mechanism, mechanism.ggl)};
}

}  // namespace bench
