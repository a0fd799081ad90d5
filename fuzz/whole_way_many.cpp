// SPDX-License-Identifier: Apache-2.0
// The whole way for many systems, without sanitizers and without feedback: run K of a seed is the
// same on every machine.
//
//   build/dev/fuzz/whole_way_many SEED FIRST COUNT [SECONDS [EACH]]
//                      runs FIRST .. FIRST + COUNT - 1; no more of them begins after so many
//                      seconds of processor; EACH is the limit of time a run is given, 0.1 if not
//                      said
//   build/dev/fuzz/whole_way_many SEED K
//                      shows run K, and makes it
//
// Runs that are wrong are shown and the others go on; one that ends the program (a crash, or no end
// within a minute of processor time) is named. The exit code is 1 if there was one.
#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

#include "fuzz/whole_way.hpp"

namespace {

constexpr double seconds_of_a_run = 0.1;         // a twentieth of them would take some seconds
constexpr unsigned seconds_until_hung = 60;      // of processor: a busy machine is no fault
constexpr unsigned seconds_until_locked = 1800;  // of the clock: what waits for ever uses none

volatile std::sig_atomic_t seed_now = 0, run_now = 0;

/// Only what is allowed in a handler of signals.
void name_run(int signal)
{
    char text[80];
    const int length = std::snprintf(text, sizeof text, "signal %d in run %d of seed %d\n", signal,
                                     int(run_now), int(seed_now));
    if (write(STDERR_FILENO, text, std::size_t(length)) < 0) _exit(3);
    _exit(2);
}

/// Enough for most models: what is not there would be nothing but zeros.
std::vector<std::uint8_t> bytes_of(long seed, long run)
{
    std::seed_seq sequence{seed, run};
    std::mt19937 random(sequence);
    std::vector<std::uint8_t> bytes(40 + random() % 160);
    for (std::uint8_t& byte : bytes) byte = std::uint8_t(random());
    return bytes;
}

double processor_seconds()
{
    return double(std::clock()) / CLOCKS_PER_SEC;
}

}  // namespace

int main(int count, char** words)
{
    if (count < 3 || count > 6) {
        std::fprintf(stderr, "usage: whole_way_many SEED FIRST [COUNT [SECONDS [EACH]]]\n");
        return 64;
    }
    const long seed = std::atol(words[1]), first = std::atol(words[2]);
    const long runs = count > 3 ? std::atol(words[3]) : 1;
    const double limit = count > 4 ? std::atof(words[4]) : 1e300;
    const double each = count > 5 ? std::atof(words[5]) : seconds_of_a_run;
    for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL, SIGALRM, SIGPROF})
        std::signal(signal, name_run);
    seed_now = int(seed);
    long made = 0, wrong = 0;
    for (; made < runs && processor_seconds() < limit; ++made) {
        run_now = int(first + made);
        const std::vector<std::uint8_t> bytes = bytes_of(seed, first + made);
        if (count == 3) {
            std::printf("%s\n", fuzz::show_whole_way(bytes).c_str());
            std::fflush(stdout);  // it may not end
        }
        alarm(seconds_until_locked);
        const itimerval until_hung = {{}, {seconds_until_hung, 0}};
        setitimer(ITIMER_PROF, &until_hung, nullptr);
        try {
            fuzz::go_whole_way(bytes, each);
        } catch (const fuzz::Complaint& complaint) {
            ++wrong;
            std::printf("run %ld of seed %ld: %s\n", first + made, seed, complaint.words.c_str());
            std::fflush(stdout);
        }
    }
    std::printf("seed %ld from %ld: %ld runs, %ld wrong, %.1f s of processor time\n", seed, first,
                made, wrong, processor_seconds());
    return wrong > 0 ? 1 : 0;
}
