// SPDX-License-Identifier: Apache-2.0
#include "involute/output/formula.hpp"

#include "involute/base/error.hpp"
#include "involute/output/formula_pens.hpp"
#include "involute/text/parse.hpp"

namespace involute {
namespace {

/// How tightly the outermost operation of a part binds.
enum Tightness { either, both, relation, sum, product, sign, power, atom };

struct Part {
    std::string markup{};
    Tightness tightness = atom;
    bool digits_first = false;  // beside another number it needs a sign between
};

/// Walks the nodes of a model in order, parts on a stack; only bodies of sums and branches of
/// choices are walked within.
template <class Pen>
class FormulaWriter {
public:
    explicit FormulaWriter(const Model& model) : model_(model) {}

    Part write(const Expression& e) { return write(e.begin, e.end); }

private:
    Part write(std::uint32_t begin, std::uint32_t end)
    {
        std::vector<Part> stack;
        for (std::uint32_t i = begin; i < end; ++i) {
            const SyntaxNode& node = model_.nodes[i];
            const auto pop = [&] {
                Part part = std::move(stack.back());
                stack.pop_back();
                return part;
            };
            if (node.kind == SyntaxKind::repeat) {
                const Repetition& repetition = model_.repetitions[node.value];
                const Part to = pop(), from = pop();
                const Part body = write(i + 1, repetition.end);
                stack.push_back({Pen::repeat(repetition.product,
                                             Pen::name(model_.names[repetition.variable.id]),
                                             from.markup, to.markup, in(body, product)),
                                 sum, false});
                i = repetition.end - 1;
            } else if (node.kind == SyntaxKind::choice) {
                const ChoiceOf& choice = model_.choices[node.value];
                const Part condition = pop();
                const Part first = write(i + 1, choice.end_of_first);
                const Part second = write(choice.end_of_first, choice.end);
                stack.push_back({Pen::cases(first.markup, condition.markup, second.markup)});
                i = choice.end - 1;
            } else {
                operation(node, stack);
            }
        }
        return stack.empty() ? Part{} : std::move(stack.back());
    }

    /// In parentheses where its place needs them.
    static std::string in(const Part& part, Tightness least)
    {
        return part.tightness < least ? Pen::fenced(part.markup) : part.markup;
    }

    void operation(const SyntaxNode& node, std::vector<Part>& stack)
    {
        using K = SyntaxKind;
        const auto pop = [&] {
            Part part = std::move(stack.back());
            stack.pop_back();
            return part;
        };
        const auto pop_all = [&] {
            std::vector<std::string> parts;
            for (std::size_t k = stack.size() - node.operands; k < stack.size(); ++k)
                parts.push_back(std::move(stack[k].markup));
            stack.resize(stack.size() - node.operands);
            return parts;
        };
        const auto infix = [&](const char* sign, Tightness level, Tightness right_level) {
            const Part right = pop(), left = pop();
            stack.push_back({Pen::row({in(left, level), Pen::sign(sign), in(right, right_level)}),
                             level, left.digits_first});
        };
        switch (node.kind) {
            case K::number: {
                const Literal& number = model_.numbers[node.value];
                const std::string_view text = model_.source.text;
                const std::string_view digits =
                    text.substr(number.begin, number.end - number.begin);
                const bool scientific = digits.find_first_of("eE") != digits.npos;
                return stack.push_back({Pen::number(digits), scientific ? product : atom, true});
            }
            case K::name:
                return stack.push_back({Pen::name(model_.names[node.value])});
            case K::element: {
                const std::vector<std::string> indices = pop_all();
                return stack.push_back(
                    {Pen::indexed(Pen::name(model_.names[node.value]), indices)});
            }
            case K::call:
                return call(model_.names[node.value], node, stack);
            case K::prime: {
                const Part of = pop();
                return stack.push_back({Pen::primed(in(of, atom), int(node.value)), power});
            }
            case K::negate: {
                const Part of = pop();
                return stack.push_back({Pen::row({Pen::sign("-"), in(of, product)}), sign});
            }
            case K::add:
                return infix("+", sum, sum);
            case K::subtract:
                return infix("-", sum, product);
            case K::multiply: {
                const Part right = pop(), left = pop();
                return stack.push_back(
                    {Pen::row({in(left, product), right.digits_first ? Pen::sign("*") : Pen::thin(),
                               in(right, power)}),
                     product, left.digits_first});
            }
            case K::divide: {
                const Part below = pop(), above = pop();
                return stack.push_back({Pen::fraction(above.markup, below.markup), product});
            }
            case K::power: {
                const Part exponent = pop(), base = pop();
                return stack.push_back(
                    {Pen::raised(in(base, atom), exponent.markup), power, base.digits_first});
            }
            case K::less:
                return infix("<", relation, sum);
            case K::less_equal:
                return infix("<=", relation, sum);
            case K::greater:
                return infix(">", relation, sum);
            case K::greater_equal:
                return infix(">=", relation, sum);
            case K::both:
                return infix("and", both, both);
            case K::either:
                return infix("or", either, either);
            case K::denied: {
                const Part of = pop();
                return stack.push_back({Pen::row({Pen::sign("not"), in(of, atom)}), relation});
            }
            case K::repeat:
            case K::choice:
                return;  // walked by write
        }
    }

    void call(const std::string& name, const SyntaxNode& node, std::vector<Part>& stack)
    {
        std::vector<std::string> arguments;
        const std::size_t first = stack.size() - node.operands;
        const Tightness of_first = node.operands > 0 ? stack[first].tightness : atom;
        for (std::size_t k = first; k < stack.size(); ++k)
            arguments.push_back(std::move(stack[k].markup));
        stack.resize(first);
        if (name == "sqrt" && arguments.size() == 1)
            return stack.push_back({Pen::root(arguments[0])});
        if (name == "abs" && arguments.size() == 1)
            return stack.push_back({Pen::bars(arguments[0])});
        if (name == "der" && arguments.size() == 2) {
            if (of_first < atom) arguments[0] = Pen::fenced(arguments[0]);
            return stack.push_back({Pen::derivative(arguments[0], arguments[1]), power});
        }
        stack.push_back({Pen::call(name, arguments), power});
    }

    const Model& model_;
};

template <class Pen>
std::string formula(std::string_view text)
{
    const bool equation = text.find('=') != std::string_view::npos &&
                          text.find("<=") == std::string_view::npos &&
                          text.find(">=") == std::string_view::npos;
    const Model model = equation ? parse(text) : parse_formula(text);
    for (const Statement& statement : model.statements) {
        const auto* found = std::get_if<EquationStatement>(&statement.what);
        if (!found) continue;
        FormulaWriter<Pen> writer(model);
        const std::string left = writer.write(found->left).markup;
        if (!equation) return Pen::whole(left);
        return Pen::whole(Pen::row({left, Pen::sign("="), writer.write(found->right).markup}));
    }
    throw Error(Diagnostic{.message = "`" + std::string(text) + "` is not an equation"});
}

}  // namespace

std::string to_latex(std::string_view text)
{
    return formula<LatexPen>(text);
}

std::string to_mathml(std::string_view text)
{
    return formula<MathmlPen>(text);
}

}  // namespace involute
