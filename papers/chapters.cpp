// SPDX-License-Identifier: Apache-2.0
#include "papers/chapters.hpp"

namespace involute::papers {

void figure_6_1(Page& page);

std::span<const Chapter> chapters()
{
    static const Chapter rows[] = {
        {"ta2-figure-6.1", "Figure 6.1 of TA2: the order of dopri54", figure_6_1},
    };
    return rows;
}

Page make_page(const Chapter& chapter)
{
    Page page{.name = chapter.name, .title = chapter.title};
    chapter.write(page);
    return page;
}

}  // namespace involute::papers
