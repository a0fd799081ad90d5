// SPDX-License-Identifier: Apache-2.0
#include "involute/text/parse.hpp"

#include <gtest/gtest.h>

#include "involute/text/number.hpp"

namespace involute {
namespace {

// The expression with every bracket written out: what the parser understood.
std::string understood(std::string_view text)
{
    const Model model = parse_formula(text);
    std::vector<std::string> stack;
    const auto pop = [&] {
        std::string top = std::move(stack.back());
        stack.pop_back();
        return top;
    };
    const auto binary = [&](const char* sign) {
        const std::string b = pop(), a = pop();
        stack.push_back("(" + a + sign + b + ")");
    };
    for (const SyntaxNode& node : model.nodes) {
        switch (node.kind) {
            case SyntaxKind::number:
                stack.push_back(to_text(to_double(model.numbers[node.value].value)));
                break;
            case SyntaxKind::name:
                stack.push_back(model.names[node.value]);
                break;
            case SyntaxKind::element:
            case SyntaxKind::call: {
                std::string inside;
                for (int i = 0; i < node.operands; ++i)
                    inside = pop() + (inside.empty() ? "" : "," + inside);
                const bool call = node.kind == SyntaxKind::call;
                stack.push_back(model.names[node.value] + (call ? "(" : "[") + inside +
                                (call ? ")" : "]"));
                break;
            }
            case SyntaxKind::repeat:
            case SyntaxKind::choice:
            case SyntaxKind::less:
            case SyntaxKind::less_equal:
            case SyntaxKind::greater:
            case SyntaxKind::greater_equal:
            case SyntaxKind::both:
            case SyntaxKind::either:
            case SyntaxKind::denied:
                ADD_FAILURE() << "sums and choices are read in tests/model";
                break;
            case SyntaxKind::prime:
                stack.back() += std::string(node.value, '\'');
                break;
            case SyntaxKind::negate:
                stack.push_back("(-" + pop() + ")");
                break;
            case SyntaxKind::add:
                binary("+");
                break;
            case SyntaxKind::subtract:
                binary("-");
                break;
            case SyntaxKind::multiply:
                binary("*");
                break;
            case SyntaxKind::divide:
                binary("/");
                break;
            case SyntaxKind::power:
                binary("^");
                break;
        }
    }
    EXPECT_EQ(stack.size(), 1u);
    return stack.back();
}

TEST(Expressions, BindAsInMathematics)
{
    EXPECT_EQ(understood("a - b - c"), "((a-b)-c)");
    EXPECT_EQ(understood("a/b/c*d"), "(((a/b)/c)*d)");
    EXPECT_EQ(understood("a + b*c^d"), "(a+(b*(c^d)))");
    EXPECT_EQ(understood("a^b^c"), "(a^(b^c))");
    EXPECT_EQ(understood("-a^2"), "(-(a^2))");
    EXPECT_EQ(understood("a^-b^2"), "(a^(-(b^2)))");
    EXPECT_EQ(understood("a^-b*c"), "((a^(-b))*c)");
    EXPECT_EQ(understood("-a*b"), "((-a)*b)");
    EXPECT_EQ(understood("- -a"), "(-(-a))");
    EXPECT_EQ(understood("+a +-b"), "(a+(-b))");
    EXPECT_EQ(understood("(a + b)*c"), "((a+b)*c)");
}

TEST(Expressions, PrimesBelongToAnyPrimary)
{
    EXPECT_EQ(understood("x''^2"), "(x''^2)");
    EXPECT_EQ(understood("p[i]'"), "p[i]'");
    EXPECT_EQ(understood("(x + y)''"), "(x+y)''");
    EXPECT_EQ(understood("sin(x)'"), "sin(x)'");
    EXPECT_EQ(understood("q[i+1, 2]'"), "q[(i+1),2]'");
    EXPECT_EQ(understood("atan2(y, x)"), "atan2(y,x)");
}

TEST(Numbers, AreReadInEveryForm)
{
    EXPECT_EQ(understood("1"), "1");
    EXPECT_EQ(understood("1.5"), "1.5");
    EXPECT_EQ(understood(".5"), "0.5");
    EXPECT_EQ(understood("2."), "2");
    EXPECT_EQ(understood("1e-3"), "0.001");
    EXPECT_EQ(understood("1.5E+3"), "1500");
    EXPECT_EQ(understood("1e"
                         "-3 + 1e3"),
              "(0.001+1000)");
}

TEST(Numbers, AreRoundedCorrectlyToTheWidestScalar)
{
    EXPECT_EQ(read_decimal("0.1"), Quad(1) / 10);
    EXPECT_EQ(read_decimal("0.333333333333333333333333333333333333333333"), Quad(1) / 3);
    EXPECT_EQ(read_decimal("1.5E+3"), Quad(1500));
    EXPECT_EQ(read_decimal("1000000000000000000000000000000e-30"), Quad(1));
    EXPECT_EQ(read_decimal("1e-99999"), Quad(0));
    EXPECT_TRUE(isinf(read_decimal("1e99999999999999999999")));
    EXPECT_EQ(decimal_of(-0.1), -Quad(1) / 10);
    EXPECT_EQ(decimal_of(20), Quad(20));
    EXPECT_TRUE(std::signbit(to_double(decimal_of(-0.0))));
    EXPECT_EQ(decimal_of(1e22), Quad("1e22"));  // 1e22 + 1 as well
    EXPECT_EQ(decimal_of(0.1 + 0.2), Quad("0.30000000000000004"));
    EXPECT_FALSE(fits_double(read_decimal("1e309")));
}

std::size_t statement_count(std::string_view text)
{
    return parse(text).statements.size();
}

TEST(Statements, EndAtLineEndsAndSemicolons)
{
    EXPECT_EQ(statement_count(""), 0u);
    EXPECT_EQ(statement_count("\n\n# nothing\n;;\n"), 0u);
    EXPECT_EQ(statement_count("x = 1"), 1u);
    EXPECT_EQ(statement_count("x = 1; y = 2\nz = 3"), 3u);
    EXPECT_EQ(statement_count("x = 1\r\ny = 2\r\n"), 2u);
    EXPECT_EQ(statement_count("x = 1\ry = 2\r"), 2u);
    EXPECT_EQ(statement_count("\xEF\xBB\xBFx = 1 # λ\n"), 1u);
}

TEST(Statements, ContinueInBracketsAndAfterOperators)
{
    EXPECT_EQ(statement_count("x =\n 1 +\n\n # why\n 2"), 1u);
    EXPECT_EQ(statement_count("x = sin(\n1\n)\n"), 1u);
    EXPECT_EQ(statement_count("var x,\n y,\n p[1..\n3]\n"), 1u);
    EXPECT_EQ(statement_count("start x = 1,\n y = 2\n"), 1u);
}

TEST(Statements, KeepTheirTextOnOneLine)
{
    const Model model = parse("x''  +\tx = # pull\n   sin( t )  # push\n");
    EXPECT_EQ(std::get<EquationStatement>(model.statements[0].what).text, "x'' + x = sin( t )");
    const Model expecting = parse("expect  x'(1) = 2 +- 1e-8\n");
    EXPECT_EQ(std::get<ExpectStatement>(expecting.statements[0].what).text,
              "expect x'(1) = 2 +- 1e-8");
}

TEST(Keywords, AreNotReserved)
{
    for (const char* word :
         {"title",  "source", "independent", "param",     "var",    "let",     "for",
          "start",  "guess",  "solve",       "invariant", "impose", "section", "event",
          "expect", "to",     "in",          "end",       "stop",   "der",     "sin"}) {
        const std::string name = word;
        const Model model = parse("var " + name + "\n" + name + "' = 3*" + name + "\n" + name +
                                  "[1] = 2\nstart " + name + " = 1\nguess " + name + "' = 2\n");
        ASSERT_EQ(model.statements.size(), 5u) << word;
        EXPECT_TRUE(std::holds_alternative<EquationStatement>(model.statements[1].what)) << word;
        EXPECT_TRUE(std::holds_alternative<GivenStatement>(model.statements[3].what)) << word;
    }
}

TEST(Statements, TitleAndSourceMayShareALine)
{
    const Model model = parse("title \"A λ\" source \"B\"\n");
    const auto& text = std::get<TextStatement>(model.statements[0].what);
    EXPECT_EQ(text.text, "A λ");
    EXPECT_EQ(text.source_beside, "B");
}

TEST(Statements, LoopsNestOnOneLineOrMany)
{
    const Model model = parse(
        "for i in 1..2 { for j in i..3 { p[i,j] = 0; start p[i,j] = 1 } }\n"
        "for k in 0..0\n{\n x = k\n\n y = k }\n");
    ASSERT_EQ(model.statements.size(), 2u);
    const auto& outer = std::get<LoopStatement>(model.statements[0].what);
    EXPECT_EQ(std::get<LoopStatement>(outer.body[0].what).body.size(), 2u);
    EXPECT_EQ(std::get<LoopStatement>(model.statements[1].what).body.size(), 2u);
}

TEST(Statements, EveryMistakeIsReportedAndTheRestIsRead)
{
    const PartialModel read = parse_leniently("x = = 1\ny = 2\nz = (3\nw = 4\nu + 1\n");
    EXPECT_EQ(read.mistakes.size(), 3u);
    EXPECT_EQ(read.model.statements.size(), 2u);
    EXPECT_FALSE(read.names_may_be_missing);
    EXPECT_TRUE(parse_leniently("var x y\n").names_may_be_missing);
}

TEST(Statements, AtMostFiftyMistakesAreReported)
{
    std::string text;
    for (int i = 0; i < 1000; ++i) text += "x y\n";
    EXPECT_EQ(parse_leniently(text).mistakes.size(), 51u);
}

}  // namespace
}  // namespace involute
