// SPDX-License-Identifier: Apache-2.0
// The kinds of random pencils, by name.
#pragma once

#include "tests/verdicts/linear_system.hpp"
#include "tests/verdicts/weierstrass.hpp"

namespace involute::testing {

struct PencilLaw {
    std::string name{};
    unsigned first_seed = 0;
    PencilKind kind{};
    bool contradictory = false, in_units = false;
};

inline std::ostream& operator<<(std::ostream& out, const PencilLaw& law)
{
    return out << law.name;
}

inline const std::vector<PencilLaw> pencil_laws{
    {"Regular", 20000, PencilKind::regular},
    {"WithFreeUnknowns", 21000, PencilKind::free},
    {"WithEquationsTooMany", 22000, PencilKind::surplus},
    {"WithBoth", 23000, PencilKind::both},
    {"ContradictingEquations", 24000, PencilKind::surplus, true},
    {"ContradictingEquationsAndFreeUnknowns", 25000, PencilKind::both, true},
    {"RegularInUnits", 26000, PencilKind::regular, false, true},
    {"WithBothInUnits", 27000, PencilKind::both, false, true},
    {"ContradictingEquationsInUnits", 28000, PencilKind::surplus, true, true},
};

/// A right-hand side that the equations cannot have: a number, or a function of t.
inline Extra contradiction(const Pencil& p, Dice& dice)
{
    for (;;) {
        Extra e{.over = dice.whole(-1, 1) * 3, .under = 10};
        for (std::size_t i = 0; i < p.equations(); ++i) e.column.push_back(dice.whole(-1, 1));
        if (rank_is_usual(p, e.over, e.under) && contradicts(p, e.column, e.over, e.under))
            return e;
    }
}

/// What the blocks say, against what the ranks say of the hidden pencil: the test of the tests.
inline void expect_what_the_blocks_say(const KnownSystem& known, const Canonical& c)
{
    if (known.verdict == Verdict::inconsistent) return;
    EXPECT_EQ(known.verdict == Verdict::underdetermined, !c.free.empty());
    if (!c.free.empty()) return;
    EXPECT_EQ(known.dimension, int(c.finite.size()));
    EXPECT_EQ(*known.index, c.nilpotent.empty() ? 0 : *std::ranges::max_element(c.nilpotent));
}

inline Make maker(const PencilLaw& law)
{
    return [&law](unsigned seed) {
        Dice dice(seed * 2654435761u + 5);
        const Canonical c = random_canonical(law.kind, dice);
        LinearSystem s{.pencil = pencil_of(c)};
        hide(s.pencil, dice);
        const auto beginning = Beginning(dice.whole(0, 2));
        const bool homogeneous = dice.whole(0, 4) == 0;
        for (std::size_t j = 0; j < s.pencil.unknowns(); ++j) {
            s.names.push_back(fmt::format("x{}", j + 1));
            if (law.in_units) s.units.push_back(std::pow(10, dice.whole(-3, 3)));
            s.solution.push_back(homogeneous ? Curve{} : random_curve(dice, beginning));
        }
        if (law.contradictory) s.extras.push_back(contradiction(s.pencil, dice));
        const KnownSystem k = known(s);
        expect_what_the_blocks_say(k, c);
        return k;
    };
}

}  // namespace involute::testing
