// SPDX-License-Identifier: Apache-2.0
// Involute on the raw index-3 model: prepared once (read, completed, compiled, started) like the
// solver objects of the peers, then run again and again.
#include <algorithm>
#include <memory>
#include <stdexcept>

#include "bench/model_file.hpp"
#include "bench/variant.hpp"
#include "involute/drive/prepare.hpp"
#include "involute/drive/steppers.hpp"
#include "involute/method/explicit_methods.hpp"
#include "involute/system/build.hpp"

namespace bench {

namespace {

class Involute {
public:
    Involute(const Mechanism& mechanism, const char* method);
    Run run(double tolerance, double* out);

private:
    using Walker = involute::Walker<double>;

    void find_places(const Mechanism& mechanism, const involute::System& system);

    double end_;
    const involute::Tableau& tableau_;
    involute::Prepared prepared_{};
    std::vector<int> places_{};  // of positions, then velocities, in a point
    std::unique_ptr<involute::XProblem<double>> problem_{};
    std::unique_ptr<Walker> walker_{};  // for the tolerance of the last run
    double tolerance_ = 0;
};

Involute::Involute(const Mechanism& mechanism, const char* method)
    : end_(mechanism.end), tableau_(*involute::find_method(method))
{
    const auto system = involute::read_system(model_text(mechanism.model), mechanism.model);
    involute::SolveOptions options;
    options.atol = options.rtol;  // here as in every run
    prepared_ = involute::prepare(system, options, false);
    if (prepared_.outcome != involute::Outcome::complete)
        throw std::runtime_error(mechanism.model + ": " + prepared_.message);
    problem_ = std::make_unique<involute::XProblem<double>>(*prepared_.geometry, prepared_.scale);
    find_places(mechanism, system);
}

void Involute::find_places(const Mechanism& mechanism, const involute::System& system)
{
    const auto& names = system.names.unknowns;
    for (const int order : {0, 1})
        for (const std::string& name : mechanism.unknowns) {
            const auto found = std::ranges::find(names, name);
            if (found == names.end()) throw std::runtime_error("no unknown " + name);
            places_.push_back(prepared_.geometry->layout().offset[found - names.begin()] + order);
        }
}

Run Involute::run(double tolerance, double* out)
{
    if (tolerance != tolerance_)
        const involute::WalkOptions walk{.rtol = tolerance, .atol = tolerance};
    walker_ = std::make_unique<Walker>(
        *problem_, involute::make_stepper<double>(*problem_, tableau_, walk), walk);
    tolerance_ = tolerance;
    Walker& walker = *walker_;
    walker.steps = walker.rejected = 0;
    bool walking = walker.stand(prepared_.start.p.data(), 0, 1);
    while (walking && walker.t < end_)
        walking = walker.advance(end_) == involute::Outcome::finished;
    for (std::size_t i = 0; i < places_.size(); ++i) out[i] = walker.p[places_[i]];
    return {walking, walker.steps, walker.rejected};
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
