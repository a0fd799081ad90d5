// SPDX-License-Identifier: Apache-2.0
// A page of the papers redone: words, tables and pictures as a value, written as Markdown with its
// SVG files beside it. The same numbers give the same bytes.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "involute/plot/plot.hpp"

namespace involute::papers {

/// Rows of words below a row of headings. Rows may be shorter than the headings.
struct Table {
    std::vector<std::string> head{};
    std::vector<std::vector<std::string>> rows{};
    std::string caption{};
};

struct Page {
    std::string name{};     // of its file, without .md; its pictures begin with it
    std::string title{};    // "Table 6.1 of TA2: Hénon-Heiles"
    std::string summary{};  // what came out, in one line: for the index, and first on the page
    std::string body{};     // Markdown
    std::vector<std::pair<std::string, std::string>> pictures{};  // file name, SVG

    void heading(const std::string& text);
    void paragraph(const std::string& text);
    void list(const std::vector<std::string>& entries);
    /// A formula, a model or a proof, as it is.
    void verbatim(const std::string& text);
    void table(const Table& table);
    /// Draws a picture; `id` tells the pictures of a page apart. It is painted in the colour of a
    /// page, because where it is shown nobody knows the colour around it.
    void figure(const std::string& id, plot::Figure figure, const std::string& caption);
};

/// The whole text of a page.
std::string to_markdown(const Page& page);
/// The page that lists the others.
std::string index_of(std::span<const Page> pages);
/// Writes the page and its pictures into a folder that exists.
void write(const std::filesystem::path& folder, const Page& page);
void write_index(const std::filesystem::path& folder, std::span<const Page> pages);

}  // namespace involute::papers
