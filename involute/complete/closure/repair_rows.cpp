// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/closure/repair_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/complete/combine/combination.hpp"
#include "involute/complete/combine/multiples.hpp"
#include "involute/complete/combine/unmix.hpp"
#include "involute/complete/structural/hidden.hpp"

namespace involute {

namespace {

// Characters of a factor in a note.
constexpr std::size_t longest_factor = 400;

void leave_out_multiples(RepairRows& rows)
{
    const WithoutMultiples found = without_multiples(rows.graph(), rows.equations());
    if (found.impossible) return;
    std::vector<RepairRow> old;
    for (std::size_t i = 0; i < rows.size(); ++i) old.push_back(rows[i]);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (found.rows[i] == old[i].f) continue;
        RepairRow made = rows.combination();
        made.f = found.rows[i];
        made.text = old[i].name + " without multiples of";
        for (std::size_t k = 0; k < old.size(); ++k) {
            if (!found.used[i][k]) continue;
            made.orders[k] = 0;
            if (k != i) made.text += (made.text.ends_with("of") ? " " : ", ") + old[k].name;
        }
        rows[i] = rows.finished(std::move(made));
    }
}

/// A combination of rows with numbers as factors.
RepairRow mixture(RepairRows& rows, NodeId f, const std::vector<Rational>& factors)
{
    RepairRow made = rows.combination();
    made.f = f;
    std::vector<Summand> summands;
    for (std::size_t k = 0; k < factors.size(); ++k) {
        if (factors[k] == Rational(0)) continue;
        const NodeId factor = rows.graph().exact_constant(factors[k]);
        summands.push_back({rows.factor_text(factor), rows[k].name, 0});
        RepairRows::use(made, rows[k], 0);
    }
    made.text = describe_sum(summands);
    return rows.finished(std::move(made));
}

void unmix_rows(RepairRows& rows)
{
    const auto found = unmix(rows.graph(), rows.equations());
    if (!found || found->rounded) return;
    const auto is_used = [](const Rational& x) { return x != Rational(0); };
    std::vector<RepairRow> made;
    std::vector<char> kept(rows.size(), 0);
    for (std::size_t i = 0; i < found->rows.size(); ++i) {
        const auto& factors = found->factors[i];
        if (std::ranges::count_if(factors, is_used) == 1)
            kept[std::size_t(std::ranges::find_if(factors, is_used) - factors.begin())] = 1;
        else
            made.push_back(mixture(rows, found->rows[i], factors));
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (kept[i]) continue;
        if (made.empty()) {  // it follows from others
            rows[i].f = rows.graph().constant(0);
            rows[i].sigma.clear();
            continue;
        }
        rows[i] = std::move(made.back());
        made.pop_back();
    }
}

}  // namespace

RepairRows::RepairRows(Completion& result, const std::vector<std::string>& names)
    : result_(result), probe_(result.system)
{
    const std::vector<Equation>& equations = result.system.equations;
    for (std::size_t i = 0; i < equations.size(); ++i) {
        RepairRow row{.f = equations[i].f,
                      .name = names.empty() ? fmt::format("equation {}", i + 1) : names[i],
                      .text = equations[i].text,
                      .orders = std::vector<int>(equations.size(), -1)};
        row.orders[i] = 0;
        clean(row);
        rows_.push_back(std::move(row));
    }
}

Signature RepairRows::signature() const
{
    Signature sigma;
    for (const RepairRow& row : rows_) sigma.push_back(row.sigma);
    return sigma;
}

std::vector<NodeId> RepairRows::equations() const
{
    std::vector<NodeId> list;
    for (const RepairRow& row : rows_) list.push_back(row.f);
    return list;
}

RepairRow RepairRows::combination()
{
    return {.name = fmt::format("combination {}", ++combinations_),
            .orders = std::vector<int>(rows_.size(), -1),
            .replaced = true};
}

void RepairRows::use(RepairRow& made, const RepairRow& row, int times)
{
    for (std::size_t a = 0; a < made.orders.size(); ++a)
        if (row.orders[a] >= 0) made.orders[a] = std::max(made.orders[a], row.orders[a] + times);
}

void RepairRows::clean(RepairRow& row)
{
    TrueSignature known = true_signature(graph(), {row.f}, probe_);
    row.f = known.equations[0];
    row.sigma = std::move(known.sigma[0]);
}

RepairRow RepairRows::finished(RepairRow made)
{
    clean(made);
    result_.notes.push_back(
        fmt::format("{} = {}: {}", made.name, made.text, equation_text(result_.system, made.f)));
    return made;
}

std::string RepairRows::factor_text(NodeId factor)
{
    if (graph().is_constant(factor)) {
        const Quad& value = graph().value(factor);
        return value == round(value) ? to_text(to_double(value)) : to_text(to_double(value), 10);
    }
    const std::string text = print_shortened(graph(), factor, result_.system.names, longest_factor);
    const Op op = graph()[factor].op;
    return op == Op::add || op == Op::subtract ? "(" + text + ")" : text;
}

void take_apart(RepairRows& rows)
{
    leave_out_multiples(rows);
    unmix_rows(rows);
}

}  // namespace involute
