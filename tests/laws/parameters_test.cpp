// SPDX-License-Identifier: Apache-2.0
// Every model with every parameter tunable that can be: as the model with its numbers folded.
#include "involute/system/parameters.hpp"
#include "tests/laws/spread.hpp"

namespace involute::testing {
namespace {

std::vector<std::string> that_can_be_tunable(const std::string& text)
{
    std::vector<std::string> names;
    for (const Parameter& p : read_system(text).parameters) {
        try {
            read_system(text, "", {}, {p.name});
            names.push_back(p.name);
        } catch (const Error&) {
        }
    }
    return names;
}

/// How far apart the rows are, a number in units of the largest of its order in the row, or of a
/// hundredth of the largest at all: what is small beside these has their roundings.
double apart(const Solution& a, const Solution& b)
{
    if (a.rows.size() != b.rows.size() || a.names != b.names) return INFINITY;
    double most = 0;
    for (std::size_t r = 0; r < a.rows.size(); ++r) {
        std::map<std::ptrdiff_t, double> size;
        double least = 0.01;
        for (const double value : b.rows[r]) least = std::max(least, 0.01 * std::abs(value));
        const auto order = [&](std::size_t i) { return std::ranges::count(a.names[i], '\''); };
        for (std::size_t i = 0; i < a.names.size(); ++i)
            size[order(i)] = std::max({size[order(i)], least, std::abs(b.rows[r][i + 1])});
        for (std::size_t i = 0; i < a.names.size(); ++i)
            most = std::max(most, std::abs(a.rows[r][i + 1] - b.rows[r][i + 1]) / size[order(i)]);
    }
    return most;
}

std::vector<SourceFile> models_with_parameters()
{
    std::vector<SourceFile> files;
    for (const SourceFile& file : files_with_a_solution())
        if (file.name.starts_with("models/") && !that_can_be_tunable(text_of(file)).empty())
            files.push_back(file);
    return files;
}

class TunableModels : public ::testing::TestWithParam<SourceFile> {};

TEST_P(TunableModels, AreTheFoldedOnes)
{
    const std::string text = text_of(GetParam());
    const System folded = read_system(text);
    const System tunable = read_system(text, "", {}, that_can_be_tunable(text));
    ASSERT_TRUE(has_tunable(tunable));
    SolveOptions options;
    options.sampling.only_end = true;
    options.max_steps = 200;
    const Solution far = solve(folded, options);
    options.max_steps = 0;
    if (folded.solve.to) options.to = far.end;
    const Solution a = solve(tunable, options), b = solve(folded, options);
    EXPECT_EQ(word_of(a.code), word_of(b.code)) << a.reason << b.reason;
    EXPECT_EQ(a.route, b.route);
    EXPECT_LE(apart(a, b), 0.1 * options.rtol);
}

TEST_P(TunableModels, TakeTheSameStepsOfFixedSize)
{
    const std::string text = text_of(GetParam());
    const System folded = read_system(text);
    if (!folded.solve.to) return;
    const System tunable = read_system(text, "", {}, that_can_be_tunable(text));
    SolveOptions options{.method = "dop853"};
    options.step = std::abs(*folded.solve.to) / 4096;
    options.max_steps = 16;
    EXPECT_LE(apart(solve(tunable, options), solve(folded, options)), 1e-13);
}

INSTANTIATE_TEST_SUITE_P(Every, TunableModels, ::testing::ValuesIn(models_with_parameters()),
                         [](const auto& file) { return test_name(file.param); });

}  // namespace
}  // namespace involute::testing
