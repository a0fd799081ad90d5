// SPDX-License-Identifier: Apache-2.0
// IDA (variable-order BDF) on the index-2 and GGL forms, dense LU, analytic Jacobian.
#include <ida/ida.h>
#include <sunlinsol/sunlinsol_dense.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "bench/sundials.hpp"
#include "bench/variant.hpp"

namespace bench {

namespace {

struct IdaSetting {
    const char* name = "";
    double multiplier_slack = 1;  // absolute tolerance of the multipliers over that of the state
    double newton = 0.33;         // IDASetNonlinConvCoef
};

/// Newton's test looks at the multipliers too, although the error test does not. Kept as sharp as
/// the state they make the iteration accurate, and at sharp tolerances impossible; let go, the
/// state needs a sharper test. Neither is better everywhere.
constexpr IdaSetting ida_settings[] = {{"sharp multipliers", 1, 0.33},
                                       {"free multipliers", 1e14, 0.033}};

class Ida {
public:
    Ida(const Mechanism& mechanism, const Form& form, const IdaSetting& setting);
    ~Ida() { IDAFree(&memory_); }
    Ida(const Ida&) = delete;
    Ida& operator=(const Ida&) = delete;

    Run run(double tolerance, double* out);

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
    IdaSetting setting_;
    int state_;  // positions and velocities: the components that are measured
    double end_;
    SundialsContext context_{};
    Vector y_, yp_, id_, atol_;
    Matrix matrix_;
    LinearSolver solver_;
    void* memory_ = nullptr;
};

Ida::Ida(const Mechanism& mechanism, const Form& form, const IdaSetting& setting)
    : form_(form),
      setting_(setting),
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
    must(IDASetNonlinConvCoef(memory_, setting.newton), "IDASetNonlinConvCoef");
    must(IDASetMaxNumSteps(memory_, 1000000), "IDASetMaxNumSteps");
    // The multipliers of the higher-index forms are of lower order: with them in the error test
    // the step collapses (IDA's own documentation).
    must(IDASetId(memory_, id_.get()), "IDASetId");
    must(IDASetSuppressAlg(memory_, SUNTRUE), "IDASetSuppressAlg");
}

Run Ida::run(double tolerance, double* out)
{
    std::fill(data(atol_), data(atol_) + state_, tolerance);
    std::fill(data(atol_) + state_, data(atol_) + form_.size,
              setting_.multiplier_slack * tolerance);
    form_.start(data(y_), data(yp_));
    double t = 0;
    IDASVtolerances(memory_, tolerance, atol_.get());
    IDAReInit(memory_, 0, y_.get(), yp_.get());
    // IDA's own first step is so short that the position constraint, divided by it, is noise.
    IDASetInitStep(memory_, 0.1 * end_ * std::sqrt(tolerance));
    Run run;
    run.reached = IDASolve(memory_, end_, &t, y_.get(), yp_.get(), IDA_NORMAL) >= 0;
    IDAGetNumSteps(memory_, &run.steps);
    IDAGetNumErrTestFails(memory_, &run.rejected);
    std::copy(data(y_), data(y_) + state_, out);
    return run;
}

Variant variant(const Mechanism& mechanism, const Form& form)
{
    Variant variant{Side::peer, std::string("IDA, ") + form.name, {}};
    for (const IdaSetting& setting : ida_settings) {
        auto ida = std::make_shared<Ida>(mechanism, form, setting);
        variant.settings.push_back(
            {setting.name, [ida](double tolerance, double* y) { return ida->run(tolerance, y); }});
    }
    return variant;
}

}  // namespace

std::vector<Variant> ida_variants(const Mechanism& mechanism)
{
    return {variant(mechanism, mechanism.index2), variant(mechanism, mechanism.ggl)};
}

}  // namespace bench
