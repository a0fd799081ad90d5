// SPDX-License-Identifier: Apache-2.0
// The one source that knows the HTTP library.
//
// The server listens on this machine alone, serves five addresses and no file, and answers only
// those who know a random word that stands in the address. Another page of the same browser knows
// neither the word nor may it ask: its Origin and Host are looked at.
#include <fmt/format.h>
#include <httplib.h>

#include <memory>
#include <thread>

#include "app/server/interface.hpp"

namespace app {
namespace {

/// Equal in the same time wherever they differ.
bool is_same(const std::string& a, const std::string& b)
{
    unsigned difference = a.size() == b.size() ? 0 : 1;
    for (std::size_t k = 0; k < a.size() && k < b.size(); ++k)
        difference |= unsigned(a[k]) ^ unsigned(b[k]);
    return difference == 0;
}

/// Not compressed, as the library does with texts: to a browser beside us that takes far longer
/// than sending what it saves.
void send(httplib::Response& out, std::string text, const char* type)
{
    if (text.empty()) return out.set_content(text, type);
    const std::size_t size = text.size();
    out.set_content_provider(
        size, type,
        [text = std::move(text)](std::size_t from, std::size_t length, httplib::DataSink& sink) {
            return sink.write(text.data() + from, length);
        });
}

class LocalServer final : public Server {
public:
    LocalServer(Pages& pages, const std::string& word) : word_(word)
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
        server_.Get(path + "/", [&pages](const httplib::Request&, httplib::Response& out) {
            send(out, pages.page(), "text/html; charset=utf-8");
        });
        server_.Get(path + "/sliders", [&pages](const httplib::Request&, httplib::Response& out) {
            out.set_content(pages.sliders(), "application/json");
        });
        server_.Get(path + "/version", [&pages](const httplib::Request&, httplib::Response& out) {
            out.set_content(pages.version(), "text/plain");
        });
        const auto answer_of = [this, &pages](const std::string& target,
                                              Answer (Pages::*ask)(const std::string&)) {
            server_.Post(target, [&pages, ask](const httplib::Request& in, httplib::Response& out) {
                const Answer answer = (pages.*ask)(in.body);
                out.status = answer.status;
                send(out, answer.text,
                     answer.status == 200 ? "application/json" : "text/plain; charset=utf-8");
            });
        };
        answer_of(path + "/solve", &Pages::solved);
        answer_of(path + "/glance", &Pages::glance);
    }

    /// The port, -1 where there is no place to listen.
    int listen(int port)
    {
        port_ = port > 0 ? (server_.bind_to_port("127.0.0.1", port) ? port : -1)
                         : server_.bind_to_any_port("127.0.0.1");
        if (port_ > 0) thread_ = std::thread([this] { server_.listen_after_bind(); });
        return port_ > 0 ? port_ : -1;
    }

    ~LocalServer() override
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
    httplib::Server server_{};
    std::thread thread_{};
};

}  // namespace
}  // namespace app

extern "C" app::Server* involute_server_begin(app::Pages& pages, const std::string& word, int& port)
{
    auto server = std::make_unique<app::LocalServer>(pages, word);
    port = server->listen(port);
    return port > 0 ? server.release() : nullptr;
}
