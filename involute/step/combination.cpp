// SPDX-License-Identifier: Apache-2.0
#include "involute/step/combination.hpp"

#include <cstring>

namespace involute {
namespace {

using Four = double __attribute__((vector_size(32)));

/// One body, compiled for the plain processor and for one with 256-bit registers.
[[gnu::always_inline]] inline void combine_four(const WeightedSlope<double>* terms,
                                                std::size_t count, const double* k, int stride,
                                                double factor, const double* from, double* to)
{
    for (int c = 0; c < stride; c += 4) {
        Four sum{}, value;
        for (std::size_t j = 0; j < count; ++j) {
            std::memcpy(&value, k + terms[j].slope * stride + c, sizeof value);
            sum += terms[j].weight * value;
        }
        sum *= factor;
        if (from) {
            std::memcpy(&value, from + c, sizeof value);
            sum += value;
        }
        std::memcpy(to + c, &sum, sizeof sum);
    }
}

#if defined(__x86_64__)
[[gnu::target("avx")]] void combine_wide(const WeightedSlope<double>* terms, std::size_t count,
                                         const double* k, int stride, double factor,
                                         const double* from, double* to)
{
    combine_four(terms, count, k, stride, factor, from, to);
}

const bool wide_registers = __builtin_cpu_supports("avx");
#endif

}  // namespace

template <>
void combine(const std::vector<WeightedSlope<double>>& terms, const double* k, int stride,
             double factor, const double* from, double* to)
{
#if defined(__x86_64__)
    if (wide_registers)
        return combine_wide(terms.data(), terms.size(), k, stride, factor, from, to);
#endif
    combine_four(terms.data(), terms.size(), k, stride, factor, from, to);
}

}  // namespace involute
