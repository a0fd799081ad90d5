// SPDX-License-Identifier: Apache-2.0
// IDA (variable-order BDF) on the forms of a problem, dense LU, analytic Jacobian.
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
    Ida(const Problem& problem, const Form& form, const IdaSetting& setting);
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
    IdaSetting setting_;
    int measured_;
    double end_;
    SundialsContext context_{};
    Vector y_, yp_, id_, atol_;
    Matrix matrix_;
    LinearSolver solver_;
    void* memory_ = nullptr;
};

Ida::Ida(const Problem& problem, const Form& form, const IdaSetting& setting)
    : form_(form),
      setting_(setting),
      measured_(int(problem.reference.size())),
      end_(problem.end),
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
    for (int i = 0; i < form.size; ++i) data(id_)[i] = i < form.tested ? 1 : 0;
    must(IDAInit(memory_, residual, 0, y_.get(), yp_.get()), "IDAInit");
    must(IDASetErrHandlerFn(memory_, silent, nullptr), "IDASetErrHandlerFn");
    must(IDASVtolerances(memory_, 1e-6, atol_.get()), "IDASVtolerances");
    must(IDASetUserData(memory_, this), "IDASetUserData");
    must(IDASetLinearSolver(memory_, solver_.get(), matrix_.get()), "IDASetLinearSolver");
    must(IDASetJacFn(memory_, jacobian), "IDASetJacFn");
    must(IDASetNonlinConvCoef(memory_, setting.newton), "IDASetNonlinConvCoef");
    must(IDASetMaxNumSteps(memory_, most_steps), "IDASetMaxNumSteps");
    // The multipliers of the higher-index forms are of lower order: with them in the error test
    // the step collapses (IDA's own documentation).
    must(IDASetId(memory_, id_.get()), "IDASetId");
    must(IDASetSuppressAlg(memory_, SUNTRUE), "IDASetSuppressAlg");
}

Run Ida::run(double rtol, double atol, double* out)
{
    std::fill(data(atol_), data(atol_) + form_.tested, atol);
    std::fill(data(atol_) + form_.tested, data(atol_) + form_.size,
              setting_.multiplier_slack * atol);
    form_.start(data(y_), data(yp_));
    double t = 0;
    IDASVtolerances(memory_, rtol, atol_.get());
    IDAReInit(memory_, 0, y_.get(), yp_.get());
    // IDA's own first step is so short that the position constraint, divided by it, is noise.
    if (form_.tested < form_.size) IDASetInitStep(memory_, 0.1 * end_ * std::sqrt(rtol));
    Run run;
    run.reached = IDASolve(memory_, end_, &t, y_.get(), yp_.get(), IDA_NORMAL) >= 0;
    IDAGetNumSteps(memory_, &run.steps);
    IDAGetNumErrTestFails(memory_, &run.rejected);
    if (form_.measured)
        form_.measured(data(y_), out);
    else
        std::copy(data(y_), data(y_) + measured_, out);
    return run;
}

Variant variant(const Problem& problem, const Form& form)
{
    Variant variant{Side::peer, std::string("IDA, ") + form.name, {}};
    const auto add = [&](const IdaSetting& setting) {
        auto ida = std::make_shared<Ida>(problem, form, setting);
        add_settings(variant, problem, setting.name, [ida](double rtol, double atol, double* y) {
            return ida->run(rtol, atol, y);
        });
    };
    if (form.tested == form.size)
        add({});
    else
        for (const IdaSetting& setting : ida_settings) add(setting);
    return variant;
}

}  // namespace

std::vector<Variant> ida_variants(const Problem& problem)
{
    std::vector<Variant> all;
    for (const Form& form : problem.forms) all.push_back(variant(problem, form));
    return all;
}

}  // namespace bench
