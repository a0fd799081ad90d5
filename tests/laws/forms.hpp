// SPDX-License-Identifier: Apache-2.0
// The same system written differently. Each form is a model text together with the way back to the
// original unknowns.
#pragma once

#include <functional>

#include "tests/laws/random_systems.hpp"

namespace involute::testing {

/// left = right, each as text.
struct Line {
    std::string left{}, right{};
    std::string difference() const { return "(" + left + " - " + right + ")"; }
};

struct Form {
    Notation as{};                     // how the original's unknowns are written
    std::vector<std::string> names{};  // of the unknowns in the text, in the original's order
    std::vector<std::string> head{};   // statements before the equations
    std::vector<Line> lines{};         // states first, in order
    double start_time = 0;
    double scale = 1, shift = 0;       // original = scale*(unknown of the text) + shift
    std::vector<bool> declared{};      // else it is a `let`, and not in the result
    std::vector<std::size_t> order{};  // of the declarations
};

inline std::string rate(const Form& form, int state)
{
    return form.as.unknowns[std::size_t(state)] + "'";
}

/// Equations in the form's notation, every unknown declared.
inline void write_equations(Form& form, const RandomSystem& s)
{
    form.lines.clear();
    for (int i = 0; i < s.states(); ++i)
        form.lines.push_back({rate(form, i), written(s.rates[std::size_t(i)], form.as)});
    for (std::size_t k = 0; k < s.values.size(); ++k)
        form.lines.push_back(
            {form.as.unknowns[std::size_t(s.states()) + k], written(s.values[k], form.as)});
}

inline Form plain(const RandomSystem& s)
{
    Form form;
    for (int i = 0; i < s.unknowns(); ++i) {
        const bool state = i < s.states();
        form.names.push_back(
            fmt::format("{}{}", state ? "y" : "u", state ? i + 1 : i - s.states() + 1));
        form.order.push_back(std::size_t(i));
    }
    form.as.unknowns = form.names;
    form.declared.assign(form.names.size(), true);
    write_equations(form, s);
    return form;
}

inline Form with_lets(const RandomSystem& s, Dice&)
{
    Form form = plain(s);
    for (std::size_t k = 0; k < s.values.size(); ++k) {
        const std::size_t u = std::size_t(s.states()) + k;
        form.head.push_back("let " + form.names[u] + " = " + form.lines[u].right);
        form.declared[u] = false;
    }
    form.lines.resize(std::size_t(s.states()));
    return form;
}

inline Form in_other_units(const RandomSystem& s, double scale, double shift)
{
    Form form = plain(s);
    form.scale = scale;
    form.shift = shift;
    for (std::string& name : form.as.unknowns)
        name = fmt::format("({}*{} + {})", scale, name, written(shift));
    write_equations(form, s);
    return form;
}
inline Form shifted(const RandomSystem& s, Dice& dice)
{
    return in_other_units(s, 1, dice.rounded(0.1, 100) * dice.sign());
}
inline Form scaled(const RandomSystem& s, Dice& dice)
{
    return in_other_units(s, dice.whole(0, 1) == 0 ? 1000 : 0.001, 0);
}

inline Form reordered(const RandomSystem& s, Dice& dice)
{
    Form form = plain(s);
    dice.shuffle(form.order);
    for (std::size_t i = 0; i < form.names.size(); ++i)
        form.names[i] = fmt::format("q{}", form.order[i]);
    form.as.unknowns = form.names;
    write_equations(form, s);
    dice.shuffle(form.lines);
    return form;
}

inline Form equations_scaled(const RandomSystem& s, Dice& dice)
{
    Form form = plain(s);
    for (Line& line : form.lines) {
        const double factor = dice.rounded(1, 10) * std::pow(10, dice.whole(-3, 2)) * dice.sign();
        line = {fmt::format("{}*{}", written(factor), line.difference()), "0"};
    }
    return form;
}

/// By a lower and an upper triangular matrix with units on their diagonals: regular.
inline Form mixed(const RandomSystem& s, Dice& dice)
{
    Form form = plain(s);
    std::vector<Line>& lines = form.lines;
    const auto add = [&](std::size_t to, std::size_t from) {
        lines[to] = {fmt::format("{} + {}*{}", lines[to].left, written(dice.rounded(-2, 2)),
                                 lines[from].difference()),
                     lines[to].right};
    };
    // Upwards every row takes from those below it, which are still as they were; then downwards.
    for (std::size_t i = 0; i < lines.size(); ++i)
        for (std::size_t j = i + 1; j < lines.size(); ++j) add(i, j);
    for (std::size_t i = lines.size(); i-- > 1;) add(i, std::size_t(dice.whole(0, int(i) - 1)));
    return form;
}

inline Form with_a_derivative_as_equation(const RandomSystem& s, Dice& dice)
{
    Form form = plain(s);
    const auto any = std::size_t(dice.whole(0, int(form.lines.size()) - 1));
    form.lines.push_back({form.lines[any].difference() + "'", "0"});
    return form;
}

/// The derivative of one equation is added to another; the one stays, so nothing is lost.
inline Form with_a_derivative_added(const RandomSystem& s, Dice& dice)
{
    Form form = plain(s);
    const int last = int(form.lines.size()) - 1;
    const int from = dice.whole(0, last), to = dice.whole(0, last);
    if (from == to) return with_a_derivative_as_equation(s, dice);
    Line& line = form.lines[std::size_t(to)];
    line.left += fmt::format(" + {}*{}'", written(dice.rounded(0.5, 2)),
                             form.lines[std::size_t(from)].difference());
    return form;
}

inline Form time_shifted(const RandomSystem& s, Dice& dice)
{
    Form form = plain(s);
    form.start_time = dice.rounded(1, 100) * dice.sign();
    form.as.time = fmt::format("(t - {})", written(form.start_time));
    write_equations(form, s);
    return form;
}

/// (1 + y^2)*(y' - f) = 0, and sums and differences of derivatives.
inline Form implicit(const RandomSystem& s, Dice& dice)
{
    Form form = plain(s);
    for (int i = 0; i < s.states(); ++i) {
        Line& line = form.lines[std::size_t(i)];
        const std::string& y = form.names[std::size_t(dice.whole(0, s.states() - 1))];
        line = {fmt::format("(1 + {}^2)*{}", y, line.difference()), "0"};
    }
    for (int i = 1; i < s.states(); ++i)
        form.lines[std::size_t(i)].left +=
            fmt::format(" + {}*({} - {})", written(dice.rounded(-2, 2)), rate(form, 0),
                        written(s.rates[0], form.as));
    return form;
}

inline std::string text_of(const Form& form, const RandomSystem& s)
{
    std::string text = "var ", separator;
    for (const std::size_t i : form.order)
        if (form.declared[i]) {
            text += separator + form.names[i];
            separator = ", ";
        }
    text += "\n";
    for (const std::string& statement : form.head) text += statement + "\n";
    for (const Line& line : form.lines) text += line.left + " = " + line.right + "\n";
    text += fmt::format("start t = {}", written(form.start_time));
    for (int i = 0; i < s.states(); ++i)
        text += fmt::format(", {} = {}", form.names[std::size_t(i)],
                            written((s.start[std::size_t(i)] - form.shift) / form.scale));
    return text + fmt::format("\nsolve to {}\n", written(s.end + form.start_time));
}

using Rewriting = std::function<Form(const RandomSystem&, Dice&)>;

}  // namespace involute::testing
