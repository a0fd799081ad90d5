// SPDX-License-Identifier: Apache-2.0
#include "app/streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>

#include "involute/base/error.hpp"

namespace app {

namespace {

/// Opened the wrong way round, so that using it fails as if it were closed.
void occupy(int descriptor, int mode)
{
    if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) return;
    const int opened = open("/dev/null", mode);
    if (opened < 0 || opened == descriptor) return;
    dup2(opened, descriptor);
    close(opened);
}

}  // namespace

void prepare_streams()
{
    occupy(STDIN_FILENO, O_WRONLY);
    occupy(STDOUT_FILENO, O_RDONLY);
    occupy(STDERR_FILENO, O_WRONLY);
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

void finish_output()
{
    if (std::cout) errno = 0;
    const bool arrived = bool(std::cout.flush()) && std::fflush(stdout) == 0;
    if (arrived) return;
    if (errno == EPIPE) {
        std::signal(SIGPIPE, SIG_DFL);
        std::raise(SIGPIPE);
    }
    const std::string why = errno != 0 ? std::string(": ") + std::strerror(errno) : "";
    throw involute::Error(involute::Diagnostic{.message = "cannot write to standard output" + why});
}

}  // namespace app
