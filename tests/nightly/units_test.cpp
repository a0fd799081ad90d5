// SPDX-License-Identifier: Apache-2.0
// Every model with each of its unknowns in other units.
#include "tests/laws/units.hpp"

namespace involute::testing {
namespace {

/// Strong forces are unknowns of the front door's own making, with units that follow. A length with
/// a scale (`solve length 6 scale 1`) is that of the numbers as they are written, in whatever unit.
std::vector<SourceFile> models_to_rewrite()
{
    std::vector<SourceFile> files;
    for (const SourceFile& file : files_with_a_solution())
        if (file.name.starts_with("models/")) {
            const System system = read_system(text_of(file));
            if (system.small.empty() && !system.solve.scale) files.push_back(file);
        }
    return files;
}

class UnitsOfModels : public ::testing::TestWithParam<SourceFile> {};

TEST_P(UnitsOfModels, DoNotMatter)
{
    const System system = read_system(text_of(GetParam()));
    for (const double factor : {1e6, 1e-6})
        for (int j = 0; j < system.unknowns(); ++j)
            EXPECT_EQ(differs_in_other_units(system, {j, factor}, 10'000), "")
                << system.names.unknowns[std::size_t(j)] << " times " << factor;
}

INSTANTIATE_TEST_SUITE_P(Models, UnitsOfModels, ::testing::ValuesIn(models_to_rewrite()),
                         [](const auto& model) { return test_name(model.param); });

}  // namespace
}  // namespace involute::testing
