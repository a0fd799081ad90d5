// SPDX-License-Identifier: Apache-2.0
// A hundred thousand unknowns, against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "bench/problems/redundant.hpp"
#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"
#include "tests/cli/program.hpp"
#include "tests/geometry/models.hpp"

namespace involute::test {
namespace {

TEST(LargeModels, ChainOf33333LinksFallsFreelyFarFromItsEnd)
{
    const System system = read_system(model_text("chain"), "chain", {{"N", 33333}});
    SolveOptions options{.to = 0.05};
    options.sampling.only_end = true;
    options.columns = {"x[33333]", "y[33333]", "y[20000]", "y[20000]'"};
    const Solution solution = solve(system, options);
    ASSERT_EQ(solution.code, Outcome::finished) << solution.reason;
    // What the fixed end does fades by a constant factor with every link.
    const double t = 0.05;
    const std::vector<double>& row = solution.rows.back();
    EXPECT_NEAR(row[1], 33333, 1e-6);
    EXPECT_NEAR(row[2], -t * t / 2, 1e-8);
    EXPECT_NEAR(row[3], -t * t / 2, 1e-8);
    EXPECT_NEAR(row[4], -t, 1e-7);
}

TEST(LargeModels, RodOf100000PiecesCoolsLikeItsFirstModes)
{
    const int n = 100000;
    const System system = read_system(R"(param N = 100000
var u[0..N]
u[0] = 0
u[N] = 0
for i in 1..N-1 { u[i]' = N^2*(u[i-1] - 2*u[i] + u[i+1]) }
for i in 1..N-1 { start u[i] = sin(pi*i/N) + 0.3*sin(3*pi*i/N) }
)");
    SolveOptions options{.to = 0.05, .rtol = 1e-7, .atol = 1e-9};
    options.sampling.only_end = true;
    options.columns = {"u[20000]", "u[50000]"};
    const Solution solution = solve(system, options);
    ASSERT_EQ(solution.code, Outcome::finished) << solution.reason;
    const auto mode = [&](int k, double at) {
        const double root = std::sin(k * M_PI / (2.0 * n));
        return std::exp(-4.0 * n * n * root * root * 0.05) * std::sin(k * M_PI * at);
    };
    const auto exact = [&](double at) { return mode(1, at) + 0.3 * mode(3, at); };
    EXPECT_NEAR(solution.rows.back()[1], exact(0.2), 1e-6);
    EXPECT_NEAR(solution.rows.back()[2], exact(0.5), 1e-6);
}

// 1,976 unknowns. The values are those of exp(w t) in the eigenvectors of the Laplacian on
// velocities without divergence, and pressures of minimum norm by least squares (numpy).
TEST(LargeModels, FlowBetweenWallsHasItsPressures)
{
    SolveOptions options{.to = 0.1, .rtol = 1e-8, .atol = 1e-10};
    options.sampling.only_end = true;
    options.columns = {"u[13,13]", "v[13,13]", "p[1,1]", "p[26,26]"};
    const Solution solution = solve(read_system(bench::stokes_flow(26)), options);
    ASSERT_EQ(solution.code, Outcome::finished) << solution.reason;
    const std::vector<double>& row = solution.rows.back();
    EXPECT_NEAR(row[1], -0.000674836584911, 1e-11);
    EXPECT_NEAR(row[2], 0.000674836584911, 1e-11);
    EXPECT_NEAR(row[3], -0.347977053216, 1e-9);
    EXPECT_NEAR(row[4], 0.947937489796, 1e-9);
}

TEST(LargeModels, ThatNeedMoreMemoryThanAllowedEndWithAReason)
{
    const cli::Folder folder;
    const std::string model = folder.write("rod.ode", R"(param N = 400000
var u[0..N]
u[0] = 0
u[N] = 0
for i in 1..N-1 { u[i]' = N^2*(u[i-1] - 2*u[i] + u[i+1]) }
for i in 1..N-1 { start u[i] = i*(N-i)/N^2 }
)");
    const std::string err = (folder.path / "err").string();
    const std::string line = "ulimit -v 1000000; " + std::string(INVOLUTE_PROGRAM) + " solve " +
                             model + " --to 1 >/dev/null 2>" + err;
    EXPECT_EQ(std::system(line.c_str()), row_of(Outcome::max_memory).exit_code << 8);
    EXPECT_NE(cli::content(err).find("no memory is left"), std::string::npos) << cli::content(err);
}

}  // namespace
}  // namespace involute::test
