// SPDX-License-Identifier: Apache-2.0
#include "papers/chapters.hpp"

#include "papers/figures.hpp"

namespace involute::papers {

void figure_6_1(Page& page);

std::span<const Chapter> chapters()
{
    static const Chapter rows[] = {
        {"ta1-figure-2.1", "Figure 2.1 of TA1: curves on the sphere", ta1_figure_2_1},
        {"ta1-figure-2.2", "Figure 2.2 of TA1: asymptotic curves of a surface", ta1_figure_2_2},
        {"ta1-figure-2.3", "Figure 2.3 of TA1: around a folded saddle", ta1_figure_2_3},
        {"ta1-figure-2.4", "Figure 2.4 of TA1: parabolas", ta1_figure_2_4},
        {"ta1-figure-7.1", "Figure 7.1 of TA1: the pendulum", ta1_figure_7_1},
        {"ta1-figure-7.2", "Figure 7.2 of TA1: the energy of the pendulum", ta1_figure_7_2},
        {"ta1-figure-7.3", "Figure 7.3 of TA1: the stiff pendulum, ε = 0.1", ta1_figure_7_3},
        {"ta1-figure-7.4", "Figure 7.4 of TA1: the stiff pendulum, ε = 0.01", ta1_figure_7_4},
        {"ta1-figure-7.5", "Figure 7.5 of TA1: discharge pressure by Euler", ta1_figure_7_5},
        {"ta1-figure-7.6", "Figure 7.6 of TA1: discharge pressure by midpoint", ta1_figure_7_6},
        {"ta1-figure-7.7", "Figure 7.7 of TA1: Kepler's problem", ta1_figure_7_7},
        {"ta1-figure-7.8", "Figure 7.8 of TA1: Hénon-Heiles, sections", ta1_figure_7_8},
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
