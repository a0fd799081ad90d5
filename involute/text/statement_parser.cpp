// SPDX-License-Identifier: Apache-2.0
// One function a statement; each starts after the keyword.
#include <fmt/format.h>

#include "involute/base/suggest.hpp"
#include "involute/text/parser.hpp"

namespace involute {
namespace {

struct ExpectWord {
    std::string_view word{};
    ExpectationKind kind{};
};
constexpr ExpectWord expect_words[] = {
    {"index", ExpectationKind::index},         {"dimension", ExpectationKind::dimension},
    {"stops", ExpectationKind::stops},         {"rejects", ExpectationKind::rejects},
    {"crossings", ExpectationKind::crossings},
};

std::string did_you_mean_word(std::string_view word, std::vector<std::string_view> words,
                              std::string otherwise)
{
    std::string hint = did_you_mean(word, words);
    return hint.empty() ? std::move(otherwise) : hint;
}

}  // namespace

std::string Parser::quoted()
{
    const Token token = tokens.expect(TokenKind::text, "a text in double quotes");
    const std::string_view text = text_of(model_.source, token);
    return std::string(text.substr(1, text.size() - 2));
}

TextStatement Parser::text(bool is_source)
{
    TextStatement result{is_source, quoted(), {}};
    if (!is_source && tokens.at_word("source")) {
        tokens.take();
        result.source_beside = quoted();
    }
    return result;
}

IndependentStatement Parser::independent()
{
    return {name("a name")};
}

ParamStatement Parser::param()
{
    ParamStatement result;
    do {
        const Name parameter = name("the name of a parameter");
        tokens.expect(TokenKind::equals, "`=` and the value");
        result.parameters.push_back({parameter, expression()});
    } while (tokens.accept(TokenKind::comma));
    return result;
}

SmallStatement Parser::small()
{
    return {name("the name of a parameter")};
}

InputStatement Parser::input()
{
    InputStatement result;
    do {
        InputItem item{name("the name of an input"), {}, {}};
        if (tokens.accept(TokenKind::equals)) {
            const bool is_table =
                tokens.at_word("table") && (tokens.peek().kind == TokenKind::identifier ||
                                            tokens.peek().kind == TokenKind::left_paren);
            if (is_table)
                item.table = table();
            else
                item.constant = expression();
        }
        result.inputs.push_back(std::move(item));
    } while (tokens.accept(TokenKind::comma));
    return result;
}

/// Points may be separated by commas, so that they can go on in the next line.
TableText Parser::table()
{
    TableText result;
    result.place = tokens.take().place;
    bool kind = false;
    while (tokens.at(TokenKind::identifier)) {
        const std::string_view word = tokens.text();
        const bool is_kind = word == "linear" || word == "cubic";
        const bool beyond = word == "periodic" || word == "hold";
        if (!is_kind && !beyond)
            throw SyntaxMistake{
                tokens.now().place, fmt::format("unknown word `{}`", word),
                did_you_mean_word(word, {"linear", "cubic", "periodic", "hold"},
                                  "linear or cubic, periodic or hold can stand here")};
        if ((is_kind && kind) || (beyond && (result.periodic || result.hold)))
            throw SyntaxMistake{tokens.now().place, fmt::format("`{}` is one word too many", word),
                                "linear or cubic, and periodic or hold or neither"};
        kind |= is_kind;
        result.cubic |= word == "cubic";
        result.periodic |= word == "periodic";
        result.hold |= word == "hold";
        tokens.take();
    }
    if (!tokens.at(TokenKind::left_paren)) tokens.unexpected("the first point, as in `(0, 2.5)`");
    while (tokens.accept(TokenKind::left_paren)) {
        TablePoint point{expression(), {}};
        tokens.expect(TokenKind::comma, "`,` and the value there");
        point.u = expression();
        tokens.expect(TokenKind::right_paren, "`)`");
        result.points.push_back(point);
        if (tokens.at(TokenKind::comma) && tokens.peek().kind != TokenKind::identifier)
            tokens.take();
    }
    return result;
}

VarStatement Parser::var()
{
    VarStatement result;
    do {
        VarItem variable{name("the name of an unknown"), {}};
        if (tokens.accept(TokenKind::left_bracket)) {
            do {
                variable.ranges.push_back(range());
            } while (tokens.accept(TokenKind::comma));
            tokens.expect(TokenKind::right_bracket, "`]`");
        }
        result.variables.push_back(std::move(variable));
    } while (tokens.accept(TokenKind::comma));
    if (tokens.at(TokenKind::equals))
        throw SyntaxMistake{tokens.now().place, "`var` declares unknowns, it gives no values",
                            "write `start x = 1` or, for a constant, `param x = 1`"};
    if (tokens.at(TokenKind::identifier)) tokens.unexpected("`,` or the end of the statement");
    return result;
}

FunctionStatement Parser::function()
{
    FunctionStatement result{name("the name of a function"), {}, {}};
    tokens.expect(TokenKind::left_paren, "`(` and the names of its arguments");
    do {
        result.arguments.push_back(name("the name of an argument"));
    } while (tokens.accept(TokenKind::comma));
    tokens.expect(TokenKind::right_paren, "`,` or `)`");
    tokens.expect(TokenKind::equals, "`=` and an expression");
    result.body = expression();
    return result;
}

LetStatement Parser::let()
{
    LetStatement result;
    do {
        Label defined = label();
        tokens.expect(TokenKind::equals, "`=` and an expression");
        result.definitions.push_back({std::move(defined), expression()});
    } while (tokens.accept(TokenKind::comma));
    return result;
}

GivenStatement Parser::given(bool is_guess)
{
    GivenStatement result{is_guess, {}};
    do {
        const Expression target = expression();
        tokens.expect(TokenKind::equals, "`=` and the value");
        result.assignments.push_back({target, expression()});
    } while (tokens.accept(TokenKind::comma));
    return result;
}

ToleranceStatement Parser::tolerance()
{
    ToleranceStatement result;
    do {
        ToleranceItem item{name("an unknown"), {}, 0, {}};
        if (tokens.accept(TokenKind::left_bracket)) {
            do {
                const Expression from = expression();
                item.indices.push_back(
                    {from, tokens.accept(TokenKind::dots) ? expression() : from});
            } while (tokens.accept(TokenKind::comma));
            tokens.expect(TokenKind::right_bracket, "`..`, `,` or `]`");
        }
        while (tokens.accept(TokenKind::quote)) ++item.order;
        tokens.expect(TokenKind::equals, "`=` and the absolute error allowed");
        item.value = expression();
        result.items.push_back(std::move(item));
    } while (tokens.accept(TokenKind::comma));
    return result;
}

SolveStatement Parser::solve()
{
    SolveStatement result;
    if (tokens.at_word("to")) {
        tokens.take();
        result.to = expression();
    } else if (tokens.at_word("length")) {
        tokens.take();
        result.length = expression();
        if (tokens.at_word("scale")) {
            tokens.take();
            result.scale = expression();
        }
    } else {
        throw SyntaxMistake{tokens.now().place,
                            fmt::format("expected `to` or `length`, found {}",
                                        described(model_.source, tokens.now())),
                            "write `solve to 100` or, along the curve, `solve length 6`"};
    }
    return result;
}

InvariantStatement Parser::invariant(bool imposed)
{
    InvariantStatement result{label(), {}, {}, imposed};
    if (tokens.accept(TokenKind::colon)) {
        result.expression = expression();
        tokens.expect(TokenKind::equals, "`=` and the value");
        result.value = expression();
    } else {
        tokens.expect(TokenKind::equals, "`=` and an expression, or `:` and an equation");
        result.expression = expression();
    }
    return result;
}

CrossingStatement Parser::crossing(bool is_event)
{
    CrossingStatement result{label(), {}, {}, Direction::both, is_event, false};
    tokens.expect(TokenKind::colon, "`:` and an equation");
    result.left = expression();
    tokens.expect(TokenKind::equals, "`=` and the other side");
    result.right = expression();
    bool directed = false;
    while (tokens.at(TokenKind::identifier)) {
        const std::string_view word = tokens.text();
        const bool direction = word == "rising" || word == "falling" || word == "both";
        if (word == "rising") result.direction = Direction::rising;
        if (word == "falling") result.direction = Direction::falling;
        if (word == "stop" && !is_event)
            throw SyntaxMistake{tokens.now().place, "a section does not stop the run",
                                "write `event` instead of `section`"};
        if ((direction && directed) || (word == "stop" && result.stop))
            throw SyntaxMistake{tokens.now().place, fmt::format("`{}` is one word too many", word),
                                "one direction, and for an event `stop`"};
        if (!direction && word != "stop")
            throw SyntaxMistake{tokens.now().place, fmt::format("unknown word `{}`", word),
                                did_you_mean_word(word, {"rising", "falling", "both", "stop"},
                                                  "rising, falling, both or stop can stand here")};
        directed |= direction;
        result.stop |= word == "stop";
        tokens.take();
    }
    return result;
}

void Parser::expected_value(ExpectStatement& result)
{
    result.target = jet();
    tokens.expect(TokenKind::left_paren, "`(` and where");
    if (tokens.at_word("end") && tokens.peek().kind == TokenKind::right_paren)
        tokens.take();
    else
        result.at = expression();
    tokens.expect(TokenKind::right_paren, "`)`");
    tokens.expect(TokenKind::equals, "`=` and the value");
    result.expected = expression_before_tolerance();
    if (!tokens.at(TokenKind::plus))
        throw SyntaxMistake{tokens.now().place, "the tolerance is missing",
                            "write for example `+- 1e-8` after the value"};
    tokens.take();
    tokens.expect(TokenKind::minus, "`+-` and the tolerance");
    result.tolerance = expression();
}

ExpectStatement Parser::expect()
{
    ExpectStatement result;
    const Token keyword = tokens.last();
    const TokenKind next = tokens.peek().kind;
    if (next == TokenKind::left_paren || next == TokenKind::left_bracket ||
        next == TokenKind::quote) {
        expected_value(result);
        result.text = text_since(keyword);
        return result;
    }
    const ExpectWord* found = nullptr;
    std::vector<std::string_view> words;
    for (const ExpectWord& w : expect_words) {
        words.push_back(w.word);
        if (tokens.text() == w.word) found = &w;
    }
    if (!found)
        throw SyntaxMistake{tokens.now().place,
                            fmt::format("nothing to expect of `{}`", tokens.text()),
                            did_you_mean_word(tokens.text(), words,
                                              "write `expect x(100) = 1 +- 1e-8`, or index, "
                                              "dimension, stops, rejects, crossings")};
    tokens.take();
    result.kind = found->kind;
    if (result.kind == ExpectationKind::stops || result.kind == ExpectationKind::rejects)
        result.word = name("a word such as `singular`");
    else if (result.kind == ExpectationKind::crossings) {
        result.section = label();
        result.expected = expression();
    } else {
        result.expected = expression();
    }
    result.text = text_since(keyword);
    return result;
}

}  // namespace involute
