// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/series_program_writer.hpp"

#include <algorithm>

namespace involute {
namespace {

/// The rules of SeriesRule, for the coefficient n >= 1 of node v. `at` knows v and n, and has
///   coefficient(a)      a_n
///   value(a)            a_0, and reciprocal(a) = 1/a_0
///   convolution(a, b)   Σ a_j b_(n-j)
///   integral(a, b)      1/n Σ j a_j b_(n-j), the coefficient of ∫ a' b
/// where the products that contain v_n itself are left out.
template <class At>
Slot write_coefficient(At at, const SeriesNode& v, int self)
{
    TapeBuilder& tape = at.tape();
    switch (v.rule) {
        case SeriesRule::same:
            return at.coefficient(v.a);
        case SeriesRule::add:
            return tape.add(at.coefficient(v.a), at.coefficient(v.b));
        case SeriesRule::subtract:
            return tape.subtract(at.coefficient(v.a), at.coefficient(v.b));
        case SeriesRule::negate:
            return tape.negate(at.coefficient(v.a));
        case SeriesRule::scale:
            return tape.multiply(at.value(v.a), at.coefficient(v.b));
        case SeriesRule::product:
            return at.convolution(v.a, v.b);
        case SeriesRule::quotient:
            return tape.multiply(tape.subtract(at.coefficient(v.a), at.convolution(v.b, self)),
                                 at.reciprocal(v.b));
        case SeriesRule::root:
            return tape.multiply(tape.subtract(at.coefficient(v.a), at.convolution(self, self)),
                                 tape.multiply(tape.constant(Quad(1) / 2), at.reciprocal(self)));
        case SeriesRule::logarithm:
            return tape.multiply(tape.subtract(at.coefficient(v.a), at.integral(self, v.a)),
                                 at.reciprocal(v.a));
        case SeriesRule::power:
            return tape.multiply(tape.subtract(tape.multiply(at.value(v.b), at.integral(v.a, self)),
                                               at.integral(self, v.a)),
                                 at.reciprocal(v.a));
        case SeriesRule::function: {
            const Slot first = at.integral(v.a, v.wa);
            return v.b < 0 ? first : tape.add(first, at.integral(v.b, v.wb));
        }
        case SeriesRule::leaf:
        case SeriesRule::frozen:
            break;
    }
    return tape.constant(0);
}

}  // namespace

// ---- the start: every coefficient written out

struct StartRules {
    const SeriesStart& start;
    int v;
    int n;

    TapeBuilder& tape() { return start.tape_; }
    Slot coefficient(int a) const { return start.values_[a][n]; }
    Slot value(int a) const { return start.values_[a][0]; }
    Slot reciprocal(int a) const { return start.reciprocal(a); }
    Slot convolution(int a, int b) { return sum(a, b, false); }
    Slot integral(int a, int b)
    {
        return tape().multiply(tape().constant(Quad(1) / n), sum(a, b, true));
    }

    Slot sum(int a, int b, bool weighted)
    {
        Slot total = tape().constant(0);
        for (int j = weighted || b == v ? 1 : 0; j <= (a == v ? n - 1 : n); ++j) {
            const Slot product = tape().multiply(start.values_[a][j], start.values_[b][n - j]);
            total = tape().add(total,
                               weighted ? tape().multiply(tape().constant(j), product) : product);
        }
        return total;
    }
};

SeriesStart::SeriesStart(const SeriesPlan& plan, TapeBuilder& tape,
                         const std::function<Slot(NodeId leaf, int order)>& leaf)
    : plan_(plan), tape_(tape), values_(plan.nodes.size())
{
    const int count = int(plan.nodes.size());
    for (int v = 0; v < count; ++v) values_[v].push_back(tape.emit(plan.nodes[v].id));
    for (int n = 1; n <= plan.deepest(); ++n)
        for (int v = 0; v < count; ++v) {
            const SeriesNode& node = plan.nodes[v];
            if (n > node.ahead) continue;
            values_[v].push_back(node.rule == SeriesRule::leaf
                                     ? leaf(node.id, n)
                                     : write_coefficient(StartRules{*this, v, n}, node, v));
        }
}

Slot SeriesStart::reciprocal(int node) const
{
    return tape_.divide(tape_.constant(1), values_[node][0]);
}

// ---- a stage: sums are inputs, what is linear in the newest coefficients is written

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

// While it is not known how many inputs of each kind there will be, kinds are far apart.
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

// ---- memory

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
