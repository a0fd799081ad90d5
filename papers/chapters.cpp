// SPDX-License-Identifier: Apache-2.0
#include "papers/chapters.hpp"

#include "papers/figures.hpp"
#include "papers/lub_pages.hpp"
#include "papers/sch_pages.hpp"
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
        {"ta1-figure-7.9", "Figure 7.9 of TA1: the energy of a chain", ta1_figure_7_9},
        {"ta1-figure-7.10", "Figure 7.10 of TA1: the chain", ta1_figure_7_10},
        {"ta1-figure-7.11", "Figure 7.11 of TA1: the chain with its energy", ta1_figure_7_11},
        {"ta1-section-7", "Section 7 of TA1: the numbers in its text", ta1_numbers},
        {"ta2-conjecture-4.7", "Conjecture 4.7 of TA2: a theorem", conjecture_4_7},
        {"ta2-figure-6.1", "Figure 6.1 of TA2: the order of dopri54", figure_6_1},
        {"ta2-figure-6.2", "Figure 6.2 of TA2: Hénon-Heiles, sections", ta2_figure_6_2},
        {"ta2-table-6.1", "Table 6.1 of TA2: steps, Hénon-Heiles", table_6_1},
        {"ta2-table-6.2", "Table 6.2 of TA2: steps, stiff pendulum, ε = 0.01", table_6_2},
        {"ta2-table-6.3", "Table 6.3 of TA2: steps, stiff pendulum, ε = 0.1", table_6_3},
        {"ta2-figure-6.3", "Figure 6.3 of TA2: the dissipation of RKF45", ta2_figure_6_3},
        {"ta2-remark-6.2", "Remark 6.2 of TA2: RKF45", remark_6_2},
        {"ta2-figure-6.4", "Figure 6.4 of TA2: the stiff pendulum, ε = 0.01", ta2_figure_6_4},
        {"ta2-figure-6.5", "Figure 6.5 of TA2: the stiff pendulum, ε = 0.1", ta2_figure_6_5},
        {"ta2-figure-6.6", "Figure 6.6 of TA2: the four bar linkage", ta2_figure_6_6},
        {"ta2-figure-6.7", "Figure 6.7 of TA2: the four bar linkage and its energy",
         ta2_figure_6_7},
        {"ta2-figure-6.8", "Figure 6.8 of TA2: the energy of the linkage", ta2_figure_6_8},
        {"ta2-figure-6.9", "Figure 6.9 of TA2: the singular linkage", ta2_figure_6_9},
        {"ta2-figure-6.10", "Figure 6.10 of TA2: its configurations", ta2_figure_6_10},
        {"sch-theorem-2.1", "Theorem 2.1 of SCH: orders", sch_theorem_2_1},
        {"sch-figure-1", "Figure 1 of SCH: the pendulum", sch_figure_1},
        {"sch-figure-2", "Figure 2 of SCH: the pendulum's constraints", sch_figure_2},
        {"sch-figure-3", "Figure 3 of SCH: the pendulum's multiplier", sch_figure_3},
        {"sch-table-1", "Table 1 of SCH: what the pendulum costs", sch_table_1},
        {"sch-figure-4", "Figure 4 of SCH: Andrews' mechanism", sch_figure_4},
        {"sch-figure-5", "Figure 5 of SCH: its constraints", sch_figure_5},
        {"sch-table-2", "Table 2 of SCH: what Andrews' mechanism costs", sch_table_2},
        {"lub-theorem-2.2", "Theorem 2.2 of LUB: smooth motion", lub_theorem_2_2},
        {"lub-theorem-3.1", "Theorem 3.1 of LUB: errors of Radau IIA", lub_theorem_3_1},
        {"lub-theorem-3.2", "Theorem 3.2 of LUB: damping towards smooth motion", lub_theorem_3_2},
        {"lub-lemma-8.1", "Lemma 8.1 of LUB: modified Newton iterations", lub_lemma_8_1},
        {"lub-lemma-8.2", "Lemma 8.2 of LUB: the force as an unknown", lub_lemma_8_2},
        {"errata", "What is wrong in print", errata},
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
