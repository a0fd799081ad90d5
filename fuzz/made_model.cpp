// SPDX-License-Identifier: Apache-2.0
#include "fuzz/made_model.hpp"

#include <fmt/format.h>

#include "involute/method/methods.hpp"

namespace fuzz {
namespace {

constexpr const char* names[] = {"x", "y", "z"};
constexpr const char* numbers[] = {"0",   "1",  "2",    "0.5", "-1", "3",
                                   "0.1", "10", "1e-3", "k",   "1e6"};
constexpr const char* functions[] = {"sin", "cos",  "exp",  "tanh", "sqrt", "log",
                                     "abs", "atan", "sign", "tan",  "sinh", "asin"};
constexpr int deepest = 3;

class Writer {
public:
    explicit Writer(Choices& choices) : c_(choices), unknowns_(1 + choices.below(3)) {}

    std::string model()
    {
        text_ = "param k = 2\nvar ";
        for (int j = 0; j < unknowns_; ++j)
            text_ += fmt::format("{}{}", j > 0 ? ", " : "", names[j]);
        text_ += '\n';
        equations();
        while (c_.once_in(4)) addition();
        starts();
        return text_;
    }

private:
    void line(const std::string& text) { text_ += text + '\n'; }

    /// An expression of t, the unknowns and their derivatives below `orders`.
    std::string expression(int orders, int depth = 0)
    {
        const int kind = depth >= deepest ? c_.below(3) : c_.below(10);
        const auto part = [&] { return expression(orders, depth + 1); };
        switch (kind) {
            case 0:
                return jet(c_.below(unknowns_), orders > 0 ? c_.below(orders) : 0);
            case 1:
                return c_.one_of(numbers);
            case 2:
                return c_.once_in(3) ? "t" : names[c_.below(unknowns_)];
            case 3:
                return fmt::format("({} + {})", part(), part());
            case 4:
                return fmt::format("({} - {})", part(), part());
            case 5:
            case 6:
                return fmt::format("{}*{}", part(), part());
            case 7:
                return fmt::format("{}^{}", fmt::format("({})", part()), 2 + c_.below(2));
            case 8:
                return fmt::format("{}({})", c_.one_of(functions), part());
            default:
                return c_.once_in(2) ? fmt::format("({})/({})", part(), part())
                                     : fmt::format("max({}, {})", part(), part());
        }
    }
    static std::string jet(int unknown, int order)
    {
        return names[unknown] + std::string(std::size_t(order), '\'');
    }

    void equations()
    {
        switch (c_.below(6)) {
            case 0:  // x' = f, of first or second order
                for (int j = 0; j < unknowns_; ++j) explicit_equation(j);
                break;
            case 1:  // the last unknown by a constraint
                for (int j = 0; j + 1 < unknowns_; ++j) explicit_equation(j);
                line(expression(1) + " = " + expression(1));
                break;
            case 2: {  // a mechanism: two coordinates on a curve, and the force that keeps them
                       // there
                unknowns_ = 3;
                text_ = "param k = 2\nvar x, y, z\n";
                line("x'' + z*(" + expression(1, 2) + ") = " + expression(1, 2));
                line("y'' + z*(" + expression(1, 2) + ") = " + expression(1, 2));
                line(c_.once_in(2) ? expression(1) + " = 0" : "x^2 + y^2 = 1");
                break;
            }
            case 3:  // anything
                for (int j = 0; j < unknowns_; ++j) line(expression(3) + " = " + expression(3));
                break;
            case 4:  // redundant, or contradictory: one equation more
                for (int j = 0; j < unknowns_; ++j) explicit_equation(j);
                line("(" + expression(1) + ")' = " + expression(2));
                break;
            default: {  // a sum of equations in the place of one
                std::string sum_left, sum_right;
                for (int j = 0; j < unknowns_; ++j) {
                    const std::string left = jet(j, c_.below(2)), right = expression(2, 1);
                    if (j > 0) line(left + " = " + right);
                    sum_left += (j > 0 ? " + " : "") + left;
                    sum_right += (j > 0 ? " + " : "") + right;
                }
                line(sum_left + " = " + sum_right);
            }
        }
    }
    void explicit_equation(int j)
    {
        const int order = 1 + c_.below(2);
        line(jet(j, order) + " = " + expression(order));
    }

    void addition()
    {
        constexpr const char* ways[] = {"", " rising", " falling", " stop"};
        const int number = added_++;
        switch (c_.below(4)) {
            case 0:
                return line(fmt::format("section s{}: {} = {}{}", number, expression(2, 1),
                                        expression(1, 2), ways[c_.below(3)]));
            case 1:
                return line(fmt::format("event e{}: {} = {}{}", number, expression(1, 1),
                                        expression(1, 2), c_.one_of(ways)));
            case 2:
                return line(fmt::format("{} i{} = {}", c_.once_in(2) ? "impose" : "invariant",
                                        number, expression(1, 1)));
            default:
                return line(expression(2, 1) + " = " + expression(2, 1));
        }
    }

    void starts()
    {
        for (int j = 0; j < unknowns_; ++j)
            for (int order = 0; order < 2; ++order)
                if (const int how = c_.below(3); how < 2)
                    line(fmt::format("{} {} = {}", how == 0 ? "start" : "guess", jet(j, order),
                                     c_.one_of(numbers)));
        if (c_.once_in(4)) line(fmt::format("start t = {}", c_.one_of(numbers)));
    }

    Choices& c_;
    int unknowns_;
    int added_ = 0;
    std::string text_{};
};

}  // namespace

involute::SolveOptions made_options(Choices& choices)
{
    constexpr double tolerances[] = {1e-8, 1e-4, 1e-12, 1e-6};
    constexpr double ends[] = {1, 10, -1, 0.1, 100, 1e6};
    involute::SolveOptions options;
    if (choices.once_in(2)) {
        const auto methods = involute::all_methods();
        options.method = methods[std::size_t(choices.below(int(methods.size())))].name;
    }
    options.rtol = choices.one_of(tolerances);
    options.atol = options.rtol / 100;
    options.to = choices.one_of(ends);
    if (choices.once_in(16)) options.precision = involute::Precision::quad;
    if (choices.once_in(8)) {
        options.curve = true;
        options.scale = 1;
    }
    switch (choices.below(4)) {
        case 1:
            options.sampling.points = 2 + choices.below(20);
            break;
        case 2:
            options.sampling.every = *options.to > 0 ? *options.to / 7 : 0.25;
            break;
        case 3:
            options.sampling.at = {*options.to / 3, *options.to / 2};
            break;
        default:
            break;
    }
    if (choices.once_in(4)) options.native = false;
    if (choices.once_in(8)) options.continuations = {1 + choices.below(3), 1};
    if (choices.once_in(16)) options.smooth = true;
    options.singular = "none";
    options.max_steps = 20;
    return options;
}

std::string made_model(Choices& choices)
{
    return Writer(choices).model();
}

}  // namespace fuzz
