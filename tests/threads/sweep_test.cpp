// SPDX-License-Identifier: Apache-2.0
// The workers of a sweep share nothing that changes: the same rows on four threads as on one, runs
// that are completed anew and runs that fail among them.
#include <gtest/gtest.h>

#include "involute/involute.hpp"

namespace involute {
namespace {

TEST(SweepThreads, GiveTheRowsOfOne)
{
    const System system = read_system(
        "param m = 1, k = 1\nvar x, y, z\nm*x' + x = t\ny' = k*z\nz' = -k*y\n"
        "guess x = 1\nstart y = 1, z = 0\nsection s: y = 0\nsolve to 2\n");
    const Samples samples({axis("m=0,1,2"), axis("k=1:3:10"), axis("z=0,1e308")});
    const Simulation simulation(system, {.tunable = swept_parameters(system, samples)});
    const Keep keep = read_keep("x(end), max(y), t(s), y at 1", simulation);
    const auto text = [&](int threads) {
        std::string lines;
        sweep(simulation, samples, keep, {.threads = threads}, [&](const SweepRow& row) {
            lines += line_of(row);
            return true;
        });
        return lines;
    };
    const std::string one = text(1);
    EXPECT_NE(one.find("\n60,"), std::string::npos);
    EXPECT_EQ(text(4), one);
}

}  // namespace
}  // namespace involute
