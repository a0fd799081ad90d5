// SPDX-License-Identifier: Apache-2.0
#include "involute/model/drawings.hpp"

#include <fmt/format.h>

#include "involute/model/elaborate.hpp"

namespace involute {

std::vector<Drawing> drawings_of(const System& system)
{
    return system.text ? system.text->drawings : std::vector<Drawing>();
}

void Elaboration::add(const DrawStatement& s, const Place& place)
{
    count_item(place);
    Drawing drawing{s.shape, {}, {}, {}, s.color};
    bool usable = true;
    const auto node_of = [&](const Expression& e) {
        const Value value = evaluator_.settled(evaluator_.value(e));
        usable &= value.usable();
        return value.usable() ? evaluator_.as_node(value) : NodeId{};
    };
    const std::size_t dimension =
        drawings_.empty() ? s.points.front().size() : drawings_.front().points.front().size();
    for (const std::vector<Expression>& point : s.points) {
        if (point.size() != dimension) {
            evaluator_.complain(
                point.front().place,
                fmt::format("this point has {} coordinates, the first one drawn has {}",
                            point.size(), dimension),
                "a drawing is in the plane or in space");
            usable = false;
        }
        drawing.points.emplace_back();
        for (const Expression& coordinate : point)
            drawing.points.back().push_back(node_of(coordinate));
    }
    if (s.radius) drawing.radius = node_of(*s.radius);
    if (s.size && !(drawing.size = positive(*s.size, "the size"))) usable = false;
    if (usable) drawings_.push_back(std::move(drawing));
}

}  // namespace involute
