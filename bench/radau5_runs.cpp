// SPDX-License-Identifier: Apache-2.0
// The other end of radau5_peer.cpp: an R process, asked over pipes. It measures its own time.
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "bench/variant.hpp"

namespace bench {

namespace {

using namespace std::string_literals;

class Peer {
public:
    Peer();
    ~Peer();
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;

    bool ready() const { return ready_; }
    Run ask(int problem, int form, double rtol, double atol, double enough, double* y, int count,
            double& seconds);

private:
    pid_t process_ = -1;
    std::FILE* to_ = nullptr;
    std::FILE* from_ = nullptr;
    bool ready_ = false;
};

constexpr const char* script =
    "suppressWarnings(suppressMessages(library(deSolve)));"
    "dyn.load(\"" INVOLUTE_RADAU5_PEER
    "\");"
    "invisible(.C(\"bench_serve_radau5\", system.file(\"libs\", \"deSolve.so\", package = "
    "\"deSolve\")))";

Peer::Peer()
{
    std::signal(SIGPIPE, SIG_IGN);
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0) throw std::runtime_error("no pipe");
    process_ = fork();
    if (process_ == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        if (!std::freopen("/dev/null", "w", stderr)) _exit(127);
        for (const int end : {in[0], in[1], out[0], out[1]}) close(end);
        execlp("Rscript", "Rscript", "--vanilla", "-e", script, nullptr);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    to_ = fdopen(in[1], "w");
    from_ = fdopen(out[0], "r");
    char word[16] = "";
    ready_ = std::fscanf(from_, "%15s", word) == 1 && std::strcmp(word, "ready") == 0;
}

Peer::~Peer()
{
    std::fclose(to_);
    std::fclose(from_);
    waitpid(process_, nullptr, 0);
}

Run Peer::ask(int problem, int form, double rtol, double atol, double enough, double* y, int count,
              double& seconds)
{
    std::fprintf(to_, "%d %d %.17g %.17g %.17g\n", problem, form, rtol, atol, enough);
    std::fflush(to_);
    int reached = 0;
    Run run;
    if (std::fscanf(from_, "%d %ld %ld %lf", &reached, &run.steps, &run.rejected, &seconds) != 4)
        throw std::runtime_error("RADAU5 does not answer");
    for (int i = 0; i < count; ++i)
        if (std::fscanf(from_, "%lf", y + i) != 1) throw std::runtime_error("half an answer");
    run.reached = reached != 0;
    return run;
}

}  // namespace

std::vector<Variant> radau5_variants(const Problem& problem)
{
    static Peer peer;
    const int number = int(&problem - stiff_problems().data());
    std::vector<Variant> all;
    const auto add = [&](int form, const std::string& name) {
        Variant variant{Side::peer, "RADAU5, " + name, {}};
        const int count = int(problem.reference.size());
        if (!peer.ready()) {
            std::fprintf(stderr, "RADAU5: Rscript with deSolve is not installed\n");
            return;
        }
        for (const double floor : problem.floors) {
            char label[32] = "";
            if (floor != 1) std::snprintf(label, sizeof label, "atol %.0e rtol", floor);
            variant.settings.push_back({label,
                                        [=](double tolerance, double* y) {
                                            double seconds = 0;
                                            return peer.ask(number, form, tolerance,
                                                            floor * tolerance, 0, y, count,
                                                            seconds);
                                        },
                                        [=](double tolerance, double enough) {
                                            double seconds = 0;
                                            std::vector<double> y(std::size_t(count), 0.0);
                                            peer.ask(number, form, tolerance, floor * tolerance,
                                                     enough, y.data(), count, seconds);
                                            return seconds;
                                        }});
        }
        all.push_back(std::move(variant));
    };
    if (problem.ode) add(-1, "ODE");
    // Forms with a constant matrix of y'.
    for (std::size_t k = 0; k < problem.forms.size(); ++k)
        if (problem.forms[k].tested == problem.forms[k].size && problem.forms[k].name != "ODE"s)
            add(int(k), problem.forms[k].name);
    return all;
}

}  // namespace bench
