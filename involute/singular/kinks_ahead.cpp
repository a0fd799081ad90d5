// SPDX-License-Identifier: Apache-2.0
#include "involute/singular/kinks_ahead.hpp"

#include <algorithm>
#include <cmath>

#include "involute/base/state.hpp"

namespace involute {
namespace {

// Units of rounding within which two kinks are one place.
constexpr double together = 16;

}  // namespace

KinksAhead::KinksAhead(CompletedSystem& completed, const std::vector<Switch>& switches)
{
    Graph& graph = completed.system.graph;
    const NodeId x = graph.independent();
    for (std::size_t k = 0; k < switches.size(); ++k)
        if (switches[k].in_x)
            functions_.push_back({int(k), RootsAhead(graph, switches[k].expression, x)});
}

void KinksAhead::begin(double from, double to)
{
    direction_ = to < from ? -1 : 1;
    for (Function& f : functions_) {
        f.roots.begin(from, to);
        f.root = f.roots.next();
    }
}

std::optional<KinksAhead::Place> KinksAhead::next(double x)
{
    std::optional<Place> place;
    for (Function& f : functions_) {
        while (f.root && (f.root->after - x) * direction_ <= 0) f.root = f.roots.next();
        if (f.root && (!place || (f.root->before - place->before) * direction_ < 0))
            place = Place{f.root->before, f.root->after, f.number};
    }
    for (bool grows = place.has_value(); grows;) {
        grows = false;
        for (const Function& f : functions_) {
            if (!f.root || (f.root->after - place->after) * direction_ <= 0) continue;
            const double gap = (f.root->before - place->after) * direction_;
            if (gap > together * 0x1p-52 * std::abs(place->after)) continue;
            place->after = f.root->after;
            grows = true;
        }
    }
    return place;
}

bool KinksAhead::finds(int number) const
{
    return std::ranges::any_of(functions_, [&](const Function& f) {
        return f.number == number && !(f.roots.gave_up() && !f.root);
    });
}

void KinksAhead::visit_state(State& state)
{
    const State::Part part(state, "kinks ahead");
    state("direction", direction_);
    for (Function& f : functions_) {
        f.roots.visit_state(state);
        bool there = f.root.has_value();
        state("found", there);
        if (state.restoring()) f.root = there ? std::optional(RootsAhead::Root{}) : std::nullopt;
        if (!there) continue;
        state("before", f.root->before);
        state("after", f.root->after);
    }
}

}  // namespace involute
