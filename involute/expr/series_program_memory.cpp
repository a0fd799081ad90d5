// SPDX-License-Identifier: Apache-2.0
// The layout of the memory, once everything that must be stored is known.
#include <algorithm>
#include <tuple>

#include "involute/expr/series_program_writer.hpp"

namespace involute {

/// Which products are known when stage k begins: all but those with a coefficient k + ahead of a
/// factor that is no further ahead; 0 a_0 is left out as well.
SumGroup SeriesStage::shape(const Sum& s) const
{
    const int first = early(s.b, s.ahead) && !s.a.weighted ? 0 : 1;
    const int last = early(s.a, s.ahead) && !s.b.weighted ? s.ahead : s.ahead - 1;  // beyond k
    return {.first_a = first - ahead(s.a.node),
            .last_b = s.ahead - first - ahead(s.b.node),
            .terms = last - first + 1};
}

void SeriesStage::place_sums()
{
    constexpr int lanes = SumGroup::lanes;
    const auto key = [&](const Sum& s) {
        const SumGroup g = shape(s);
        return std::tuple(g.terms, g.first_a, g.last_b);
    };
    std::vector<Sum> sorted;
    for (const auto& entry : sums_) sorted.push_back(entry.first);
    std::ranges::stable_sort(sorted, {}, key);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const bool next =
            i == 0 || layout_.groups.back().used == lanes || key(sorted[i]) != key(sorted[i - 1]);
        if (next) {
            SumGroup group = shape(sorted[i]);
            group.sum = lanes * int(layout_.groups.size());
            group.a = int(columns_.size());
            group.b = group.a + lanes;
            columns_.resize(columns_.size() + 2 * lanes, {-1, false});
            layout_.groups.push_back(group);
        }
        SumGroup& group = layout_.groups.back();
        sums_[sorted[i]] = group.sum + group.used;
        for (const auto& [factor, first] :
             {std::pair(sorted[i].a, group.a), {sorted[i].b, group.b}}) {
            columns_[first + group.used] = factor;
            column_of_.emplace(factor, first + group.used);
        }
        ++group.used;
    }
    layout_.sums = lanes * int(layout_.groups.size());
}

int SeriesStage::column(const SeriesFactor& factor)
{
    const auto [found, added] = column_of_.try_emplace(factor, int(columns_.size()));
    if (added) columns_.push_back(factor);
    return found->second;
}

void SeriesStage::arrange(int watched, int results)
{
    constexpr int lanes = SumGroup::lanes;
    place_sums();
    layout_.scalars.resize(scalars_.size());
    for (const auto& [scalar, number] : scalars_) layout_.scalars[number] = scalar;
    layout_.earlier.resize(earlier_.size());
    for (const auto& [what, number] : earlier_)
        layout_.earlier[number] = {column({what.first, false}), ahead(what.first) - what.second};
    while (columns_.size() % lanes) columns_.push_back({-1, false});
    layout_.fixed = int(fixed_.size());
    layout_.watched = watched;
    layout_.results = int(columns_.size());
    layout_.row = (layout_.results + results + lanes - 1) / lanes * lanes;
    layout_.deepest = start_.plan().deepest();
    arranged_ = true;
}

void SeriesStage::write_row(const Newest& newest, const std::vector<Slot>& results)
{
    const Slot zero = tape_->constant(0);
    for (const SeriesFactor& factor : columns_) {
        if (factor.node < 0)
            tape_->output(zero);
        else if (!factor.weighted)
            tape_->output(newest[factor.node]);
        else
            tape_->output(tape_->multiply(
                scalar(StageScalar::Kind::order, ahead(factor.node), false), newest[factor.node]));
    }
    for (int i = 0; i < layout_.row - layout_.results; ++i)
        tape_->output(i < int(results.size()) ? results[i] : zero);
}

void SeriesStage::write_start(const std::vector<Slot>& watched,
                              const std::vector<Slot>& results) const
{
    TapeBuilder& tape = start_.tape();
    const Slot zero = tape.constant(0);
    std::vector<Slot> fixed(fixed_.size());
    for (const auto& [slot, number] : fixed_) fixed[number] = slot;
    for (const Slot slot : fixed) tape.output(slot);
    for (const Slot slot : watched) tape.output(slot);
    for (int i = layout_.first_watched() + layout_.watched; i < layout_.at_row(-layout_.deepest);
         ++i)
        tape.output(zero);
    for (int r = -layout_.deepest; r <= 0; ++r) {
        for (const SeriesFactor& factor : columns_) {
            const int order = factor.node < 0 ? -1 : r + ahead(factor.node);
            const Slot value = order < 0 ? zero : start_.coefficient(factor.node, order);
            tape.output(factor.weighted ? tape.multiply(tape.constant(order), value) : value);
        }
        for (int i = 0; i < layout_.row - layout_.results; ++i)
            tape.output(r == 0 && i < int(results.size()) ? results[i] : zero);
    }
}

}  // namespace involute
