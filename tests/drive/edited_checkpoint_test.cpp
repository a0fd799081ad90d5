// SPDX-License-Identifier: Apache-2.0
// Checkpoints that somebody has edited and given a new sum: they are refused, or a run goes on from
// what they say, but memory is never reached by what they say. (Sanitizers see more of it.)
#include <algorithm>
#include <sstream>

#include "involute/base/error.hpp"
#include "involute/drive/checkpoint_text.hpp"
#include "involute/drive/simulation.hpp"
#include "tests/drive/support.hpp"

namespace involute::testing {
namespace {

using Records = std::vector<StateRecord>;

Records records_of(const std::string& text, const SolveOptions& options, int steps,
                   const Inputs& inputs = {})
{
    Simulation sim(read_system(text, "", {}, {}, inputs), options);
    for (int k = 0; k < steps; ++k) sim.step();
    std::ostringstream out;
    sim.save(out);
    return checkpoint_records("simulation", out.str());
}

/// True if it was refused with words.
bool is_refused(const Records& records)
{
    try {
        std::istringstream in(checkpoint_text("simulation", records));
        Simulation sim = Simulation::load(in);
        for (int k = 0; k < 3; ++k) sim.step();
    } catch (const Error& error) {
        EXPECT_FALSE(error.diagnostics().empty());
        return true;
    }
    return false;
}

bool is_whole(const std::string& word)
{
    return !word.empty() && word.find_first_not_of("-0123456789") == word.npos;
}

/// Every list a number shorter and longer, every whole number and length another one.
void try_edits(const std::string& text, const SolveOptions& options, int steps,
               const Inputs& inputs = {})
{
    const Records records = records_of(text, options, steps, inputs);
    EXPECT_FALSE(is_refused(records));
    int refused = 0;
    for (std::size_t k = 0; k < records.size(); ++k) {
        if (records[k].name.find("text") != std::string::npos || records[k].words.empty()) continue;
        const auto edited = [&](const auto& edit) {
            Records other = records;
            edit(other[k].words);
            refused += is_refused(other) ? 1 : 0;
        };
        using Words = std::vector<std::string>;
        if (is_whole(records[k].words[0])) {
            for (const char* value : {"-1", "1", "7", "1000000"})
                edited([&](Words& words) { words[0] = value; });
            // a list with its length made to fit
            const auto length = std::atol(records[k].words[0].c_str());
            if (length > 0 && records[k].words.size() == std::size_t(length) + 1) {
                edited([&](Words& words) {
                    words.pop_back();
                    words[0] = std::to_string(length - 1);
                });
                edited([&](Words& words) {
                    words.push_back(words.back());
                    words[0] = std::to_string(length + 1);
                });
                edited([&](Words& words) { words = {"0"}; });
                if (is_whole(records[k].words.back()))
                    edited([&](Words& words) { words.back() = "1000000"; });
            }
        }
        edited([](Words& words) { words[0] = "nan"; });
    }
    EXPECT_GT(refused, int(records.size()) / 2);
}

TEST(EditedCheckpoint, OfAnExplicitMethodCrashesNothing)
{
    try_edits(pendulum + "section low: x = 0\nsolve to 6\n", {.method = "dop853"}, 5);
}

TEST(EditedCheckpoint, OfSeriesCrashesNothing)
{
    try_edits(pendulum + "solve to 6\n", {.method = "taylor"}, 5);
}

TEST(EditedCheckpoint, OfRadauCrashesNothing)
{
    try_edits(pendulum + "solve to 6\n", {.method = "radau"}, 5);
}

TEST(EditedCheckpoint, OverKinksCrashesNothing)
{
    try_edits("var x\nx' = max(0, sin(5*t)) - x + abs(x - 0.3)\nstart x = 0\nsolve to 6\n", {}, 30);
}

TEST(EditedCheckpoint, AlongACurveCrashesNothing)
{
    try_edits("var x\nx*x' + t = 0\nstart t = 0, x = 1\n", {.curve = true, .length = 9, .scale = 1},
              10);
}

TEST(EditedCheckpoint, OfARegimeCrashesNothing)
{
    try_edits(
        "var x, y\nx' = y\nmax(0, t - 1)*(x - t) + max(0, 1 - t)*(y - 1) = 0\n"
        "start t = 0, x = 0\nsolve to 2\n",
        {}, 20);
}

TEST(EditedCheckpoint, OfInputsFromOutsideCrashesNothing)
{
    const InputTable table{.t = {0, 1, 3, 6}, .u = {0, 2, 1, 0}};
    try_edits("input u, w\nvar x\nx' = u - w*x\nstart x = 0\nsolve to 6\n", {}, 5,
              {{"u", table}, {"w", 2.0}});
}

bool may_have_any_length(const std::string& name)
{
    for (const char* part :
         {"solution", "text", "system", "options", "notices", "changes", "pieces", "independent"})
        if (name.find(part) != name.npos) return true;
    return false;
}

/// Lists of coordinates, highest derivatives, stages and the like: their lengths are those of the
/// system and of the method. (A list of one looks like a value that may be absent.)
void expect_refusal_of_short_lists(const std::string& text, const SolveOptions& options, int steps)
{
    const Records records = records_of(text, options, steps);
    int lists = 0;
    for (std::size_t k = 0; k < records.size(); ++k) {
        const std::vector<std::string>& words = records[k].words;
        if (words.size() < 3 || !is_whole(words[0]) || may_have_any_length(records[k].name))
            continue;
        if (std::size_t(std::atol(words[0].c_str())) + 1 != words.size()) continue;
        Records other = records;
        other[k].words.pop_back();
        other[k].words[0] = std::to_string(words.size() - 2);
        EXPECT_TRUE(is_refused(other)) << records[k].name << " with " << words.size() - 2;
        ++lists;
    }
    EXPECT_GT(lists, 5);
}

TEST(EditedCheckpoint, WithAListThatIsTooShortIsRefused)
{
    const std::string sections = pendulum + "section low: x = 0\nsolve to 6\n";
    for (const char* method : {"dop853", "taylor", "radau", "auto", "taylor2"})
        expect_refusal_of_short_lists(sections, {.method = method}, 5);
    expect_refusal_of_short_lists(
        "var x, y\nx'' = -x/(x^2 + y^2)^(3/2) + max(0, exp(-t) - y)\n"
        "y'' = -y/(x^2 + y^2)^(3/2) + 1/(1 + (t - 3)^2)\n"
        "start x = 1, y = 0, x' = 0, y' = 1\nsolve to 6\n",
        {}, 5);
}

/// The last line as docs/checkpoints.md has it: how many lines, and their FNV-1a sum.
std::string with_a_new_sum(const std::string& body)
{
    std::uint64_t sum = 14695981039346656037u;
    for (const char c : body) sum = (sum ^ static_cast<unsigned char>(c)) * 1099511628211u;
    char end[64];
    std::snprintf(end, sizeof end, "end %ld %016lx\n", long(std::ranges::count(body, '\n')), sum);
    return body + end;
}

TEST(EditedCheckpoint, OfAnotherBuildIsRefused)
{
    Simulation sim(read_system(pendulum + "solve to 6\n"));
    sim.advance_to(1);
    std::ostringstream out;
    sim.save(out);
    const std::string text = out.str(), body = text.substr(0, text.rfind("end "));
    ASSERT_EQ(with_a_new_sum(body), text);
    for (const auto& [now, other] : {std::pair{"x86-64", "aarch64"}, {"gcc", "clang"}}) {
        const std::size_t at = body.find(now);
        if (at == body.npos) continue;  // this build is another one itself
        std::string edited = body;
        edited.replace(at, std::string_view(now).size(), other);
        std::istringstream in(with_a_new_sum(edited));
        try {
            Simulation::load(in);
            ADD_FAILURE() << "went on with a checkpoint of " << other;
        } catch (const Error& error) {
            EXPECT_TRUE(says(error.what(), "written by another build")) << error.what();
            EXPECT_TRUE(says(error.what(), other)) << error.what();
        }
    }
}

}  // namespace
}  // namespace involute::testing
