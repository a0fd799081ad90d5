// SPDX-License-Identifier: Apache-2.0
// What happens between a computation and Python while it runs without the GIL: Ctrl-C, progress,
// and exceptions of callbacks, which are kept and raised again when the run has come to its end.
#pragma once

#include <algorithm>
#include <chrono>
#include <exception>
#include <limits>
#include <memory>
#include <utility>

#include "involute/options/solve_options.hpp"
#include "involute/system/system.hpp"
#include "python/binding/binding.hpp"

namespace binding {

/// A Python object that threads without the GIL may copy and let go.
using Shared = std::shared_ptr<py::object>;
Shared shared(py::object object);

/// Values of the independent variable; without limits unless some are known.
struct Range {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();

    void include(double t)
    {
        low = std::min(low, t);
        high = std::max(high, t);
    }
};

constexpr Range nowhere{std::numeric_limits<double>::infinity(),
                        -std::numeric_limits<double>::infinity()};

/// From the start to the end of a run; the start alone where nothing says how far it goes.
Range range_of(const involute::System& system, const involute::SolveOptions& options);

/// Of one call: made with the GIL, on the thread that computes. Options that ask for it find the
/// one of their thread, so that a simulation and its clones can be used by several.
class Watch {
public:
    explicit Watch(py::object progress = py::none());
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    /// From now on the options ask the watch of whichever thread uses them.
    static void attach(involute::SolveOptions& options);
    static void tell(double fraction);
    static Watch* current();

    /// What is being handled is raised again in the end; the first of several. KeyboardInterrupt is
    /// not: the run ends, and what was computed is returned.
    void keep_exception();
    /// The same of a function of t, unless the call does not go there.
    void keep_exception_at(double t);
    /// The first of those that did not count.
    void raise_what_did_not_count() const
    {
        if (elsewhere_) std::rethrow_exception(elsewhere_);
    }
    /// Whether the run is to end: Ctrl-C, or a callback failed. Asks Python now and then.
    bool poll();
    bool failed() const { return kept_ || keyboard_; }
    /// Of t the call has to do with no more than this. Elsewhere the library looks around for what
    /// is true everywhere, and a callback that has no value there may say so by an exception.
    void goes_over(const Range& range) { range_ = range; }
    bool interrupted() const { return keyboard_; }

    /// Computes without the GIL, then raises what a callback raised.
    template <class F>
    auto run(F&& compute)
    {
        auto result = [&] {
            const py::gil_scoped_release released;
            return compute();
        }();
        raise_if_failed();
        return result;
    }
    void raise_if_failed() const
    {
        if (kept_) std::rethrow_exception(kept_);
    }

private:
    using Clock = std::chrono::steady_clock;
    void progress(double fraction);

    Watch* outer_;
    py::object progress_{};  // none: nobody wants to be told
    bool signals_;           // come to this thread
    bool keyboard_ = false;
    Clock::time_point polled_ = Clock::now(), told_ = {};
    std::exception_ptr kept_{}, elsewhere_{};
    Range range_{};
};

}  // namespace binding
