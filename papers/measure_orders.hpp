// SPDX-License-Identifier: Apache-2.0
// The orders of all methods, measured on a surface of codimension 2 in R^5 in quad precision.
//
// Local: one step from the start, against the solution. Global: the largest error along an
// arclength of 2; the error at the end alone may pass through zero as the steps shrink.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "involute/step/steppers.hpp"

namespace involute::papers {

struct OrderSettings {
    bool project_stages = true;
    ProjectionChoice projection{
        .way = ProjectionWay::newton};  // the papers': orthogonal, plain metric
    bool global = true;
};

/// Errors are Euclidean, in R^5.
struct MeasuredOrder {
    std::string method{};
    int order = 0;                        // as claimed
    std::vector<double> h{};              // 2^-5, 2^-6, .. of the local errors
    std::vector<double> local_errors{};   // of one step
    double local_order = 0;               // between the last two
    std::vector<int> steps{};             // 16, 32, .. until the order between two settles
    std::vector<double> global_errors{};  // the largest along the path
    double global_order = 0;              // between the last two
};

/// The surface with its solution from the start, by a Taylor series of high order.
class OrderProblem {
public:
    OrderProblem();

    Geometry<Quad>& geometry() { return *geometry_; }
    const std::vector<Quad>& start() const { return start_; }
    /// At the arclength i/512, 0 <= i <= 1024.
    const std::vector<Quad>& on_path(int i) const { return path_[std::size_t(i)]; }
    /// At the arclength 2^-k, k = 5 .. 9.
    const std::vector<Quad>& near_start(int k) const { return near_[std::size_t(k - 5)]; }

private:
    std::unique_ptr<Geometry<Quad>> geometry_;
    std::vector<Quad> start_;
    std::vector<std::vector<Quad>> path_, near_;
};

using StepperMaker = std::function<std::unique_ptr<Stepper<Quad>>(XProblem<Quad>&, WalkOptions)>;

/// One method, by what makes its stepper.
MeasuredOrder measure_order(OrderProblem& problem, const std::string& name, int order,
                            const OrderSettings& settings, const StepperMaker& make);
MeasuredOrder measure_order(OrderProblem& problem, const MethodEntry& method,
                            const OrderSettings& settings = {});
/// The Taylor series at a fixed order.
MeasuredOrder measure_series(OrderProblem& problem, int order, const OrderSettings& settings = {});

/// Every method there is, the series at the orders 4, 7 and 10.
std::vector<MeasuredOrder> measure_orders(const OrderSettings& settings = {});

/// Proposition 3.5 without X and Proposition 3.9 with S_V/2: what they claim, 3, is lost.
std::vector<MeasuredOrder> measure_wrong_corrections(const OrderSettings& settings = {});

}  // namespace involute::papers
