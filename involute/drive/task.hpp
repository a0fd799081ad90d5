// SPDX-License-Identifier: Apache-2.0
// What is solved: the system asked for, or another one in its place.
#pragma once

#include <optional>

#include "involute/drive/series_start.hpp"
#include "involute/prepare/component.hpp"
#include "involute/prepare/prepare.hpp"
#include "involute/prepare/smooth_start.hpp"

namespace involute {

/// With what to say about it.
struct Task {
    const System* asked = nullptr;
    std::optional<System> instead{};
    SolveOptions options{};
    std::optional<SmoothStart> smooth{};        // the start on the smooth motion
    std::optional<StartBySeries> series{};      // the start beside a singular point
    std::vector<ComponentReport> components{};  // of the constraint set, one of them chosen
    bool changed_by_component = false;
    std::vector<std::string> said_first{}, said_last{};
    std::vector<std::string> replaced{};  // unknowns that are not the author's any more

    const System& system() const { return instead ? *instead : *asked; }
};

/// The system asked for, or where options say so its smooth motion or one component. The system
/// must outlive the task.
Task task_for(const System& system, const SolveOptions& options);
/// The same on one component of the constraint set.
Task component_task(const System& system, OnOneComponent on, const SolveOptions& options);

/// The author's system, for the certificate.
Asked asked_by(const Task& task);

/// The columns of the output, known even when nothing could be computed.
std::vector<std::string> output_names(const System& system, const SolveOptions& options);

}  // namespace involute
