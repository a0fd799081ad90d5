// SPDX-License-Identifier: Apache-2.0
#include "involute/text/lexer.hpp"

#include "involute/base/utf8.hpp"

namespace involute {
namespace {

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}
bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

TokenKind kind_of(char c)
{
    switch (c) {
        case '+':
            return TokenKind::plus;
        case '-':
            return TokenKind::minus;
        case '*':
            return TokenKind::star;
        case '/':
            return TokenKind::slash;
        case '^':
            return TokenKind::caret;
        case '\'':
            return TokenKind::quote;
        case '(':
            return TokenKind::left_paren;
        case ')':
            return TokenKind::right_paren;
        case '[':
            return TokenKind::left_bracket;
        case ']':
            return TokenKind::right_bracket;
        case '{':
            return TokenKind::left_brace;
        case '}':
            return TokenKind::right_brace;
        case ',':
            return TokenKind::comma;
        case '=':
            return TokenKind::equals;
        case ':':
            return TokenKind::colon;
        case ';':
            return TokenKind::semicolon;
        default:
            return TokenKind::bad;
    }
}

}  // namespace

Lexer::Lexer(const Source& source) : source_(source), text_(source.text)
{
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text_.starts_with(byte_order_mark)) position_ = byte_order_mark.size();
}

void Lexer::go_to_line(int line)
{
    const std::size_t i = std::size_t(line) - 1;
    position_ = i < source_.line_starts.size() ? source_.line_starts[i] : text_.size();
    line_ = line;
    column_ = 1;
}

char Lexer::at(std::size_t offset) const
{
    return position_ + offset < text_.size() ? text_[position_ + offset] : '\0';
}

Token Lexer::token(TokenKind kind, std::size_t bytes)
{
    const int length = count_characters(text_.substr(position_, bytes));
    const Token result{
        kind, {line_, column_, length > 0 ? length : 1}, position_, position_ + bytes};
    position_ += bytes;
    column_ += length;
    return result;
}

Token Lexer::line_end()
{
    const Token result = token(TokenKind::newline, at(0) == '\r' && at(1) == '\n' ? 2 : 1);
    ++line_;
    column_ = 1;
    return result;
}

void Lexer::skip_blanks_and_comments()
{
    bool comment = false;
    while (position_ < text_.size()) {
        const char c = at(0);
        if (c == '\n' || c == '\r') return;
        if (c == '#') comment = true;
        if (!comment && c != ' ' && c != '\t' && c != '\f' && c != '\v') return;
        position_ += std::size_t(code_point_at(text_, position_).bytes);
        ++column_;
    }
}

// 1, 1.5, .5, 1e-3; but in 1..3 the number is 1, and in 2e the name e follows.
std::size_t Lexer::number_length() const
{
    std::size_t n = 0;
    while (is_digit(at(n))) ++n;
    if (at(n) == '.' && at(n + 1) != '.') {
        ++n;
        while (is_digit(at(n))) ++n;
    }
    if (at(n) == 'e' || at(n) == 'E') {
        const std::size_t sign = at(n + 1) == '+' || at(n + 1) == '-' ? 1 : 0;
        if (is_digit(at(n + 1 + sign))) {
            n += 1 + sign;
            while (is_digit(at(n))) ++n;
        }
    }
    return n;
}

Token Lexer::string()
{
    std::size_t n = 1;
    while (position_ + n < text_.size() && at(n) != '"' && at(n) != '\n' && at(n) != '\r') ++n;
    return at(n) == '"' ? token(TokenKind::text, n + 1) : token(TokenKind::bad, n);
}

Token Lexer::next()
{
    skip_blanks_and_comments();
    if (position_ >= text_.size()) return token(TokenKind::end, 0);
    const char c = at(0);
    if (c == '\n' || c == '\r') return line_end();
    if (is_letter(c)) {
        std::size_t n = 1;
        while (is_letter(at(n)) || is_digit(at(n))) ++n;
        return token(TokenKind::identifier, n);
    }
    if (is_digit(c) || (c == '.' && is_digit(at(1))))
        return token(TokenKind::number, number_length());
    if (c == '"') return string();
    if (c == '<' || c == '>') {
        const bool equal = at(1) == '=';
        return token(c == '<' ? (equal ? TokenKind::less_equal : TokenKind::less)
                              : (equal ? TokenKind::greater_equal : TokenKind::greater),
                     equal ? 2 : 1);
    }
    if (c == '.' && at(1) == '.') return token(TokenKind::dots, 2);
    return token(kind_of(c), std::size_t(code_point_at(text_, position_).bytes));
}

}  // namespace involute
