// SPDX-License-Identifier: Apache-2.0
// No step allocates memory after the first two of a run.
//
// Counted at malloc itself, which operator new and Eigen both end in. A sanitizer brings a malloc
// of its own; there nothing is counted.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>

#include "involute/method/explicit_methods.hpp"
#include "involute/prepare/prepare.hpp"
#include "involute/step/steppers.hpp"
#include "tests/geometry/models.hpp"

#if defined(__has_feature)  // clang's way of saying it
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define INVOLUTE_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define INVOLUTE_SANITIZED
#endif
#if defined(__GLIBC__) && !defined(INVOLUTE_SANITIZED)
#define INVOLUTE_COUNTS_ALLOCATIONS 1
#else
#define INVOLUTE_COUNTS_ALLOCATIONS 0
#endif

namespace {

thread_local bool counting = false;
thread_local long allocations = 0;

}  // namespace

#if INVOLUTE_COUNTS_ALLOCATIONS
extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size)
{
    allocations += counting;
    return __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size)
{
    allocations += counting;
    return __libc_calloc(count, size);
}

void* realloc(void* old, std::size_t size)
{
    allocations += counting;
    return __libc_realloc(old, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size)
{
    allocations += counting;
    return __libc_memalign(alignment, size);
}

}  // extern "C"
#endif

namespace involute::test {
namespace {

class Counted {
public:
    Counted()
    {
        allocations = 0;
        counting = true;
    }
    ~Counted() { counting = false; }
    long stop() const
    {
        counting = false;
        return allocations;
    }
};

/// Allocations during the steps after the first two, thirty or as many as there are to the end.
template <class P>
long allocations_of_steps(Prepared& prepared, P& problem, const char* method, double t, double end)
{
    Walker<double> walker(problem, make_stepper<double>(problem, *find_method_entry(method), {}),
                          {});
    EXPECT_TRUE(walker.stand(prepared.start.p.data(), t, 1));
    for (int k = 0; k < 2; ++k) EXPECT_EQ(walker.advance(end), Outcome::finished);
    bool taken = true;
    const Counted counted;
    for (int k = 0; k < 30 && walker.t < end; ++k)
        taken = taken && walker.advance(end) == Outcome::finished;
    const long found = counted.stop();
    EXPECT_TRUE(taken);
    EXPECT_GE(walker.steps, 10);
    return found;
}

Prepared prepared_model(const std::string& name, bool curve, bool native)
{
    Prepared prepared = prepare(read_system(model_text(name)), {.native = native}, curve);
    EXPECT_EQ(prepared.outcome, Outcome::complete) << prepared.message;
    return prepared;
}

TEST(Allocations, AreSeenByTheCounter)
{
    if (!INVOLUTE_COUNTS_ALLOCATIONS) GTEST_SKIP() << "malloc belongs to the sanitizer";
    const Counted counted;
    std::vector<double> some(1000);
    Eigen::VectorXd more = Eigen::VectorXd::Zero(1000);
    volatile double use = some[0] + more[0];
    static_cast<void>(use);
    EXPECT_GE(counted.stop(), 2);
}

struct Case {
    const char* model;
    double end;
};

class StepsInX : public ::testing::TestWithParam<Case> {};

TEST_P(StepsInX, AllocateNothing)
{
    if (!INVOLUTE_COUNTS_ALLOCATIONS) GTEST_SKIP() << "malloc belongs to the sanitizer";
    for (const bool native : {true, false})
        for (const char* method : {"dop853", "dopri54", "taylor", "radau5"}) {
            Prepared prepared = prepared_model(GetParam().model, false, native);
            XProblem<double> problem(*prepared.geometry, prepared.scale);
            EXPECT_EQ(allocations_of_steps(prepared, problem, method, prepared.start.p[0],
                                           GetParam().end),
                      0)
                << method << (native ? " native" : " interpreted");
        }
}

INSTANTIATE_TEST_SUITE_P(OfModels, StepsInX,
                         ::testing::Values(Case{"pendulum", 100}, Case{"andrews", 0.05},
                                           Case{"pendulum_energy", 100}, Case{"chain", 3},
                                           Case{"discharge_pressure", 40}),
                         [](const auto& c) { return std::string(c.param.model); });

TEST(Allocations, OfStiffStepsOfLargeSystemsAreNone)
{
    if (!INVOLUTE_COUNTS_ALLOCATIONS) GTEST_SKIP() << "malloc belongs to the sanitizer";
    const System heat = read_system(
        "param N = 200\nvar u[0..N+1]\nu[0] = 0\nu[N+1] = 0\n"
        "for i in 1..N { u[i]' = (N+1)^2*(u[i-1] - 2*u[i] + u[i+1]); "
        "start u[i] = sin(pi*i/(N+1)) }");
    Prepared prepared = prepare(heat, {}, false);
    XProblem<double> problem(*prepared.geometry, prepared.scale);
    EXPECT_EQ(allocations_of_steps(prepared, problem, "radau5", 0, 1), 0);
}

class StepsAlongACurve : public ::testing::TestWithParam<Case> {};

TEST_P(StepsAlongACurve, AllocateNothing)
{
    if (!INVOLUTE_COUNTS_ALLOCATIONS) GTEST_SKIP() << "malloc belongs to the sanitizer";
    Prepared prepared = prepared_model(GetParam().model, true, true);
    CurveProblem<double> problem(*prepared.geometry, prepared.scale, 1);
    problem.orient(1);
    EXPECT_EQ(allocations_of_steps(prepared, problem, "dop853", 0, GetParam().end), 0);
}

INSTANTIATE_TEST_SUITE_P(OfModels, StepsAlongACurve,
                         ::testing::Values(Case{"sphere", 3}, Case{"pendulum", 50},
                                           Case{"circle", 7}),
                         [](const auto& c) { return std::string(c.param.model); });

TEST(Allocations, OfThePivotedFallbackAreNone)
{
    if (!INVOLUTE_COUNTS_ALLOCATIONS) GTEST_SKIP() << "malloc belongs to the sanitizer";
    // The order chosen at t = 0 divides by cos t, which vanishes at t = π/2.
    Geometry<double> geometry =
        geometry_of("var x, y\ncos(t)*x + sin(t)*y = 1\n-sin(t)*x' + cos(t)*y' = t");
    const double start[] = {0, 1, 0};
    ASSERT_TRUE(geometry.choose_order(start));
    double p[] = {1.5707963267948966, 0.1, 1.1}, z[2];
    const long before = geometry.counts.fallbacks;
    const Counted counted;
    geometry.field(p, z);
    geometry.sweep(p);
    EXPECT_EQ(counted.stop(), 0);
    EXPECT_GE(geometry.counts.fallbacks, before + 2);
}

TEST(Allocations, OfDenseOutputAreNone)
{
    if (!INVOLUTE_COUNTS_ALLOCATIONS) GTEST_SKIP() << "malloc belongs to the sanitizer";
    Prepared prepared = prepared_model("pendulum", false, true);
    XProblem<double> problem(*prepared.geometry, prepared.scale);
    Walker<double> walker = make_walker<double>(problem, *find_method("dop853"), {});
    ASSERT_TRUE(walker.stand(prepared.start.p.data(), 0, 1));
    std::vector<double> p(5);
    for (int k = 0; k < 3; ++k) walker.advance(100);
    const Counted counted;
    for (int k = 0; k < 5; ++k) {
        walker.interpolate(0.3, p.data());
        problem.project(p.data(), 1e-8);
        walker.advance(100);
    }
    EXPECT_EQ(counted.stop(), 0);
}

}  // namespace
}  // namespace involute::test
