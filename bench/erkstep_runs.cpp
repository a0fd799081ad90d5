// SPDX-License-Identifier: Apache-2.0
// ARKODE's ERKStep on the underlying ODE, with its tables of order 5 and 8.
#include <arkode/arkode_erkstep.h>

#include <algorithm>
#include <memory>

#include "bench/sundials.hpp"
#include "bench/variant.hpp"

namespace bench {

namespace {

struct Controller {
    const char* name = "";
    int method = ARK_ADAPT_PID;
    int order = 0;  // 0: it works with the order of the embedding, 1: with that of the method
};

/// No controller of ARKODE wins everywhere: these are all run and the best counts.
constexpr Controller controllers[] = {{"PID", ARK_ADAPT_PID, 0},
                                      {"PI", ARK_ADAPT_PI, 0},
                                      {"PI, method order", ARK_ADAPT_PI, 1},
                                      {"I", ARK_ADAPT_I, 0}};

class ErkStep {
public:
    ErkStep(const Problem& problem, ARKODE_ERKTableID table, const Controller& controller);
    ~ErkStep() { ERKStepFree(&memory_); }
    ErkStep(const ErkStep&) = delete;
    ErkStep& operator=(const ErkStep&) = delete;

    Run run(double tolerance, double* out);

private:
    static int field(double t, N_Vector y, N_Vector dy, void* self)
    {
        static_cast<ErkStep*>(self)->problem_.ode(t, data(y), data(dy));
        return 0;
    }

    const Problem& problem_;
    int size_;
    SundialsContext context_{};
    Vector y_;
    void* memory_ = nullptr;
};

ErkStep::ErkStep(const Problem& problem, ARKODE_ERKTableID table, const Controller& controller)
    : problem_(problem), size_(int(problem.start.size())), y_(make_vector(size_, context_))
{
    std::copy(problem.start.begin(), problem.start.end(), data(y_));
    memory_ = ERKStepCreate(field, 0, y_.get(), context_);
    must(memory_ == nullptr, "ERKStepCreate");
    must(ERKStepSetErrHandlerFn(memory_, silent, nullptr), "ERKStepSetErrHandlerFn");
    must(ERKStepSetUserData(memory_, this), "ERKStepSetUserData");
    must(ERKStepSetTableNum(memory_, table), "ERKStepSetTableNum");
    must(ERKStepSetAdaptivityMethod(memory_, controller.method, 1, controller.order, nullptr),
         "ERKStepSetAdaptivityMethod");
    must(ERKStepSetMaxNumSteps(memory_, most_steps), "ERKStepSetMaxNumSteps");
}

Run ErkStep::run(double tolerance, double* out)
{
    std::copy(problem_.start.begin(), problem_.start.end(), data(y_));
    double t = 0;
    ERKStepSStolerances(memory_, tolerance, tolerance);
    ERKStepReInit(memory_, field, 0, y_.get());
    ERKStepSetStopTime(memory_, problem_.end);
    Run run;
    run.reached = ERKStepEvolve(memory_, problem_.end, y_.get(), &t, ARK_NORMAL) >= 0;
    ERKStepGetNumSteps(memory_, &run.steps);
    ERKStepGetNumErrTestFails(memory_, &run.rejected);
    std::copy(data(y_), data(y_) + size_, out);
    return run;
}

Variant variant(const Problem& problem, ARKODE_ERKTableID table, const char* name)
{
    Variant variant{Side::peer, name, {}};
    for (const Controller& controller : controllers) {
        auto erk = std::make_shared<ErkStep>(problem, table, controller);
        variant.settings.push_back({controller.name, [erk](double tolerance, double* y) {
                                        return erk->run(tolerance, y);
                                    }});
    }
    return variant;
}

}  // namespace

std::vector<Variant> erkstep_variants(const Problem& problem)
{
    return {variant(problem, ARKODE_DORMAND_PRINCE_7_4_5, "ERKStep DP 5(4), ODE"),
            variant(problem, ARKODE_FEHLBERG_13_7_8, "ERKStep Fehlberg 8(7), ODE")};
}

}  // namespace bench
