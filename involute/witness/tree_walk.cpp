// SPDX-License-Identifier: Apache-2.0
#include "involute/witness/tree_walk.hpp"

#include <algorithm>
#include <string_view>

#include "involute/text/number.hpp"

namespace involute {

/// Parameters and unknowns, as the text declares them.
struct TreeDeclarations {
    TreeDeclarations(const WrittenModel& written_model, const ParameterValues& values)
        : written(written_model), in_text(written_model.model)
    {
        for (std::uint32_t id = 0; id < written.model.names.size(); ++id)
            if (written.model.names[id] == "pi") set(id, 4 * atan(Quad(1)));
        for (const Statement& s : written.model.statements) {
            if (const auto* v = std::get_if<VarStatement>(&s.what)) add(*v);
            add_numbers(s, values);
        }
    }

    void set_parameters(const ParameterValues& values)
    {
        inputs.clear();
        for (const Statement& s : written.model.statements) add_numbers(s, values);
    }

    void add_numbers(const Statement& s, const ParameterValues& values)
    {
        if (const auto* p = std::get_if<ParamStatement>(&s.what)) add(*p, values);
        if (const auto* i = std::get_if<InputStatement>(&s.what)) add(*i, values);
    }

    void set(std::uint32_t id, const Quad& value)
    {
        in_text.meanings[id].kind = TreeMeaning<Quad>::Kind::value;
        in_text.meanings[id].value = {Series<Quad>(value)};
    }

    void add(const ParamStatement& statement, const ParameterValues& values)
    {
        for (const ParamItem& item : statement.parameters) {
            Quad value = in_text.value(item.value).series[0];
            for (const auto& [name, by] : written.overrides)
                if (name == written.model.names[item.name.id]) value = decimal_of(by);
            for (const auto& [name, by] : values)
                if (name == written.model.names[item.name.id]) value = by;
            set(item.name.id, value);
        }
    }

    void add(const VarStatement& statement)
    {
        for (const VarItem& item : statement.variables) {
            TreeMeaning<Quad>& meaning = in_text.meanings[item.name.id];
            meaning.kind = item.ranges.empty() ? TreeMeaning<Quad>::Kind::unknown
                                               : TreeMeaning<Quad>::Kind::array;
            meaning.first_unknown = unknowns;
            std::int64_t count = 1;
            for (const Range& range : item.ranges) {
                const std::int64_t from = in_text.integer(range.from);
                const std::int64_t to = in_text.integer(range.to);
                meaning.bounds.emplace_back(from, to);
                count *= std::max<std::int64_t>(0, to - from + 1);
            }
            unknowns += int(count);
        }
    }

    /// From outside, or as the text says; a number is a parameter.
    void add(const InputStatement& statement, const ParameterValues& values)
    {
        for (const InputItem& item : statement.inputs) {
            const std::uint32_t id = item.name.id;
            const std::string& word = written.model.names[id];
            const auto is_it = [&](const auto& other) { return other.first == word; };
            if (item.constant) set(id, in_text.value(*item.constant).series[0]);
            if (const auto set_to = std::ranges::find_if(values, is_it); set_to != values.end())
                set(id, set_to->second);
            else if (const auto given = std::ranges::find_if(written.inputs, is_it);
                     given != written.inputs.end())
                inputs.emplace_back(id, WrittenInput(given->second));
            else if (item.table)
                inputs.emplace_back(id, WrittenInput(table(*item.table)));
        }
    }

    InputTable table(const TableText& text)
    {
        InputTable found{
            .between = text.cubic ? InputTable::Between::cubic : InputTable::Between::linear,
            .beyond = text.periodic ? InputTable::Beyond::periodic
                      : text.hold   ? InputTable::Beyond::hold
                                    : InputTable::Beyond::nothing};
        for (const TablePoint& point : text.points) {
            found.t.push_back(in_text.value(point.t).series[0]);
            found.u.push_back(in_text.value(point.u).series[0]);
        }
        return found;
    }

    const WrittenModel& written;
    TreeExpression<Quad> in_text;
    std::vector<std::pair<std::uint32_t, WrittenInput>> inputs{};  // by name
    int unknowns = 0;
};

template <class S>
TreeWalk<S>::TreeWalk(const WrittenModel& written, const ParameterValues& values)
    : model_(written.model),
      values_(values),
      declared_(std::make_unique<TreeDeclarations>(written, values)),
      expressions_(written.model),
      unknowns_(declared_->unknowns)
{
    take_declared();
    std::string_view independent = "t";
    for (const Statement& s : model_.statements)
        if (const auto* i = std::get_if<IndependentStatement>(&s.what))
            independent = model_.names[i->name.id];
    const auto found = std::find(model_.names.begin(), model_.names.end(), independent);
    uses_independent_ = found != model_.names.end();
    if (uses_independent_) independent_ = std::uint32_t(found - model_.names.begin());
}

template <class S>
TreeWalk<S>::~TreeWalk() = default;

template <class S>
void TreeWalk<S>::set(const ParameterValues& values)
{
    if (values == values_) return;
    values_ = values;
    declared_->set_parameters(values);
    take_declared();
}

template <class S>
void TreeWalk<S>::take_declared()
{
    for (std::size_t id = 0; id < model_.names.size(); ++id) {
        const TreeMeaning<Quad>& from = declared_->in_text.meanings[id];
        TreeMeaning<S>& to = expressions_.meanings[id];
        to.kind = static_cast<typename TreeMeaning<S>::Kind>(from.kind);
        to.value = {Series<S>(from_quad<S>(from.value.series[0]))};
        to.first_unknown = from.first_unknown;
        to.bounds = from.bounds;
    }
}

template <class S>
const std::vector<TreeValue<S>>& TreeWalk<S>::operator()(const S& x,
                                                         const std::vector<Series<S>>& jets)
{
    expressions_.jets = &jets;
    std::size_t length = 2;  // so that t' is 1
    for (const Series<S>& series : jets) length = std::max(length, series.size());
    for (std::int64_t planned = -1; planned < shifts_;) {
        planned = shifts_;
        walk_at(x, length + std::size_t(planned));
        for (const TreeValue<S>& value : found_) shifts_ = std::max(shifts_, value.shifts);
    }
    return found_;
}

/// Every derivative takes a coefficient from the series of the independent variable, which has
/// length of them.
template <class S>
void TreeWalk<S>::walk_at(const S& x, std::size_t length)
{
    found_.clear();
    if (uses_independent_)
        expressions_.meanings[independent_] = {
            .kind = TreeMeaning<S>::Kind::value,
            .value = {.series = Series<S>::variable(x, length), .shifts = 0}};
    for (const auto& [id, input] : declared_->inputs)
        expressions_.meanings[id] = {.kind = TreeMeaning<S>::Kind::value,
                                     .value = input.at(x, length)};
    for (const std::uint32_t id : families_) expressions_.meanings[id] = {};
    families_.clear();
    walk(model_.statements);
}

template <class S>
void TreeWalk<S>::walk(const std::vector<Statement>& statements)
{
    for (const Statement& s : statements) {
        if (const auto* equation = std::get_if<EquationStatement>(&s.what)) {
            const TreeValue<S> left = expressions_.value(equation->left);
            const TreeValue<S> right = expressions_.value(equation->right);
            found_.push_back({left.series - right.series, left.at_kink || right.at_kink,
                              std::max(left.largest, right.largest),
                              std::max(left.shifts, right.shifts)});
        } else if (const auto* let = std::get_if<LetStatement>(&s.what)) {
            define(*let);
        } else if (const auto* loop = std::get_if<LoopStatement>(&s.what)) {
            turn(*loop);
        }
    }
}

/// A definition holds until the next one of its name: the reader has refused those that clash.
template <class S>
void TreeWalk<S>::define(const LetStatement& let)
{
    for (const LetItem& item : let.definitions) {
        TreeValue<S> value = expressions_.value(item.value);
        const std::uint32_t id = item.label.name.id;
        if (item.label.indices.empty()) {
            expressions_.meanings[id].kind = TreeMeaning<S>::Kind::value;
            expressions_.meanings[id].value = std::move(value);
            continue;
        }
        const std::vector<std::int64_t> key = expressions_.key(item.label.indices);
        TreeMeaning<S>& meaning = expressions_.meanings[id];
        if (meaning.kind != TreeMeaning<S>::Kind::family) families_.push_back(id);
        meaning.kind = TreeMeaning<S>::Kind::family;
        meaning.elements[key] = std::move(value);
    }
}

template <class S>
void TreeWalk<S>::turn(const LoopStatement& loop)
{
    const std::int64_t from = expressions_.integer(loop.range.from);
    const std::int64_t to = expressions_.integer(loop.range.to);
    const std::uint32_t id = loop.variable.id;
    const TreeMeaning<S> outside = expressions_.meanings[id];
    for (std::int64_t i = from; i <= to; ++i) {
        expressions_.meanings[id] = {.kind = TreeMeaning<S>::Kind::value,
                                     .value = {Series<S>(S(double(i)))}};
        walk(loop.body);
    }
    expressions_.meanings[id] = outside;
}

template class TreeWalk<double>;
template class TreeWalk<Quad>;

}  // namespace involute
