// SPDX-License-Identifier: Apache-2.0
#include "involute/output/formula_pens.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace involute {
namespace {

struct Letter {
    std::string_view word, letter;
};
constexpr Letter letters[] = {
    {"alpha", "α"}, {"beta", "β"},   {"gamma", "γ"},  {"delta", "δ"}, {"epsilon", "ε"},
    {"eps", "ε"},   {"zeta", "ζ"},   {"eta", "η"},    {"theta", "θ"}, {"iota", "ι"},
    {"kappa", "κ"}, {"lambda", "λ"}, {"mu", "μ"},     {"nu", "ν"},    {"xi", "ξ"},
    {"pi", "π"},    {"rho", "ρ"},    {"sigma", "σ"},  {"tau", "τ"},   {"upsilon", "υ"},
    {"phi", "φ"},   {"chi", "χ"},    {"psi", "ψ"},    {"omega", "ω"}, {"Gamma", "Γ"},
    {"Delta", "Δ"}, {"Theta", "Θ"},  {"Lambda", "Λ"}, {"Xi", "Ξ"},    {"Pi", "Π"},
    {"Sigma", "Σ"}, {"Phi", "Φ"},    {"Psi", "Ψ"},    {"Omega", "Ω"},
};

/// Functions that LaTeX has a name for.
bool is_named(std::string_view name)
{
    constexpr std::array known = {"sin", "cos", "tan", "sinh", "cosh", "tanh",
                                  "exp", "log", "ln",  "max",  "min"};
    return std::ranges::find(known, name) != known.end();
}

std::string replaced(std::string_view text, char what, std::string_view by)
{
    std::string result;
    for (const char c : text)
        if (c == what)
            result += by;
        else
            result += c;
    return result;
}

/// A word or a letter, in LaTeX.
std::string latex_word(std::string_view word)
{
    if (word == "eps" || word == "epsilon") return "\\varepsilon";
    if (!greek_letter(word).empty()) return "\\" + std::string(word);
    if (word.size() <= 1) return std::string(word);
    return "\\mathrm{" + replaced(word, '_', "\\_") + "}";
}

std::string mathml_word(std::string_view word)
{
    const std::string_view letter = greek_letter(word);
    return fmt::format("<mi>{}</mi>", letter.empty() ? word : letter);
}

/// An index is a number or a word.
std::string mathml_index(std::string_view index)
{
    const bool digits = index.find_first_not_of("0123456789") == index.npos;
    return digits ? fmt::format("<mn>{}</mn>", index) : mathml_word(index);
}

std::string operator_of(std::string_view sign)
{
    return fmt::format("<mo>{}</mo>", sign);
}

}  // namespace

NameParts parts_of(std::string_view name)
{
    const std::size_t line = name.find('_');
    if (line != name.npos && line > 0 && line + 1 < name.size())
        return {name.substr(0, line), name.substr(line + 1)};
    const std::size_t last = name.find_last_not_of("0123456789");
    if (last != name.npos && last + 1 < name.size())
        return {name.substr(0, last + 1), name.substr(last + 1)};
    return {name, {}};
}

std::string_view greek_letter(std::string_view word)
{
    const auto found = std::ranges::find(letters, word, &Letter::word);
    return found == std::end(letters) ? std::string_view() : found->letter;
}

NumberParts parts_of_number(std::string_view digits)
{
    const std::size_t e = digits.find_first_of("eE");
    if (e == digits.npos) return {digits, ""};
    std::string_view exponent = digits.substr(e + 1);
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    return {digits.substr(0, e), std::string(exponent)};
}

// ---- LaTeX

std::string LatexPen::number(std::string_view digits)
{
    const auto [mantissa, exponent] = parts_of_number(digits);
    if (exponent.empty()) return std::string(mantissa);
    if (mantissa == "1") return fmt::format("10^{{{}}}", exponent);
    return fmt::format("{} \\cdot 10^{{{}}}", mantissa, exponent);
}
std::string LatexPen::name(std::string_view name)
{
    const auto [stem, index] = parts_of(name);
    if (index.empty()) return latex_word(stem);
    return fmt::format("{}_{{{}}}", latex_word(stem),
                       index.find_first_not_of("0123456789") == index.npos ? std::string(index)
                                                                           : latex_word(index));
}
std::string LatexPen::sign(std::string_view sign)
{
    if (sign == "*") return " \\cdot ";
    if (sign == "<=") return " \\le ";
    if (sign == ">=") return " \\ge ";
    if (sign == "and") return " \\land ";
    if (sign == "or") return " \\lor ";
    if (sign == "not") return "\\lnot ";
    return fmt::format(" {} ", sign);
}
std::string LatexPen::thin()
{
    return "\\,";
}
std::string LatexPen::row(std::initializer_list<std::string> parts)
{
    const std::string joined = fmt::format("{}", fmt::join(parts, ""));
    return joined.starts_with(" - ") ? "-" + joined.substr(3) : joined;
}
std::string LatexPen::fenced(const std::string& of)
{
    return "\\left(" + of + "\\right)";
}
std::string LatexPen::bars(const std::string& of)
{
    return "\\left|" + of + "\\right|";
}
std::string LatexPen::root(const std::string& of)
{
    return "\\sqrt{" + of + "}";
}
std::string LatexPen::fraction(const std::string& above, const std::string& below)
{
    return "\\frac{" + above + "}{" + below + "}";
}
std::string LatexPen::raised(const std::string& base, const std::string& exponent)
{
    return "{" + base + "}^{" + exponent + "}";
}
std::string LatexPen::indexed(const std::string& name, const std::vector<std::string>& indices)
{
    return fmt::format("{{{}}}_{{{}}}", name, fmt::join(indices, ","));
}
std::string LatexPen::primed(const std::string& of, int primes)
{
    return of + std::string(std::size_t(primes), '\'');
}
std::string LatexPen::derivative(const std::string& of, const std::string& order)
{
    return fmt::format("{{{}}}^{{({})}}", of, order);
}
std::string LatexPen::call(std::string_view name, const std::vector<std::string>& arguments)
{
    const std::string called = is_named(name)
                                   ? "\\" + std::string(name)
                                   : "\\operatorname{" + replaced(name, '_', "\\_") + "}";
    return called + fenced(fmt::format("{}", fmt::join(arguments, ", ")));
}
std::string LatexPen::cases(const std::string& first, const std::string& condition,
                            const std::string& second)
{
    return fmt::format(
        "\\begin{{cases}}{} & \\text{{if }} {} \\\\ {} & \\text{{otherwise}}\\end{{cases}}", first,
        condition, second);
}
std::string LatexPen::repeat(bool product, const std::string& variable, const std::string& from,
                             const std::string& to, const std::string& body)
{
    return fmt::format("\\{}_{{{}={}}}^{{{}}} {}", product ? "prod" : "sum", variable, from, to,
                       body);
}
std::string LatexPen::whole(const std::string& formula)
{
    return formula;
}

// ---- MathML

std::string MathmlPen::number(std::string_view digits)
{
    const auto [mantissa, exponent] = parts_of_number(digits);
    if (exponent.empty()) return fmt::format("<mn>{}</mn>", mantissa);
    const std::string ten =
        fmt::format("<msup><mn>10</mn><mn>{}</mn></msup>", replaced(exponent, '-', "−"));
    if (mantissa == "1") return ten;
    return fmt::format("<mrow><mn>{}</mn><mo>·</mo>{}</mrow>", mantissa, ten);
}
std::string MathmlPen::name(std::string_view name)
{
    const auto [stem, index] = parts_of(name);
    if (index.empty()) return mathml_word(stem);
    return fmt::format("<msub>{}{}</msub>", mathml_word(stem), mathml_index(index));
}
std::string MathmlPen::sign(std::string_view sign)
{
    constexpr Letter signs[] = {{"-", "−"},   {"*", "·"},    {"<=", "≤"},
                                {">=", "≥"},  {"<", "&lt;"}, {">", "&gt;"},
                                {"and", "∧"}, {"or", "∨"},   {"not", "¬"}};
    const auto found = std::ranges::find(signs, sign, &Letter::word);
    return operator_of(found == std::end(signs) ? sign : found->letter);
}
std::string MathmlPen::thin()
{
    return operator_of("&#x2062;");  // invisible times
}
std::string MathmlPen::row(std::initializer_list<std::string> parts)
{
    return fmt::format("<mrow>{}</mrow>", fmt::join(parts, ""));
}
std::string MathmlPen::fenced(const std::string& of)
{
    return row({operator_of("("), of, operator_of(")")});
}
std::string MathmlPen::bars(const std::string& of)
{
    return row({operator_of("|"), of, operator_of("|")});
}
std::string MathmlPen::root(const std::string& of)
{
    return "<msqrt>" + of + "</msqrt>";
}
std::string MathmlPen::fraction(const std::string& above, const std::string& below)
{
    return "<mfrac>" + above + below + "</mfrac>";
}
std::string MathmlPen::raised(const std::string& base, const std::string& exponent)
{
    return "<msup>" + base + exponent + "</msup>";
}
std::string MathmlPen::indexed(const std::string& name, const std::vector<std::string>& indices)
{
    return fmt::format("<msub>{}<mrow>{}</mrow></msub>", name, fmt::join(indices, "<mo>,</mo>"));
}
std::string MathmlPen::primed(const std::string& of, int primes)
{
    std::string marks;
    for (int k = 0; k < primes; ++k) marks += "′";
    return fmt::format("<msup>{}<mo>{}</mo></msup>", of, marks);
}
std::string MathmlPen::derivative(const std::string& of, const std::string& order)
{
    return fmt::format("<msup>{}{}</msup>", of, fenced(order));
}
std::string MathmlPen::call(std::string_view name, const std::vector<std::string>& arguments)
{
    return row({fmt::format("<mi>{}</mi><mo>&#x2061;</mo>", name),
                fenced(fmt::format("{}", fmt::join(arguments, "<mo>,</mo>")))});
}
std::string MathmlPen::cases(const std::string& first, const std::string& condition,
                             const std::string& second)
{
    return fmt::format(
        "<mrow><mo>{{</mo><mtable><mtr><mtd>{}</mtd><mtd><mtext>if "
        "</mtext>{}</mtd></mtr><mtr><mtd>{}</mtd><mtd><mtext>otherwise</mtext></mtd>"
        "</mtr></mtable></mrow>",
        first, condition, second);
}
std::string MathmlPen::repeat(bool product, const std::string& variable, const std::string& from,
                              const std::string& to, const std::string& body)
{
    return fmt::format(
        "<mrow><munderover><mo>{}</mo><mrow>{}<mo>=</mo>{}</mrow>{}</munderover>{}</mrow>",
        product ? "∏" : "∑", variable, from, to, body);
}
std::string MathmlPen::whole(const std::string& formula)
{
    return "<math xmlns=\"http://www.w3.org/1998/Math/MathML\">" + formula + "</math>";
}

}  // namespace involute
