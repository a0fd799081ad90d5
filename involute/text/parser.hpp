// SPDX-License-Identifier: Apache-2.0
// Recursive descent over statements (statement_parser.cpp), precedence climbing (Pratt) over
// expressions (expression_parser.cpp).
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "involute/text/model.hpp"
#include "involute/text/token_stream.hpp"

namespace involute {

/// Reads expressions and labels into the arrays of a model.
class ExpressionParser {
public:
    explicit ExpressionParser(Model& model) : tokens(model.source), model_(model) {}

    Expression expression();
    /// As above, but `+-` ends it: what follows is a tolerance.
    Expression expression_before_tolerance();
    /// x, p[2]', der(x, 3): what an `expect` line gives a value.
    Expression jet();
    Label label();
    Name name(std::string_view expected);
    Range range();

    TokenStream tokens;

protected:
    /// One level deeper, for as long as it lives.
    class Level {
    public:
        explicit Level(ExpressionParser& parser);
        ~Level() { --parser_.depth_; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;

    private:
        ExpressionParser& parser_;
    };

    std::uint32_t intern(const Token& token);
    Expression finished(std::uint32_t begin, const Token& first) const;
    Model& model_;

private:
    Expression whole(bool tolerance_follows);
    void climb(int tightness);
    void operand();
    void primary();
    void number();
    void parenthesised();
    void named();
    bool at_repetition(const Token& word);
    bool at_denial();
    void repetition(const Token& word, const Token& open);
    void choice(const Token& word, const Token& open);
    void require(bool condition, const Token& at);
    void primes();
    std::uint8_t arguments(const Token& open, TokenKind close);
    void close(const Token& open, TokenKind kind);
    bool at_tolerance();
    void emit(SyntaxKind kind, const Place& place, std::uint32_t value = 0,
              std::uint8_t operands = 0);

    std::unordered_map<std::string, std::uint32_t> known_names_{};
    int depth_ = 0;
    bool tolerance_follows_ = false;
    bool in_condition_ = false;  // comparisons, `and`, `or`, `not` mean something here
    bool truth_ = false;         // what was read last is a condition, not a number
};

/// Reads statements; what cannot be read becomes a finding.
class Parser : private ExpressionParser {
public:
    Parser(Model& model, Findings& findings) : ExpressionParser(model), findings_(findings) {}

    void file();
    void assignments_alone();
    /// Where those begin that have no word before their name, in bytes.
    std::vector<std::size_t> crossings_alone();
    void expression_alone();
    bool names_may_be_missing() const { return names_may_be_missing_; }

private:
    std::vector<Statement> statements(bool in_loop);
    void skip_separators();
    bool at_block_end(bool in_loop);
    Statement statement();
    Statement keyword_statement(std::string_view keyword);
    void end_of_statement();
    [[noreturn]] void unknown_keyword();

    TextStatement text(bool is_source);
    std::string quoted();
    IndependentStatement independent();
    ParamStatement param();
    SmallStatement small();
    InputStatement input();
    TableText table();
    VarStatement var();
    FunctionStatement function();
    LetStatement let();
    EquationStatement equation();
    GivenStatement given(bool is_guess);
    ToleranceStatement tolerance();
    SolveStatement solve();
    InvariantStatement invariant(bool imposed);
    CrossingStatement crossing(bool is_event);
    Statement added_crossing();
    DrawStatement draw();
    std::vector<Expression> drawn_point();
    void drawn_word(DrawStatement& result);
    ExpectStatement expect();
    void expected_value(ExpectStatement& result);
    LoopStatement loop();
    void loop_head(LoopStatement& result);
    std::string text_since(const Token& first) const;

    Findings& findings_;
    int loops_ = 0;
    bool names_may_be_missing_ = false;
};

}  // namespace involute
