// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "involute/base/limits.hpp"
#include "involute/text/number.hpp"
#include "involute/text/parser.hpp"

namespace involute {
namespace {

// How tightly an operator holds what stands left and right of it. Right one tighter than left:
// a - b - c = (a - b) - c; equal: a ^ b ^ c = a ^ (b ^ c).
struct Infix {
    TokenKind token{};
    SyntaxKind kind{};
    int left = 0;
    int right = 0;
};
constexpr Infix infixes[] = {
    {TokenKind::plus, SyntaxKind::add, 10, 11},
    {TokenKind::minus, SyntaxKind::subtract, 10, 11},
    {TokenKind::star, SyntaxKind::multiply, 20, 21},
    {TokenKind::slash, SyntaxKind::divide, 20, 21},
    {TokenKind::caret, SyntaxKind::power, 40, 40},
};
constexpr int sign_tightness = 30;  // -x^2 = -(x^2), -x*y = (-x)*y

// Within conditions.
constexpr Infix comparisons[] = {
    {TokenKind::less, SyntaxKind::less, 8, 9},
    {TokenKind::less_equal, SyntaxKind::less_equal, 8, 9},
    {TokenKind::greater, SyntaxKind::greater, 8, 9},
    {TokenKind::greater_equal, SyntaxKind::greater_equal, 8, 9},
};
constexpr Infix and_infix{TokenKind::identifier, SyntaxKind::both, 4, 5};
constexpr Infix or_infix{TokenKind::identifier, SyntaxKind::either, 2, 3};
constexpr int not_tightness = 8;  // not a < b = not (a < b)

const Infix* infix_of(const TokenStream& tokens, bool in_condition)
{
    const TokenKind kind = tokens.now().kind;
    for (const Infix& infix : infixes)
        if (infix.token == kind) return &infix;
    if (!in_condition) return nullptr;
    for (const Infix& infix : comparisons)
        if (infix.token == kind) return &infix;
    return tokens.at_word("and") ? &and_infix : tokens.at_word("or") ? &or_infix : nullptr;
}

bool joins_conditions(SyntaxKind kind)
{
    return kind == SyntaxKind::both || kind == SyntaxKind::either;
}

constexpr int most_arguments = 200;

}  // namespace

ExpressionParser::Level::Level(ExpressionParser& parser) : parser_(parser)
{
    if (++parser.depth_ <= limits::nesting.value) return;
    --parser.depth_;
    throw SyntaxMistake{parser.tokens.now().place, "this is nested too deeply",
                        limit_text(limits::nesting)};
}

std::uint32_t ExpressionParser::intern(const Token& token)
{
    const std::string_view text = text_of(model_.source, token);
    if (text.size() > std::size_t(limits::name_length.value))
        throw SyntaxMistake{token.place, "this name is too long", limit_text(limits::name_length)};
    const auto next = std::uint32_t(model_.names.size());
    const auto [entry, is_new] = known_names_.try_emplace(std::string(text), next);
    if (is_new) model_.names.emplace_back(text);
    return entry->second;
}

void ExpressionParser::emit(SyntaxKind kind, const Place& place, std::uint32_t value,
                            std::uint8_t operands)
{
    model_.nodes.push_back({kind, operands, value, place});
}

Expression ExpressionParser::finished(std::uint32_t begin, const Token& first) const
{
    Place place = first.place;
    const Place& last = tokens.last().place;
    if (last.line == place.line) place.length = last.column + last.length - place.column;
    return {begin, std::uint32_t(model_.nodes.size()), place};
}

Expression ExpressionParser::expression()
{
    return whole(false);
}

Expression ExpressionParser::expression_before_tolerance()
{
    return whole(true);
}

Expression ExpressionParser::whole(bool tolerance_follows)
{
    tolerance_follows_ = tolerance_follows;
    in_condition_ = truth_ = false;  // a mistake may have left them
    const auto begin = std::uint32_t(model_.nodes.size());
    const Token first = tokens.now();
    climb(0);
    return finished(begin, first);
}

bool ExpressionParser::at_tolerance()
{
    if (!tolerance_follows_ || !tokens.at(TokenKind::plus)) return false;
    const Token& next = tokens.peek();
    return next.kind == TokenKind::minus && next.begin == tokens.now().end;
}

void ExpressionParser::climb(int tightness)
{
    const Level level(*this);
    const Token first = tokens.now();
    operand();
    for (;;) {
        const Infix* infix = infix_of(tokens, in_condition_);
        if (!infix || infix->left < tightness || at_tolerance()) return;
        const bool joins = joins_conditions(infix->kind), compares = !joins && infix->left == 8;
        if (compares && truth_)
            throw SyntaxMistake{tokens.now().place, "two comparisons in a row",
                                "write `a < b and b < c`"};
        require(joins, first);
        const Place place = tokens.take().place;
        const Token second = tokens.now();
        climb(infix->right);
        require(joins, second);
        emit(infix->kind, place);
        truth_ = joins || compares;
    }
}

/// What was read last, from this token on, must be a condition, or a number.
void ExpressionParser::require(bool condition, const Token& at)
{
    if (truth_ == condition) return;
    throw SyntaxMistake{at.place,
                        condition ? "a condition is needed here" : "a condition is not a number",
                        condition ? "compare two values with <, <=, > or >=, as in `if(t < 1, a, "
                                    "b)`; what is equal for an instant chooses nothing"
                                  : "`if(c, 1, 0)` is the number 1 where c holds, else 0"};
}

void ExpressionParser::operand()
{
    const Token first = tokens.now();
    if (in_condition_ && at_denial()) {
        tokens.take();
        const Token denied = tokens.now();
        climb(not_tightness);
        require(true, denied);
        emit(SyntaxKind::denied, first.place);
    } else if (tokens.accept(TokenKind::minus)) {
        climb(sign_tightness);
        require(false, first);
        emit(SyntaxKind::negate, first.place);
    } else if (tokens.accept(TokenKind::plus)) {
        climb(sign_tightness);
        require(false, first);
    } else {
        primary();
        primes();
    }
}

/// `not` before a value; an unknown may have that name.
bool ExpressionParser::at_denial()
{
    if (!tokens.at_word("not")) return false;
    const TokenKind next = tokens.peek().kind;
    const bool word = next == TokenKind::identifier &&
                      text_of(model_.source, tokens.peek()) != "and" &&
                      text_of(model_.source, tokens.peek()) != "or";
    return word || next == TokenKind::number || next == TokenKind::left_paren;
}

void ExpressionParser::primary()
{
    truth_ = false;
    switch (tokens.now().kind) {
        case TokenKind::number:
            return number();
        case TokenKind::identifier:
            return named();
        case TokenKind::left_paren:
            return parenthesised();
        default:
            tokens.unexpected("an expression");
    }
}

void ExpressionParser::number()
{
    const Token token = tokens.take();
    const std::string_view digits = text_of(model_.source, token);
    if (digits.size() > std::size_t(limits::number_length.value))
        throw SyntaxMistake{token.place, "this number has too many digits",
                            limit_text(limits::number_length)};
    const Quad value = read_decimal(digits);
    if (!fits_double(value))
        throw SyntaxMistake{token.place, "this number is not finite in double precision",
                            "numbers reach up to about 1.8e308"};
    emit(SyntaxKind::number, token.place, std::uint32_t(model_.numbers.size()));
    model_.numbers.push_back({value, std::uint32_t(token.begin), std::uint32_t(token.end)});
}

void ExpressionParser::close(const Token& open, TokenKind kind)
{
    if (tokens.accept(kind)) return;
    const std::string_view bracket = text_of(model_.source, open);
    const std::string_view closing = kind == TokenKind::right_paren ? "`)`" : "`]`";
    if (tokens.at(TokenKind::bad) || tokens.now().place.line == open.place.line)
        tokens.unexpected(
            kind == TokenKind::right_paren ? "an operator or `)`" : "an operator, `,` or `]`",
            fmt::format("the `{}` in column {} is not closed", bracket, open.place.column));
    throw SyntaxMistake{
        open.place, fmt::format("this `{}` is not closed", bracket),
        fmt::format("{} is missing before {} in line {}", closing,
                    described(model_.source, tokens.now()), tokens.now().place.line)};
}

void ExpressionParser::parenthesised()
{
    const Token open = tokens.take();
    const bool outside = std::exchange(tolerance_follows_, false);
    climb(0);
    tolerance_follows_ = outside;
    close(open, TokenKind::right_paren);
}

std::uint8_t ExpressionParser::arguments(const Token& open, TokenKind closing)
{
    const bool outside = std::exchange(tolerance_follows_, false);
    const bool condition = std::exchange(in_condition_, false);
    int count = 0;
    do {
        if (++count > most_arguments)
            throw SyntaxMistake{tokens.now().place, "there are too many values in these brackets",
                                fmt::format("at most {} can stand here", most_arguments)};
        climb(0);
    } while (tokens.accept(TokenKind::comma));
    tolerance_follows_ = outside;
    in_condition_ = condition;
    truth_ = false;
    close(open, closing);
    return std::uint8_t(count);
}

/// What is left of sum(i in a..b: e), from its variable on.
void ExpressionParser::repetition(const Token& word, const Token& open)
{
    const bool outside = std::exchange(tolerance_follows_, false);
    const bool condition = std::exchange(in_condition_, false);
    Repetition result{name("an index"), text_of(model_.source, word) == "prod"};
    tokens.take();  // in
    climb(0);
    tokens.expect(TokenKind::dots, "`..` and the last index");
    climb(0);
    tokens.expect(TokenKind::colon, "`:` and what is added");
    const auto number = std::uint32_t(model_.repetitions.size());
    model_.repetitions.push_back(result);
    emit(SyntaxKind::repeat, word.place, number, 2);
    climb(0);
    model_.repetitions[number].end = std::uint32_t(model_.nodes.size());
    tolerance_follows_ = outside;
    in_condition_ = condition;
    close(open, TokenKind::right_paren);
}

/// What is left of if(c, a, b), from its condition on.
void ExpressionParser::choice(const Token& word, const Token& open)
{
    const bool outside = std::exchange(tolerance_follows_, false);
    const bool condition = std::exchange(in_condition_, true);
    const Token first = tokens.now();
    climb(0);
    require(true, first);
    in_condition_ = false;
    tokens.expect(TokenKind::comma, "`,` and the value where the condition holds");
    const auto number = std::uint32_t(model_.choices.size());
    model_.choices.emplace_back();
    emit(SyntaxKind::choice, word.place, number, 1);
    climb(0);
    model_.choices[number].end_of_first = std::uint32_t(model_.nodes.size());
    tokens.expect(TokenKind::comma, "an operator, or `,` and the value where it does not hold");
    climb(0);
    model_.choices[number].end = std::uint32_t(model_.nodes.size());
    tolerance_follows_ = outside;
    in_condition_ = condition;
    truth_ = false;
    close(open, TokenKind::right_paren);
}

bool ExpressionParser::at_repetition(const Token& word)
{
    const std::string_view text = text_of(model_.source, word);
    if ((text != "sum" && text != "prod") || !tokens.at(TokenKind::identifier)) return false;
    const Token& next = tokens.peek();
    return next.kind == TokenKind::identifier && text_of(model_.source, next) == "in";
}

void ExpressionParser::named()
{
    const Token token = tokens.take();
    const std::uint32_t id = intern(token);
    const Token open = tokens.now();
    const bool is_call = tokens.accept(TokenKind::left_paren);
    if (is_call && at_repetition(token))
        repetition(token, open);
    else if (is_call && text_of(model_.source, token) == "if")
        choice(token, open);
    else if (is_call)
        emit(SyntaxKind::call, token.place, id, arguments(open, TokenKind::right_paren));
    else if (tokens.accept(TokenKind::left_bracket))
        emit(SyntaxKind::element, token.place, id, arguments(open, TokenKind::right_bracket));
    else
        emit(SyntaxKind::name, token.place, id);
}

void ExpressionParser::primes()
{
    const Place place = tokens.now().place;
    std::uint32_t count = 0;
    while (tokens.accept(TokenKind::quote)) ++count;
    if (count > std::uint32_t(limits::derivative_order.value))
        throw SyntaxMistake{place, "this derivative is too high",
                            limit_text(limits::derivative_order)};
    if (count == 0) return;
    require(false, tokens.last());
    emit(SyntaxKind::prime, place, count);
}

Expression ExpressionParser::jet()
{
    const auto begin = std::uint32_t(model_.nodes.size());
    const Token first = tokens.now();
    in_condition_ = truth_ = false;
    if (tokens.at_word("der")) {
        named();
    } else {
        const Token token = tokens.expect(TokenKind::identifier, "an unknown");
        const std::uint32_t id = intern(token);
        const Token open = tokens.now();
        if (tokens.accept(TokenKind::left_bracket))
            emit(SyntaxKind::element, token.place, id, arguments(open, TokenKind::right_bracket));
        else
            emit(SyntaxKind::name, token.place, id);
        primes();
    }
    return finished(begin, first);
}

Name ExpressionParser::name(std::string_view expected)
{
    const Token token = tokens.expect(TokenKind::identifier, expected);
    return {intern(token), token.place};
}

Label ExpressionParser::label()
{
    Label result{name("a name"), {}};
    const Token open = tokens.now();
    if (!tokens.accept(TokenKind::left_bracket)) return result;
    do {
        result.indices.push_back(expression());
    } while (tokens.accept(TokenKind::comma));
    close(open, TokenKind::right_bracket);
    return result;
}

Range ExpressionParser::range()
{
    Range result{expression(), {}};
    tokens.expect(TokenKind::dots, "`..` and the last index");
    result.to = expression();
    return result;
}

}  // namespace involute
