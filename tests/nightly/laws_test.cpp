// SPDX-License-Identifier: Apache-2.0
// The laws of tests/laws with more systems.
#include "tests/laws/laws.hpp"

namespace involute::testing {
namespace {

constexpr int count = 180;  // of each law: more than 2,000 in all

struct Law {
    std::string name{};
    Rewriting rewriting{};
    unsigned first_seed = 0;  // those of tests/laws are others
    Run run = run_of_text;
};

std::ostream& operator<<(std::ostream& out, const Law& law)
{
    return out << law.name;
}

const std::vector<Law> laws{
    {"Explicit", [](const RandomSystem& s, Dice&) { return plain(s); }, 1100},
    {"AsCode", with_lets, 1100, run_of_code},
    {"WithLets", with_lets, 2100},
    {"Shifted", shifted, 3100},
    {"InOtherUnits", scaled, 4100},
    {"Reordered", reordered, 5100},
    {"Multiplied", equations_scaled, 6100},
    {"Mixed", mixed, 7100},
    {"WithADerivative", with_a_derivative_as_equation, 8100},
    {"WithADerivativeAdded", with_a_derivative_added, 9100},
    {"TimeShifted", time_shifted, 10100},
    {"Implicit", implicit, 11100},
};

class ManySystems : public ::testing::TestWithParam<Law> {};

TEST_P(ManySystems, HaveTheSolutionOfAnotherIntegrator)
{
    expect_law(GetParam().rewriting, GetParam().first_seed, count, GetParam().run);
}

INSTANTIATE_TEST_SUITE_P(Laws, ManySystems, ::testing::ValuesIn(laws),
                         [](const auto& law) { return law.param.name; });

}  // namespace
}  // namespace involute::testing
