// SPDX-License-Identifier: Apache-2.0
#include "app/watched_model.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/flags.hpp"
#include "app/model.hpp"
#include "app/options.hpp"
#include "app/say.hpp"
#include "involute/base/error.hpp"
#include "involute/drive/solve.hpp"
#include "involute/model/read.hpp"
#include "involute/report/report.hpp"

namespace app {

namespace {

using involute::Diagnostic;
using involute::Error;

/// When a file was changed last, and how large it is; empty: it is not there.
std::string state_of(const std::string& path)
{
    namespace fs = std::filesystem;
    std::error_code failed;
    const auto changed = fs::last_write_time(path, failed);
    if (failed) return "";
    const auto size = fs::file_size(path, failed);
    return failed ? "" : fmt::format("{} {}", changed.time_since_epoch().count(), size);
}

/// Text between tags.
std::string escaped(const std::string& text)
{
    std::string result;
    for (const char c : text)
        result += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
    return result;
}

/// What stands where a report would, and looks for the next version of the file by itself.
std::string page_of_mistake(const std::string& message)
{
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">"
        "<meta http-equiv=\"refresh\" content=\"1\"><meta name=\"color-scheme\" content=\"light "
        "dark\">"
        "<title>involute watch</title></head><body><h1>The model needs fixing</h1><pre>{}</pre>"
        "</body></html>\n",
        escaped(message));
}

/// With the reason where it cannot be.
template <class F>
Answer answer(F&& compute)
{
    try {
        return {.text = compute()};
    } catch (const Error& error) {
        constexpr int unprocessable = 422;
        return {unprocessable, with_flags(error)};
    }
}

}  // namespace

WatchedModel::WatchedModel(const Arguments& arguments, std::string live)
    : arguments_(arguments), live_(std::move(live))
{
}

void WatchedModel::look()
{
    const std::string now = state_of(arguments_.models.front());
    const std::lock_guard lock(mutex_);
    if (now.empty() || now == file_state_) return;
    file_state_ = now;
    ++version_;
    simulation_.reset();
    sliders_.clear();
    try {
        read();
    } catch (const Error& error) {
        page_ = page_of_mistake(with_flags(error));
        say("{}\n", with_flags(error));
    }
}

/// Those that do not shape the system, as bounds of arrays do.
void WatchedModel::find_sliders(const involute::System& system)
{
    for (const involute::Parameter& parameter : system.parameters) {
        try {
            involute::with_tunable(system, {parameter.name});
        } catch (const Error&) {
            continue;
        }
        const double value = double(parameter.value);
        const double reach = value == 0 ? 1 : std::abs(value);
        sliders_.push_back({parameter.name, value, value - reach, value + reach});
        if (sliders_.size() == 12) break;
    }
}

void WatchedModel::read()
{
    const involute::System system = read_model(arguments_.models.front(), arguments_);
    options_ = for_report(solve_options(arguments_));
    // Nobody waits longer for a slider.
    if (options_.max_seconds == 0) options_.max_seconds = 60;
    analysis_ = with_flags(analyze(system, options_));
    const involute::Solution solution = with_flags(solve(system, options_));
    std::ostringstream page;
    write_report(page, system, analysis_, options_, solution, {.live = live_});
    page_ = page.str();
    find_sliders(system);
    std::vector<std::string> names;
    for (const Slider& slider : sliders_) names.push_back(slider.name);
    if (!names.empty()) simulation_.emplace(system, involute::SimulationOptions{names, options_});
}

std::string WatchedModel::page() const
{
    const std::lock_guard lock(mutex_);
    return page_;
}

std::string WatchedModel::version() const
{
    const std::lock_guard lock(mutex_);
    return std::to_string(version_);
}

std::string WatchedModel::sliders() const
{
    const std::lock_guard lock(mutex_);
    nlohmann::json list = nlohmann::json::array();
    for (const Slider& s : sliders_)
        list.push_back({{"name", s.name}, {"value", s.value}, {"low", s.low}, {"high", s.high}});
    return nlohmann::json{{"version", std::to_string(version_)}, {"sliders", list}}.dump();
}

Answer WatchedModel::solved(const std::string& values)
{
    return answer([&] { return data_with(values); });
}

Answer WatchedModel::glance(const std::string& wish)
{
    return answer([&] { return glance_with(wish); });
}

involute::Solution WatchedModel::run_with(const nlohmann::json& values)
{
    if (!values.is_object()) throw Error(Diagnostic{.message = "values are wanted, by name"});
    if (!simulation_) throw Error(Diagnostic{.message = "this model has nothing to set"});
    involute::Overrides wanted;
    for (const auto& [name, value] : values.items()) {
        if (!value.is_number())
            throw Error(Diagnostic{.message = fmt::format("`{}` is given no number", name)});
        wanted.emplace_back(name, value.get<double>());
    }
    simulation_->start();
    simulation_->set(wanted);
    if (simulation_->outcome() != involute::Outcome::complete)
        throw Error(Diagnostic{.message = simulation_->reason()});
    return with_flags(simulation_->run({.sampling = options_.sampling, .keep_function = true}));
}

std::string WatchedModel::data_with(const std::string& text)
{
    const nlohmann::json values = nlohmann::json::parse(text, nullptr, false);
    const std::lock_guard lock(mutex_);
    const involute::Solution solution = run_with(values);
    std::ostringstream out;
    write_report_data(out, simulation_->system(), analysis_, options_, solution, {.live = live_});
    return std::move(out).str();
}

std::string WatchedModel::glance_with(const std::string& text)
{
    const nlohmann::json wish = nlohmann::json::parse(text, nullptr, false);
    const bool is_wish = wish.is_object() && wish.contains("values") && wish.contains("columns") &&
                         wish["columns"].is_array();
    if (!is_wish) throw Error(Diagnostic{.message = "values and columns are wanted"});
    std::vector<std::size_t> columns;
    for (const nlohmann::json& column : wish["columns"])
        if (column.is_number_unsigned()) columns.push_back(column.get<std::size_t>());
    const std::lock_guard lock(mutex_);
    const involute::Solution solution = run_with(wish["values"]);
    std::ostringstream out;
    write_report_glance(out, simulation_->system(), solution, columns);
    return std::move(out).str();
}

}  // namespace app
