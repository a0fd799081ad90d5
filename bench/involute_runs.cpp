// SPDX-License-Identifier: Apache-2.0
// Involute on the raw index-3 model: prepared once (read, completed, compiled, started) like the
// solver objects of the peers, then run again and again.
#include <algorithm>
#include <memory>
#include <stdexcept>

#include "bench/model_file.hpp"
#include "bench/variant.hpp"
#include "involute/drive/run.hpp"
#include "involute/system/build.hpp"

namespace bench {

namespace {

class Involute {
public:
    Involute(const Mechanism& mechanism, const char* method);
    Run run(double tolerance, double* out);

private:
    void find_columns(const std::vector<std::string>& names);

    std::vector<std::string> wanted_;  // positions, then velocities
    std::vector<std::size_t> columns_{};
    involute::SolveOptions options_{};
    involute::Destination destination_{};
    involute::Prepared prepared_{};
};

Involute::Involute(const Mechanism& mechanism, const char* method) : wanted_(mechanism.unknowns)
{
    for (const std::string& name : mechanism.unknowns) wanted_.push_back(name + "'");
    options_.to = mechanism.end;
    options_.method = method;
    options_.sampling.only_end = true;
    const auto system = involute::read_system(model_text(mechanism.model), mechanism.model);
    destination_ = involute::destination(system, options_);
    prepared_ = involute::prepare(system, options_, false);
    if (prepared_.outcome != involute::Outcome::complete)
        throw std::runtime_error(mechanism.model + ": " + prepared_.message);
}

void Involute::find_columns(const std::vector<std::string>& names)
{
    for (const std::string& name : wanted_) {
        const auto found = std::ranges::find(names, name);
        if (found == names.end()) throw std::runtime_error("no column " + name);
        columns_.push_back(std::size_t(found - names.begin()) + 1);
    }
}

Run Involute::run(double tolerance, double* out)
{
    options_.rtol = options_.atol = tolerance;
    const involute::Solution solution = involute::run(prepared_, destination_, options_);
    if (columns_.empty()) find_columns(solution.names);
    for (std::size_t i = 0; i < columns_.size(); ++i) out[i] = solution.rows.back()[columns_[i]];
    return {solution.status == involute::RunStatus::finished, solution.statistics.steps,
            solution.statistics.rejected};
}

Variant variant(const Mechanism& mechanism, const char* method)
{
    auto involute = std::make_shared<Involute>(mechanism, method);
    const Solve solve = [involute](double tolerance, double* y) {
        return involute->run(tolerance, y);
    };
    return {Side::ours, std::string("Involute ") + method, {{"", solve}}};
}

}  // namespace

std::vector<Variant> involute_variants(const Mechanism& mechanism)
{
    return {variant(mechanism, "dop853"), variant(mechanism, "dopri54")};
}

}  // namespace bench
