// SPDX-License-Identifier: Apache-2.0
// Index and dimension of a manufactured system once more, from its text alone: ranks of the
// derivative array at its solution (the definition is that of docs/completion.md). Derivatives by
// Taylor coefficients are differences of residuals that the walk of the text gives in Quad.
#pragma once

#include "tests/verdicts/written_form.hpp"

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

/// The derivative of the array by a jet, in the size of its unknown.
struct ArrayColumn {
    std::size_t unknown = 0;
    int above = 0;  // the highest derivative of the unknown: 0 is that itself
    std::vector<Quad> values{};
};

/// orders: of the highest derivatives, by unknown; not below 1.
inline std::vector<ArrayColumn> array_columns(const KnownSystem& known,
                                              const std::vector<int>& orders, int level)
{
    const WrittenModel written{parse(known.text), {}, {}};
    TreeWalk<Quad> walk(written);
    const Real t = Real(known.start) + Real(0.37);  // no special place
    const int count = level + 1 + *std::ranges::max_element(orders);
    std::vector<Series<Quad>> jets;
    for (const std::vector<Real>& a : known.solution(t, count))
        jets.emplace_back(std::vector<Quad>(a.begin(), a.end()));
    std::vector<ArrayColumn> columns;
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
            columns.push_back({j, s - orders[j], std::move(column)});
        }
    }
    return columns;
}

template <class Which>
int rank_of(const std::vector<ArrayColumn>& columns, Which which)
{
    QuadMatrix chosen;
    for (const ArrayColumn& c : columns)
        if (which(c)) chosen.push_back(c.values);
    return rank_of(std::move(chosen));
}

inline std::vector<int> highest_orders(const Manufactured& m)
{
    std::vector<int> orders(std::size_t(m.unknowns()), 1);
    if (is_sphere(m)) std::fill(orders.begin(), orders.end() - 1, 2);
    return orders;
}

/// Are the other unknowns determined, with these as given functions or whatever these are?
inline bool determines_the_others(const KnownSystem& known, const Manufactured& m,
                                  const std::vector<std::string>& names, bool given)
{
    const auto columns = array_columns(known, highest_orders(m), m.index + 1);
    const auto named = [&](const ArrayColumn& c) {
        return std::ranges::count(names, known.names[c.unknown]) > 0;
    };
    const auto unknown = [&](const ArrayColumn& c) { return named(c) ? !given : c.above > 0; };
    const auto with_tops = [&](const ArrayColumn& c) {
        return unknown(c) || (!named(c) && c.above == 0);
    };
    return rank_of(columns, with_tops) - rank_of(columns, unknown) ==
           m.unknowns() - int(names.size());
}

/// The system has its index and its dimension: what is below the index leaves something open.
inline void expect_index_and_dimension(const KnownSystem& known, const Manufactured& m)
{
    const std::vector<int> orders = highest_orders(m);
    const auto high = [](const ArrayColumn& c) { return c.above > 0; };
    const auto tops_and_high = [](const ArrayColumn& c) { return c.above >= 0; };
    const auto all = [](const ArrayColumn&) { return true; };
    const auto columns = array_columns(known, orders, m.index);
    const int upper = rank_of(columns, tops_and_high);
    EXPECT_EQ(upper - rank_of(columns, high), m.unknowns()) << known.text;
    int values = 0;  // below the highest derivatives
    for (const int order : orders) values += order;
    EXPECT_EQ(values - (rank_of(columns, all) - upper), known.dimension) << known.text;
    if (m.index == 0) return;
    const auto fewer = array_columns(known, orders, m.index - 1);
    EXPECT_LT(rank_of(fewer, tops_and_high) - rank_of(fewer, high), m.unknowns()) << known.text;
}

}  // namespace involute::testing
