// SPDX-License-Identifier: Apache-2.0
// What it takes to find out what a large or redundant system amounts to: CPU time from its text to
// the answer of `analyze`, beside that for Andrews' mechanism in the same run.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>

#include "bench/model_file.hpp"
#include "bench/problems/redundant.hpp"
#include "bench/timing.hpp"
#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"

namespace {

constexpr int runs = 5;  // the best counts

double seconds_of(const std::string& text, involute::Analysis& found)
{
    double best = 1e300;
    for (int run = 0; run < runs; ++run) {
        const double begin = bench::cpu_seconds();
        found = involute::analyze(involute::read_system(text));
        best = std::min(best, bench::cpu_seconds() - begin);
    }
    return best;
}

const char* word_of(involute::Verdict verdict)
{
    switch (verdict) {
        case involute::Verdict::complete:
            return "complete";
        case involute::Verdict::inconsistent:
            return "inconsistent";
        case involute::Verdict::underdetermined:
            return "underdetermined";
        case involute::Verdict::undecided:
            break;
    }
    return "undecided";
}

void report()
{
    using bench::Extra;
    involute::Analysis found;
    const double andrews = seconds_of(bench::model_text("andrews.ode"), found);
    std::printf("| system | verdict | dimension | CPU ms | Andrews' mechanism = 1 |\n");
    std::printf("|:---|:---|---:|---:|---:|\n");
    std::printf("| Andrews' mechanism | %s | %d | %.1f | 1 |\n", word_of(found.status),
                found.dimension, 1e3 * andrews);
    const auto line = [&](const char* name, const std::string& text) {
        const double seconds = seconds_of(text, found);
        std::printf("| %s | %s | %d | %.1f | %.1f |\n", name, word_of(found.status),
                    found.dimension, 1e3 * seconds, seconds / andrews);
        std::fflush(stdout);
    };
    line("chain of 20 links", bench::chain_of_links(20, Extra::nothing));
    line(".. one constraint twice", bench::chain_of_links(20, Extra::one_constraint_twice));
    line(".. velocity constraints added", bench::chain_of_links(20, Extra::velocity_constraints));
    line("4 bodies with quaternions", bench::quaternion_bodies(4, false));
    line(".. and their norms", bench::quaternion_bodies(4, true));
    line("mean field, 400 unknowns", bench::mean_field(400));
    line("Bennett's linkage, n = 50", bench::bennett_linkage());
    line("Bricard's loop, n = 80", bench::bricard_loop());
    line("Stokes flow, n = 65", bench::stokes_flow(5));
}

}  // namespace

int main()
{
    try {
        report();
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
