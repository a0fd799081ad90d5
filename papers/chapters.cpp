// SPDX-License-Identifier: Apache-2.0
#include "papers/chapters.hpp"

#include "papers/figures.hpp"
#include "papers/tables.hpp"

namespace involute::papers {

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
        {"ta1-section-7", "Section 7 of TA1: the numbers in its text", ta1_numbers},
        {"ta2-figure-6.1", "Figure 6.1 of TA2: the order of dopri54", figure_6_1},
        {"ta2-table-6.1", "Table 6.1 of TA2: steps, Hénon-Heiles", table_6_1},
        {"ta2-table-6.2", "Table 6.2 of TA2: steps, stiff pendulum, ε = 0.01", table_6_2},
        {"ta2-table-6.3", "Table 6.3 of TA2: steps, stiff pendulum, ε = 0.1", table_6_3},
        {"ta2-remark-6.2", "Remark 6.2 of TA2: RKF45", remark_6_2},
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
