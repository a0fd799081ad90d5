// SPDX-License-Identifier: Apache-2.0
// Observers of a walk: rows of values with their certificate, and crossings of sections.
#pragma once

#include <functional>
#include <vector>

#include "involute/drive/prepare.hpp"
#include "involute/project/certificate.hpp"

namespace involute {

/// Turns points into rows: x, then every unknown with its derivatives up to the highest that
/// occurs in the equations; and keeps the worst residual of all rows made.
class RowMaker {
public:
    using Tops = std::function<void(const double* p, double* z)>;

    RowMaker(const CompletedSystem& completed, Certificate<double>& certificate, Tops tops);

    /// False if a value is not finite: no row is made of such a point.
    bool make(const double* p, std::vector<double>& row);

    const std::vector<std::string>& names() const { return names_; }
    Residual worst() const { return worst_; }

private:
    Certificate<double>& certificate_;
    Tops tops_;
    std::vector<std::string> names_;
    std::vector<int> columns_;  // position in (p, z)
    int point_size_;
    std::vector<double> z_;
    Residual worst_;
};

/// The highest derivative of each unknown that occurs in the equations as written.
std::vector<int> highest_orders(const System& system);

/// The last step of a walk as its observers see it.
struct StepView {
    double t0 = 0, t1 = 0;                              // parameter
    const double* end = nullptr;                        // the point at t1
    std::function<bool(double theta, double* p)> at{};  // the point of M at t0 + θ (t1 - t0)
};

/// Finds where expressions vanish within a step, on points of M.
class CrossingFinder {
public:
    struct Found {
        double theta = 0;
        int crossing = 0;  // which of system.crossings
    };

    CrossingFinder(Geometry<double>& geometry, RowMaker::Tops tops);
    bool empty() const { return signs_.empty(); }
    void start(const double* p);
    /// All crossings of the step in order of travel, up to the first event that stops.
    const std::vector<Found>& find(const StepView& step);

private:
    double value(int crossing, const double* p);
    double locate(int crossing, const StepView& step, double a, double fa, double b, double fb);

    std::vector<Crossing> crossings_;
    Program<double> values_;
    RowMaker::Tops tops_;
    int sign_of(int crossing, double value) const;
    void estimate_noise(const double* p);

    std::vector<int> signs_;     // last sign that was not zero
    std::vector<double> noise_;  // values up to this size are zero but for rounding
    std::vector<Found> found_;
    std::vector<double> in_, out_, work_, point_, samples_;
    int point_size_ = 0;
};

}  // namespace involute
