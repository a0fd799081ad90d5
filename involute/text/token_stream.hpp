// SPDX-License-Identifier: Apache-2.0
// Tokens as the parser sees them: line ends inside ( ) and [ ] and after an operator are gone.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "involute/text/lexer.hpp"

namespace involute {

/// A mistake of syntax; ends the statement it is in, never leaves the parser.
struct SyntaxMistake {
    Place place{};
    std::string message{};
    std::string hint{};
};

class TokenStream {
public:
    explicit TokenStream(const Source& source);

    const Token& now() const { return now_; }
    const Token& last() const { return last_; }  // the token taken last
    const Token& peek();                         // the one after now, line ends included
    bool at(TokenKind kind) const { return now_.kind == kind; }
    bool at_word(std::string_view word) const;
    std::string_view text() const { return text_of(source_, now_); }
    const Source& source() const { return source_; }

    Token take();
    bool accept(TokenKind kind);
    Token expect(TokenKind kind, std::string_view expected);

    /// Throws: the present token is not what is expected.
    [[noreturn]] void unexpected(std::string_view expected, std::string hint = "");

    /// Skips to the end of the statement that has a mistake at this place.
    void recover(const Place& mistake, bool in_loop);

private:
    Token raw();
    std::string hint_for_continuation() const;
    SyntaxMistake mistake(std::string message, std::string hint) const;
    const Source& source_;
    Lexer lexer_;
    Token now_{};
    Token last_{};
    std::optional<Token> peeked_{};
    int brackets_ = 0;
    int continued_from_ = 0;   // the line whose last token made the statement continue
    Token continued_after_{};  // that token
};

/// "`=`", "the end of the line".
std::string described(const Source& source, const Token& token);

}  // namespace involute
