// SPDX-License-Identifier: Apache-2.0
#include "involute/witness/tree_expression.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "involute/expr/functions.hpp"

namespace involute {
namespace {

// Two numbers nearer than this part of their size may be ordered otherwise after other roundings.
constexpr double tie = 1e-12;

std::int64_t nearest_integer(double x)
{
    return std::llround(x);
}

/// Also where one is no number: nothing is known of their order then.
template <class S>
bool ties(const Series<S>& a, const Series<S>& b)
{
    using std::abs;
    return !(S(abs(S(a[0] - b[0]))) > S(tie) * S(abs(S(a[0])) + abs(S(b[0]))));
}

template <class S>
Series<S> raised(const Series<S>& base, const Series<S>& exponent)
{
    using std::abs, std::trunc;
    const S n = exponent[0];
    const bool integer = exponent.size() == 1 && n == S(trunc(n)) && abs(n) < S(1e9);
    if (!integer) return pow(base, exponent);
    if (n == S(0)) return Series<S>(1);
    return integer_power_value(base, int(nearest_integer(to_double(n))));
}

// Operands are used up: their places serve the result.
template <class S>
Series<S> added(Series<S> a, Series<S> b)
{
    if (a.size() < b.size()) std::swap(a, b);
    for (std::size_t k = 0; k < b.size(); ++k) a.c[k] += b.c[k];
    return a;
}

template <class S>
Series<S> multiplied(Series<S> a, Series<S> b)
{
    if (a.size() < b.size()) std::swap(a, b);
    if (b.size() > 1) return a * b;
    for (S& c : a.c) c = S(0) + c * b.c[0];
    return a;
}

/// Which whole number is below it may depend on roundings.
template <class S>
TreeValue<S> whole(const TreeValue<S>& a)
{
    using std::abs, std::floor;
    const S value = a.series[0], nearest = floor(S(value + S(0.5)));
    const bool near = S(abs(S(value - nearest))) <= S(tie) * (S(1) + S(abs(value)));
    return {involute::floor(a.series), a.at_kink || near};
}

}  // namespace

template <class S>
TreeExpression<S>::TreeExpression(const Model& model) : meanings(model.names.size()), model_(model)
{
    for (const std::string& name : model.names) functions_.push_back(find_function(name));
    for (const Function& f : functions())
        has_kinks_.push_back(f.name == "abs" || f.name == "sign" || f.name == "min" ||
                             f.name == "max");
    for (const Statement& s : model.statements)
        if (const auto* f = std::get_if<FunctionStatement>(&s.what)) written_[f->name.id] = f;
}

template <class S>
TreeValue<S> TreeExpression<S>::value(const Expression& expression)
{
    return between(expression.begin, expression.end);
}

template <class S>
TreeValue<S> TreeExpression<S>::between(std::uint32_t begin, std::uint32_t end)
{
    for (std::uint32_t i = begin; i < end; ++i) {
        taken_ = 0;
        shifts_ = -1;
        const SyntaxNode& now = model_.nodes[i];
        const bool is_repeat = now.kind == SyntaxKind::repeat;
        const bool is_choice = now.kind == SyntaxKind::choice;
        // takes its operands from the stack first
        TreeValue<S> made = is_repeat   ? repeated(now, i + 1)
                            : is_choice ? chosen(now, i + 1)
                                        : node(now);
        if (is_repeat) i = model_.repetitions[now.value].end - 1;
        if (is_choice) i = model_.choices[now.value].end - 1;
        made.largest = std::max(made.largest, taken_);
        made.shifts = std::max(made.shifts, shifts_);
        for (const S& c : made.series.c)
            made.largest = std::max(made.largest, std::abs(to_double(c)));
        stack_.push_back(std::move(made));
    }
    return pop();
}

template <class S>
std::int64_t TreeExpression<S>::integer(const Expression& expression)
{
    return nearest_integer(to_double(value(expression).series[0]));
}

template <class S>
std::vector<std::int64_t> TreeExpression<S>::key(const std::vector<Expression>& indices)
{
    std::vector<std::int64_t> at;
    for (const Expression& index : indices) at.push_back(integer(index));
    return at;
}

template <class S>
TreeValue<S> TreeExpression<S>::pop()
{
    TreeValue<S> top = std::move(stack_.back());
    stack_.pop_back();
    taken_ = std::max(taken_, top.largest);
    shifts_ = std::max(shifts_, top.shifts);
    return top;
}

/// Of what was popped last, and alone.
template <class S>
TreeValue<S> TreeExpression<S>::derivative(const TreeValue<S>& a, std::int64_t n)
{
    if (a.shifts >= 0) shifts_ = a.shifts + n;
    return {shifted(a.series, n), a.at_kink};
}

template <class S>
TreeValue<S> TreeExpression<S>::node(const SyntaxNode& node)
{
    switch (node.kind) {
        case SyntaxKind::number:
            return {Series<S>(from_quad<S>(model_.numbers[node.value].value))};
        case SyntaxKind::name: {
            const TreeMeaning<S>& meaning = meanings[node.value];
            if (meaning.kind == TreeMeaning<S>::Kind::unknown)
                return {(*jets)[std::size_t(meaning.first_unknown)]};
            return meaning.value;
        }
        case SyntaxKind::element:
            return element(node);
        case SyntaxKind::call:
            return call(node);
        case SyntaxKind::prime:
            return derivative(pop(), node.value);
        case SyntaxKind::negate: {
            TreeValue<S> a = pop();
            return {-std::move(a.series), a.at_kink};
        }
        case SyntaxKind::less:
        case SyntaxKind::less_equal:
        case SyntaxKind::greater:
        case SyntaxKind::greater_equal:
        case SyntaxKind::both:
        case SyntaxKind::either:
        case SyntaxKind::denied:
            return condition(node);
        default:
            break;
    }
    TreeValue<S> b = pop(), a = pop();
    const bool at_kink = a.at_kink || b.at_kink;
    switch (node.kind) {
        case SyntaxKind::add:
            return {added(std::move(a.series), std::move(b.series)), at_kink};
        case SyntaxKind::subtract:
            return {std::move(a.series) - b.series, at_kink};
        case SyntaxKind::multiply:
            return {multiplied(std::move(a.series), std::move(b.series)), at_kink};
        case SyntaxKind::divide:
            return {a.series / b.series, at_kink};
        default:
            return {raised(a.series, b.series), at_kink};
    }
}

template <class S>
TreeValue<S> TreeExpression<S>::element(const SyntaxNode& node)
{
    std::vector<std::int64_t> at(node.operands);
    for (std::size_t k = at.size(); k-- > 0;) at[k] = nearest_integer(to_double(pop().series[0]));
    const TreeMeaning<S>& meaning = meanings[node.value];
    if (meaning.kind == TreeMeaning<S>::Kind::family) return meaning.elements.at(at);
    std::int64_t place = 0;
    for (std::size_t k = 0; k < at.size(); ++k) {
        const auto [from, to] = meaning.bounds[k];
        place = place * (to - from + 1) + at[k] - from;
    }
    return {(*jets)[std::size_t(meaning.first_unknown + place)]};
}

/// sum(i in a..b: e), prod(i in a..b: e).
template <class S>
TreeValue<S> TreeExpression<S>::repeated(const SyntaxNode& node, std::uint32_t body)
{
    const Repetition& repetition = model_.repetitions[node.value];
    const std::int64_t to = nearest_integer(to_double(pop().series[0]));
    const std::int64_t from = nearest_integer(to_double(pop().series[0]));
    const TreeMeaning<S> outside = meanings[repetition.variable.id];
    TreeValue<S> total{Series<S>(repetition.product ? 1 : 0)};
    double largest = 0;
    std::int64_t shifts = -1;
    for (std::int64_t i = from; i <= to; ++i) {
        meanings[repetition.variable.id] = {.kind = TreeMeaning<S>::Kind::value,
                                            .value = {Series<S>(S(double(i)))}};
        const TreeValue<S> term = between(body, repetition.end);
        total.series = repetition.product ? total.series * term.series : total.series + term.series;
        total.at_kink |= term.at_kink;
        for (const S& c : total.series.c) largest = std::max(largest, std::abs(to_double(c)));
        largest = std::max(largest, term.largest);
        shifts = std::max(shifts, term.shifts);
    }
    meanings[repetition.variable.id] = outside;
    taken_ = largest;
    shifts_ = shifts;
    return total;
}

/// The branch that the condition on the stack says, and nothing of the other one.
template <class S>
TreeValue<S> TreeExpression<S>::chosen(const SyntaxNode& node, std::uint32_t branches)
{
    const ChoiceOf& choice = model_.choices[node.value];
    const TreeValue<S> condition = pop();
    const bool first = condition.series[0] == S(1);
    TreeValue<S> taken =
        between(first ? branches : choice.end_of_first, first ? choice.end_of_first : choice.end);
    taken.at_kink |= condition.at_kink;
    taken_ = taken.largest;
    shifts_ = taken.shifts;
    return taken;
}

/// 1 where it holds, else 0.
template <class S>
TreeValue<S> TreeExpression<S>::condition(const SyntaxNode& node)
{
    const auto truth = [](bool holds) { return Series<S>(holds ? 1 : 0); };
    const TreeValue<S> b = pop();
    const bool second = b.series[0] == S(1);
    if (node.kind == SyntaxKind::denied) return {truth(!second), b.at_kink};
    const TreeValue<S> a = pop();
    const bool first = a.series[0] == S(1);
    const bool at_kink = a.at_kink || b.at_kink;
    if (node.kind == SyntaxKind::both) return {truth(first && second), at_kink};
    if (node.kind == SyntaxKind::either) return {truth(first || second), at_kink};
    const bool less = a.series<b.series, greater = a.series> b.series;
    const bool holds = node.kind == SyntaxKind::less         ? less
                       : node.kind == SyntaxKind::greater    ? greater
                       : node.kind == SyntaxKind::less_equal ? !greater
                                                             : !less;
    return {truth(holds), at_kink || ties(a.series, b.series)};
}

/// The body of a function of the text, its arguments on the stack.
template <class S>
TreeValue<S> TreeExpression<S>::written(const FunctionStatement& f)
{
    std::vector<TreeMeaning<S>> outside;
    for (std::size_t k = f.arguments.size(); k-- > 0;) {
        TreeMeaning<S>& meaning = meanings[f.arguments[k].id];
        outside.push_back(std::move(meaning));
        meaning = {.kind = TreeMeaning<S>::Kind::value, .value = pop()};
    }
    TreeValue<S> result = value(f.body);
    for (const Name& argument : f.arguments) {
        meanings[argument.id] = std::move(outside.back());
        outside.pop_back();
    }
    taken_ = result.largest;
    shifts_ = result.shifts;
    return result;
}

template <class S>
TreeValue<S> TreeExpression<S>::call(const SyntaxNode& node)
{
    if (const auto f = written_.find(node.value); f != written_.end()) return written(*f->second);
    TreeValue<S> last = pop();
    const std::optional<FunctionId> f = functions_[node.value];
    if (model_.names[node.value] == "ceil") {
        const TreeValue<S> below = whole<S>({-last.series, last.at_kink});
        return {-below.series, below.at_kink};
    }
    if (model_.names[node.value] == "mod") {
        const TreeValue<S> first = pop();
        const TreeValue<S> times =
            whole<S>({first.series / last.series, first.at_kink || last.at_kink});
        return {first.series - last.series * times.series, times.at_kink};
    }
    if (!f) {  // der(e), der(e, n)
        if (node.operands == 1) return derivative(last, 1);
        return derivative(pop(), nearest_integer(to_double(last.series[0])));
    }
    if (*f == floor_function()) return whole(last);
    if (functions()[*f].arity == 1) {
        const bool kink = has_kinks_[*f] && ties(last.series, Series<S>(0));
        return {rows::unary_values<Series<S>>[*f](last.series), last.at_kink || kink};
    }
    // min and max have any number of arguments; of one they are what it is
    for (int k = 1; k < node.operands; ++k) {
        const TreeValue<S> first = pop();
        const bool kink = has_kinks_[*f] && ties(first.series, last.series);
        last = {rows::binary_values<Series<S>>[*f](first.series, last.series),
                first.at_kink || last.at_kink || kink};
    }
    return last;
}

template class TreeExpression<double>;
template class TreeExpression<Quad>;

}  // namespace involute
