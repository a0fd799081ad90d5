// SPDX-License-Identifier: Apache-2.0
// A System written in C++:
//
//     Builder m;
//     auto x = m.unknown("x"), y = m.unknown("y"), lambda = m.unknown("lambda");
//     m.equation(x.dot(2) + lambda * x == 0);
//     m.equation(y.dot(2) + lambda * y + 1 == 0);
//     m.equation(pow(x, 2) + pow(y, 2) == 1);
//     m.start(x, 1);
//     System pendulum = m.system();
//
// All functions throw an Error if their arguments make no sense.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "involute/model/formula.hpp"

namespace involute {

class Builder {
public:
    explicit Builder(std::string independent = "t");

    Formula independent() const;
    /// A name as in the model language, or that of an element such as p[3].
    Formula unknown(const std::string& name);
    /// The unknowns name[1], .., name[count].
    std::vector<Formula> unknowns(const std::string& name, int count);

    void title(std::string text);
    void equation(const FormulaEquation& equation);
    /// formula = 0
    void equation(const Formula& formula);
    /// Values at the start: of an unknown, a derivative such as x.dot(), or the independent
    /// variable. A second value replaces the first.
    void start(const Formula& jet, double value);
    void guess(const Formula& jet, double value);
    void solve_to(double end);
    /// Keeps the value it has at the start, or the one given.
    void invariant(std::string name, const Formula& formula, std::optional<double> value = {});
    void impose(std::string name, const Formula& formula, std::optional<double> value = {});
    void section(std::string name, const FormulaEquation& where,
                 Direction direction = Direction::both);
    void event(std::string name, const FormulaEquation& where,
               Direction direction = Direction::both, bool stop = false);

    /// What has been built so far; the builder can go on.
    System system() const;

private:
    NodeId own(const Formula& formula) const;
    void add_invariant(std::string name, const Formula& formula, std::optional<double> value,
                       bool imposed);
    void add_crossing(Crossing crossing, const FormulaEquation& where);
    std::shared_ptr<BuilderState> state_;
};

}  // namespace involute
