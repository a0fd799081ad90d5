// SPDX-License-Identifier: Apache-2.0
#include "papers/sch_radau5.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

#include "involute/base/dense.hpp"
#include "involute/expr/calculus.hpp"

namespace involute::papers {
namespace {

using Vector = Eigen::VectorXd;
using Stages = Eigen::Matrix<double, Eigen::Dynamic, 3>;  // one column a stage
using Complex = std::complex<double>;

constexpr double roundoff = 1e-16;
constexpr int most_iterations = 7;
constexpr double safety = 0.9, largest_quotient = 5, smallest_quotient = 1.0 / 8;
constexpr double fast = 1e-3;  // contraction with which derivatives are kept
constexpr double worth_changing = 1.2;
constexpr double first_step = 1e-6;

double square(double x)
{
    return x * x;
}

/// A⁻¹ of Radau IIA with 3 stages in real and complex block: T⁻¹ A⁻¹ T = diag(γ, [α -β; β α]).
struct RadauCoefficients {
    double c1 = (4 - std::sqrt(6.0)) / 10, c2 = (4 + std::sqrt(6.0)) / 10;
    Eigen::Vector3d error{-(13 + 7 * std::sqrt(6.0)) / 3, (-13 + 7 * std::sqrt(6.0)) / 3, -1.0 / 3};
    double gamma = 0;
    Complex pair{};
    Eigen::Matrix3d t{}, inverse{};

    RadauCoefficients()
    {
        const double root = std::cbrt(9.0);
        gamma = 30 / (6 + root * (root - 1));
        const Complex inverse_pair((12 - root * (root - 1)) / 60,
                                   -root * (root + 1) * std::sqrt(3.0) / 60);
        pair = 1.0 / inverse_pair;
        t << 9.1232394870892942792e-02, -0.14125529502095420843, -3.0029194105147424492e-02,
            0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779,
            0.96604818261509293619, 1, 0;
        inverse = inverted(t);
    }
};

class Radau5 {
public:
    Radau5(const Radau5Problem& problem, Vector start, double end, double tolerance)
        : problem_(problem),
          end_(end),
          tolerance_(0.1 * std::pow(tolerance, 2.0 / 3)),
          newton_(std::max(10 * roundoff / tolerance_, std::min(0.03, std::sqrt(tolerance_)))),
          y_(std::move(start))
    {
        weigh();
        slope_ = evaluate(y_);
        z_.setZero(problem.size(), 3);
        w_ = differences_ = z_;
    }

    Radau5Result run()
    {
        while (!result_.finished && 0.1 * h_ > t_ * roundoff) step();
        result_.y = y_;
        return result_;
    }

private:
    enum class Todo { differentiate, factor, go };
    enum class Newton { converged, shortened, failed };

    Vector evaluate(const Vector& y)
    {
        ++result_.evaluations;
        return problem_.f(y);
    }
    void weigh() { scale_ = tolerance_ * (y_.cwiseAbs().array() + 1); }
    double norm(const Vector& v) const
    {
        return std::sqrt((v.array() / scale_.array()).square().mean());
    }

    void step();
    void differentiate();
    void factor();
    void predict();
    Newton iterate();
    bool shorten(double change, double theta);
    double estimate();
    void accept(double error, double quotient);
    void reject(double quotient);
    void continue_from(double ratio);

    const Radau5Problem& problem_;
    const RadauCoefficients k_{};
    double end_, tolerance_, newton_;
    Radau5Result result_{};
    Vector y_, slope_, scale_;
    Stages z_, w_;        // stages minus y, and T⁻¹ of that
    Stages differences_;  // of the last step, for the next one
    Eigen::MatrixXd jacobian_;
    Lu<double> real_;
    Lu<Complex> complex_;
    Todo todo_ = Todo::differentiate;
    double t_ = 0, h_ = first_step, scaled_by_ = first_step, last_h_ = 0, last_error_ = 1;
    double contraction_ = 1, theta_ = 0;
    int iterations_ = 0;
    bool first_ = true, rejected_ = false, last_ = false, fresh_ = false;
};

/// Forward differences, as RADAU5 takes them if nothing better is given.
void Radau5::differentiate()
{
    const int n = problem_.size();
    jacobian_.resize(n, n);
    Vector moved = y_;
    for (int i = 0; i < n; ++i) {
        const double delta = std::sqrt(roundoff * std::max(1e-5, std::abs(y_[i])));
        moved[i] += delta;
        jacobian_.col(i) = (problem_.f(moved) - slope_) / delta;
        moved[i] = y_[i];
    }
    ++result_.jacobians;
    fresh_ = true;
}

void Radau5::factor()
{
    const Eigen::MatrixXd mass = problem_.mass.asDiagonal();
    real_.compute(k_.gamma / h_ * mass - jacobian_);
    complex_.compute(k_.pair / h_ * mass.cast<Complex>() - jacobian_.cast<Complex>());
}

/// The polynomial of the last step at the stages of this one.
void Radau5::predict()
{
    if (first_) return;
    const double ratio = h_ / last_h_;
    const double at[] = {k_.c1 * ratio, k_.c2 * ratio, ratio};
    for (int i = 0; i < 3; ++i)
        z_.col(i) = at[i] * (differences_.col(0) +
                             (at[i] - k_.c2 + 1) *
                                 (differences_.col(1) + (at[i] - k_.c1 + 1) * differences_.col(2)));
    w_ = z_ * k_.inverse.transpose();
}

/// Newton's method will not be there in time: a shorter step.
bool Radau5::shorten(double change, double theta)
{
    const int left = most_iterations - 1 - iterations_;
    const double expected = contraction_ * change * std::pow(theta, left) / newton_;
    if (expected < 1) return false;
    scaled_by_ = 0.8 * std::pow(std::clamp(expected, 1e-4, 20.0), -1.0 / (4 + left));
    h_ *= scaled_by_;
    return true;
}

Radau5::Newton Radau5::iterate()
{
    const int n = problem_.size();
    contraction_ = std::pow(std::max(contraction_, roundoff), 0.8);
    theta_ = fast;
    double last = 0, last_ratio = 0;
    for (iterations_ = 0; iterations_ < most_iterations;) {
        Stages f(n, 3);
        for (int i = 0; i < 3; ++i) f.col(i) = evaluate(y_ + z_.col(i));
        f *= k_.inverse.transpose();
        const Vector real = f.col(0) - k_.gamma / h_ * problem_.mass.cwiseProduct(w_.col(0));
        Eigen::VectorXcd complex(n);
        for (int i = 0; i < n; ++i)
            complex[i] = Complex(f(i, 1), f(i, 2)) -
                         k_.pair / h_ * problem_.mass[i] * Complex(w_(i, 1), w_(i, 2));
        complex = complex_.solve(complex);
        Stages change(n, 3);
        change << real_.solve(Eigen::MatrixXd(real)), complex.real(), complex.imag();
        ++iterations_;
        double size = 0;
        for (int i = 0; i < 3; ++i) size += square(norm(change.col(i))) / 3;
        size = std::sqrt(size);
        if (!std::isfinite(size)) return Newton::failed;
        if (iterations_ > 1 && iterations_ < most_iterations) {
            const double ratio = size / last;
            theta_ = iterations_ == 2 ? ratio : std::sqrt(ratio * last_ratio);
            last_ratio = ratio;
            if (theta_ >= 0.99) return Newton::failed;
            contraction_ = theta_ / (1 - theta_);
            if (shorten(size, theta_)) return Newton::shortened;
        }
        last = std::max(size, roundoff);
        w_ += change;
        z_ = w_ * k_.t.transpose();
        if (contraction_ * size <= newton_) return Newton::converged;
    }
    return Newton::failed;
}

double Radau5::estimate()
{
    const Vector part = problem_.mass.cwiseProduct(Vector(z_ * k_.error / h_));
    Vector error = real_.solve(Vector(part + slope_));
    if (norm(error) >= 1 && (first_ || rejected_))
        error = real_.solve(Vector(part + evaluate(y_ + error)));
    return std::max(norm(error), 1e-10);
}

void Radau5::accept(double error, double quotient)
{
    if (++result_.steps > 1) {
        const double trend = last_h_ / h_ * std::pow(error * error / last_error_, 0.25) / safety;
        quotient = std::max(quotient, std::clamp(trend, smallest_quotient, largest_quotient));
    }
    first_ = false;
    last_error_ = std::max(1e-2, error);
    last_h_ = h_;
    t_ += h_;
    y_ += z_.col(2);
    differences_.col(0) = (z_.col(1) - z_.col(2)) / (k_.c2 - 1);
    const Vector middle = (z_.col(0) - z_.col(1)) / (k_.c1 - k_.c2);
    differences_.col(1) = (middle - differences_.col(0)) / (k_.c1 - 1);
    differences_.col(2) = differences_.col(1) - (middle - z_.col(0) / k_.c1) / k_.c2;
    if (problem_.project) y_ = problem_.project(y_);
    if (problem_.watch) problem_.watch(t_, y_);
    weigh();
    fresh_ = false;
    result_.finished = last_;
    if (last_) return;
    slope_ = evaluate(y_);
    continue_from(rejected_ ? std::min(1.0, 1 / quotient) : 1 / quotient);
}

/// The next step is `ratio` times as long; factors and derivatives are kept where they serve.
void Radau5::continue_from(double ratio)
{
    rejected_ = false;
    const bool keeps = theta_ <= fast;
    todo_ = keeps ? Todo::factor : Todo::differentiate;
    if (t_ + ratio * h_ >= end_) {
        h_ = end_ - t_;
        last_ = true;
    } else if (keeps && ratio >= 1 && ratio <= worth_changing) {
        todo_ = Todo::go;
    } else {
        h_ *= ratio;
    }
    scaled_by_ = h_;
}

void Radau5::reject(double quotient)
{
    if (result_.steps > 0) ++result_.rejected;
    scaled_by_ = first_ ? 0.1 : 1 / quotient;
    h_ *= scaled_by_;
}

void Radau5::step()
{
    if (todo_ == Todo::differentiate) differentiate();
    if (todo_ != Todo::go) factor();
    // An error of a variable of index k counts times h^(k-1).
    scale_.segment(problem_.index_1, problem_.index_2) /= scaled_by_;
    scale_.tail(problem_.index_3) /= square(scaled_by_);
    predict();
    const Newton newton = iterate();
    if (newton == Newton::converged) {
        const double error = estimate();
        const double safe = std::min(
            safety, safety * (1 + 2.0 * most_iterations) / (iterations_ + 2.0 * most_iterations));
        const double quotient =
            std::clamp(std::pow(error, 0.25) / safe, smallest_quotient, largest_quotient);
        if (error < 1) return accept(error, quotient);
        reject(quotient);
    } else if (newton == Newton::failed) {
        scaled_by_ = 0.5;
        h_ *= scaled_by_;
    }
    rejected_ = true;
    last_ = false;
    todo_ = fresh_ ? Todo::factor : Todo::differentiate;
}

}  // namespace

Radau5Result radau5(const Radau5Problem& problem, Eigen::VectorXd start, double end,
                    double tolerance)
{
    return Radau5(problem, std::move(start), end, tolerance).run();
}

}  // namespace involute::papers
