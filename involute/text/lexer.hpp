// SPDX-License-Identifier: Apache-2.0
// Text into tokens, one at a time: the parser decides which line ends matter.
#pragma once

#include <cstddef>
#include <string_view>

#include "involute/base/error.hpp"
#include "involute/text/source.hpp"

namespace involute {

enum class TokenKind {
    end,
    newline,
    semicolon,
    identifier,
    number,
    text,  // "..." with its quotes
    plus,
    minus,
    star,
    slash,
    caret,
    quote,
    left_paren,
    right_paren,
    left_bracket,
    right_bracket,
    left_brace,
    right_brace,
    comma,
    equals,
    colon,
    dots,
    less,
    less_equal,
    greater,
    greater_equal,
    bad,  // a character the language does not know, or a string without end
};

struct Token {
    TokenKind kind = TokenKind::end;
    Place place{};
    std::size_t begin = 0;  // bytes in the text
    std::size_t end = 0;
};

class Lexer {
public:
    explicit Lexer(const Source& source);
    Token next();
    /// Goes on at the beginning of a line; past the last one, at the end.
    void go_to_line(int line);

private:
    Token token(TokenKind kind, std::size_t bytes);
    Token line_end();
    Token string();
    void skip_blanks_and_comments();
    std::size_t number_length() const;
    char at(std::size_t offset) const;

    const Source& source_;
    std::string_view text_;
    std::size_t position_ = 0;
    int line_ = 1;
    int column_ = 1;
};

inline std::string_view text_of(const Source& source, const Token& token)
{
    return std::string_view(source.text).substr(token.begin, token.end - token.begin);
}

}  // namespace involute
