// SPDX-License-Identifier: Apache-2.0
// What lies within the accepted steps of a walk along callables, told to whoever asked for it.
#pragma once

#include <vector>

#include "involute/drive/callable_step.hpp"
#include "involute/observe/walk_view.hpp"
#include "involute/step/callable_problem.hpp"

namespace involute {

class CallableSteps {
public:
    CallableSteps(StepObserver observer, CallableProblem& problem);

    /// The last step of the walk: evaluates the field at places within it and tells them. Ends the
    /// run where nobody wants to hear more, or where a place cannot be brought to the constraints.
    void tell(WalkView<double>& view);

private:
    void put(std::size_t place, const double* p);

    StepObserver observer_;  // or none
    CallableProblem& problem_;
    std::size_t unknowns_;
    bool began_ = false;
    std::vector<double> point_, slope_;
    std::vector<double> x_, y_, slopes_;
};

}  // namespace involute
