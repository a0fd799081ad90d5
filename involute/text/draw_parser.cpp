// SPDX-License-Identifier: Apache-2.0
// draw line (0, 0) (x, y) color red size 2
#include <fmt/format.h>

#include "involute/base/suggest.hpp"
#include "involute/text/parser.hpp"

namespace involute {
namespace {

template <class Rows, class Word>
std::vector<std::string_view> words_of(const Rows& rows, Word word)
{
    std::vector<std::string_view> words;
    for (const auto& row : rows) words.push_back(row.*word);
    return words;
}

/// The place of a word among those known, or a mistake that names what can stand there.
int place_among(const std::vector<std::string_view>& words, const Place& place,
                std::string_view word, std::string_view what)
{
    for (std::size_t k = 0; k < words.size(); ++k)
        if (words[k] == word) return int(k);
    std::string hint = did_you_mean(word, words);
    if (hint.empty()) hint = fmt::format("one of {}", fmt::join(words, ", "));
    throw SyntaxMistake{place, fmt::format("unknown {} `{}`", what, word), hint};
}

}  // namespace

std::vector<Expression> Parser::drawn_point()
{
    tokens.expect(TokenKind::left_paren, "a point, as in `(x, y)`");
    std::vector<Expression> point{expression()};
    while (tokens.accept(TokenKind::comma)) point.push_back(expression());
    if (point.size() < 2 || point.size() > 3)
        throw SyntaxMistake{
            point.front().place,
            fmt::format("a point has two or three coordinates, this has {}", point.size()),
            "write `(x, y)` or `(x, y, z)`"};
    tokens.expect(TokenKind::right_paren, "`,` or `)`");
    return point;
}

void Parser::drawn_word(DrawStatement& result)
{
    const Token token = tokens.now();
    const std::string_view word = tokens.text();
    const bool twice = (word == "color" && result.color) || (word == "size" && result.size) ||
                       (word == "radius" && result.radius);
    if (twice) throw SyntaxMistake{token.place, fmt::format("`{}` stands here twice", word), ""};
    place_among({"color", "size", "radius"}, token.place, word, "word");
    if (word == "radius" && result.shape != DrawShape::circle)
        throw SyntaxMistake{token.place, "only a circle has a radius",
                            "`size` is how wide it is drawn, in pixels"};
    tokens.take();
    if (word == "radius") {
        result.radius = expression();
    } else if (word == "size") {
        result.size = expression();
    } else {
        if (!tokens.at(TokenKind::identifier)) tokens.unexpected("the name of a colour");
        result.color = place_among(words_of(draw_colors, &DrawColor::name), tokens.now().place,
                                   tokens.text(), "colour");
        tokens.take();
    }
}

/// Points may be separated by commas, so that they can go on in the next line.
DrawStatement Parser::draw()
{
    DrawStatement result;
    if (!tokens.at(TokenKind::identifier)) tokens.unexpected("what to draw, as in `draw line`");
    const DrawShapeRow& row = draw_shapes[place_among(words_of(draw_shapes, &DrawShapeRow::word),
                                                      tokens.now().place, tokens.text(), "shape")];
    result.shape = row.shape;
    const Token shape = tokens.take();
    do {
        result.points.push_back(drawn_point());
        if (tokens.at(TokenKind::comma)) tokens.take();
    } while (tokens.at(TokenKind::left_paren));
    while (tokens.at(TokenKind::identifier)) drawn_word(result);
    const int count = int(result.points.size());
    const std::string example = fmt::format("for example: {}", row.example);
    if (count < row.least || (row.most > 0 && count > row.most))
        throw SyntaxMistake{shape.place,
                            fmt::format("a {} needs {}{} point{}, this has {}", row.word,
                                        row.most == row.least ? "" : "at least ", row.least,
                                        row.least == 1 ? "" : "s", count),
                            example};
    if (row.shape == DrawShape::circle && !result.radius)
        throw SyntaxMistake{shape.place, "the radius of this circle is missing", example};
    return result;
}

}  // namespace involute
