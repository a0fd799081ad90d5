// SPDX-License-Identifier: Apache-2.0
#include "involute/model/givens.hpp"

#include <fmt/format.h>

namespace involute {
namespace {

std::string name_of(const Given& given, const Names& names)
{
    return given.unknown < 0 ? names.independent : jet_name(names, given.unknown, given.order);
}

}  // namespace

std::uint64_t key_of(const Given& given)
{
    return std::uint64_t(given.unknown + 1) << 32 | std::uint32_t(given.order);
}

std::optional<Given> jet_of(Evaluator& evaluator, const Graph& graph, const Expression& expression,
                            const Names& names, std::string_view what)
{
    if (evaluator.is_call_of_unknown(expression)) {
        evaluator.complain(
            expression.place, fmt::format("{} is given without brackets", what),
            fmt::format("for example: start x = 1, x' = 0, {} = 0", names.independent));
        return {};
    }
    const Value target = evaluator.settled(evaluator.value(expression));
    if (!target.usable()) return {};
    if (target.kind == Value::Kind::node) {
        const Node& node = graph[target.node];
        if (node.op == Op::jet) return Given{int(node.a), int(node.b), 0, expression.place};
        if (node.op == Op::independent) return Given{-1, 0, 0, expression.place};
    }
    evaluator.complain(expression.place,
                       fmt::format("{} belongs to an unknown, one of its derivatives or `{}`", what,
                                   names.independent),
                       fmt::format("for example: start x = 1, x' = 0, {} = 0", names.independent));
    return {};
}

void add_givens(Evaluator& evaluator, const Graph& graph, const Names& names,
                const GivenStatement& statement, Givens& givens)
{
    const std::string_view what = statement.is_guess ? "a guess" : "a start value";
    for (const GivenItem& item : statement.assignments) {
        std::optional<Given> given = jet_of(evaluator, graph, item.target, names, what);
        const Value found = evaluator.value(item.value);
        const std::optional<Quad> value = evaluator.constant(found, item.value.place, what);
        if (!given || !value) continue;
        given->value = *value;
        given->formula = evaluator.formula(evaluator.settled(found));
        const auto [entry, is_new] =
            givens.position.try_emplace(key_of(*given), givens.list.size());
        if (is_new) {
            givens.list.push_back(*given);
            continue;
        }
        const Given& first = givens.list[entry->second];
        if (first.value != *value)
            evaluator.complain(
                item.target.place, fmt::format("`{}` is given two values", name_of(*given, names)),
                fmt::format("line {} says {}", first.place.line, to_text(to_double(first.value))));
    }
}

}  // namespace involute
