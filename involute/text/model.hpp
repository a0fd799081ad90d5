// SPDX-License-Identifier: Apache-2.0
// A model as it was written: statements and expressions with their places, and no mathematics.
// Expressions are slices of one array in post-order, each node after its operands, so that they
// are read by a loop over a stack and a sum of a million terms is no deeper than one of two.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "involute/base/error.hpp"
#include "involute/base/rational.hpp"
#include "involute/base/scalar.hpp"
#include "involute/text/draw.hpp"
#include "involute/text/source.hpp"
#include "involute/text/words.hpp"

namespace involute {

enum class SyntaxKind : std::uint8_t {
    number,   // value: index into Model::numbers
    name,     // value: index into Model::names
    element,  // p[i, j]: value: the name, operands: the indices
    call,     // f(a, b): value: the name, operands: the arguments
    repeat,   // sum(i in a..b: e): value: index into Model::repetitions, operands: a, b
    choice,   // if(c, a, b): value: index into Model::choices, operand: c
    prime,    // a'': value: how many
    negate,
    add,
    subtract,
    multiply,
    divide,
    power,
    // conditions of choices
    less,
    less_equal,
    greater,
    greater_equal,
    both,    // a and b
    either,  // a or b
    denied,  // not a
};

struct SyntaxNode {
    SyntaxKind kind{};
    std::uint8_t operands = 0;
    std::uint32_t value = 0;
    Place place{};
};

/// Model::nodes[begin, end), the whole last. A sum stands before what is summed: nodes of a
/// repetition follow it, up to Repetition::end, and are read once for every index; so do those of
/// the two branches of a choice.
struct Expression {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    Place place{};
};

struct Name {
    std::uint32_t id = 0;  // index into Model::names
    Place place{};
};

/// sum(i in a..b: e), prod(i in a..b: e)
struct Repetition {
    Name variable{};
    bool product = false;
    std::uint32_t end = 0;  // of e, which begins after the node
};

/// if(c, a, b): a begins after the node, b where a ends.
struct ChoiceOf {
    std::uint32_t end_of_first = 0;
    std::uint32_t end = 0;
};

/// A name, or an element of a family: E, d[i], q[i, j].
struct Label {
    Name name{};
    std::vector<Expression> indices{};
};

struct Range {
    Expression from{};
    Expression to{};
};

struct TextStatement {
    bool is_source = false;  // else the title
    std::string text{};
    std::optional<std::string> source_beside{};  // title "..." source "..." on one line
};
struct IndependentStatement {
    Name name{};
};
struct ParamItem {
    Name name{};
    Expression value{};
};
struct ParamStatement {
    std::vector<ParamItem> parameters{};
};
/// `small eps`: the parameter whose limit 0 the motion is near.
struct SmallStatement {
    Name parameter{};
};
/// (t, u)
struct TablePoint {
    Expression t{};
    Expression u{};
};
/// table cubic periodic (0, 0) (1, 2) ..
struct TableText {
    bool cubic = false, periodic = false, hold = false;
    std::vector<TablePoint> points{};
    Place place{};
};
/// Given from outside, a table or a constant.
struct InputItem {
    Name name{};
    std::optional<TableText> table{};
    std::optional<Expression> constant{};
};
struct InputStatement {
    std::vector<InputItem> inputs{};
};
struct VarItem {
    Name name{};
    std::vector<Range> ranges{};
};
struct VarStatement {
    std::vector<VarItem> variables{};
};
/// function f(a, b) = e
struct FunctionStatement {
    Name name{};
    std::vector<Name> arguments{};
    Expression body{};
};
struct LetItem {
    Label label{};
    Expression value{};
};
struct LetStatement {
    std::vector<LetItem> definitions{};
};
struct EquationStatement {
    Expression left{};
    Expression right{};
    std::string text{};  // as written, on one line
};
struct GivenItem {
    Expression target{};
    Expression value{};
};
struct GivenStatement {
    bool is_guess = false;
    std::vector<GivenItem> assignments{};
};
/// conc[1..N]' = 1e-14: an unknown, elements of an array or all of it, and a derivative of them.
struct ToleranceItem {
    Name name{};
    std::vector<Range> indices{};  // from = to: one element
    int order = 0;
    Expression value{};
};
struct ToleranceStatement {
    std::vector<ToleranceItem> items{};
};
struct SolveStatement {
    std::optional<Expression> to{};
    std::optional<Expression> length{};
    std::optional<Expression> scale{};
};
struct InvariantStatement {
    Label label{};
    Expression expression{};
    std::optional<Expression> value{};
    bool imposed = false;
};
struct CrossingStatement {
    Label label{};
    Expression left{};
    Expression right{};
    Direction direction = Direction::both;
    bool is_event = false;
    bool stop = false;
};
/// draw spring (0, 0) (x, y) color red size 2
struct DrawStatement {
    DrawShape shape = DrawShape::line;
    std::vector<std::vector<Expression>> points{};  // of two or three coordinates
    std::optional<Expression> radius{};             // of a circle
    std::optional<Expression> size{};               // in pixels
    std::optional<int> color{};                     // a place in draw_colors
};
struct ExpectStatement {
    ExpectationKind kind = ExpectationKind::value;
    Expression target{};             // value
    std::optional<Expression> at{};  // value; absent: the end of the run
    Expression expected{};           // value, index, dimension, crossings
    Expression tolerance{};          // value
    Name word{};                     // stops, rejects
    Label section{};                 // crossings
    std::string text{};              // as written, on one line
};
struct Statement;
struct LoopStatement {
    Name variable{};
    Range range{};
    std::vector<Statement> body;  // no initializer: clang would want Statement complete
};

struct Statement {
    Place place{};
    std::variant<EquationStatement, TextStatement, IndependentStatement, ParamStatement,
                 SmallStatement, InputStatement, VarStatement, FunctionStatement, LetStatement,
                 GivenStatement, ToleranceStatement, SolveStatement, InvariantStatement,
                 CrossingStatement, DrawStatement, ExpectStatement, LoopStatement>
        what{};
};

/// A number, rounded, and where it stands in the text: what is written there is exact.
struct Literal {
    Quad value = 0;
    std::uint32_t begin = 0;  // bytes in the text
    std::uint32_t end = 0;
};

struct Model {
    Source source{};
    std::vector<std::string> names{};  // each name that occurs, once
    std::vector<Literal> numbers{};
    std::vector<SyntaxNode> nodes{};
    std::vector<Repetition> repetitions{};
    std::vector<ChoiceOf> choices{};
    std::vector<Statement> statements{};
};

/// The number as written: 1/10 for 0.1. Nothing where the fraction would be too long (1e-99999).
std::optional<Rational> exact_value(const Model& model, const Literal& number);

}  // namespace involute
