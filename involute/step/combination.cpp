// SPDX-License-Identifier: Apache-2.0
#include "involute/step/combination.hpp"

#include <cstring>

namespace involute {
namespace {

using Four = double __attribute__((vector_size(32)));

/// Four times `wide` coordinates from c on.
template <int wide>
[[gnu::always_inline]] inline void combine_some(const WeightedSlope<double>* terms,
                                                std::size_t count, const double* k, int stride,
                                                double factor, const double* from, double* to,
                                                int c)
{
    Four sum[wide]{}, value;
    const std::size_t older = count > 0 ? count - 1 : 0;
    for (std::size_t j = 0; j < older; ++j) {
        const double* slope = k + terms[j].slope * stride + c;
        for (int w = 0; w < wide; ++w) {
            std::memcpy(&value, slope + 4 * w, sizeof value);
            sum[w] += terms[j].weight * value;
        }
    }
    // The last slope has just been written, number by number: to read it in one piece would wait
    // until all of them have left the processor.
    for (std::size_t j = older; j < count; ++j) {
        const volatile double* slope = k + terms[j].slope * stride + c;
        for (int w = 0; w < wide; ++w, slope += 4)
            sum[w] += terms[j].weight * Four{slope[0], slope[1], slope[2], slope[3]};
    }
    for (int w = 0; w < wide; ++w) {
        sum[w] *= factor;
        if (from) {
            std::memcpy(&value, from + c + 4 * w, sizeof value);
            sum[w] += value;
        }
        std::memcpy(to + c + 4 * w, &sum[w], sizeof value);
    }
}

/// One body, compiled for the plain processor and for one with 256-bit registers.
[[gnu::always_inline]] inline void combine_four(const WeightedSlope<double>* terms,
                                                std::size_t count, const double* k, int stride,
                                                double factor, const double* from, double* to)
{
    int c = 0;
    for (; c + 8 <= stride; c += 8) combine_some<2>(terms, count, k, stride, factor, from, to, c);
    if (c < stride) combine_some<1>(terms, count, k, stride, factor, from, to, c);
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
