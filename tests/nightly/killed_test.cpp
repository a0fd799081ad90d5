// SPDX-License-Identifier: Apache-2.0
// Fifty kills of a run that writes checkpoints.
#include "tests/cli/killed_runs.hpp"

namespace cli {
namespace {

TEST(Killed, FiftyTimesAtRandomPlaces)
{
    expect_same_rows_after(50, 2);
}

}  // namespace
}  // namespace cli
