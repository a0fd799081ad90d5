// SPDX-License-Identifier: Apache-2.0
// Random systems whose terms wake up on the way: kinks, saturations, Hill functions, powers,
// exponentials and Gaussians that are flat where the run starts, up to a thousand of their own
// widths away. They are explicit, y' = f(t, y, u) with u = e(t, y), and tame: some states travel at
// about unit speed towards the terms, the others are damped, and every term is bounded.
//
// To reproduce a failure: the message prints the model as text, ready for
//     involute solve failed.ode --at ...
// together with the law and the seed. The same system comes again from random_system(seed) on
// every machine; to run it alone, set INVOLUTE_LAW_SEED to the seed and name the law:
//     INVOLUTE_LAW_SEED=17 build/dev/tests_laws --gtest_filter='Laws.ReorderedUnknowns*'
// Expected values come from tests/laws/reference.hpp, which shares nothing with the library.
#pragma once

#include <algorithm>
#include <random>

#include "tests/laws/formula.hpp"

namespace involute::testing {

struct RandomSystem {
    unsigned seed = 0;
    std::vector<F> rates{};       // of the states, unknowns 0, 1, ..
    std::vector<F> values{};      // of the algebraic unknowns, which follow; each of earlier ones
    std::vector<double> start{};  // of the states, at time 0
    double end = 0;
    double max_step = 0;  // so that no method can step over a Gaussian without seeing it

    int states() const { return int(rates.size()); }
    int unknowns() const { return int(rates.size() + values.size()); }
};

/// Numbers that depend on the seed alone, not on the standard library.
class Dice {
public:
    explicit Dice(unsigned seed) : random_(seed) {}
    double uniform(double low, double high)
    {
        return low + (high - low) * (double(random_()) / 4294967296.0);
    }
    /// In [low, high].
    int whole(int low, int high) { return low + int(uniform(0, 1) * (high - low + 1)); }
    /// With three digits, which a person can read.
    double rounded(double low, double high)
    {
        return std::stod(fmt::format("{:.3g}", uniform(low, high)));
    }
    double sign() { return whole(0, 1) == 0 ? -1 : 1; }
    template <class T>
    void shuffle(std::vector<T>& items)
    {
        for (std::size_t i = items.size(); i > 1; --i)
            std::swap(items[i - 1], items[std::size_t(whole(0, int(i) - 1))]);
    }

private:
    std::mt19937 random_;
};

/// A term of y that is flat at y = 0, changes by about 1 around y = a, and is bounded for
/// 0 <= y <= 2 reach.
inline F sleeping_term(const F& y, double reach, Dice& dice)
{
    const double a = dice.rounded(0.2 * reach, 0.6 * reach);
    const double wide = dice.rounded(0.03 * reach, 0.15 * reach);
    const F from = y - number(a);
    switch (dice.whole(0, 8)) {
        case 0:
            return call("max", number(0), call("min", number(1), from));  // a/1 widths away
        case 1:
            return call("max", number(0), call("min", number(1), from / number(wide)));
        case 2:
            return call("max", number(0), from) / number(a);
        case 3:
            return number(1) / (number(1) + call("exp", (number(a) - y) / number(wide)));
        case 4:
            return number(1) / (number(1) + power(y / number(a), 2 * dice.whole(2, 10)));
        case 5:
            return call("min", number(2), power(y / number(a), 2 * dice.whole(2, 10)));
        case 6:
            return call("exp", number(0) - power(from / number(wide), 2));
        case 7:
            return (call("abs", from) - call("abs", from - number(wide))) / number(wide);
        default: {
            const F p = power(y / number(a), dice.whole(3, 12));
            return p / (number(1) + call("abs", p));
        }
    }
}

/// The rate of a state that travels upwards at a speed between 1/2 and 3/2, the last part of its
/// way perhaps against a wall.
inline F travelling(int state, double reach, const std::vector<F>& terms, Dice& dice)
{
    F rate = number(1);
    for (const F& term : terms)
        rate = rate + number(dice.rounded(0.05, 0.5) / 4 * dice.sign()) * term;
    if (dice.whole(0, 3) > 0) return rate;
    const F beyond = unknown(state) - number(dice.rounded(0.5 * reach, 0.8 * reach));
    const double stiffness = dice.rounded(5, 50) / reach;
    return rate - number(stiffness) * call("max", number(0), beyond);
}

inline F damped(int state, double reach, const std::vector<F>& terms, Dice& dice)
{
    const double rate = std::stod(fmt::format("{:.3g}", dice.uniform(2, 40) / reach));
    F target = number(dice.rounded(-2, 2));
    for (const F& term : terms) target = target + number(dice.rounded(-2, 2)) * term;
    if (dice.whole(0, 2) == 0)
        target = target + number(0.3) * call("abs", unknown(state) - number(dice.rounded(-1, 1)));
    return number(rate) * (target - unknown(state));
}

inline RandomSystem random_system(unsigned seed)
{
    Dice dice(seed * 2654435761u + 1);
    RandomSystem s;
    s.seed = seed;
    const int states = dice.whole(1, 4), travellers = dice.whole(1, std::min(states, 2));
    const int algebraic = dice.whole(0, 3);
    const double reach = std::stod(fmt::format("{:.2g}", std::pow(10, dice.uniform(0.5, 3))));
    s.end = reach;
    s.max_step = reach / 100;  // a third of the narrowest Gaussian
    const auto traveller = [&] {
        return dice.whole(0, 4) == 0 ? time_itself() : unknown(dice.whole(0, travellers - 1));
    };
    std::vector<F> named;
    for (int k = 0; k < algebraic; ++k) {
        F value = sleeping_term(traveller(), reach, dice);
        if (k > 0 && dice.whole(0, 1) == 0) value = value * named[0] + number(0.5) * value;
        s.values.push_back(value);
        named.push_back(unknown(states + k));
    }
    for (int i = 0; i < states; ++i) {
        std::vector<F> terms;
        const int count = dice.whole(1, 2);
        for (int k = 0; k < count; ++k)
            terms.push_back(!named.empty() && dice.whole(0, 1) == 0
                                ? named[std::size_t(dice.whole(0, algebraic - 1))]
                                : sleeping_term(traveller(), reach, dice));
        s.rates.push_back(i < travellers ? travelling(i, reach, terms, dice)
                                         : damped(i, reach, terms, dice));
        s.start.push_back(i < travellers ? 0 : dice.rounded(-1, 1));
    }
    return s;
}

}  // namespace involute::testing
