// SPDX-License-Identifier: Apache-2.0
#include "involute/text/parser.hpp"

#include <fmt/format.h>

#include "involute/base/limits.hpp"
#include "involute/base/suggest.hpp"

namespace involute {
namespace {

struct Keyword {
    std::string_view word{};
    std::string_view example{};
    bool declares = false;
};
constexpr Keyword keywords[] = {
    {"title", "title \"Planar pendulum\""},
    {"source", "source \"where the problem comes from\""},
    {"independent", "independent t", true},
    {"param", "param g = 9.81", true},
    {"small", "small eps", true},
    {"input", "input u, or with a table: input u = table (0, 0) (1, 2)", true},
    {"var", "var x, y", true},
    {"function", "function f(a, b) = sqrt(a^2 + b^2)", true},
    {"let", "let r = sqrt(x^2 + y^2)", true},
    {"for", "for i in 1..N { p[i]' = 0 }", true},
    {"start", "start x = 1, x' = 0"},
    {"guess", "guess lambda = 0"},
    {"atol", "atol x = 1e-6, c[1..N] = 1e-14"},
    {"solve", "solve to 100"},
    {"invariant", "invariant E = x'^2/2 + x^2/2"},
    {"impose", "impose E = x'^2/2 + x^2/2"},
    {"section", "section s: x = 0 rising"},
    {"event", "event e: x = 0 stop"},
    {"draw", "draw line (0, 0) (x, y)"},
    {"expect", "expect x(100) = 1 +- 1e-8"},
};

constexpr std::size_t longest_statement_text = 240;

const Keyword* keyword_of(std::string_view word)
{
    for (const Keyword& k : keywords)
        if (k.word == word) return &k;
    return nullptr;
}

std::vector<std::string_view> keyword_list()
{
    std::vector<std::string_view> words;
    for (const Keyword& k : keywords) words.push_back(k.word);
    return words;
}

}  // namespace

void Parser::file()
{
    model_.statements = statements(false);
}

void Parser::skip_separators()
{
    while (tokens.at(TokenKind::newline) || tokens.at(TokenKind::semicolon)) tokens.take();
}

bool Parser::at_block_end(bool in_loop)
{
    return tokens.at(TokenKind::end) || (in_loop && tokens.at(TokenKind::right_brace));
}

std::vector<Statement> Parser::statements(bool in_loop)
{
    std::vector<Statement> result;
    for (skip_separators(); !at_block_end(in_loop) && !findings_.full(); skip_separators()) {
        const Keyword* keyword = keyword_of(tokens.text());
        try {
            Statement complete = statement();
            end_of_statement();
            result.push_back(std::move(complete));
        } catch (const SyntaxMistake& mistake) {
            const bool explain = keyword && mistake.hint.empty();
            findings_.add(
                mistake.place, mistake.message,
                explain ? fmt::format("for example: {}", keyword->example) : mistake.hint);
            names_may_be_missing_ |= keyword && keyword->declares;
            tokens.recover(mistake.place, in_loop);
        }
    }
    return result;
}

// A word counts as a keyword only before a name or a string, where it cannot begin an equation.
Statement Parser::statement()
{
    const Place place = tokens.now().place;
    const bool is_name = tokens.at(TokenKind::identifier);
    const TokenKind next = is_name ? tokens.peek().kind : TokenKind::end;
    if (next == TokenKind::identifier || next == TokenKind::text) {
        if (!keyword_of(tokens.text())) unknown_keyword();
        const Token keyword = tokens.take();
        Statement result = keyword_statement(text_of(model_.source, keyword));
        result.place = place;
        return result;
    }
    return {place, equation()};
}

void Parser::unknown_keyword()
{
    const std::string_view word = tokens.text();
    const std::string meant = nearest(word, keyword_list());
    if (!meant.empty()) {
        names_may_be_missing_ = true;
        throw SyntaxMistake{tokens.now().place, fmt::format("unknown statement `{}`", word),
                            fmt::format("did you mean `{}`?", meant)};
    }
    tokens.take();
    tokens.unexpected("an operator or `=`");
}

Statement Parser::keyword_statement(std::string_view keyword)
{
    if (keyword == "title") return {{}, text(false)};
    if (keyword == "source") return {{}, text(true)};
    if (keyword == "independent") return {{}, independent()};
    if (keyword == "param") return {{}, param()};
    if (keyword == "small") return {{}, small()};
    if (keyword == "input") return {{}, input()};
    if (keyword == "var") return {{}, var()};
    if (keyword == "function") return {{}, function()};
    if (keyword == "let") return {{}, let()};
    if (keyword == "for") return {{}, loop()};
    if (keyword == "start") return {{}, given(false)};
    if (keyword == "guess") return {{}, given(true)};
    if (keyword == "atol") return {{}, tolerance()};
    if (keyword == "solve") return {{}, solve()};
    if (keyword == "invariant") return {{}, invariant(false)};
    if (keyword == "impose") return {{}, invariant(true)};
    if (keyword == "section") return {{}, crossing(false)};
    if (keyword == "event") return {{}, crossing(true)};
    if (keyword == "draw") return {{}, draw()};
    return {{}, expect()};
}

void Parser::end_of_statement()
{
    if (tokens.at(TokenKind::newline) || tokens.at(TokenKind::semicolon) ||
        tokens.at(TokenKind::end) || (loops_ > 0 && tokens.at(TokenKind::right_brace)))
        return;
    if (tokens.at(TokenKind::right_paren))
        throw SyntaxMistake{tokens.now().place, "this `)` closes nothing", "remove it"};
    if (tokens.at(TokenKind::right_bracket))
        throw SyntaxMistake{tokens.now().place, "this `]` closes nothing", "remove it"};
    if (tokens.at(TokenKind::right_brace))
        throw SyntaxMistake{tokens.now().place, "this `}` closes nothing", "remove it"};
    tokens.unexpected("an operator or the end of the statement");
}

EquationStatement Parser::equation()
{
    const Token first = tokens.now();
    if (tokens.at(TokenKind::right_brace)) end_of_statement();
    if (tokens.at(TokenKind::equals))
        throw SyntaxMistake{first.place, "the left side of this equation is missing",
                            "write 0 if it is zero"};
    EquationStatement result{expression(), {}, {}};
    if (tokens.at(TokenKind::newline) || tokens.at(TokenKind::semicolon) ||
        tokens.at(TokenKind::end) || tokens.at(TokenKind::right_brace))
        throw SyntaxMistake{result.left.place, "this is not an equation: there is no `=`",
                            keyword_of(text_of(model_.source, first)) ? "" : "write `... = 0`"};
    if (!tokens.at(TokenKind::equals)) end_of_statement();
    const Token equals = tokens.take();
    if (tokens.at(TokenKind::end) || tokens.at(TokenKind::semicolon) ||
        tokens.at(TokenKind::right_brace))
        throw SyntaxMistake{equals.place, "the right side of this equation is missing",
                            "write 0 if it is zero"};
    result.right = expression();
    if (tokens.at(TokenKind::equals)) {
        if (tokens.now().place.line > equals.place.line)
            tokens.unexpected("the end of the equation");
        throw SyntaxMistake{tokens.now().place, "an equation has one `=`, this is the second",
                            "write two equations"};
    }
    result.text = text_since(first);
    return result;
}

// The statement on one line, without comments and with single blanks, cut to what a message can
// show: loops keep many copies of it.
std::string Parser::text_since(const Token& first) const
{
    std::string_view rest =
        std::string_view(model_.source.text).substr(first.begin, tokens.last().end - first.begin);
    std::string result;
    bool comment = false, blank = false;
    for (const char c : rest) {
        if (c == '#') comment = true;
        if (c == '\n' || c == '\r') comment = false;
        if (comment || c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v') {
            blank = true;
            continue;
        }
        if (blank && !result.empty()) result += ' ';
        blank = false;
        result += c;
        if (result.size() > longest_statement_text) return result + " ...";
    }
    return result;
}

void Parser::loop_head(LoopStatement& result)
{
    result.variable = name("the name of the loop variable");
    if (!tokens.at_word("in")) tokens.unexpected("`in`");
    tokens.take();
    result.range = range();
    while (tokens.at(TokenKind::newline)) tokens.take();
    if (!tokens.at(TokenKind::left_brace)) tokens.unexpected("`{`");
}

LoopStatement Parser::loop()
{
    const Level level(*this);
    if (loops_ >= limits::loop_nesting.value)
        throw SyntaxMistake{tokens.last().place, "there are too many loops inside loops",
                            limit_text(limits::loop_nesting)};
    LoopStatement result;
    try {
        loop_head(result);
    } catch (const SyntaxMistake& mistake) {
        // Read the body anyway: it may have mistakes of its own, and its `}` must be consumed.
        while (!tokens.at(TokenKind::left_brace) && !tokens.at(TokenKind::newline) &&
               !tokens.at(TokenKind::end))
            tokens.take();
        if (!tokens.at(TokenKind::left_brace)) throw;
        names_may_be_missing_ = true;
        findings_.add(
            mistake.place, mistake.message,
            mistake.hint.empty() ? "for example: for i in 1..N { p[i]' = 0 }" : mistake.hint);
    }
    const Token open = tokens.take();
    ++loops_;
    result.body = statements(true);
    --loops_;
    if (tokens.accept(TokenKind::right_brace)) return result;
    // Do not throw: recovery would read the body a second time.
    names_may_be_missing_ = true;
    findings_.add(open.place, "this `{` is not closed",
                  "`}` is missing after the last line of the loop");
    return result;
}

void Parser::assignments_alone()
{
    const Place place = tokens.now().place;
    try {
        Statement result{place, given(false)};
        end_of_statement();
        skip_separators();
        if (!tokens.at(TokenKind::end)) tokens.unexpected("`,` or the end");
        model_.statements.push_back(std::move(result));
    } catch (const SyntaxMistake& mistake) {
        findings_.add(mistake.place, mistake.message, mistake.hint);
    }
}

Statement Parser::added_crossing()
{
    const Place place = tokens.now().place;
    const bool is_section = tokens.at_word("section");
    if (!is_section && !tokens.at_word("event"))
        throw SyntaxMistake{place, "only sections and events can be added",
                            "write `section s: x = 0 rising` or `event e: x = 0 stop`"};
    tokens.take();
    return {place, crossing(!is_section)};
}

std::vector<std::size_t> Parser::crossings_alone()
{
    std::vector<std::size_t> bare;
    for (skip_separators(); !tokens.at(TokenKind::end) && !findings_.full(); skip_separators()) {
        const Token first = tokens.now();
        const bool has_word =
            tokens.at(TokenKind::identifier) && tokens.peek().kind == TokenKind::identifier;
        if (!has_word) bare.push_back(first.begin);
        try {
            Statement complete =
                has_word ? added_crossing() : Statement{first.place, crossing(true)};
            end_of_statement();
            model_.statements.push_back(std::move(complete));
        } catch (const SyntaxMistake& mistake) {
            findings_.add(mistake.place, mistake.message, mistake.hint);
            tokens.recover(mistake.place, false);
        }
    }
    return bare;
}

void Parser::expression_alone()
{
    const Place place = tokens.now().place;
    try {
        Statement result{place, EquationStatement{expression(), {}, {}}};
        end_of_statement();
        skip_separators();
        if (!tokens.at(TokenKind::end)) tokens.unexpected("the end of the expression");
        model_.statements.push_back(std::move(result));
    } catch (const SyntaxMistake& mistake) {
        findings_.add(mistake.place, mistake.message, mistake.hint);
    }
}

}  // namespace involute
