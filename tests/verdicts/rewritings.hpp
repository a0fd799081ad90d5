// SPDX-License-Identifier: Apache-2.0
// Manufactured systems written differently: what is true of them stays, or changes in a known way.
#pragma once

#include "tests/verdicts/known_system.hpp"
#include "tests/verdicts/manufactured.hpp"

namespace involute::testing {

/// Of two unknowns, the identity at the start: by an angle, or x_i = w_i + sin(..)*w_j.
struct Change {
    bool rotation = false;
    std::size_t i = 0, j = 0;
    double rate = 1.15;
};

struct Rewritten {
    Manufactured of{};
    std::vector<Change> changes{};
    std::vector<double> units{};       // empty, or one an unknown: x = unit*(unknown of the text)
    std::vector<std::string> lets{};   // of f1, f2, .., which are zero, and of what is made of them
    std::vector<std::string> rows{};   // zero: the equations
    std::vector<std::string> words{};  // for the unknowns of the formulas
    Verdict verdict = Verdict::complete;
    bool same_index = true;
};

inline std::string call_it(Rewritten& r, char letter, const std::string& expression)
{
    const std::string name = fmt::format("{}{}", letter, r.lets.size() + 1);
    r.lets.push_back(fmt::format("let {} = {}", name, expression));
    return name;
}

inline void write_changes(Rewritten& r)
{
    for (std::size_t i = 0; i < r.units.size(); ++i)
        r.words[i] = call_it(r, 'v', fmt::format("{}*{}", r.units[i], r.words[i]));
    for (const Change& c : r.changes) {
        const std::string angle = fmt::format("({}*(t - {}))", c.rate, r.of.start);
        const std::string a = r.words[c.i], b = r.words[c.j];
        if (c.rotation) {
            r.words[c.i] = call_it(r, 'v', fmt::format("{}*cos{} + {}*sin{}", a, angle, b, angle));
            r.words[c.j] = call_it(r, 'v', fmt::format("{}*cos{} - {}*sin{}", b, angle, a, angle));
        } else {
            r.words[c.i] = call_it(r, 'v', fmt::format("{} + {}*sin{}", a, b, angle));
        }
    }
}

/// The formulas in these coordinates, one row each, unmixed.
inline Rewritten rewritten(const Manufactured& m, std::vector<Change> changes = {},
                           std::vector<double> units = {})
{
    Rewritten r{.of = m, .changes = std::move(changes), .units = std::move(units)};
    for (int i = 0; i < m.unknowns(); ++i) r.words.push_back(fmt::format("x{}", i + 1));
    write_changes(r);
    std::vector<std::string> exact;
    for (const Curve& curve : m.solution) exact.push_back(call_it(r, 'X', text_of(curve)));
    for (const std::string& f : m.formulas)
        r.rows.push_back(call_it(r, 'f', in_words(f, r.words) + " - (" + in_words(f, exact) + ")"));
    return r;
}

using Entry = std::function<std::string()>;

/// Rows to which multiples of others are added, one after another: a unimodular matrix.
inline void mix(Rewritten& r, int times, Dice& dice, const Entry& entry)
{
    const int last = int(r.rows.size()) - 1;
    for (int k = 0; k < times && last > 0; ++k) {
        const int to = dice.whole(0, last);
        const int from = (to + dice.whole(1, last)) % (last + 1);
        std::string& row = r.rows[std::size_t(to)];
        row = call_it(r, 'g', fmt::format("{} + {}*{}", row, entry(), r.rows[std::size_t(from)]));
    }
}

inline Entry constants(Dice& dice)
{
    return [&] { return written(of_either_sign(dice.whole(1, 3), dice)); };
}
inline Entry of_time(Dice& dice)
{
    return [&] {
        const char* entries[] = {"sin(t)", "cos(2*t)", "t", "exp(-t)", "(1 + t^2)"};
        return std::string(entries[dice.whole(0, 4)]);
    };
}
inline Entry of_the_state(const Rewritten& r, Dice& dice)
{
    return [&, words = r.words] {
        const int last = int(words.size()) - 1;
        const std::string& x = words[std::size_t(dice.whole(0, last))];
        const std::string& y = words[std::size_t(dice.whole(0, last))];
        const std::string entries[] = {"cos(" + x + ")", x + "^2", "sin(" + x + ")", x + "*" + y,
                                       "exp(" + x + ")"};
        return entries[dice.whole(0, 4)];
    };
}

inline Entry any_entry(const Rewritten& r, Dice& dice)
{
    const Entry kinds[] = {constants(dice), of_time(dice), of_the_state(r, dice)};
    return kinds[dice.whole(0, 2)];
}

inline std::vector<Change> random_changes(const Manufactured& m, Dice& dice)
{
    std::vector<Change> changes;
    const int last = int(m.alike.size()) - 1;
    for (int k = dice.whole(1, 2); k > 0 && last > 0; --k) {
        const int i = dice.whole(0, last), j = (i + dice.whole(1, last)) % (last + 1);
        changes.push_back({.rotation = dice.whole(0, 1) == 0,
                           .i = std::size_t(m.alike[std::size_t(i)]),
                           .j = std::size_t(m.alike[std::size_t(j)])});
    }
    return changes;
}

inline std::vector<double> random_units(const Manufactured& m, Dice& dice)
{
    std::vector<double> units;
    for (int i = 0; i < m.unknowns(); ++i) units.push_back(std::pow(10, dice.whole(-3, 3)));
    return units;
}

/// A combination of rows other than one, as text.
inline std::string combination(const Rewritten& r, std::size_t except, Dice& dice,
                               const Entry& entry)
{
    std::string sum;
    for (std::size_t i = 0; i < r.rows.size(); ++i)
        if (i != except && (sum.empty() || dice.whole(0, 2) > 0))
            sum += fmt::format("{}{}*{}", sum.empty() ? "" : " + ", entry(), r.rows[i]);
    return sum;
}

}  // namespace involute::testing
