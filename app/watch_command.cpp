// SPDX-License-Identifier: Apache-2.0
// involute watch: the report of a model in the browser, solved again when the file is saved and
// while a slider is moved.
//
// The server listens on this machine alone, serves four addresses and no file, and answers only
// those who know a random word that stands in the address. Another page of the same browser knows
// neither the word nor may it ask: its Origin and Host are looked at.
#include "app/watched_model.hpp"

#ifdef INVOLUTE_HTTPLIB
#include <httplib.h>
#include <spawn.h>
#include <sys/wait.h>

#include <atomic>
#include <chrono>
#include <random>
#include <thread>
#endif

#include "app/commands.hpp"
#include "app/flags.hpp"
#include "app/say.hpp"
#include "app/terminal.hpp"
#include "app/text.hpp"
#include "involute/base/error.hpp"

namespace app {

namespace {

using involute::Diagnostic;
using involute::Error;

#ifdef INVOLUTE_HTTPLIB

/// 128 random bits.
std::string random_word()
{
    std::random_device source;  // the system's own
    std::string word;
    for (int k = 0; k < 4; ++k) word += fmt::format("{:08x}", std::uint32_t(source()));
    return word;
}

/// Equal in the same time wherever they differ.
bool is_same(const std::string& a, const std::string& b)
{
    unsigned difference = a.size() == b.size() ? 0 : 1;
    for (std::size_t k = 0; k < a.size() && k < b.size(); ++k)
        difference |= unsigned(a[k]) ^ unsigned(b[k]);
    return difference == 0;
}

class Server {
public:
    Server(const Arguments& arguments, const std::string& word)
        : word_(word), model_(arguments, "/" + word)
    {
        server_.set_payload_max_length(64 * 1024);
        server_.set_read_timeout(5);
        server_.set_write_timeout(5);
        server_.set_keep_alive_max_count(1000);
        // Connections that say nothing keep a thread each for a second, and others waiting no
        // longer than it takes to get through as many as a process may have open.
        server_.set_keep_alive_timeout(1);
        server_.new_task_queue = [] { return new httplib::ThreadPool(128); };
        server_.set_tcp_nodelay(true);
        server_.set_pre_routing_handler([this](const httplib::Request& in, httplib::Response& out) {
            out.set_header("X-Content-Type-Options", "nosniff");
            out.set_header("Referrer-Policy", "no-referrer");
            out.set_header("Cross-Origin-Resource-Policy", "same-origin");
            out.set_header("Cache-Control", "no-store");
            if (is_welcome(in)) return httplib::Server::HandlerResponse::Unhandled;
            out.status = 404;
            out.set_content("nothing here\n", "text/plain");
            return httplib::Server::HandlerResponse::Handled;
        });
        const std::string path = "/" + word_;
        server_.Get(path + "/", [this](const httplib::Request&, httplib::Response& out) {
            out.set_content(model_.page(), "text/html; charset=utf-8");
        });
        server_.Get(path + "/sliders", [this](const httplib::Request&, httplib::Response& out) {
            out.set_content(model_.sliders(), "application/json");
        });
        server_.Get(path + "/version", [this](const httplib::Request&, httplib::Response& out) {
            out.set_content(model_.version(), "text/plain");
        });
        server_.Post(path + "/solve", [this](const httplib::Request& in, httplib::Response& out) {
            try {
                out.set_content(model_.solved(in.body), "application/json");
            } catch (const Error& error) {
                out.status = 422;
                out.set_content(with_flags(error), "text/plain; charset=utf-8");
            }
        });
    }

    /// Returns the address. Throws where there is no place to listen.
    std::string listen(int port)
    {
        port_ = port > 0 ? (server_.bind_to_port("127.0.0.1", port) ? port : -1)
                         : server_.bind_to_any_port("127.0.0.1");
        if (port_ <= 0)
            throw Error(Diagnostic{.message = fmt::format("cannot listen on port {}", port),
                                   .hint = "leave out --port, and a free one is taken"});
        model_.look();
        thread_ = std::thread([this] { server_.listen_after_bind(); });
        return fmt::format("http://127.0.0.1:{}/{}/", port_, word_);
    }

    void look() { model_.look(); }

    ~Server()
    {
        server_.stop();
        if (thread_.joinable()) thread_.join();
    }

private:
    /// Knows the word, and was sent by our own page or by nobody's.
    bool is_welcome(const httplib::Request& in) const
    {
        const std::string host = in.get_header_value("Host");
        const std::string here = fmt::format("127.0.0.1:{}", port_);
        if (host != here && host != fmt::format("localhost:{}", port_)) return false;
        const std::string origin = in.get_header_value("Origin");
        if (!origin.empty() && origin != "http://" + host) return false;
        const std::string site = in.get_header_value("Sec-Fetch-Site");
        if (site == "cross-site" || (site == "same-site")) return false;
        const std::size_t end = in.path.find('/', 1);
        return end != in.path.npos && is_same(in.path.substr(1, end - 1), word_);
    }

    std::string word_;
    int port_ = 0;
    WatchedModel model_;
    httplib::Server server_{};
    std::thread thread_{};
};

/// Asks the desktop to show an address; where there is none, the person reads it.
void open_browser(const std::string& address)
{
    if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY")) return;
    std::string program = "xdg-open", words = address;
    char* arguments[] = {program.data(), words.data(), nullptr};
    pid_t child = 0;
    if (posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments, environ) == 0)
        waitpid(child, nullptr, 0);
}

int port_of(const Arguments& arguments)
{
    if (!arguments.port) return 0;
    const auto port = number<int>(*arguments.port);
    if (!port || *port < 1 || *port > 65535)
        throw Error(Diagnostic{
            .message = fmt::format("`--port {}`: from 1 to 65535 is possible", *arguments.port)});
    return *port;
}

#endif

}  // namespace

int run_watch(const Arguments& arguments)
{
#ifdef INVOLUTE_HTTPLIB
    if (arguments.models.front() == "-")
        throw Error(Diagnostic{.message = "`watch` needs a file that can be saved again"});
    catch_interrupts();
    Server server(arguments, random_word());
    const std::string address = server.listen(port_of(arguments));
    fmt::print("{}\n", address);
    std::fflush(stdout);
    say("open this address in a browser; Ctrl-C ends it\n");
    if (!arguments.no_browser) open_browser(address);
    while (!was_interrupted()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        server.look();
    }
    return 0;
#else
    (void)arguments;
    throw Error(Diagnostic{.message = "this program was built without a server",
                           .hint = "install libcpp-httplib-dev and build again; `solve --report "
                                   "FILE.html` writes the page"});
#endif
}

}  // namespace app
