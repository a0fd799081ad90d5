// SPDX-License-Identifier: Apache-2.0
#include "involute/observe/kept_steps.hpp"

#include <algorithm>

namespace involute {
namespace {

constexpr std::size_t block_numbers = 1 << 13;

}  // namespace

template <class S>
std::size_t KeptSteps<S>::bytes() const
{
    std::size_t numbers = 0;
    for (const std::vector<S>& block : blocks) numbers += block.capacity();
    return numbers * sizeof(S) + steps.capacity() * sizeof(KeptStep<S>);
}

template <class S>
S KeptSteps<S>::end() const
{
    S end = steps.empty() ? start : steps.back().to;
    if ((held_to - end) * S(direction) > S(0)) end = held_to;
    if (last_place && (*last_place - end) * S(direction) > S(0)) end = *last_place;
    return end;
}

template <class S>
KeptPlace<S> KeptSteps<S>::find(const S& t) const
{
    using Kind = typename KeptPlace<S>::Kind;
    const auto before = [this](const S& a, const S& b) { return direction > 0 ? a < b : b < a; };
    if (last_place && t == *last_place) return {Kind::last, 0};
    if (t == start && !start_point.empty()) return {Kind::start, 0};
    if (!before(start, t)) return {};
    const auto ends_before = [&](const KeptStep<S>& step) { return before(step.to, t); };
    const auto found = std::partition_point(steps.begin(), steps.end(), ends_before);
    const auto number = std::size_t(found - steps.begin());
    if (found == steps.end()) {
        if (number > 0 && !before(held_to, t)) return {Kind::after, number - 1};
        return {};
    }
    if (!before(t, found->from)) return {Kind::within, number};
    if (found->begins_beyond) return {Kind::across, number};
    return number > 0 ? KeptPlace<S>{Kind::after, number - 1}
                      : KeptPlace<S>{Kind::within, number};  // beside a start on a kink
}

template <class S>
void KeptSteps<S>::at(const KeptStep<S>& step, const S& t, S* out) const
{
    const S theta = t == step.last ? S(1) : S((t - step.from) / (step.last - step.from));
    interpolate_nodes<S>(places[std::size_t(step.intervals)], step.nodes, width(step), theta, out);
}

template <class S>
S* KeptSteps<S>::room(std::size_t count)
{
    if (blocks.empty() || blocks.back().capacity() - blocks.back().size() < count) {
        blocks.emplace_back();
        blocks.back().reserve(std::max(count, block_numbers));
    }
    std::vector<S>& block = blocks.back();
    block.resize(block.size() + count);
    return block.data() + (block.size() - count);
}

template <class S>
const std::vector<S>& KeptSteps<S>::places_of(int intervals)
{
    if (places.size() <= std::size_t(intervals)) places.resize(std::size_t(intervals) + 1);
    std::vector<S>& found = places[std::size_t(intervals)];
    if (found.empty()) found = chebyshev_places<S>(intervals);
    return found;
}

template struct KeptSteps<double>;
template struct KeptSteps<Quad>;

}  // namespace involute
