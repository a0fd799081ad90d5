// SPDX-License-Identifier: Apache-2.0
// Random circuits by modified nodal analysis: node potentials (node 0 is earth), and the currents
// of voltage sources, inductors, operational amplifiers and transformers. Nobody sees to it that
// the circuit makes sense: nodes may float, capacitors and sources may form loops, inductors cuts.
#pragma once

#include "tests/verdicts/linear_system.hpp"

namespace involute::testing {

class Circuit {
public:
    explicit Circuit(int nodes)
    {
        for (int i = 1; i <= nodes; ++i) grow(fmt::format("v{}", i));
    }

    void resistor(int a, int b, int conductance) { stamp(s_.pencil.A, a, b, conductance); }
    void capacitor(int a, int b, int capacity) { stamp(s_.pencil.E, a, b, capacity); }
    void inductor(int a, int b, int inductivity)
    {
        const int i = branch(a, b);
        s_.pencil.E[std::size_t(i)][std::size_t(i)] = -inductivity;
    }
    /// v_a - v_b = exp(over/10 t)
    void voltage_source(int a, int b, int over) { source(branch(a, b), 1, over); }
    void current_source(int a, int b, int over)
    {
        source(a - 1, 1, over);
        if (b > 0 && a > 0) s_.extras.back().column[std::size_t(b - 1)] -= 1;
        if (a == 0 && b > 0) source(b - 1, -1, over);
    }
    /// The inputs have the same potential and take no current; the output gives any.
    void amplifier(int plus, int minus, int out)
    {
        const int i = grow(fmt::format("i{}", ++currents_));
        add(s_.pencil.A, out - 1, i, 1);
        add(s_.pencil.A, i, plus - 1, 1);
        add(s_.pencil.A, i, minus - 1, -1);
    }
    /// v_a - v_b = ratio*(v_c - v_d), and currents in the inverse ratio.
    void transformer(int a, int b, int c, int d, int ratio)
    {
        const int i = branch(a, b);
        for (const int sign : {1, -1}) {
            const int node = (sign > 0 ? c : d) - 1;
            add(s_.pencil.A, i, node, -ratio * sign);
            add(s_.pencil.A, node, i, -ratio * sign);
        }
    }
    LinearSystem system() const { return s_; }

private:
    int grow(const std::string& name)
    {
        s_.names.push_back(name);
        const std::size_t n = s_.names.size();
        for (IntegerMatrix* m : {&s_.pencil.E, &s_.pencil.A}) {
            m->emplace_back();
            for (auto& row : *m) row.resize(n, 0);
        }
        for (Extra& e : s_.extras) e.column.resize(n, 0);
        return int(n) - 1;
    }
    /// Rows and columns of earth are left out.
    static void add(IntegerMatrix& m, int i, int j, int value)
    {
        if (i >= 0 && j >= 0) m[std::size_t(i)][std::size_t(j)] += value;
    }
    static void stamp(IntegerMatrix& m, int a, int b, int value)
    {
        add(m, a - 1, a - 1, value);
        add(m, b - 1, b - 1, value);
        add(m, a - 1, b - 1, -value);
        add(m, b - 1, a - 1, -value);
    }
    /// A current from a to b, and v_a - v_b in a row of its own.
    int branch(int a, int b)
    {
        const int i = grow(fmt::format("i{}", ++currents_));
        for (const int sign : {1, -1}) {
            const int node = (sign > 0 ? a : b) - 1;
            add(s_.pencil.A, node, i, sign);
            add(s_.pencil.A, i, node, sign);
        }
        return i;
    }
    void source(int row, int sign, int over)
    {
        Extra e{.column = std::vector<int>(s_.names.size(), 0), .over = over, .under = 10};
        if (row >= 0) e.column[std::size_t(row)] = sign;
        s_.extras.push_back(e);
    }

    LinearSystem s_{};
    int currents_ = 0;
};

inline void add_element(Circuit& circuit, int nodes, Dice& dice)
{
    const auto node = [&] { return dice.whole(0, nodes); };
    const int a = node(), b = (a + dice.whole(1, nodes)) % (nodes + 1), c = node(), d = node();
    const int value = dice.whole(1, 4), rate = int(of_either_sign(dice.whole(1, 9), dice));
    switch (dice.whole(0, 11)) {
        case 0:
        case 1:
        case 2:
            return circuit.resistor(a, b, value);
        case 3:
        case 4:
        case 5:
            return circuit.capacitor(a, b, value);
        case 6:
        case 7:
            return circuit.inductor(a, b, value);
        case 8:
            return circuit.voltage_source(a, b, rate);
        case 9:
            return circuit.current_source(a, b, rate);
        case 10:
            return circuit.amplifier(a, b, dice.whole(1, nodes));
        default:
            return circuit.transformer(a, b, c, d, value);
    }
}

/// Of 3 to 8 nodes with earth. `driven`: the sources are right-hand sides; else these are made for
/// a solution in closed form.
inline LinearSystem random_circuit(bool driven, Dice& dice)
{
    const int nodes = dice.whole(2, 7);
    Circuit circuit(nodes);
    for (int k = nodes + dice.whole(1, nodes + 2); k > 0; --k) add_element(circuit, nodes, dice);
    LinearSystem s = circuit.system();
    for (const Extra& e : s.extras)
        if (!rank_is_usual(s.pencil, e.over, e.under)) return random_circuit(driven, dice);
    if (driven) return s;
    s.extras.clear();
    const auto beginning = Beginning(dice.whole(0, 2));
    for (std::size_t j = 0; j < s.names.size(); ++j)
        s.solution.push_back(random_curve(dice, beginning));
    return s;
}

}  // namespace involute::testing
