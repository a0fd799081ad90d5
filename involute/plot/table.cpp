// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/table.hpp"

#include "involute/base/suggest.hpp"

namespace involute::plot {
namespace {

Table table_of(const std::vector<std::string>& names, const std::vector<std::vector<double>>& rows)
{
    Table table{names, std::vector<std::vector<double>>(names.size())};
    for (const std::vector<double>& row : rows)
        for (std::size_t i = 0; i < names.size(); ++i) table.columns[i].push_back(row[i]);
    return table;
}

}  // namespace

Results results_of(const Solution& solution)
{
    std::vector<std::string> names{solution.independent};
    names.insert(names.end(), solution.names.begin(), solution.names.end());
    Results results{.table = table_of(names, solution.rows)};
    for (const CrossingRecord& crossing : solution.crossings)
        results.records.push_back({crossing.name, table_of(names, crossing.rows)});
    return results;
}

const std::vector<double>& column(const Table& table, std::string_view name)
{
    return table.columns[place_of_name("column", name, {table.names.begin(), table.names.end()})];
}

const Table& record(const Results& results, std::string_view name)
{
    std::vector<std::string_view> known;
    for (const Results::Record& r : results.records) known.push_back(r.name);
    return results.records[place_of_name("section", name, known)].table;
}

Axes plane_of(const Table& table, const std::string& x, const std::vector<std::string>& y)
{
    Axes axes{.x = {.label = x}};
    for (const std::string& name : y)
        axes.series.push_back({.label = name, .x = column(table, x), .y = column(table, name)});
    if (axes.series.size() == 1) std::swap(axes.y.label, axes.series.front().label);
    return axes;
}

Space space_of(const Table& table, const std::string& x, const std::string& y, const std::string& z)
{
    Space space{.x = {.label = x}, .y = {.label = y}, .z = {.label = z}};
    const auto &xs = column(table, x), &ys = column(table, y), &zs = column(table, z);
    Curve curve;
    for (std::size_t i = 0; i < table.rows(); ++i) curve.points.push_back({xs[i], ys[i], zs[i]});
    space.curves.push_back(std::move(curve));
    return space;
}

}  // namespace involute::plot
