// SPDX-License-Identifier: Apache-2.0
#include "involute/report/strips.hpp"

#include <algorithm>
#include <cmath>

#include "involute/base/error.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/model/read.hpp"
#include "involute/system/tolerances.hpp"

namespace involute::report {
namespace {

struct Checked {
    Strip strip{};
    NodeId f{};
    std::optional<double> level{};  // of an invariant: its value at the start, once it is known
    bool is_invariant = false;
    std::vector<std::size_t> held{};  // jets it contains, by their places in RowReader::held
};

/// "x*x' + y*y' = 0" as a node; nothing where it cannot be read, as a shortened text.
std::optional<NodeId> equation_node(System& system, const std::string& text)
{
    const auto equals = text.find('=');
    if (equals == text.npos) return {};
    try {
        const NodeId left = parse_expression(system, text.substr(0, equals));
        const NodeId right = parse_expression(system, text.substr(equals + 1));
        return system.graph.subtract(left, right);
    } catch (const Error&) {
        return {};
    }
}

std::vector<Checked> checked_rows(System& system, const Analysis& analysis, int& left_out)
{
    std::vector<Checked> rows;
    for (const Equation& equation : author_equations(system))
        rows.push_back({.strip = {equation.text, "as written", 0, 0, {}}, .f = equation.f});
    for (const std::string& text : analysis.hidden) {
        if (const auto f = equation_node(system, text))
            rows.push_back({.strip = {text, "hidden", 0, 0, {}}, .f = *f});
        else
            ++left_out;
    }
    for (const Invariant& invariant : system.invariants) {
        Checked row{.strip = {invariant.name, "invariant", 0, 0, {}}, .f = invariant.expression};
        row.is_invariant = true;
        if (invariant.value) row.level = to_double(*invariant.value);
        rows.push_back(std::move(row));
    }
    return rows;
}

/// The floor of every jet that rows hold.
std::vector<double> floors_of(const System& system, const RowReader& reader,
                              const StripScale& scale)
{
    std::vector<OwnTolerance> list = system.tolerances;
    for (const auto& [of, atol] : scale.atol_of) list.push_back({of, atol});
    const OwnTolerances own = own_tolerances(system.names, list, scale.atol);
    std::vector<double> floors;
    for (const RowReader::Held& held : reader.held()) {
        double atol = scale.atol;
        if (held.unknown >= 0 && !own.empty()) {
            const auto& of = own[std::size_t(held.unknown)];
            if (!of.empty()) atol = of[std::min(std::size_t(held.order), of.size() - 1)];
        }
        floors.push_back(atol / scale.rtol);
    }
    return floors;
}

/// f of every row, then its derivatives by the jets it contains.
std::vector<NodeId> expressions_of(System& system, const RowReader& reader,
                                   std::vector<Checked>& rows)
{
    std::vector<NodeId> expressions;
    for (Checked& row : rows) {
        expressions.push_back(row.f);
        Partials partials(system.graph, row.f);
        for (const NodeId leaf : partials.leaves()) {
            const auto held =
                std::ranges::lower_bound(reader.held(), leaf, {}, &RowReader::Held::leaf);
            row.held.push_back(std::size_t(held - reader.held().begin()));
            expressions.push_back(partials.by(leaf));
        }
    }
    return expressions;
}

/// |f| / Σ |∂f/∂jet| s(jet); `at` goes to the next row's values.
double residual(Checked& row, const RowReader& reader, const std::vector<double>& floors,
                const std::vector<double>& point, const std::vector<double>& values,
                std::size_t& at)
{
    double f = values[at++], reach = 0;
    if (row.is_invariant) f -= *(row.level ? row.level : row.level = f);
    for (const std::size_t held : row.held)
        reach +=
            std::abs(values[at++]) * (std::abs(point[reader.held()[held].column]) + floors[held]);
    return f == 0 ? 0 : std::abs(f) / reach;
}

}  // namespace

std::uint8_t code_of(double residual)
{
    if (!std::isfinite(residual)) return 255;
    if (residual <= 1e-20) return 0;
    return std::uint8_t(std::clamp((std::log10(residual) + 20) * 10, 1.0, 254.0));
}

Strips strips_of(System& system, const Analysis& analysis, const Solution& solution,
                 RowReader& reader, const StripScale& scale, std::size_t most)
{
    Strips result;
    std::vector<Checked> rows = checked_rows(system, analysis, result.left_out);
    const std::size_t all = rows.size();
    std::erase_if(rows, [&](const Checked& row) { return !reader.holds(row.f); });
    result.left_out += int(all - rows.size());
    const std::size_t count = solution.rows.size();
    if (rows.empty() || count == 0) return result;

    const std::vector<double> floors = floors_of(system, reader, scale);
    reader.prepare(expressions_of(system, reader, rows));
    const std::size_t pieces =
        std::clamp<std::size_t>(most / rows.size(), 1, std::min<std::size_t>(count, 400));
    std::vector<double> largest(rows.size(), 0);
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        const std::size_t from = piece * count / pieces, to = (piece + 1) * count / pieces;
        result.edges.push_back(solution.rows[from][0]);
        std::ranges::fill(largest, 0);
        for (std::size_t k = from; k < to; ++k) {
            const std::vector<double>& point = solution.rows[k];
            const std::vector<double>& values = reader(point);
            std::size_t at = 0;
            for (std::size_t r = 0; r < rows.size(); ++r) {
                const double found = residual(rows[r], reader, floors, point, values, at);
                if (found <= largest[r]) continue;
                largest[r] = found;
                if (found > rows[r].strip.largest) {
                    rows[r].strip.largest = found;
                    rows[r].strip.where = point[0];
                }
            }
        }
        for (std::size_t r = 0; r < rows.size(); ++r)
            rows[r].strip.pieces.push_back(code_of(largest[r]));
    }
    result.edges.push_back(solution.rows.back()[0]);
    for (Checked& row : rows) result.strips.push_back(std::move(row.strip));
    return result;
}

}  // namespace involute::report
