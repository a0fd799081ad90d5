// SPDX-License-Identifier: Apache-2.0
// Involute on the raw model: prepared once (read, completed, compiled, started) like the solver
// objects of the peers, then run again and again.
#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>

#include "bench/model_file.hpp"
#include "bench/variant.hpp"
#include "involute/model/read.hpp"
#include "involute/observe/wanted_rows.hpp"
#include "involute/prepare/prepare.hpp"
#include "involute/step/choose.hpp"
#include "involute/step/steppers.hpp"

namespace bench {

namespace {

constexpr int sampled_steps = 50;

class Involute {
public:
    Involute(const Problem& problem, std::string method);
    Run run(double rtol, double atol, double* out);
    std::vector<Sample> samples();

private:
    using Walker = involute::Walker<double>;

    void find_places(const Problem& problem, const involute::System& system);
    bool stand(double rtol, double atol);
    Sample sample() const;

    double end_;
    std::string method_;
    involute::Prepared prepared_{};
    std::vector<int> places_{};  // of what is measured, in a point
    std::unique_ptr<involute::XProblem<double>> problem_{};
    std::unique_ptr<Walker> walker_{};  // for the tolerances of the last run
    double rtol_ = 0, atol_ = 0;
};

Involute::Involute(const Problem& problem, std::string method)
    : end_(problem.end), method_(std::move(method))
{
    const auto system = involute::read_system(model_text(problem.model), problem.model);
    involute::SolveOptions options;
    options.atol = options.rtol * problem.floors[0];  // here as in every run
    prepared_ = involute::prepare(system, options, false);
    if (prepared_.outcome != involute::Outcome::complete)
        throw std::runtime_error(problem.model + ": " + prepared_.message);
    problem_ = std::make_unique<involute::XProblem<double>>(*prepared_.geometry, prepared_.scale);
    find_places(problem, system);
}

void Involute::find_places(const Problem& problem, const involute::System& system)
{
    const auto& names = system.names.unknowns;
    for (int order = 0; order < problem.orders; ++order)
        for (const std::string& name : problem.unknowns) {
            const auto found = std::ranges::find(names, name);
            if (found == names.end()) throw std::runtime_error("no unknown " + name);
            places_.push_back(prepared_.geometry->layout().offset[found - names.begin()] + order);
        }
}

bool Involute::stand(double rtol, double atol)
{
    if (rtol != rtol_ || atol != atol_) {
        involute::SolveOptions options;
        options.method = method_;
        options.rtol = rtol_ = rtol;
        options.atol = atol_ = atol;
        const involute::WalkOptions walk = involute::walk_options(options);
        const auto& method = involute::choose_method(options, true);
        walker_ = std::make_unique<Walker>(
            *problem_,
            method_ == "auto" ? involute::make_switching<double>(*problem_, method, walk)
                              : involute::make_stepper<double>(*problem_, method, walk),
            walk);
    }
    walker_->steps = walker_->rejected = 0;
    return walker_->stand(prepared_.start.p.data(), 0, 1);
}

Run Involute::run(double rtol, double atol, double* out)
{
    bool walking = stand(rtol, atol);
    Walker& walker = *walker_;
    while (walking && walker.t < end_)
        walking = walker.advance(end_) == involute::Outcome::finished && walker.steps < most_steps;
    for (std::size_t i = 0; i < places_.size(); ++i) out[i] = walker.p[places_[i]];
    return {walking, walker.steps, walker.rejected};
}

Sample Involute::sample() const
{
    Sample sample{.t = walker_->t};
    for (const int place : places_) {
        sample.y.push_back(walker_->p[place]);
        sample.yp.push_back(walker_->v[place]);
    }
    return sample;
}

std::vector<Sample> Involute::samples()
{
    std::vector<Sample> all;
    bool walking = stand(1e-8, 1e-8);
    for (int step = 0; walking && step < sampled_steps; ++step) {
        all.push_back(sample());
        walking = walker_->advance(end_) == involute::Outcome::finished;
    }
    return all;
}

Variant variant(const Problem& problem, const std::string& method)
{
    auto involute = std::make_shared<Involute>(problem, method);
    Variant variant{Side::ours, "Involute " + method, {}};
    add_settings(variant, problem, "", [involute](double rtol, double atol, double* y) {
        return involute->run(rtol, atol, y);
    });
    return variant;
}

}  // namespace

std::vector<Variant> involute_variants(const Problem& problem,
                                       const std::vector<std::string>& methods)
{
    std::vector<Variant> all;
    for (const std::string& method : methods) all.push_back(variant(problem, method));
    return all;
}

std::vector<Sample> involute_samples(const Problem& problem)
{
    return Involute(problem, "dop853").samples();
}

}  // namespace bench
