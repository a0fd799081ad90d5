// SPDX-License-Identifier: Apache-2.0
#include "involute/plot/read.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "involute/base/error.hpp"
#include "involute/base/utf8.hpp"

namespace involute::plot {
namespace {

using nlohmann::json;

constexpr std::string_view blank = " \t\r\n";
constexpr const char* what_is_read = "a csv or json file that `involute solve` wrote is needed";

/// `place` without a line: the file as a whole.
[[noreturn]] void refuse(const std::string& file, Place place, std::string message,
                         std::string_view source = {}, std::string hint = what_is_read)
{
    throw Error(Diagnostic{.message = std::move(message),
                           .hint = std::move(hint),
                           .place = place,
                           .source_line = std::string(source),
                           .file = file});
}

/// Where in its line a part stands.
Place place_of(std::string_view part, std::string_view line, int line_number)
{
    const auto before = line.substr(0, std::size_t(part.data() - line.data()));
    return {line_number, 1 + count_characters(before), std::max(1, count_characters(part))};
}

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(blank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

/// The whole text as a double. What is beyond its range (a quadruple number may be) is 0 or
/// infinite.
std::optional<double> number(std::string_view text)
{
    text = trimmed(text);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size() || error == std::errc::invalid_argument)
        return std::nullopt;
    if (error == std::errc::result_out_of_range)
        return text.find("e-") != text.npos ? 0 : std::numeric_limits<double>::infinity();
    return value;
}

/// The next line, without its end; `text` loses it.
std::string_view take_line(std::string_view& text)
{
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

/// The fields of a line; commas between quotation marks do not separate.
std::vector<std::string_view> fields(std::string_view line)
{
    std::vector<std::string_view> found;
    std::size_t from = 0;
    bool quoted = false;
    for (std::size_t i = 0; i <= line.size(); ++i) {
        if (i < line.size() && line[i] == '"') quoted = !quoted;
        if (i < line.size() && (line[i] != ',' || quoted)) continue;
        std::string_view field = trimmed(line.substr(from, i - from));
        if (field.size() > 1 && field.front() == '"' && field.back() == '"')
            field = field.substr(1, field.size() - 2);
        found.push_back(field);
        from = i + 1;
    }
    return found;
}

/// `texts` at the end of a line are no numbers; those of a sweep may be absent.
void read_row(Table& table, std::string_view line, int line_number, const std::string& file,
              std::size_t texts)
{
    const bool of_sweep = texts > 0;
    const std::vector<std::string_view> values = fields(line);
    if (values.size() != table.names.size() + texts)
        refuse(file, {line_number, 1},
               fmt::format("{} values where the first line has {} names", values.size(),
                           table.names.size() + texts),
               line);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        std::optional<double> value = number(values[i]);
        if (of_sweep && values[i].empty()) value = std::numeric_limits<double>::quiet_NaN();
        if (!value)
            refuse(file, place_of(values[i], line, line_number),
                   fmt::format("`{}` is not a number", displayable(values[i])), line);
        table.columns[i].push_back(*value);
    }
}

Results read_csv(std::string_view text, const std::string& file)
{
    Table table;
    // A sweep has a line before the names, and ends its rows with code and reason.
    const bool of_sweep = text.starts_with("# involute sweep ");
    const std::size_t texts = of_sweep ? 2 : 0;
    if (of_sweep) take_line(text);
    const int first = of_sweep ? 2 : 1;
    const std::string_view header = take_line(text);
    for (const std::string_view name : fields(header)) {
        if (name.empty() || number(name))
            refuse(file, place_of(name, header, first), "the first line must name the columns",
                   header);
        table.names.emplace_back(name);
    }
    table.names.resize(table.names.size() - std::min(table.names.size(), texts));
    table.columns.resize(table.names.size());
    for (int line = first + 1; !text.empty(); ++line)
        if (const std::string_view row = take_line(text); !trimmed(row).empty())
            read_row(table, row, line, file, texts);
    return {.table = std::move(table)};
}

/// null is a number that was not finite; numbers of 33 digits are strings.
double value_of(const json& element, const std::string& file)
{
    if (element.is_number()) return element.get<double>();
    if (element.is_string())
        if (const auto value = number(element.get_ref<const std::string&>())) return *value;
    if (element.is_null()) return std::numeric_limits<double>::quiet_NaN();
    refuse(file, {},
           fmt::format("`{}` stands where a number should", element.dump().substr(0, 40)));
}

Table json_table(const std::vector<std::string>& names, const json& rows, const std::string& file)
{
    Table table{names, std::vector<std::vector<double>>(names.size())};
    if (!rows.is_array()) refuse(file, {}, "the rows are not a list");
    for (const json& row : rows) {
        if (!row.is_array() || row.size() != names.size())
            refuse(file, {},
                   fmt::format("row {} has not {} values", table.rows() + 1, names.size()));
        for (std::size_t i = 0; i < names.size(); ++i)
            table.columns[i].push_back(value_of(row[i], file));
    }
    return table;
}

json parsed(std::string_view text, const std::string& file)
{
    try {
        return json::parse(text);
    } catch (const json::parse_error& error) {
        const std::size_t at = std::min(error.byte, text.size());
        const auto line = 1 + std::ranges::count(text.substr(0, at), '\n');
        refuse(file, {int(line), 1}, "this is not JSON", "",
               "is the file complete? it breaks off or goes wrong here");
    }
}

void append_events(Results& results, const json& events, const std::string& file)
{
    const auto record_of = [&](const std::string& name) -> Table& {
        const auto found = std::ranges::find(results.records, name, &Results::Record::name);
        if (found != results.records.end()) return found->table;
        results.records.push_back({name, json_table(results.table.names, json::array(), file)});
        return results.records.back().table;
    };
    for (const json& event : events) {
        Table& table = record_of(event.at("name").get<std::string>());
        const Table row = json_table(table.names, json::array({event.at("values")}), file);
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            table.columns[i].push_back(row.columns[i].front());
    }
}

Results read_json(std::string_view text, const std::string& file)
{
    const json object = parsed(text, file);
    try {
        std::vector<std::string> names{object.at("independent").get<std::string>()};
        for (const json& name : object.at("names")) names.push_back(name.get<std::string>());
        Results results{.table = json_table(names, object.at("values"), file)};
        const json sections = object.value("sections", json::object());
        for (const auto& [name, rows] : sections.items())
            results.records.push_back({name, json_table(names, rows, file)});
        append_events(results, object.value("events", json::array()), file);
        return results;
    } catch (const json::exception&) {
        refuse(file, {}, "this JSON is not the result of a run");
    }
}

}  // namespace

Results read_results(std::string_view text, const std::string& name)
{
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    if (trimmed(text).empty()) refuse(name, {}, "there is nothing in it");
    if (text.starts_with("PK"))
        refuse(name, {}, "npz files are for numpy", "", "write csv or json instead");
    return trimmed(text).front() == '{' ? read_json(text, name) : read_csv(text, name);
}

}  // namespace involute::plot
