// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/series_program_sums.hpp"

#include <cstddef>
#include <cstring>

namespace involute {
namespace {

// Four neighbours in memory, of any alignment. They are copied because compilers treat vectors of
// less than their natural alignment differently.
using Four = double __attribute__((vector_size(32)));
static_assert(sizeof(Four) == SumGroup::lanes * sizeof(double));

[[gnu::always_inline]] inline void load(Four& four, const double* from)
{
    std::memcpy(&four, from, sizeof four);
}
[[gnu::always_inline]] inline void store(double* to, const Four& four)
{
    std::memcpy(to, &four, sizeof four);
}

/// One body, compiled for any processor and for those with 256-bit registers. Both use the same two
/// partial sums, so the bits are the same everywhere.
[[gnu::always_inline]] inline void add_groups(const SeriesLayout& layout, int k, double* memory)
{
    const std::ptrdiff_t row = layout.row;
    double* const row_zero = memory + layout.at_row(0);
    for (const SumGroup& group : layout.groups) {
        const double* a = row_zero + group.first_a * row + group.a;
        const double* b = row_zero + (k + group.last_b) * row + group.b;
        Four even{}, odd{}, x, y;
        int left = k + group.terms;
        for (; left > 1; left -= 2, a += 2 * row, b -= 2 * row) {
            load(x, a), load(y, b);
            even += x * y;
            load(x, a + row), load(y, b - row);
            odd += x * y;
        }
        if (left > 0) {
            load(x, a), load(y, b);
            even += x * y;
        }
        store(memory + group.sum, even + odd);
    }
}

[[gnu::always_inline]] inline void horner(const double* rows, int stride, int width,
                                          const double* weights, int count, double h, double* sum)
{
    for (int c = 0; c < width; c += SumGroup::lanes) {
        Four total{}, coefficients;
        const double* row = rows + std::ptrdiff_t(count - 1) * stride + c;
        for (int k = count; k-- > 0; row -= stride) {
            load(coefficients, row);
            total = total * h + weights[k] * coefficients;
        }
        store(sum + c, total);
    }
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void horner_wide(const double* rows, int stride, int width,
                                         const double* weights, int count, double h, double* sum)
{
    horner(rows, stride, width, weights, count, h, sum);
}

[[gnu::target("avx2")]] void add_wide(const SeriesLayout& layout, int k, double* memory)
{
    add_groups(layout, k, memory);
}

const bool wide_registers = __builtin_cpu_supports("avx2");
#endif

}  // namespace

template <>
void add_products(const SeriesLayout& layout, int k, double* memory)
{
#if defined(__x86_64__)
    if (wide_registers) return add_wide(layout, k, memory);
#endif
    add_groups(layout, k, memory);
}

template <>
void add_products(const SeriesLayout& layout, int k, Quad* memory)
{
    const std::ptrdiff_t row = layout.row;
    const Quad* const row_zero = memory + layout.at_row(0);
    for (const SumGroup& group : layout.groups)
        for (int lane = 0; lane < group.used; ++lane) {
            const Quad* a = row_zero + group.first_a * row + group.a + lane;
            const Quad* b = row_zero + (k + group.last_b) * row + group.b + lane;
            Quad sum = 0;
            for (int i = 0; i < k + group.terms; ++i, a += row, b -= row) sum += *a * *b;
            memory[group.sum + lane] = sum;
        }
}

template <>
void sum_powers(const double* rows, int stride, int width, const double* weights, int count,
                double h, double* sum)
{
#if defined(__x86_64__)
    if (wide_registers) return horner_wide(rows, stride, width, weights, count, h, sum);
#endif
    horner(rows, stride, width, weights, count, h, sum);
}

template <>
void sum_powers(const Quad* rows, int stride, int width, const Quad* weights, int count, Quad h,
                Quad* sum)
{
    for (int c = 0; c < width; ++c) {
        Quad total = 0;
        for (int k = count; k-- > 0;)
            total = total * h + weights[k] * rows[std::ptrdiff_t(k) * stride + c];
        sum[c] = total;
    }
}

}  // namespace involute
