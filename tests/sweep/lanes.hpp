// SPDX-License-Identifier: Apache-2.0
// One sweep made with runs one after the other, and with runs side by side.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

#include "involute/model/read.hpp"
#include "involute/sweep/sweep.hpp"

namespace involute::testing {

struct Case {
    std::string text{};
    std::vector<SampleBlock> axes{};
    std::string keep{};
    SolveOptions options{};
};

inline std::vector<SweepRow> rows_of(const Case& of, int threads, int lanes)
{
    const Samples samples(of.axes);
    const System system = read_system(of.text);
    const Simulation simulation(
        system, {.tunable = swept_parameters(system, samples), .solve = of.options});
    std::vector<SweepRow> rows;
    sweep(simulation, samples, read_keep(of.keep, simulation), {.threads = threads, .lanes = lanes},
          [&](const SweepRow& row) {
              rows.push_back(row);
              return true;
          });
    return rows;
}

inline std::vector<std::uint64_t> bits_of(const std::vector<double>& numbers)
{
    std::vector<std::uint64_t> bits;
    for (const double x : numbers) bits.push_back(std::bit_cast<std::uint64_t>(x));
    return bits;
}

/// Returns the rows that runs one after the other have.
inline std::vector<SweepRow> expect_same(const Case& of)
{
    const std::vector<SweepRow> alone = rows_of(of, 1, 1);
    for (const int threads : {1, 2})
        for (const int lanes : {4, 8}) {
            const std::vector<SweepRow> rows = rows_of(of, threads, lanes);
            EXPECT_EQ(rows.size(), alone.size());
            for (std::size_t k = 0; k < rows.size() && k < alone.size(); ++k) {
                EXPECT_EQ(bits_of(rows[k].sample), bits_of(alone[k].sample));
                EXPECT_EQ(bits_of(rows[k].kept), bits_of(alone[k].kept)) << "run " << k;
                EXPECT_EQ(rows[k].code, alone[k].code);
                EXPECT_EQ(rows[k].reason, alone[k].reason);
            }
        }
    return alone;
}

}  // namespace involute::testing
