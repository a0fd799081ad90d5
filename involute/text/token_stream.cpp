// SPDX-License-Identifier: Apache-2.0
#include "involute/text/token_stream.hpp"

#include <fmt/format.h>

#include "involute/text/characters.hpp"

namespace involute {
namespace {

bool continues_the_statement(TokenKind kind)
{
    switch (kind) {
        case TokenKind::plus:
        case TokenKind::minus:
        case TokenKind::star:
        case TokenKind::slash:
        case TokenKind::caret:
        case TokenKind::comma:
        case TokenKind::equals:
        case TokenKind::colon:
        case TokenKind::dots:
            return true;
        default:
            return false;
    }
}

bool ends_a_value(TokenKind kind)
{
    return kind == TokenKind::number || kind == TokenKind::identifier ||
           kind == TokenKind::right_paren || kind == TokenKind::right_bracket ||
           kind == TokenKind::quote;
}

bool begins_a_value(TokenKind kind)
{
    return kind == TokenKind::number || kind == TokenKind::identifier ||
           kind == TokenKind::left_paren;
}

bool is_comparison(TokenKind kind)
{
    return kind == TokenKind::less || kind == TokenKind::less_equal || kind == TokenKind::greater ||
           kind == TokenKind::greater_equal;
}

// Long names and strings would bury the message.
std::string shortened(std::string_view text)
{
    return text.size() <= 40 ? std::string(text) : fmt::format("{}...", text.substr(0, 37));
}

}  // namespace

std::string described(const Source& source, const Token& token)
{
    switch (token.kind) {
        case TokenKind::end:
            return "the end of the text";
        case TokenKind::newline:
            return "the end of the line";
        case TokenKind::text:
            return "a string";
        default:
            return fmt::format("`{}`", shortened(text_of(source, token)));
    }
}

TokenStream::TokenStream(const Source& source) : source_(source), lexer_(source)
{
    now_ = raw();
}

Token TokenStream::raw()
{
    if (!peeked_) return lexer_.next();
    const Token token = *peeked_;
    peeked_.reset();
    return token;
}

const Token& TokenStream::peek()
{
    if (!peeked_) peeked_ = lexer_.next();
    return *peeked_;
}

bool TokenStream::at_word(std::string_view word) const
{
    return at(TokenKind::identifier) && text() == word;
}

Token TokenStream::take()
{
    last_ = now_;
    if (at(TokenKind::left_paren) || at(TokenKind::left_bracket)) ++brackets_;
    if ((at(TokenKind::right_paren) || at(TokenKind::right_bracket)) && brackets_ > 0) --brackets_;
    const bool continues = brackets_ > 0 || continues_the_statement(last_.kind);
    now_ = raw();
    if (continues && at(TokenKind::newline)) {
        continued_from_ = last_.place.line;
        continued_after_ = last_;
    }
    while (continues && at(TokenKind::newline)) now_ = raw();
    return last_;
}

bool TokenStream::accept(TokenKind kind)
{
    if (!at(kind)) return false;
    take();
    return true;
}

Token TokenStream::expect(TokenKind kind, std::string_view expected)
{
    if (!at(kind)) unexpected(expected);
    return take();
}

std::string TokenStream::hint_for_continuation() const
{
    if (continued_from_ == 0 || continued_from_ >= now_.place.line) return "";
    return fmt::format("line {} is not finished, so it continues here", continued_from_);
}

void TokenStream::unexpected(std::string_view expected, std::string hint)
{
    if (at(TokenKind::bad)) {
        const Explanation why = explain_bad(source_, now_);
        throw SyntaxMistake{now_.place, why.message, why.hint};
    }
    if (is_comparison(now_.kind))
        throw SyntaxMistake{now_.place,
                            fmt::format("`{}` stands in the condition of an `if` alone", text()),
                            "write `if(a < b, x, y)` to choose, an equation with `=`, or `event e: "
                            "a = b stop` to stop there"};
    const bool same_line = last_.place.line == now_.place.line;
    const bool wants_operator = expected.starts_with("an operator");
    if (wants_operator && same_line && last_.kind == TokenKind::identifier &&
        text_of(source_, last_) == "if" && begins_a_value(now_.kind))
        throw SyntaxMistake{last_.place, "`if` is a function of a condition and two values",
                            "write `if(t < 1, a, b)`: a where it holds, b elsewhere"};
    if (wants_operator && same_line && ends_a_value(last_.kind) && begins_a_value(now_.kind)) {
        const std::string left = shortened(text_of(source_, last_));
        const std::string right = at(TokenKind::left_paren) ? "(...)" : shortened(text());
        const bool may_be_call = last_.kind == TokenKind::identifier &&
                                 !at(TokenKind::left_paren) && !at(TokenKind::number);
        // Which of the two is not known here; factors have short names.
        const bool looks_like_call = may_be_call && left.size() > 2;
        std::string remedy = fmt::format("write `{}*{}`", left, right);
        if (looks_like_call)
            remedy = fmt::format("write `{}({})` if `{}` is a function, else `{}*{}`", left, right,
                                 left, left, right);
        else if (may_be_call)
            remedy += fmt::format(", or `{}({})` if `{}` is a function", left, right, left);
        else if (at(TokenKind::left_paren) && last_.begin > 0 &&
                 source_.text[last_.begin - 1] == '^')
            remedy += fmt::format("; a power of a function is `f(x)^{}`", left);
        if (const std::string line = hint_for_continuation(); !line.empty()) remedy += "; " + line;
        throw mistake(fmt::format("there is no operator between `{}` and `{}`", left, right),
                      "no implicit multiplication: " + remedy);
    }
    if (same_line && last_.kind == TokenKind::star && at(TokenKind::star))
        throw SyntaxMistake{last_.place, "`**` is not an operator", "write `^` for a power"};
    if (same_line && last_.kind == TokenKind::equals && at(TokenKind::equals))
        throw SyntaxMistake{last_.place, "`==` is not used", "write one `=`"};
    if (wants_operator && same_line && last_.kind == TokenKind::number && at(TokenKind::comma))
        hint = "numbers have a decimal point: `1.5`";
    throw mistake(fmt::format("expected {}, found {}", expected, described(source_, now_)),
                  hint.empty() ? hint_for_continuation() : std::move(hint));
}

/// At the present token. Where a line ends in `=`, it is its value that is missing: what stands in
/// the next line may be right as it is.
SyntaxMistake TokenStream::mistake(std::string message, std::string hint) const
{
    const bool after_equals = continued_after_.kind == TokenKind::equals && continued_from_ > 0 &&
                              continued_from_ < now_.place.line;
    if (!after_equals) return {now_.place, std::move(message), std::move(hint)};
    return {continued_after_.place,
            fmt::format("nothing follows this `=`, and line {} does not go on with it",
                        now_.place.line),
            "write the value or the right side after it"};
}

void TokenStream::recover(const Place& mistake, bool in_loop)
{
    brackets_ = 0;
    continued_from_ = 0;
    // The mistake may be an open bracket, which made the following lines part of the statement. Go
    // back to them.
    if (now_.place.line > mistake.line) {
        lexer_.go_to_line(mistake.line + 1);
        peeked_.reset();
        now_ = raw();
        return;
    }
    const auto at_end = [&] {
        return at(TokenKind::end) || at(TokenKind::newline) || at(TokenKind::semicolon) ||
               (in_loop && at(TokenKind::right_brace));
    };
    while (!at_end()) now_ = raw();
}

}  // namespace involute
