// SPDX-License-Identifier: Apache-2.0
// What the program and the module that serves pages (server/module.cpp) know of each other. The
// program itself is linked without: an HTTP library, with the encryption it brings along, takes
// more time to be loaded than a model to be solved.
#pragma once

#include <string>

namespace app {

struct Answer {
    int status = 200;  // of HTTP
    std::string text{};
};

/// What is served. Each may be called by any thread.
class Pages {
public:
    virtual std::string page() const = 0;
    virtual std::string sliders() const = 0;  // as JSON, with the version
    virtual std::string version() const = 0;
    /// The numbers of a page for these values.
    virtual Answer solved(const std::string& values) = 0;
    /// What is seen of them while a slider moves.
    virtual Answer glance(const std::string& wish) = 0;

protected:
    ~Pages() = default;
};

class Server {
public:
    /// Ends when the last answer is given.
    virtual ~Server() = default;
};

/// Serves the pages to those who know the word, from now on. A port of 0 becomes one that is free,
/// and -1 where there is no place to listen; then nothing is served.
using ServerBegin = Server* (*)(Pages& pages, const std::string& word, int& port);
inline constexpr char server_begin_name[] = "involute_server_begin";

}  // namespace app
