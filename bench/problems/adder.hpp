// SPDX-License-Identifier: Apache-2.0
// The two bit adding unit of the Test Set for IVP Solvers (F. Mazzia, C. Magherini, release 2.4,
// problem II-7; the circuit is by M. Günther and U. Feldmann): 39 transistors, 175 nodes, their
// charges q and voltages U, n = 350. At nodes of 13 islands nothing leads a charge to the ground:
// sums of rows cancel, and 162 start values are free.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace bench {

class Adder {
public:
    static constexpr int nodes = 175;

    Adder()
    {
        nor(1, -1, -2);
        and_or(14, 5, -2, -1);
        nor(32, 18, -5);
        and_or(45, 36, -5, 18);
        and_or(63, 5, -5, 18);
        nor(81, -3, -4);
        and_or(94, 85, -4, -3);
        load(112);
        transistor(2, 117, 121, 116, 67);
        transistor(2, 122, 0, 121, 98);
        load(126);
        transistor(2, 131, 135, 130, 116);
        transistor(2, 136, 0, 135, 67);
        transistor(2, 140, 0, 135, 98);
        and_or(144, 85, 5, 98);
        transistor(3, 162, 166, 148, 98);
        transistor(3, 167, 171, 166, 18);
        transistor(3, 172, 0, 171, -5);
        // As printed, where node i + 4 would be expected.
        for (const int i : {1, 32, 81})
            charge_[index(i + 12)] =
                "cb(" + u(i + 12) + " - " + u(i + 4) + ")*(" + u(i + 12) + " - " + u(i + 14) + ")";
        for (const int n : {49, 130, 148}) charge_[index(n)] += " + Cout*" + u(n);
    }

    std::string text(const std::string& end) const
    {
        std::string all = declarations();
        for (int n = 1; n <= nodes; ++n) {
            const std::string q = "q[" + std::to_string(n) + "]";
            all += q + "' = " + current_[index(n)] + "\n" + q + " = " + charge_[index(n)] + "\n";
            all += "guess " + u(n) + " = " + std::to_string(level(n)) + ", " + q + " = " +
                   at_levels(charge_[index(n)]) + "\n";
        }
        return all + "solve to " + end + "\n";
    }

private:
    static std::size_t index(int node) { return std::size_t(node - 1); }
    static std::string u(int node) { return "U[" + std::to_string(node) + "]"; }

    static void add(std::string& sum, const std::string& term)
    {
        if (sum.empty()) sum = "0";
        sum += term;
    }

    /// Four nodes within: beside source and drain, and the bulk at both. Source 0: ground; drain 0:
    /// the supply; a gate below 0: an input.
    void transistor(int kind, int first, int source, int drain, int gate)
    {
        const std::string s = u(first), d = u(first + 1), bs = u(first + 2), bd = u(first + 3);
        const std::string in = std::to_string(-gate);
        const std::string S = source == 0 ? "0" : u(source), D = drain == 0 ? "VDD" : u(drain);
        const std::string G = gate < 0 ? "V" + in : u(gate);
        const std::string ids = "ids" + std::to_string(kind) + "(" + d + " - " + s + ", " + G +
                                " - " + s + ", " + bs + " - " + S + ", " + G + " - " + d + ", " +
                                bd + " - " + D + ")";
        for (const bool at_drain : {false, true}) {
            const int here = first + int(at_drain), outside = at_drain ? drain : source;
            const std::string at = u(here), O = at_drain ? D : S, bulk = at_drain ? bd : bs;
            add(current_[index(here)],
                " - (" + at + " - " + O + ")/Rg" + (at_drain ? " + " : " - ") + ids);
            add(current_[index(here + 2)],
                " - (" + bulk + " - VBB)/Rb + ib(" + bulk + " - " + O + ")");
            const std::string held = gate < 0 ? at : "(" + at + " - " + G + ")";
            add(charge_[index(here)], " + Cg*" + held);
            const std::string over = at_drain && drain == 0 ? bulk : "(" + bulk + " - " + O + ")";
            add(charge_[index(here + 2)], " + cb(" + bulk + " - " + O + ")*" + over);
            if (gate < 0)
                add(current_[index(here)], " + Cg*dV" + in);
            else
                add(charge_[index(gate)], " + Cg*(" + G + " - " + at + ")");
            if (outside == 0) continue;
            add(current_[index(outside)],
                " - (" + O + " - " + at + ")/Rg - ib(" + bulk + " - " + O + ")");
            add(charge_[index(outside)],
                " + cb(" + bulk + " - " + O + ")*(" + O + " - " + bulk + ")");
        }
    }
    void load(int i) { transistor(0, i, i + 4, 0, i + 4); }
    void nor(int i, int a, int b)
    {
        load(i);
        transistor(1, i + 5, 0, i + 4, a);
        transistor(1, i + 9, 0, i + 4, b);
    }
    void and_or(int i, int a, int b, int c)
    {
        load(i);
        transistor(1, i + 5, 0, i + 4, a);
        transistor(2, i + 9, i + 13, i + 4, b);
        transistor(2, i + 14, 0, i + 13, c);
    }

    static std::string declarations()
    {
        std::string text = R"(param Cg = 0.6, Cb = 0.24, Cout = 2, Rg = 8e-4, Rb = 2e-3, Is = 5e-11
param Vth = 25.85, VDD = 5, VBB = -2.5, delta = 0.02, PhiB = 0.87
var q[1..175], U[1..175]
function cb(v) = if(v <= 0, Cb/sqrt(1 - v/PhiB), Cb*(1 + v/(2*PhiB)))
function ib(v) = if(v <= 0, -Is*(exp(v/Vth) - 1), 0)
)";
        struct Kind {
            const char *threshold, *gamma, *phi, *beta;
        };
        const std::array<Kind, 4> kinds{{{"-2.43", "0.2", "1.28", "2.675"},
                                         {"0.2", "0.035", "1.01", "8.74"},
                                         {"0.2", "0.035", "1.01", "17.48"},
                                         {"0.2", "0.035", "1.01", "26.22"}}};
        for (int k = 0; k < 4; ++k) {
            const auto& [threshold, gamma, phi, beta] = kinds[std::size_t(k)];
            const std::string number = std::to_string(k), w = "w" + number, b = beta;
            text += "function " + w + "(v, b) = max(v - (" + threshold + ") - " + gamma +
                    "*(sqrt(" + phi + " - b) - sqrt(" + phi + ")), 0)\n";
            // Shichman and Hodges: w^2 - max(w - ds, 0)^2 is both of their cases.
            text += "function ids" + number + "(ds, gs, bs, gd, bd) = if(ds > 0, -" + b + "*(" + w +
                    "(gs, bs)^2 - max(" + w + "(gs, bs) - ds, 0)^2)*(1 + delta*ds), " + b + "*(" +
                    w + "(gd, bd)^2 - max(" + w + "(gd, bd) + ds, 0)^2)*(1 - delta*ds))\n";
        }
        // Inputs rise for 5, stay, and fall for 5: delay, how long they stay, period.
        const std::array<std::array<int, 3>, 5> pulses{
            {{0, 5, 20}, {10, 15, 40}, {30, 35, 80}, {70, 75, 160}, {150, 155, 320}}};
        for (std::size_t k = 0; k < pulses.size(); ++k) {
            const std::string n = std::to_string(k + 1);
            const auto& [delay, stay, period] = pulses[k];
            const std::string s = "s" + n, fall = std::to_string(stay + 5),
                              end = std::to_string(stay + 10);
            text += "let " + s + " = mod(t, " + std::to_string(period) + ") - " +
                    std::to_string(delay) + "\nlet V" + n + " = max(0, min(5, " + s + ", " + end +
                    " - " + s + "))\nlet dV" + n + " = if(" + s + " > 0, if(" + s + " > 5, if(" +
                    s + " > " + fall + ", if(" + s + " > " + end + ", 0, -1), 0), 1), 0)\n";
        }
        return text;
    }

    /// About what the test set starts from, where all inputs are 0.
    static double level(int node)
    {
        static const std::vector<double> levels = [] {
            using Levels = std::vector<double>;
            const double o = -2.5;
            const Levels nor_gate{5, 5, o, o, 5, 0, 5, o, o, 0, 5, o, o};
            const auto and_or_gate = [&](double between, double gate_between) {
                return Levels{0.215858, 4.988182,     o, o, 0.204041, 0.011818, 0.192223, o, o,
                              between,  gate_between, o, o, between,  0,        between,  o, o};
            };
            Levels all;
            const auto put = [&](const Levels& more) {
                all.insert(all.end(), more.begin(), more.end());
            };
            put(nor_gate);
            put(and_or_gate(-0.228161, 0.204041));
            put(nor_gate);
            put(and_or_gate(-0.026041, 0.204041));
            put(and_or_gate(-0.026041, 0.204041));
            put(nor_gate);
            put(and_or_gate(4.734673, 0.204041));
            const double nand = -0.025968, or_and = 4.744924, in_row = -0.026017;
            put({5, 5, o, o, 5, nand, 5, o, o, nand, 0, nand, o, o});
            put({5, 5, o, o, 5, or_and, 5, o, o, or_and, 0, or_and, o, o, 0, or_and, o, o});
            put(and_or_gate(0.204041, 0.204041));
            put({in_row, 0.204041, o, o, in_row, in_row, in_row, o, o, in_row, 0, in_row, o, o});
            return all;
        }();
        return levels.at(index(node));
    }
    /// The same sum with levels in place of the voltages.
    static std::string at_levels(const std::string& sum)
    {
        std::string result;
        for (std::size_t at = 0; at < sum.size();) {
            if (sum.compare(at, 2, "U[") != 0) {
                result += sum[at++];
                continue;
            }
            const std::size_t end = sum.find(']', at);
            result += "(" + std::to_string(level(std::stoi(sum.substr(at + 2)))) + ")";
            at = end + 1;
        }
        return result;
    }

    std::array<std::string, nodes> current_{}, charge_{};
};

}  // namespace bench
