// SPDX-License-Identifier: Apache-2.0
// What is redone: one row a page. To add a page, write its function and add a row in chapters.cpp.
#pragma once

#include <span>
#include <string>

#include "papers/page.hpp"

namespace involute::papers {

struct Chapter {
    std::string name{};   // "ta2-figure-6.1"; of its files
    std::string title{};  // "Figure 6.1 of TA2: the order of dopri54"
    /// Fills the body and the summary, which says what came out.
    void (*write)(Page& page) = nullptr;
};

/// In the order of the papers.
std::span<const Chapter> chapters();

Page make_page(const Chapter& chapter);

}  // namespace involute::papers
