// SPDX-License-Identifier: Apache-2.0
// The ways to rewrite manufactured systems, by name.
#pragma once

#include "tests/verdicts/array_ranks.hpp"
#include "tests/verdicts/laws.hpp"

namespace involute::testing {

using Rewrite = std::function<Rewritten(const Manufactured&, Dice&)>;

struct ManufacturedLaw {
    std::string name{};
    unsigned first_seed = 0;
    Rewrite rewrite{};
    std::optional<Said> said{};  // nothing: one of the first three ways
    double length = 1;           // of the run
};

inline std::ostream& operator<<(std::ostream& out, const ManufacturedLaw& law)
{
    return out << law.name;
}

inline Rewritten as_it_is(const Manufactured& m, Dice&)
{
    return rewritten(m);
}

inline Rewritten mixed_by_numbers(const Manufactured& m, Dice& dice)
{
    Rewritten r = rewritten(m);
    mix(r, m.unknowns() + 1, dice, constants(dice));
    return r;
}

inline Rewritten mixed_by_time(const Manufactured& m, Dice& dice)
{
    Rewritten r = rewritten(m);
    mix(r, 3, dice, of_time(dice));
    return r;
}

inline Rewritten mixed_by_the_state(const Manufactured& m, Dice& dice)
{
    Rewritten r = rewritten(m);
    mix(r, 3, dice, of_the_state(r, dice));
    return r;
}

inline Rewritten in_moving_coordinates(const Manufactured& m, Dice& dice)
{
    return rewritten(m, random_changes(m, dice));
}

inline Rewritten in_moving_coordinates_mixed(const Manufactured& m, Dice& dice)
{
    Rewritten r = rewritten(m, random_changes(m, dice));
    mix(r, 3, dice, constants(dice));
    return r;
}

inline Rewritten in_moving_coordinates_mixed_by_time(const Manufactured& m, Dice& dice)
{
    Rewritten r = rewritten(m, random_changes(m, dice));
    mix(r, 3, dice, of_time(dice));
    return r;
}

inline Rewritten in_moving_coordinates_mixed_by_the_state(const Manufactured& m, Dice& dice)
{
    Rewritten r = rewritten(m, random_changes(m, dice));
    mix(r, 2, dice, of_the_state(r, dice));
    return r;
}

inline Rewritten in_units(const Manufactured& m, Dice& dice)
{
    return rewritten(m, {}, random_units(m, dice));
}

inline Rewritten in_units_mixed(const Manufactured& m, Dice& dice)
{
    Rewritten r = rewritten(m, {}, random_units(m, dice));
    mix(r, m.unknowns(), dice, constants(dice));
    return r;
}

inline Rewritten in_units_mixed_by_the_state(const Manufactured& m, Dice& dice)
{
    Rewritten r = rewritten(m, {}, random_units(m, dice));
    mix(r, 3, dice, of_the_state(r, dice));
    return r;
}

inline Rewritten with_combinations(const Manufactured& m, Dice& dice)
{
    Rewritten r = rewritten(m);
    const std::size_t count = r.rows.size();
    for (int k = dice.whole(1, 2); k > 0; --k)
        r.rows.push_back(combination(r, count, dice, any_entry(r, dice)));
    return r;
}

inline Rewritten with_a_derivative_more(const Manufactured& m, Dice& dice)
{
    Rewritten r = rewritten(m);
    r.rows.push_back(r.rows[std::size_t(dice.whole(0, int(r.rows.size()) - 1))] + "'");
    r.same_index = false;
    return r;
}

inline Rewritten with_a_derivative_in_another(const Manufactured& m, Dice& dice)
{
    Rewritten r = rewritten(m);
    const int last = int(r.rows.size()) - 1, to = dice.whole(0, last);
    const int from = (to + dice.whole(1, std::max(last, 1))) % (last + 1);
    if (to != from) r.rows[std::size_t(to)] += " + 2*" + r.rows[std::size_t(from)] + "'";
    r.same_index = false;
    return r;
}

/// One equation says nothing that the others do not.
inline Rewritten one_equation_short(const Manufactured& m, Dice& dice)
{
    Rewritten r = rewritten(m);
    const auto which = std::size_t(dice.whole(0, int(r.rows.size()) - 1));
    r.rows[which] = combination(r, which, dice, any_entry(r, dice));
    r.verdict = Verdict::underdetermined;
    return r;
}

inline Rewritten with_a_contradiction(const Manufactured& m, Dice& dice)
{
    Rewritten r = rewritten(m);
    const char* never_zero[] = {"1", "exp(0.3*t)"};
    const std::string sum = combination(r, r.rows.size(), dice, constants(dice));
    r.rows.push_back(sum + " + " + never_zero[dice.whole(0, 1)]);
    r.verdict = Verdict::inconsistent;
    return r;
}

inline Rewritten with_a_contradiction_of_functions(const Manufactured& m, Dice& dice)
{
    Rewritten r = rewritten(m);
    const std::string never_zero[] = {"1", "exp(0.3*t)", "2 + sin(" + r.words[0] + ")"};
    const Entry entry = dice.whole(0, 1) == 0 ? of_time(dice) : of_the_state(r, dice);
    const std::string sum = combination(r, r.rows.size(), dice, entry);
    r.rows.push_back(sum + " + " + never_zero[dice.whole(0, 2)]);
    r.verdict = Verdict::inconsistent;
    return r;
}

inline const std::vector<ManufacturedLaw> manufactured_laws{
    {"AsItIs", 1000, as_it_is},
    {"MixedByNumbers", 2000, mixed_by_numbers},
    {"MixedByTime", 3000, mixed_by_time},
    {"MixedByTheState", 4000, mixed_by_the_state},
    {"InMovingCoordinates", 5000, in_moving_coordinates},
    {"InMovingCoordinatesMixed", 6000, in_moving_coordinates_mixed},
    {"InMovingCoordinatesMixedByTheState", 7000, in_moving_coordinates_mixed_by_the_state},
    {"InUnits", 8000, in_units},
    {"InUnitsMixed", 9000, in_units_mixed},
    {"WithCombinations", 10000, with_combinations},
    {"WithADerivativeMore", 11000, with_a_derivative_more},
    {"WithADerivativeInAnother", 12000, with_a_derivative_in_another},
    {"OneEquationShort", 13000, one_equation_short},
    {"WithAContradiction", 14000, with_a_contradiction},
    {"WithAContradictionOfFunctions", 16000, with_a_contradiction_of_functions},
    {"FromAWrongStart", 15000, mixed_by_numbers, Said::one_is_wrong},
    {"InMovingCoordinatesMixedByTime", 18000, in_moving_coordinates_mixed_by_time},
    {"InUnitsMixedByTheState", 19000, in_units_mixed_by_the_state},
    {"FromARoundedStart", 17000, mixed_by_numbers, Said::rounded},
    // Beyond the places where a frame has exchanged its axes and where it is back: rows that were
    // chosen before lose rank there, the equations do not.
    {"FarInMovingCoordinates", 20000, in_moving_coordinates, Said::exact, 3.2},
    {"FarInMovingCoordinatesMixedByTime", 21000, in_moving_coordinates_mixed_by_time, Said::exact,
     3.2},
};

inline Make maker(const ManufacturedLaw& law)
{
    return [&law](unsigned seed) {
        Dice dice(seed + 1000003);
        Manufactured m = manufactured(seed);
        m.end = m.start + law.length;
        const Rewritten r = law.rewrite(m, dice);
        KnownSystem k = known(r, law.said ? *law.said : Said(dice.whole(0, 2)), dice);
        k.may_be_free = [k, m](const std::vector<std::string>& names) {
            return names.size() == 1 && determines_the_others(k, m, names, true);
        };
        k.may_be_gauge = [k, m](const std::vector<std::string>& names) {
            return determines_the_others(k, m, names, false);
        };
        return k;
    };
}

}  // namespace involute::testing
