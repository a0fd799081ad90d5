// SPDX-License-Identifier: Apache-2.0
// The tape of a stage: sums are its inputs, the part linear in the newest coefficients is its code.
#include <utility>

#include "involute/expr/series_program_rules.hpp"
#include "involute/expr/series_program_writer.hpp"

namespace involute {

struct StageRules {
    SeriesStage& stage;
    const SeriesStage::Newest& newest;
    int v;

    int order() const { return stage.ahead(v); }
    TapeBuilder& tape() { return *stage.tape_; }
    bool frozen(int a) const { return stage.start_.plan().frozen(a); }
    Slot coefficient(int a) { return stage.coefficient(newest, a, order()); }
    Slot value(int a) { return stage.fixed(stage.start_.coefficient(a, 0)); }
    Slot reciprocal(int a) { return stage.fixed(stage.start_.reciprocal(a)); }

    /// The part of a sum with a_n, unless that is known already or asked for.
    Slot newest_part(int a, int b)
    {
        if (a == v || stage.ahead(a) > order()) return tape().constant(0);
        return tape().multiply(coefficient(a), value(b));
    }
    Slot convolution(int a, int b)
    {
        if (frozen(a))
            return b == v ? tape().constant(0) : tape().multiply(value(a), coefficient(b));
        const Slot known = stage.sum({a, false}, {b, false}, order());
        return tape().add(known, tape().add(newest_part(a, b), newest_part(b, a)));
    }
    Slot integral(int a, int b)
    {
        if (frozen(a)) return tape().constant(0);
        if (frozen(b)) return tape().multiply(coefficient(a), value(b));
        const Slot known = stage.sum({a, true}, {b, false}, order());
        const Slot inverse = stage.scalar(StageScalar::Kind::order, order(), true);
        return tape().add(tape().multiply(inverse, known), newest_part(a, b));
    }
};

namespace {

// The number of inputs of each kind is not known at first, so the kinds are numbered far apart.
constexpr Slot apart = Slot(1) << 26;
enum Kind : Slot { kind_sum, kind_scalar, kind_earlier, kind_fixed, kinds };

template <class Key>
int numbered(std::map<Key, int>& numbers, const Key& key)
{
    return numbers.try_emplace(key, int(numbers.size())).first->second;
}

}  // namespace

SeriesStage::SeriesStage(const SeriesStart& start) : start_(start) {}

void SeriesStage::begin(TapeBuilder& tape)
{
    tape_ = &tape;
}

std::uint32_t SeriesStage::inputs() const
{
    return arranged_ ? std::uint32_t(layout_.first_watched()) : kinds * apart;
}

Slot SeriesStage::fixed(Slot of_start)
{
    if (const auto value = start_.tape().constant_value(of_start)) return tape_->constant(*value);
    const int number = numbered(fixed_, of_start);
    return tape_->input((arranged_ ? Slot(layout_.first_fixed()) : kind_fixed * apart) +
                        Slot(number));
}

Slot SeriesStage::scalar(StageScalar::Kind kind, int shift, bool inverse)
{
    if (kind == StageScalar::Kind::rising && shift == 0) return tape_->constant(1);
    const int number = numbered(scalars_, {kind, inverse, shift});
    return tape_->input((arranged_ ? Slot(layout_.first_scalar()) : kind_scalar * apart) +
                        Slot(number));
}

Slot SeriesStage::earlier(int node, int order_ahead)
{
    const int number = numbered(earlier_, {node, order_ahead});
    return tape_->input((arranged_ ? Slot(layout_.first_earlier()) : kind_earlier * apart) +
                        Slot(number));
}

Slot SeriesStage::sum(SeriesFactor a, SeriesFactor b, int order_ahead)
{
    // A convolution is symmetric; the factor that is further ahead comes first.
    if (std::pair(ahead(b.node), b) > std::pair(ahead(a.node), a)) std::swap(a, b);
    for (const SeriesFactor& factor : {a, b})  // what write_row() will ask for
        if (factor.weighted) scalar(StageScalar::Kind::order, ahead(factor.node), false);
    return tape_->input(Slot(numbered(sums_, {a, b, order_ahead})));
}

Slot SeriesStage::coefficient(const Newest& newest, int node, int order_ahead)
{
    if (start_.plan().frozen(node)) return tape_->constant(0);
    return ahead(node) == order_ahead ? newest[node] : earlier(node, order_ahead);
}

SeriesStage::Newest SeriesStage::advance(const std::function<Slot(NodeId leaf)>& leaf)
{
    const SeriesPlan& plan = start_.plan();
    Newest newest(plan.nodes.size(), tape_->constant(0));
    for (int v = 0; v < int(newest.size()); ++v)
        newest[v] = plan.nodes[v].rule == SeriesRule::leaf
                        ? leaf(plan.nodes[v].id)
                        : write_coefficient(StageRules{*this, newest, v}, plan.nodes[v], v);
    return newest;
}

}  // namespace involute
