// SPDX-License-Identifier: Apache-2.0
#include "papers/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/output/output_file.hpp"

namespace involute::papers {
namespace {

constexpr auto generated =
    "<!-- Written by `involute papers`: run it again instead of editing this. -->\n\n";

/// A bar would end the cell.
std::string cell(const std::string& text)
{
    std::string result;
    for (const char c : text) {
        if (c == '|') result += '\\';
        result += c == '\n' ? ' ' : c;
    }
    return result;
}

std::string row(const std::vector<std::string>& cells, std::size_t width)
{
    std::string result = "|";
    for (std::size_t i = 0; i < std::max(width, cells.size()); ++i)
        result += fmt::format(" {} |", i < cells.size() ? cell(cells[i]) : "");
    return result + "\n";
}

/// Numbers stand at the right of their column, words at the left.
bool is_number(const std::string& text)
{
    return !text.empty() && text.find_first_not_of("0123456789.+-−%~<e/× ") == std::string::npos;
}

bool is_numeric(const Table& table, std::size_t column)
{
    bool any = false;
    for (const auto& cells : table.rows) {
        if (column >= cells.size() || cells[column].empty()) continue;
        if (!is_number(cells[column])) return false;
        any = true;
    }
    return any;
}

void write_file(const std::filesystem::path& path, const std::string& text)
{
    OutputFile file(path);
    file.stream() << text;
    file.commit();
}

}  // namespace

void Page::heading(const std::string& text)
{
    body += fmt::format("## {}\n\n", text);
}

void Page::paragraph(const std::string& text)
{
    body += text + "\n\n";
}

void Page::list(const std::vector<std::string>& entries)
{
    for (const std::string& entry : entries) body += fmt::format("- {}\n", entry);
    body += "\n";
}

void Page::verbatim(const std::string& text)
{
    body += fmt::format("```\n{}{}```\n\n", text, text.ends_with('\n') ? "" : "\n");
}

void Page::table(const Table& table)
{
    body += row(table.head, 0) + "|";
    for (std::size_t i = 0; i < table.head.size(); ++i)
        body += is_numeric(table, i) ? "---:|" : "---|";
    body += "\n";
    for (const auto& cells : table.rows) body += row(cells, table.head.size());
    body += "\n";
    if (!table.caption.empty()) paragraph(table.caption);
}

void Page::figure(const std::string& id, plot::Figure figure, const std::string& caption)
{
    figure.background = plot::Background::page;
    const std::string file = id.empty() ? name + ".svg" : fmt::format("{}-{}.svg", name, id);
    const std::string alternative = figure.description.empty() ? title : figure.description;
    pictures.emplace_back(file, plot::to_svg(figure));
    body += fmt::format("![{}]({})\n\n", alternative, file);
    if (!caption.empty()) paragraph("*" + caption + "*");
}

std::string to_markdown(const Page& page)
{
    return fmt::format("{}# {}\n\n{}\n\n{}[All pages](README.md)\n", generated, page.title,
                       page.summary, page.body);
}

std::string index_of(std::span<const Page> pages)
{
    std::string text = fmt::format(
        "{}# The papers, redone\n\n"
        "Every table and figure of two papers by Jukka Tuomela and Teijo Arponen and of one by "
        "Johannes Schropp, and what one by Christian Lubich states, recomputed with `involute "
        "papers`: our number beside theirs, and where they differ, why.\n\n"
        "- **TA1**: *On the numerical solution of involutive ordinary differential systems*, "
        "IMA Journal of Numerical Analysis 20 (2000)\n"
        "- **TA2**: *On the numerical solution of involutive ordinary differential systems: "
        "higher order methods*, BIT 41 (2001)\n"
        "- **SCH**: *Projected Runge-Kutta methods for differential algebraic equations of index "
        "3*\n"
        "- **LUB**: *Integration of stiff mechanical systems by Runge-Kutta methods*, Research "
        "Report 92-04, Seminar für Angewandte Mathematik, ETH Zürich (1992)\n\n"
        "As in the papers, upper indices number components and lower ones derivatives: y_1^2 is "
        "the first derivative of the second component.\n\n"
        "| page | what came out |\n|---|---|\n",
        generated);
    for (const Page& page : pages)
        text += row({fmt::format("[{}]({}.md)", page.title, page.name), page.summary}, 2);
    return text;
}

void write(const std::filesystem::path& folder, const Page& page)
{
    for (const auto& [file, svg] : page.pictures) write_file(folder / file, svg);
    write_file(folder / (page.name + ".md"), to_markdown(page));
}

void write_index(const std::filesystem::path& folder, std::span<const Page> pages)
{
    write_file(folder / "README.md", index_of(pages));
}

}  // namespace involute::papers
