// SPDX-License-Identifier: Apache-2.0
// Runs of one system at many tolerances by many methods, and how far apart they end.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "tests/drive/support.hpp"

namespace involute::testing {

struct SourceFile {
    std::string name{};  // "models/pendulum"
    std::filesystem::path path{};
};

inline std::ostream& operator<<(std::ostream& out, const SourceFile& file)
{
    return out << file.name;
}

inline std::string text_of(const SourceFile& file)
{
    std::ifstream in(file.path);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

/// Letters, digits and _ alone.
inline std::string test_name(const SourceFile& file)
{
    std::string name = file.name;
    std::ranges::replace_if(
        name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
}

/// A length along the curve is measured in units of the tolerances unless the model says otherwise.
inline bool ends_at_a_place(const System& system)
{
    return system.solve.to || (system.solve.length && system.solve.scale);
}

inline std::vector<SourceFile> files_with_a_solution()
{
    namespace fs = std::filesystem;
    std::vector<SourceFile> files;
    const fs::path root = INVOLUTE_SOURCE;
    for (const char* folder :
         {"models", "tests/catalogue/systems/regular", "tests/catalogue/systems/hidden",
          "tests/catalogue/systems/redundant", "tests/catalogue/systems/singular"})
        for (const fs::directory_entry& entry : fs::directory_iterator(root / folder)) {
            if (entry.path().extension() != ".ode") continue;
            const std::string name =
                fs::path(folder).filename().string() + "/" + entry.path().stem().string();
            SourceFile file{name, entry.path()};
            if (ends_at_a_place(read_system(text_of(file), name))) files.push_back(file);
        }
    std::ranges::sort(files, {}, &SourceFile::name);
    return files;
}

/// Where a run ended.
struct Ending {
    std::string method{};
    double rtol = 0;
    bool finished = false;
    std::vector<std::string> names{};  // of unknowns that are returned and determined
    std::vector<double> values{};
    std::map<std::string, double> free{};  // start values that can be chosen: how large they get
};

inline Ending ending(const System& system, const std::string& method, double rtol,
                     const std::vector<std::string>& gauge)
{
    SolveOptions options{.method = method, .rtol = rtol, .atol = rtol / 100};
    options.max_seconds = 5;
    Ending end{.method = method, .rtol = rtol};
    Solution run;
    try {
        run = solve(system, options);
    } catch (const Error&) {
        return end;  // the method does not do this
    }
    end.finished = succeeded(run) && !run.rows.empty();
    if (!end.finished) return end;
    for (const std::string& name : system.names.unknowns) {
        const bool returned = std::ranges::count(run.names, name) > 0;  // strong forces are not
        if (!returned || std::ranges::count(gauge, name) > 0) continue;
        end.names.push_back(name);
        end.values.push_back(end_value(run, name));
    }
    for (const StartEntry& entry : run.start)
        if (entry.free)
            for (const double v : values(run, entry.name))
                end.free[entry.name] = std::max(end.free[entry.name], std::abs(v));
    return end;
}

inline std::vector<Ending> all_endings(const System& system)
{
    const std::vector<std::string> gauge = analyze(system).gauge;
    std::vector<Ending> endings;
    for (const double rtol : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12})
        for (const char* method : {"dop853", "taylor", "radau", "auto"})
            endings.push_back(ending(system, method, rtol, gauge));
    return endings;
}

/// The last one that finished; null if none did.
inline const Ending* tightest(const std::vector<Ending>& endings)
{
    const Ending* best = nullptr;
    for (const Ending& e : endings)
        if (e.finished) best = &e;
    return best;
}

struct Difference {
    double relative = 0;  // to 0.01 + |value|, as atol is to rtol
    std::string name{};
    double found = 0, expected = 0;
};

inline double size_of(double value)
{
    return 0.01 + std::abs(value);
}

inline Difference largest_difference(const Ending& is, const Ending& was)
{
    Difference most;
    for (std::size_t i = 0; i < was.values.size(); ++i) {
        const double off = std::abs(is.values[i] - was.values[i]) / size_of(was.values[i]);
        if (!(off <= most.relative)) most = {off, was.names[i], is.values[i], was.values[i]};
    }
    return most;
}

/// Free start values moved by `by` of the size that they have on the way, where errors are made;
/// the others left to follow from them.
inline System disturbed(const System& system, const std::map<std::string, double>& free, double by)
{
    System other = system;
    other.starts.clear();
    for (Given given : system.starts) {
        if (given.unknown < 0) {
            other.starts.push_back(given);
            continue;
        }
        const auto found = free.find(jet_name(system.names, given.unknown, given.order));
        if (found == free.end()) {
            other.guesses.push_back(given);
            continue;
        }
        given.value += by * size_of(found->second);
        by = -by;
        other.starts.push_back(given);
    }
    return other;
}

/// By how much disturbances of the start grow until the end, at least 1. The run is the tightest
/// one's, so that its own errors are far below what is measured.
inline double condition_of(const System& system, const Ending& best)
{
    constexpr double by = 1e-5;
    double most = 1;
    for (const double side : {by, -by}) {
        const Ending other = ending(disturbed(system, best.free, side), best.method, best.rtol, {});
        if (!other.finished) continue;
        for (std::size_t i = 0; i < best.names.size(); ++i) {
            const auto at = std::ranges::find(other.names, best.names[i]) - other.names.begin();
            const double off = std::abs(other.values[std::size_t(at)] - best.values[i]);
            most = std::max(most, off / (by * size_of(best.values[i])));
        }
    }
    return most;
}

}  // namespace involute::testing
