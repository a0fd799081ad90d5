// SPDX-License-Identifier: Apache-2.0
// Index and dimension of a manufactured system once more, from its text alone: ranks of the
// derivative array at its solution (the definition is that of docs/completion.md). Derivatives by
// Taylor coefficients are differences of residuals that the walk of the text gives in Quad.
#pragma once

#include "tests/verdicts/laws.hpp"

namespace involute::testing {

using QuadMatrix = std::vector<std::vector<Quad>>;  // columns

/// By elimination with full pivoting. Differences of step 1e-9 leave errors of 1e-18.
inline int rank_of(QuadMatrix columns)
{
    int rank = 0;
    Quad first(0);
    while (!columns.empty()) {
        std::size_t c = 0, r = 0;
        for (std::size_t j = 0; j < columns.size(); ++j)
            for (std::size_t i = 0; i < columns[j].size(); ++i)
                if (abs(columns[j][i]) > abs(columns[c][r])) c = j, r = i;
        const std::vector<Quad> pivot = columns[c];
        first = rank == 0 ? abs(pivot[r]) : first;
        if (!(abs(pivot[r]) > Quad(1e-11) * first)) return rank;
        ++rank;
        columns.erase(columns.begin() + std::ptrdiff_t(c));
        for (std::vector<Quad>& column : columns) {
            const Quad factor = column[r] / pivot[r];
            for (std::size_t i = 0; i < column.size(); ++i) column[i] -= factor * pivot[i];
        }
    }
    return rank;
}

/// The equations and their Taylor coefficients up to `level`, one below the other.
inline std::vector<Quad> array_at(TreeWalk<Quad>& walk, Real t, int level,
                                  const std::vector<Series<Quad>>& jets)
{
    std::vector<Quad> rows;
    for (const TreeValue<Quad>& f : walk(Quad(t), jets))
        for (int l = 0; l <= level; ++l) rows.push_back(f.series[std::size_t(l)]);
    return rows;
}

struct Ranks {
    int determined = 0;   // of the highest derivatives
    int constraints = 0;  // on what is below them
};

/// orders: of the highest derivatives, by unknown; not below 1.
inline Ranks ranks_at(const KnownSystem& known, const std::vector<int>& orders, int level)
{
    const WrittenModel written{parse(known.text), {}, {}};
    TreeWalk<Quad> walk(written);
    const Real t = Real(known.start) + Real(0.37);  // no special place
    const int count = level + 1 + *std::ranges::max_element(orders);
    std::vector<Series<Quad>> jets;
    for (const std::vector<Real>& a : known.solution(t, count))
        jets.emplace_back(std::vector<Quad>(a.begin(), a.end()));
    QuadMatrix low, tops, high;
    for (std::size_t j = 0; j < orders.size(); ++j) {
        Quad size(0);  // of the unknown, whatever its unit
        for (const Quad& a : jets[j].c) size = std::max(size, Quad(abs(a)));
        for (int s = 0; s <= level + orders[j]; ++s) {
            Quad& a = jets[j].c[std::size_t(s)];
            const Quad was = a, step = Quad(1e-9) * size;
            a = was + step;
            std::vector<Quad> column = array_at(walk, t, level, jets);
            a = was - step;
            const std::vector<Quad> minus = array_at(walk, t, level, jets);
            a = was;
            for (std::size_t i = 0; i < column.size(); ++i)
                column[i] = (column[i] - minus[i]) / Quad(2e-9);
            (s < orders[j] ? low : s == orders[j] ? tops : high).push_back(std::move(column));
        }
    }
    const auto joined = [](QuadMatrix a, const QuadMatrix& b) {
        a.insert(a.end(), b.begin(), b.end());
        return a;
    };
    const QuadMatrix upper = joined(tops, high);
    const int rank_upper = rank_of(upper);
    return {.determined = rank_upper - rank_of(high),
            .constraints = rank_of(joined(low, upper)) - rank_upper};
}

/// The system has its index and its dimension: what is below the index leaves something open.
inline void expect_index_and_dimension(const KnownSystem& known, const Manufactured& m)
{
    std::vector<int> orders(std::size_t(m.unknowns()), 1);
    if (is_sphere(m)) std::fill(orders.begin(), orders.end() - 1, 2);
    int below_tops = 0;
    for (const int order : orders) below_tops += order;
    const Ranks at = ranks_at(known, orders, m.index);
    EXPECT_EQ(at.determined, m.unknowns()) << known.text;
    EXPECT_EQ(below_tops - at.constraints, known.dimension) << known.text;
    if (m.index == 0) return;
    EXPECT_LT(ranks_at(known, orders, m.index - 1).determined, m.unknowns()) << known.text;
}

}  // namespace involute::testing
