// SPDX-License-Identifier: Apache-2.0
// A System written in C++:
//
//     Builder m;
//     auto x = m.unknown("x"), y = m.unknown("y"), lambda = m.unknown("lambda");
//     m.equation(x.dot(2) + lambda * x == 0);
//     m.equation(y.dot(2) + lambda * y + 1 == 0);
//     m.equation(pow(x, 2) + pow(y, 2) == 1);
//     m.start(y, 0);
//     m.start(y.dot(), 0);
//     m.guess(x, 1);  // and not -1
//     const System pendulum = m.system();
//
// Everything throws an Error where its arguments make no sense: a name twice, a formula
// of another builder, a start value of something that is no unknown.
//
// A builder and its formulas share one system under construction: a copy of a builder is the same
// builder, and all of them belong to one thread at a time. What system() returns is a value of its
// own.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "involute/model/formula.hpp"
#include "involute/system/inputs.hpp"

namespace involute {

class Builder {
public:
    /// The name of the independent variable, as it is called in output and messages.
    explicit Builder(std::string independent = "t");
    /// A copy is the same builder; there is no move, which would leave one without a system.
    Builder(const Builder&) = default;
    Builder& operator=(const Builder&) = default;

    /// The independent variable itself.
    Formula independent() const;
    /// A name as in the model language, or that of an element such as p[3].
    Formula unknown(const std::string& name);
    /// The unknowns name[1], .., name[count].
    std::vector<Formula> unknowns(const std::string& name, int count);

    /// A number that can be set later (set_parameters, system/parameters.hpp). For numbers that
    /// stay what they are a double does.
    Formula parameter(const std::string& name, double value);
    /// A function of the independent variable: a table, code with its derivatives, or a number,
    /// which is then a parameter.
    Formula input(const std::string& name, const Input& input);

    void title(std::string text);
    /// Adds left == right.
    void equation(const FormulaEquation& equation);
    /// Adds formula = 0.
    void equation(const Formula& formula);
    /// Values at the start: of an unknown, a derivative such as x.dot(), or the independent
    /// variable. A second value replaces the first.
    void start(const Formula& jet, double value);
    /// What is near the start, to choose among solutions; it may be moved.
    void guess(const Formula& jet, double value);
    /// The absolute error allowed per step of an unknown or a derivative, and of what is above it.
    void atol(const Formula& jet, double value);
    /// Where a run ends that is not told otherwise.
    void solve_to(double end);
    /// Keeps the value it has at the start, or the one given; solve checks that it is constant.
    void invariant(std::string name, const Formula& formula, std::optional<double> value = {});
    /// The same without the check: it is kept even where the equations do not.
    void impose(std::string name, const Formula& formula, std::optional<double> value = {});
    /// Rows are recorded where left == right holds, in Solution::crossings.
    void section(std::string name, const FormulaEquation& where,
                 Direction direction = Direction::both);
    /// The same, and with `stop` the run ends there.
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
