// SPDX-License-Identifier: Apache-2.0
#include "involute/method/order_conditions.hpp"

#include <gtest/gtest.h>

#include <deque>

#include "involute/method/explicit_methods.hpp"
#include "involute/method/implicit_methods.hpp"
#include "involute/method/rooted_trees.hpp"

namespace involute {
namespace {

TEST(RootedTrees, AreAsManyAsCayleyCounted)
{
    // OEIS A000081. The densest tree is the tall one: γ = p!.
    const int counts[] = {1, 1, 2, 4, 9, 20, 48, 115, 286};
    const auto trees = rooted_trees(9);
    for (int p = 1; p <= 9; ++p) {
        const auto has = [&](const RootedTree& t) { return t.nodes == p; };
        EXPECT_EQ(std::ranges::count_if(trees, has), counts[p - 1]) << p;
    }
    long tallest = 0;
    for (const RootedTree& t : trees) tallest = std::max(tallest, t.density);
    EXPECT_EQ(tallest, 362880);
}

TEST(RootedTrees, HaveSymmetriesThatCountTheLabellings)
{
    // A tree has p!/(σ γ) monotone labellings, and there are (p-1)! of them in all.
    const auto trees = rooted_trees(9);
    long factorial = 1;
    for (int p = 1; p <= 9; ++p) {
        factorial *= p;
        long labellings = 0;
        for (const RootedTree& t : trees)
            if (t.nodes == p) labellings += factorial / (t.symmetry * t.density);
        EXPECT_EQ(labellings, factorial / p) << p;
    }
}

std::vector<Row*> rows_of(Tableau& t)
{
    std::vector<Row*> rows{&t.c, &t.b, &t.b_hat, &t.error, &t.b_hat2, &t.extra_c};
    for (std::vector<Row>* matrix : {&t.A, &t.extra_A, &t.D})
        for (Row& row : *matrix) rows.push_back(&row);
    return rows;
}

/// The coefficient a little changed, in each way there is: by one part in 1e9 of an exact one's
/// rational part and of its root, in 1e22 of a decimal.
std::vector<Coefficient> changed(Coefficient x, std::deque<std::string>& texts)
{
    constexpr long long fine = 1'000'000'000;
    if (!x.is_exact()) {
        texts.push_back(scientific(x.as<Quad>() * (1 + Quad("1e-22")), 36));
        return {texts.back().c_str()};
    }
    if (std::max(std::abs(x.num), x.den) >= fine) return {{x.num + 1, x.den}};
    x.num *= fine;
    x.root *= fine;
    x.den *= fine;
    std::vector<Coefficient> all(1, x);
    ++all[0].num;
    if (x.is_rational()) return all;
    all.push_back(x);
    ++all[1].root;
    return all;
}

/// Changes every coefficient once, and says how many there are.
int expect_every_change_is_seen(const Tableau& method)
{
    std::deque<std::string> texts;
    Tableau mutant = method;
    int coefficients = 0;
    for (Row* row : rows_of(mutant))
        for (Coefficient& x : *row) {
            const Coefficient kept = x;
            for (const Coefficient& other : changed(kept, texts)) {
                x = other;
                EXPECT_NE(disagreement(mutant), "")
                    << method.name << ": " << to_double(kept.as<Quad>());
            }
            x = kept;
            ++coefficients;
        }
    return coefficients;
}

TEST(OrderConditions, FailWhenAnySingleCoefficientIsChanged)
{
    for (const Tableau& method : explicit_methods())
        EXPECT_GE(expect_every_change_is_seen(method), method.stages * (method.stages + 3) / 2);
    for (const Tableau& method : implicit_methods())
        EXPECT_GE(expect_every_change_is_seen(method), method.stages * (method.stages + 1));
}

/// x + n/1000, x rational.
Coefficient shifted(const Coefficient& x, int n)
{
    return {x.num * 1000 + n * x.den, x.den * 1000};
}

// Row sums and Σ b stay what they are, so that the higher conditions must notice; or the last stage
// is no longer the slope at the end point.
TEST(OrderConditions, FailWhenTwoCoefficientsOfARowAreChangedAgainstEachOther)
{
    for (const Tableau& method : explicit_methods()) {
        if (method.order > 6 || !every_coefficient(method, &Coefficient::is_rational)) continue;
        Tableau mutant = method;
        for (Row* row : rows_of(mutant))
            for (std::size_t j = 1; j < row->size(); ++j) {
                if (row == &mutant.c) continue;
                const Row kept = *row;
                (*row)[j - 1] = shifted(kept[j - 1], 1);
                (*row)[j] = shifted(kept[j], -1);
                EXPECT_TRUE(disagreement(mutant) != "" ||
                            is_stiffly_accurate(mutant) != is_stiffly_accurate(method))
                    << method.name << ", after " << to_double(kept[j - 1].as<Quad>());
                *row = kept;
            }
    }
}

TEST(OrderConditions, AreNotMetOneOrderHigher)
{
    for (const char* name : {"rk4", "rkf78", "dop853"}) {
        Tableau boastful = *find_method(name);
        ++boastful.order;
        EXPECT_NE(disagreement(boastful), "") << name;
    }
}

TEST(OrderConditions, RefuseShapesThatDoNotFit)
{
    Tableau mutant = *find_method("dopri54");
    mutant.A[1].resize(8);
    EXPECT_NE(measured_orders(mutant, 2).malformed, "");
    mutant = *find_method("dop853");
    mutant.D[0].push_back(0);
    EXPECT_NE(measured_orders(mutant, 2).malformed, "");
    EXPECT_NE(measured_orders(Tableau{}, 2).malformed, "");
}

}  // namespace
}  // namespace involute
