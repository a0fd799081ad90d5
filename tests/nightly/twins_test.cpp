// SPDX-License-Identifier: Apache-2.0
// Every model by four methods: what a session remembers is all that its steps depend on.
#include <filesystem>

#include "involute/base/error.hpp"
#include "tests/drive/session_twins.hpp"

namespace involute::testing {
namespace {

/// Not every method walks along a curve.
bool can_be_walked(const System& system, const SolveOptions& options)
{
    try {
        return open(system, options)->outcome == Outcome::complete;
    } catch (const Error&) {
        return false;
    }
}

TEST(Twins, OfEveryModelGoOnAlike)
{
    for (const auto& entry : std::filesystem::directory_iterator(INVOLUTE_MODELS)) {
        if (entry.path().extension() != ".ode") continue;
        const std::string name = entry.path().stem().string();
        const System system = model(name);
        for (const char* method : {"auto", "dop853", "taylor", "radau"}) {
            const SolveOptions options{.method = method};
            if (!can_be_walked(system, options)) continue;
            goes_on(system, name + " ", options, 9);
            if (HasFatalFailure()) break;
        }
    }
}

}  // namespace
}  // namespace involute::testing
