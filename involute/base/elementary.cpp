// SPDX-License-Identifier: Apache-2.0
#include "involute/base/elementary.hpp"

#include <cmath>
#include <cstring>

#include "involute/base/sine_kernel.hpp"

namespace involute {
namespace {

using Two = double __attribute__((vector_size(16)));
using Four = double __attribute__((vector_size(32)));
using Eight = double __attribute__((vector_size(64)));
using TwoBits = std::int64_t __attribute__((vector_size(16)));
using FourBits = std::int64_t __attribute__((vector_size(32)));
using EightBits = std::int64_t __attribute__((vector_size(64)));

[[gnu::always_inline]] inline bool outside(double x)
{
    return !(std::fabs(x) <= sine_limit);
}

[[gnu::always_inline]] inline bool any_outside(int count, const double* x)
{
    bool any = false;
    for (int i = 0; i < count; ++i) any |= outside(x[i]);
    return any;
}

[[gnu::noinline]] void one_by_one(int count, const double* x, double* sines, double* cosines)
{
    for (int i = 0; i < count; ++i) {
        sines[i] = sine(x[i]);
        cosines[i] = cosine(x[i]);
    }
}

/// Of so many numbers as V has, if all are within the limit.
template <class V, class Bits>
[[gnu::always_inline]] inline void some(const double* x, double* sines, double* cosines)
{
    V values, s, c;
    std::memcpy(&values, x, sizeof values);
    elementary_detail::sine_and_cosine<V, Bits>(values, s, c);
    std::memcpy(sines, &s, sizeof s);
    std::memcpy(cosines, &c, sizeof c);
}

/// One number as the first of two: bits of a vector need not leave its registers.
[[gnu::always_inline]] inline void alone(double x, Two& sine, Two& cosine)
{
    elementary_detail::sine_and_cosine<Two, TwoBits>(Two{x, x}, sine, cosine);
}

void four_in_pairs(const double* x, double* sines, double* cosines)
{
    some<Two, TwoBits>(x, sines, cosines);
    some<Two, TwoBits>(x + 2, sines + 2, cosines + 2);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void four_at_once(const double* x, double* sines, double* cosines)
{
    some<Four, FourBits>(x, sines, cosines);
}

[[gnu::target("avx512f,avx512dq")]] void eight_at_once(const double* x, double* sines,
                                                       double* cosines)
{
    some<Eight, EightBits>(x, sines, cosines);
}

[[gnu::target("avx2")]] void four_in_registers(double* results, double a, double b, double c,
                                               double d)
{
    const Four x = {a, b, c, d};
    Four s, t;
    if (outside(a) || outside(b) || outside(c) || outside(d)) {
        double values[4];
        std::memcpy(values, &x, sizeof x);
        return one_by_one(4, values, results, results + 4);
    }
    elementary_detail::sine_and_cosine<Four, FourBits>(x, s, t);
    std::memcpy(results, &s, sizeof s);
    std::memcpy(results + 4, &t, sizeof t);
}

const bool wide_registers = __builtin_cpu_supports("avx2");
const bool widest_registers =
    __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
#else
constexpr bool wide_registers = false, widest_registers = false;
constexpr auto *four_at_once = four_in_pairs, *eight_at_once = four_in_pairs;  // not called
#endif

void four_anywhere(double* results, double a, double b, double c, double d)
{
    const double x[] = {a, b, c, d};
    if (outside(a) || outside(b) || outside(c) || outside(d))
        return one_by_one(4, x, results, results + 4);
    four_in_pairs(x, results, results + 4);
}

}  // namespace

double sine(double x)
{
    if (outside(x)) return std::sin(x);
    Two s, c;
    alone(x, s, c);
    return s[0];
}

double cosine(double x)
{
    if (outside(x)) return std::cos(x);
    Two s, c;
    alone(x, s, c);
    return c[0];
}

void sine_and_cosine(double* results, double x)
{
    if (outside(x)) return one_by_one(1, &x, results, results + 1);
    Two s, c;
    alone(x, s, c);
    results[0] = s[0];
    results[1] = c[0];
}

FourSinesAndCosines four_sines_and_cosines()
{
#if defined(__x86_64__)
    if (wide_registers) return &four_in_registers;
#endif
    return &four_anywhere;
}

void sines_and_cosines(int count, const double* x, double* sines, double* cosines)
{
    const auto of_four = wide_registers ? &four_at_once : &four_in_pairs;
    for (int i = 0, made = 0; i < count; i += made) {
        const bool eight = widest_registers && i + 8 <= count && !any_outside(8, x + i);
        made = eight ? 8 : 4;
        if (eight)
            eight_at_once(x + i, sines + i, cosines + i);
        else if (any_outside(4, x + i))
            one_by_one(4, x + i, sines + i, cosines + i);
        else
            of_four(x + i, sines + i, cosines + i);
    }
}

}  // namespace involute
