// SPDX-License-Identifier: Apache-2.0
// What is found for special writings of a system, compared with what is found for it as its author
// wrote it: the same, or open with a reason.
#pragma once

#include <fmt/format.h>

#include <iostream>

#include "tests/catalogue/scramble_cases.hpp"
#include "tests/catalogue/special_writings.hpp"

namespace involute::testing {

/// Right, or open with a reason.
enum class Judged { right, open, wrong };

struct SpecialFinding {
    Judged judged = Judged::right;
    std::string words{};
};

inline Findings special_findings(const System& system, bool values)
{
    SolveOptions options;
    options.max_seconds = 10;  // more is open
    options.sampling.only_end = true;
    Findings found;
    found.analysis = analyze(system, options);
    if (values && found.analysis.status == Verdict::complete && system.solve.to)
        found.solution = solve(system, options);
    return found;
}

inline double end_of(const System& system, const Solution& run, int unknown)
{
    return end_value(run, system.names.unknowns[std::size_t(unknown)]);
}

inline std::string difference_of_values(const System& author, const Findings& was,
                                        const SpecialWriting& special, const Findings& is)
{
    const double way = was.solution.rows.back()[0] - to_double(start_time(author));
    std::vector<double> found;
    for (int j = 0; j < author.unknowns(); ++j)
        found.push_back(end_of(special.system, is.solution, j));
    for (int j = 0; j < author.unknowns(); ++j) {
        const std::string& name = author.names.unknowns[std::size_t(j)];
        if (std::ranges::count(was.analysis.gauge, name) > 0) continue;
        const double expected = end_of(author, was.solution, j);
        const double value = special.original(found, j, way);
        // As in expect_same_end; errors are relative to what is computed.
        const double size = 1 + std::abs(expected) + std::abs(found[std::size_t(j)] - value) +
                            std::abs(found[std::size_t(j)]);
        if (!(std::abs(value - expected) <= 1e-6 * size))
            return fmt::format("{} ends at {}, not {}", name, value, expected);
    }
    return {};
}

/// Compared with what was found for the system as its author wrote it.
inline SpecialFinding compared(const System& author, const Findings& was,
                               const SpecialWriting& special, bool values)
{
    // What belongs to redundant constraints is not unique, and then nothing it is mixed with.
    if (special.mixes_unknowns && !was.analysis.gauge.empty()) return {};
    const Findings is = special_findings(special.system, values);
    const Analysis &before = was.analysis, &now = is.analysis;
    const auto wrong = [](std::string words) { return SpecialFinding{Judged::wrong, words}; };
    if (now.status == Verdict::undecided)
        return now.message.empty() ? wrong("no reason") : SpecialFinding{Judged::open, now.message};
    if (now.status != before.status) return wrong("another verdict: " + now.message);
    if (now.status != Verdict::complete) return {};
    if (now.dimension != before.dimension)
        return wrong(fmt::format("dimension {}, not {}", now.dimension, before.dimension));
    if (special.same_index && before.gauge.empty() && now.index && before.index &&
        now.index_is_bound == before.index_is_bound && *now.index != *before.index)
        return wrong(fmt::format("index {}, not {}", *now.index, *before.index));
    const bool went = values && was.solution.status == RunStatus::finished;
    if (!went || was.solution.rows.empty()) return {};
    for (const Outcome claim : {Outcome::turned, Outcome::singular, Outcome::singular_start,
                                Outcome::inconsistent_start, Outcome::false_invariant})
        if (is.solution.code == claim) return wrong(is.solution.reason);
    if (is.solution.status != RunStatus::finished || is.solution.rows.empty())
        return {Judged::open, is.solution.reason};
    const std::string words = difference_of_values(author, was, special, is);
    return words.empty() ? SpecialFinding{} : wrong(words);
}

/// What became of a number of special writings.
struct SpecialTally {
    int systems = 0, open = 0;

    void add(const std::string& name, const System& author, const Findings& was,
             const SpecialKind& kind, unsigned seed, bool values)
    {
        std::mt19937 random(seed);
        SpecialFinding found;
        try {
            found = compared(author, was, kind.write(author, random), values);
        } catch (const std::exception& e) {
            found = {Judged::wrong, e.what()};
        }
        const std::string words =
            fmt::format("{}, {} (seed {}): {}", name, kind.name, seed, found.words);
        ++systems;
        if (found.judged == Judged::wrong) ADD_FAILURE() << words;
        if (found.judged != Judged::open) return;
        ++open;
        std::cout << "open: " << words << "\n";
    }

    void expect_few_open(int of_hundred) const
    {
        std::cout << fmt::format("{} special starts: {} open\n", systems, open);
        EXPECT_LE(100 * open, of_hundred * systems + 99);
    }
};

inline std::vector<Case> models_of_at_most(int unknowns)
{
    namespace fs = std::filesystem;
    std::vector<Case> cases;
    for (const auto& file : fs::directory_iterator(fs::path(INVOLUTE_SOURCE) / "models")) {
        std::ifstream in(file.path());
        std::stringstream text;
        text << in.rdbuf();
        System system = read_system(text.str(), file.path().stem().string());
        if (system.unknowns() <= unknowns)
            cases.push_back({file.path().stem().string(), std::move(system)});
    }
    std::ranges::sort(cases, {}, &Case::name);
    return cases;
}

}  // namespace involute::testing
