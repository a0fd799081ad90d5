// SPDX-License-Identifier: Apache-2.0
// involute watch: the report of a model in the browser, solved again when the file is saved and
// while a slider is moved. Who may see it, and how, is for server/module.cpp to say.
#include <spawn.h>
#include <sys/wait.h>

#include <chrono>
#include <memory>
#include <random>
#include <thread>

#include "app/commands.hpp"
#include "app/flags.hpp"
#include "app/module.hpp"
#include "app/say.hpp"
#include "app/terminal.hpp"
#include "app/text.hpp"
#include "app/watched_model.hpp"
#include "involute/base/error.hpp"

namespace app {

namespace {

using involute::Diagnostic;
using involute::Error;

/// 128 random bits.
std::string random_word()
{
    std::random_device source;  // the system's own
    std::string word;
    for (int k = 0; k < 4; ++k) word += fmt::format("{:08x}", std::uint32_t(source()));
    return word;
}

ServerBegin find_server()
{
    std::string_view why;
    const auto begin = reinterpret_cast<ServerBegin>(
        function_of_module("involute_server", server_begin_name, why));
    if (begin) return begin;
    const std::string said = why.empty() ? "" : fmt::format(" ({})", why);
    throw Error(Diagnostic{.message = "this program was built without a server" + said,
                           .hint = "install libcpp-httplib-dev and build again; `solve --report "
                                   "FILE.html` writes the page"});
}

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

}  // namespace

int run_watch(const Arguments& arguments)
{
    if (arguments.models.front() == "-")
        throw Error(Diagnostic{.message = "`watch` needs a file that can be saved again"});
    const ServerBegin begin = find_server();
    catch_interrupts();
    const std::string word = random_word();
    const int wanted = port_of(arguments);
    WatchedModel model(arguments, "/" + word);
    model.look();
    int port = wanted;
    const std::unique_ptr<Server> server(begin(model, word, port));
    if (!server)
        throw Error(Diagnostic{.message = fmt::format("cannot listen on port {}", wanted),
                               .hint = "leave out --port, and a free one is taken"});
    const std::string address = fmt::format("http://127.0.0.1:{}/{}/", port, word);
    fmt::print("{}\n", address);
    std::fflush(stdout);
    say("open this address in a browser; Ctrl-C ends it\n");
    if (!arguments.no_browser) open_browser(address);
    while (!was_interrupted()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        model.look();
    }
    return 0;
}

}  // namespace app
