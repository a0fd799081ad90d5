// SPDX-License-Identifier: Apache-2.0
#include "involute/algebra/external.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <utility>

#include "involute/base/patience.hpp"

extern char** environ;

namespace involute {
namespace {

using Clock = std::chrono::steady_clock;

// The interval of checks whether a program that has closed its output has ended.
constexpr int poll_milliseconds = 2;
// How soon an interruption is noticed, in milliseconds.
constexpr long longest_wait = 50;

/// An open file, closed at the end.
class File {
public:
    explicit File(int descriptor = -1) : descriptor_(descriptor) {}
    File(File&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    File& operator=(File&& other) noexcept
    {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    ~File() { close(); }

    int descriptor() const { return descriptor_; }
    bool is_open() const { return descriptor_ >= 0; }
    void close()
    {
        if (is_open()) ::close(std::exchange(descriptor_, -1));
    }

private:
    int descriptor_;
};

/// Both ends of a stream. A socket, because writing to one whose reader is gone can be made an
/// error; for a pipe it would be a signal, and signals belong to the caller's program.
struct Stream {
    File ours{}, theirs{};

    Stream()
    {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
        ours = File(ends[0]);
        theirs = File(ends[1]);
        fcntl(ends[0], F_SETFL, O_NONBLOCK);
    }
    bool is_open() const { return ours.is_open(); }
};

/// What posix_spawn is to do in the child: streams in place, a process group of its own so that
/// whatever it starts can be ended with it, signals as in a fresh program.
struct Preparation {
    posix_spawn_file_actions_t files{};
    posix_spawnattr_t attributes{};

    Preparation(int input, int output)
    {
        posix_spawn_file_actions_init(&files);
        posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawnattr_init(&attributes);
        posix_spawnattr_setflags(
            &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        sigset_t none, pipe;
        sigemptyset(&none);
        sigemptyset(&pipe);
        sigaddset(&pipe, SIGPIPE);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &pipe);
    }
    ~Preparation()
    {
        posix_spawn_file_actions_destroy(&files);
        posix_spawnattr_destroy(&attributes);
    }
    Preparation(const Preparation&) = delete;
    Preparation& operator=(const Preparation&) = delete;
};

/// A running program; ended and waited for when it goes out of scope.
class Child {
public:
    explicit Child(pid_t pid) : pid_(pid) {}
    ~Child() { end(); }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// Whether it is over; then `status` is what waitpid said.
    bool is_over(int& status)
    {
        siginfo_t info{};
        const int failed = waitid(P_PID, id_t(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
        if (!failed && info.si_pid == 0) return false;
        end_group();  // before its process group id can be reused
        // If the caller's program ignores its children, nothing can be known about this one.
        if (failed || waitpid(pid_, &status, 0) < 0) status = 0;
        pid_ = -1;
        return true;
    }
    void end()
    {
        if (pid_ < 0) return;
        end_group();
        while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
        }
        pid_ = -1;
    }

private:
    void end_group() const { kill(-pid_, SIGKILL); }
    pid_t pid_;
};

/// Set from outside, because posix_spawn cannot set limits. That of processor time is for the case
/// that we are killed before we could end the program.
void set_limits([[maybe_unused]] pid_t pid, [[maybe_unused]] const ExternalLimits& limits)
{
#ifdef __linux__
    const rlimit memory{limits.memory, limits.memory};
    prlimit(pid, RLIMIT_AS, &memory, nullptr);
    const auto seconds = rlim_t(std::ceil(limits.seconds)) + 1;
    const rlimit time{seconds, seconds};
    prlimit(pid, RLIMIT_CPU, &time, nullptr);
#endif
}

class Conversation {
public:
    Conversation(File& to, File& from, const std::string& input, const ExternalLimits& limits)
        : to_(to),
          from_(from),
          input_(input),
          limits_(limits),
          seconds_(std::min(limits.seconds, seconds_left())),
          end_(Clock::now() +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds_)))
    {
    }

    ExternalAnswer run(Child& child)
    {
        if (input_.empty()) to_.close();
        int status = 0;
        for (bool over = false; answer_.reason.empty() && (from_.is_open() || !over);) {
            if (Clock::now() >= end_) {
                answer_.reason = fmt::format("it did not finish within {:.3g} s", seconds_);
                break;
            }
            if (was_interrupted()) {
                answer_.reason = "it was interrupted";
                break;
            }
            exchange();
            if (!over) over = child.is_over(status);
        }
        if (!answer_.reason.empty()) return std::move(answer_);
        if (WIFSIGNALED(status))
            answer_.reason = fmt::format("it was ended by signal {}", WTERMSIG(status));
        else if (WEXITSTATUS(status) != 0)
            answer_.reason = fmt::format("it failed with exit code {}", WEXITSTATUS(status));
        answer_.succeeded = answer_.reason.empty();
        return std::move(answer_);
    }

private:
    void exchange()
    {
        pollfd files[2] = {{from_.descriptor(), POLLIN, 0}, {to_.descriptor(), POLLOUT, 0}};
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end_ - Clock::now()).count() + 1;
        const bool only_wait = !from_.is_open();
        if (poll(files, 2, only_wait ? poll_milliseconds : int(std::min(left, longest_wait))) <= 0)
            return;
        if (files[0].revents != 0) read_some();
        if (files[1].revents != 0) write_some();
    }
    void read_some()
    {
        char buffer[1 << 14];
        const ssize_t count = recv(from_.descriptor(), buffer, sizeof buffer, 0);
        if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (count <= 0) return from_.close();
        answer_.output.append(buffer, std::size_t(count));
        if (answer_.output.size() > limits_.output)
            answer_.reason = fmt::format("it wrote more than {} bytes", limits_.output);
    }
    void write_some()
    {
        const ssize_t count = send(to_.descriptor(), input_.data() + written_,
                                   input_.size() - written_, MSG_NOSIGNAL);
        if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
        // A program need not read everything; the caller judges its answer.
        if (count < 0) return to_.close();
        written_ += std::size_t(count);
        if (written_ == input_.size()) to_.close();
    }

    File& to_;
    File& from_;
    const std::string& input_;
    ExternalLimits limits_;
    double seconds_;  // to wait
    Clock::time_point end_;
    std::size_t written_ = 0;
    ExternalAnswer answer_{};
};

}  // namespace

ExternalAnswer run_external(const std::vector<std::string>& arguments, const std::string& input,
                            const ExternalLimits& limits)
{
    Stream to, from;
    if (!to.is_open() || !from.is_open())
        return {.reason = fmt::format("no stream could be opened: {}", std::strerror(errno))};
    std::vector<char*> argv;
    for (const std::string& argument : arguments)
        argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    const Preparation preparation(to.theirs.descriptor(), from.theirs.descriptor());
    pid_t pid = -1;
    const int error = posix_spawnp(&pid, argv[0], &preparation.files, &preparation.attributes,
                                   argv.data(), environ);
    if (error != 0)
        return {.reason = fmt::format("it cannot be started: {}", std::strerror(error))};
    Child child(pid);
    set_limits(pid, limits);
    to.theirs.close();
    from.theirs.close();
    return Conversation(to.ours, from.ours, input, limits).run(child);
}

}  // namespace involute
