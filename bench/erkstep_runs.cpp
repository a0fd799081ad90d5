// SPDX-License-Identifier: Apache-2.0
// ARKODE's ERKStep on the underlying ODE, with its tables of order 5 and 8.
#include <arkode/arkode_erkstep.h>

#include <algorithm>
#include <memory>

#include "bench/sundials.hpp"
#include "bench/variant.hpp"

namespace bench {

namespace {

class ErkStep {
public:
    ErkStep(const Mechanism& mechanism, ARKODE_ERKTableID table);
    ~ErkStep() { ERKStepFree(&memory_); }
    ErkStep(const ErkStep&) = delete;
    ErkStep& operator=(const ErkStep&) = delete;

    Run run(double tolerance, double* out);

private:
    static int field(double t, N_Vector y, N_Vector dy, void* self)
    {
        static_cast<ErkStep*>(self)->mechanism_.ode(t, data(y), data(dy));
        return 0;
    }

    const Mechanism& mechanism_;
    int size_;
    SundialsContext context_{};
    Vector y_;
    void* memory_ = nullptr;
};

ErkStep::ErkStep(const Mechanism& mechanism, ARKODE_ERKTableID table)
    : mechanism_(mechanism), size_(2 * mechanism.n), y_(make_vector(size_, context_))
{
    std::copy(mechanism.start.begin(), mechanism.start.end(), data(y_));
    memory_ = ERKStepCreate(field, 0, y_.get(), context_);
    must(memory_ == nullptr, "ERKStepCreate");
    must(ERKStepSetErrHandlerFn(memory_, silent, nullptr), "ERKStepSetErrHandlerFn");
    must(ERKStepSetUserData(memory_, this), "ERKStepSetUserData");
    must(ERKStepSetTableNum(memory_, table), "ERKStepSetTableNum");
    // PI control of the embedded order: the best of ARKODE's controllers here, for both tables.
    must(ERKStepSetAdaptivityMethod(memory_, ARK_ADAPT_PI, 1, 0, nullptr),
         "ERKStepSetAdaptivityMethod");
    must(ERKStepSetMaxNumSteps(memory_, 1000000), "ERKStepSetMaxNumSteps");
}

Run ErkStep::run(double tolerance, double* out)
{
    std::copy(mechanism_.start.begin(), mechanism_.start.end(), data(y_));
    double t = 0;
    ERKStepSStolerances(memory_, tolerance, tolerance);
    ERKStepReInit(memory_, field, 0, y_.get());
    ERKStepSetStopTime(memory_, mechanism_.end);
    Run run;
    run.reached = ERKStepEvolve(memory_, mechanism_.end, y_.get(), &t, ARK_NORMAL) >= 0;
    ERKStepGetNumSteps(memory_, &run.steps);
    ERKStepGetNumErrTestFails(memory_, &run.rejected);
    std::copy(data(y_), data(y_) + size_, out);
    return run;
}

Variant variant(const Mechanism& mechanism, ARKODE_ERKTableID table, const char* name)
{
    auto erk = std::make_shared<ErkStep>(mechanism, table);
    const Solve solve = [erk](double tolerance, double* y) { return erk->run(tolerance, y); };
    return {Side::peer, name, {{"", solve}}};
}

}  // namespace

std::vector<Variant> erkstep_variants(const Mechanism& mechanism)
{
    return {variant(mechanism, ARKODE_DORMAND_PRINCE_7_4_5, "ERKStep DP 5(4), ODE"),
            variant(mechanism, ARKODE_FEHLBERG_13_7_8, "ERKStep Fehlberg 8(7), ODE")};
}

}  // namespace bench
