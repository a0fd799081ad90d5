// SPDX-License-Identifier: Apache-2.0
// One evaluation of the field (r, J, elimination, z) and one projection sweep: native code beside
// the interpreter, and the hand-written accelerations.
#include <benchmark/benchmark.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "bench/forms.hpp"
#include "bench/model_file.hpp"
#include "bench/problems/andrews.hpp"
#include "bench/problems/pendulum.hpp"
#include "involute/model/read.hpp"
#include "involute/prepare/prepare.hpp"

namespace {

using namespace bench;

struct Ready {
    involute::Prepared prepared{};
    std::vector<double> p{}, z{};
};

Ready ready(const std::string& model, bool native)
{
    involute::SolveOptions options;
    options.native = native;
    Ready r;
    r.prepared = involute::prepare(involute::read_system(model_text(model), model), options, false);
    if (r.prepared.outcome != involute::Outcome::complete)
        throw std::runtime_error(model + ": " + r.prepared.message);
    r.p = r.prepared.start.p;
    r.z = r.prepared.start.z;
    return r;
}

void field(benchmark::State& state, const char* model, bool native)
{
    Ready r = ready(model, native);
    for (auto _ : state) {
        r.prepared.geometry->field(r.p.data(), r.z.data());
        benchmark::DoNotOptimize(r.z.data());
    }
}

void sweep(benchmark::State& state, const char* model, bool native)
{
    Ready r = ready(model, native);
    for (auto _ : state) {
        r.prepared.geometry->sweep(r.p.data());
        benchmark::DoNotOptimize(r.p.data());
    }
}

template <class P>
void hand_written(benchmark::State& state)
{
    auto y = P::start;
    double dy[2 * P::n];
    for (auto _ : state) {
        benchmark::DoNotOptimize(y.data());
        ode<P>(0, y.data(), dy);
        benchmark::DoNotOptimize(dy);
    }
}

BENCHMARK_CAPTURE(field, pendulum_native, "pendulum.ode", true);
BENCHMARK_CAPTURE(field, pendulum_interpreted, "pendulum.ode", false);
BENCHMARK(hand_written<Pendulum>);
BENCHMARK_CAPTURE(field, andrews_native, "andrews.ode", true);
BENCHMARK_CAPTURE(field, andrews_interpreted, "andrews.ode", false);
BENCHMARK(hand_written<Andrews>);
BENCHMARK_CAPTURE(sweep, pendulum_native, "pendulum.ode", true);
BENCHMARK_CAPTURE(sweep, andrews_native, "andrews.ode", true);

}  // namespace

BENCHMARK_MAIN();
