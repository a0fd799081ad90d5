// SPDX-License-Identifier: Apache-2.0
// The model that `involute watch` shows: solved again when its file is saved, and with other values
// of its parameters by a simulation that is held.
#pragma once

#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/arguments.hpp"
#include "app/server/interface.hpp"
#include "involute/drive/simulation.hpp"
#include "involute/options/analysis.hpp"

namespace app {

/// A parameter that can be set, and how far its slider goes.
struct Slider {
    std::string name{};
    double value = 0, low = 0, high = 1;
};

class WatchedModel final : public Pages {
public:
    /// `live` is the path under which the page asks for more.
    WatchedModel(const Arguments& arguments, std::string live);

    /// Reads and solves the model if its file has changed since it was last read. What is wrong
    /// with it is on the page.
    void look();

    std::string page() const override;
    std::string sliders() const override;
    std::string version() const override;
    /// For a JSON object of numbers by name; in words what cannot be.
    Answer solved(const std::string& values) override;
    /// For {"values": such an object, "columns": numbers of names}: what is seen while a slider
    /// moves.
    Answer glance(const std::string& wish) override;

private:
    std::string data_with(const std::string& values);
    std::string glance_with(const std::string& wish);
    /// The run with these values: JSON. Throws Error for what cannot be.
    involute::Solution run_with(const nlohmann::json& values);
    void read();
    void find_sliders(const involute::System& system);

    const Arguments& arguments_;
    std::string live_;
    mutable std::mutex mutex_{};
    std::string file_state_{};  // when it was changed last, and its size
    long version_ = 0;
    std::string page_{};
    std::vector<Slider> sliders_{};
    involute::SolveOptions options_{};
    involute::Analysis analysis_{};
    std::optional<involute::Simulation> simulation_{};
};

}  // namespace app
