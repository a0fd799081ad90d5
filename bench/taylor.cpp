// SPDX-License-Identifier: Apache-2.0
// Taylor polynomials of high order beside DOP853, on raw models: CPU time against achieved error.
//   taylor [--quick] [--orders]
// --orders: also the orders that the automatic choice did not take.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "bench/front.hpp"
#include "bench/model_file.hpp"
#include "bench/timing.hpp"
#include "involute/model/read.hpp"
#include "involute/prepare/prepare.hpp"
#include "involute/step/series_stepper.hpp"
#include "involute/step/steppers.hpp"

namespace {

using namespace involute;
using bench::Point;

/// One model, prepared once, to be walked to an abscissa where its `expect` lines give the
/// solution.
class Problem {
public:
    Problem(const char* file, double end) : end_(end)
    {
        system_ = read_system(bench::model_text(file), file);
        SolveOptions options;
        options.rtol = options.atol = 1e-13;  // of the start
        prepared_ = prepare(system_, options, false);
        if (prepared_.outcome != Outcome::complete) throw std::runtime_error(prepared_.message);
        problem_ = std::make_unique<XProblem<double>>(*prepared_.geometry, prepared_.scale);
    }

    /// order: of Taylor; 0: automatic; -1: DOP853 instead.
    Point measure(double tolerance, int order, bool quick);

private:
    bool walk(Walker<double>& walker) const
    {
        walker.steps = walker.rejected = 0;
        bool walking = walker.stand(prepared_.start.p.data(), prepared_.start.p[0], 1);
        while (walking && walker.t < end_) walking = walker.advance(end_) == Outcome::finished;
        return walking;
    }

    /// -log10 of max |y - ref| / (1 + |ref|) over all coordinates that are expected there.
    double digits(const Walker<double>& walker) const
    {
        const Layout& layout = prepared_.geometry->layout();
        double worst = 1e-17;
        for (const Expectation& e : system_.expectations) {
            if (e.kind != Expectation::Kind::value || e.at != end_ || e.unknown < 0) continue;
            if (!layout.in_point(e.unknown, e.order)) continue;
            const double found = walker.p[std::size_t(layout.position(e.unknown, e.order))];
            worst = std::max(worst, std::abs(found - e.expected) / (1 + std::abs(e.expected)));
        }
        return -std::log10(worst);
    }

    double end_;
    System system_{};
    Prepared prepared_{};
    std::unique_ptr<XProblem<double>> problem_{};
};

Point Problem::measure(double tolerance, int order, bool quick)
{
    const WalkOptions options{
        .rtol = tolerance, .atol = tolerance, .technique = {.order = std::max(order, 0)}};
    Point point{.tolerance = tolerance};
    std::unique_ptr<Stepper<double>> stepper;
    if (order < 0) {
        stepper = make_stepper<double>(*problem_, *find_method_entry("dop853"), options);
        point.setting = "8";
    } else {
        auto series = std::make_unique<SeriesStepper<double>>(*problem_, options);
        point.setting = std::to_string(series->order());
        stepper = std::move(series);
    }
    Walker<double> walker(*problem_, std::move(stepper), options);
    point.run.reached = walk(walker);
    point.digits = digits(walker);
    point.run.steps = walker.steps;
    point.run.rejected = walker.rejected;
    point.seconds =
        bench::seconds_per_call([&] { walk(walker); }, quick ? 0.005 : 0.05, quick ? 2 : 3);
    return point;
}

void print(const char* method, const Point& point)
{
    std::printf("| %-6s | %5s | %9.1e | %8.1e | %8.1f | %6ld | %8ld |\n", method,
                point.setting.c_str(), point.tolerance, std::pow(10, -point.digits),
                1e6 * point.seconds, point.run.steps, point.run.rejected);
}

std::vector<Point> measure_all(Problem& problem, const char* method, int order, bool quick)
{
    std::vector<Point> points;
    for (double exponent = 7; exponent <= 15; exponent += 0.5) {
        points.push_back(problem.measure(std::pow(10.0, -exponent), order, quick));
        print(method, points.back());
    }
    return points;
}

/// CPU time for a number of digits, on the fronts of both.
void print_ratios(const std::vector<Point>& taylor, const std::vector<Point>& dop853)
{
    std::printf("\n| error  | taylor µs | dop853 µs | ratio |\n|---:|---:|---:|---:|\n");
    for (double digits = 8; digits <= 13; digits += 0.5) {
        const auto ours = bench::seconds_for(taylor, digits);
        const auto other = bench::seconds_for(dop853, digits);
        if (!ours) continue;
        std::printf("| %6.0e | %9.1f |", std::pow(10, -digits), 1e6 * *ours);
        if (other)
            std::printf(" %9.1f | %5.2f |\n", 1e6 * *other, *other / *ours);
        else
            std::printf(" %9s | %5s |\n", "-", "-");
    }
}

void compare(const char* file, double end, bool quick, bool orders)
{
    Problem problem(file, end);
    std::printf("\n### %s to %g\n\n", file, end);
    std::printf("| method | order | tolerance |    error |   CPU µs |  steps | rejected |\n");
    std::printf("|:---|---:|---:|---:|---:|---:|---:|\n");
    const auto taylor = measure_all(problem, "taylor", 0, quick);
    const auto dop853 = measure_all(problem, "dop853", -1, quick);
    for (int order = 14; orders && order <= 38; order += 4)
        measure_all(problem, "taylor", order, quick);
    print_ratios(taylor, dop853);
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv)
{
    bool quick = false, orders = false;
    for (int i = 1; i < argc; ++i) {
        quick |= std::string_view(argv[i]) == "--quick";
        orders |= std::string_view(argv[i]) == "--orders";
    }
    try {
        compare("pendulum.ode", 100, quick, orders);
        compare("kepler.ode", 100, quick, orders);
        compare("andrews.ode", 0.03, quick, orders);
        compare("andrews.ode", 0.05, quick, orders);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
