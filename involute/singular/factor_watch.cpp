// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/factor_watch.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/expr/calculus.hpp"

namespace involute {
namespace {

// A factor this much smaller than one that could stand in its place, or than it was, is small.
constexpr double beside_others = 0.2;
constexpr double beside_itself = 0.05;
constexpr std::size_t shown = 80;  // characters of it

bool is_known(const CompletedSystem& c, NodeId e)
{
    return std::ranges::all_of(leaves(c.system.graph, e), [&](NodeId leaf) {
        const Node node = c.system.graph[leaf];
        return node.op == Op::independent || int(node.b) <= c.layout.d[node.a];
    });
}

}  // namespace

template <class S>
FactorWatch<S>::FactorWatch(SurfaceProblem<S>& problem,
                            const std::vector<Replacement>& replacements,
                            const std::vector<S>& start)
    : problem_(problem)
{
    using std::abs;
    Geometry<S>& geometry = problem.geometry();
    CompletedSystem& c = geometry.completed();
    std::vector<NodeId> nodes;
    for (const Replacement& r : replacements) {
        if (!is_known(c, r.factor)) continue;
        watched_.push_back({.factor = r.factor, .first = nodes.size(), .count = 1});
        nodes.push_back(r.factor);
        for (const NodeId other : r.instead)
            if (is_known(c, other)) {
                nodes.push_back(other);
                ++watched_.back().count;
            }
    }
    if (watched_.empty()) return;
    program_ = compile_program<S>(write_values(c, nodes), geometry.native(), work_);
    in_.assign(program_.inputs(), S(0));
    out_.assign(program_.outputs(), S(0));
    evaluate(start.data());
    for (Watched& watched : watched_) watched.size = abs(out_[watched.first]);
}

template <class S>
void FactorWatch<S>::evaluate(const S* p)
{
    const Layout& l = problem_.geometry().layout();
    std::copy_n(p, l.size, in_.begin());
    problem_.tops(p, in_.data() + l.size);
    program_.run(in_.data(), out_.data(), work_.data());
}

template <class S>
std::optional<std::string> FactorWatch<S>::look_at(const S* p)
{
    using std::abs;
    evaluate(p);
    for (const Watched& watched : watched_) {
        const S size = abs(out_[watched.first]);
        S others(0);
        for (std::size_t k = 1; k < watched.count; ++k)
            others = std::max<S>(others, abs(out_[watched.first + k]));
        const bool another = size < S(beside_others) * others && size < watched.size;
        if (!another && !(size < S(beside_itself) * watched.size)) continue;
        const System& system = problem_.geometry().completed().system;
        return fmt::format("{}, the factor of an equation that was replaced, becomes small",
                           print_shortened(system.graph, watched.factor, system.names, shown));
    }
    return std::nullopt;
}

template class FactorWatch<double>;
template class FactorWatch<Quad>;

}  // namespace involute
