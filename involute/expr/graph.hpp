// SPDX-License-Identifier: Apache-2.0
// Expressions: an append-only arena of hash-consed nodes. Equal expressions are the same node, so
// equality is a comparison of two integers and shared subexpressions cost nothing. A node refers
// to earlier nodes only; a copy of a graph keeps every NodeId valid.
//
//     Graph g;
//     const NodeId x = g.jet(0, 0), e = g.multiply(x, g.add(x, g.independent()));
//     std::cout << print(g, differentiate(g, e, x), Names{.unknowns = {"x"}});  // t + 2*x
//
// A System holds one. Users read it (print, leaves); they make expressions with a Builder or from
// text.
// Sums and products with their normal forms are in arithmetic.cpp, the rest of the class in
// graph.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "involute/base/intern_table.hpp"
#include "involute/base/rational.hpp"
#include "involute/base/scalar.hpp"

namespace involute {

using NodeId = std::uint32_t;

class InputFunction;  // expr/input.hpp
using InputFunctions = std::vector<std::shared_ptr<const InputFunction>>;

enum class Op : std::uint8_t {
    constant,       // a = index into Graph's constants
    independent,    // the independent variable
    jet,            // a = unknown, b = order of the derivative
    parameter,      // a = index in System::parameters: a number that may be set later
    input,          // derivative number `exponent` of the input b, at a (expr/input.hpp)
    add,            // a + b
    subtract,       // a - b
    multiply,       // a * b
    divide,         // a / b
    negate,         // -a
    power,          // a ^ b, b not an integer constant
    integer_power,  // a ^ exponent, any integer exponent except 0 and 1
    call,           // function(a), or function(a, b)
};

/// Row number in the function table (expr/functions.hpp).
using FunctionId = std::uint8_t;

struct Node {
    Op op{};
    FunctionId function = 0;
    std::int32_t exponent = 0;
    NodeId a = 0;
    NodeId b = 0;

    friend bool operator==(const Node&, const Node&) = default;
};

/// Numbers with a name of their own.
enum class NamedConstant : std::uint8_t { pi };

class Graph {
public:
    // Building. Each applies the cheap identities (constants are folded, 0 + x, 1 * x,
    // x - x, --x, x * x = x^2, ...) and returns the existing node where there is one.
    //
    // A constant has a value in Quad, and is known exactly: it is a fraction (0.1 is 1/10, and
    // 0.1 + 0.2 the constant 0.3), or it remembers how it was computed from other constants
    // (sqrt(2), 2*pi). So what cancels can be proved to cancel (expr/identity.hpp).
    NodeId constant(const Quad& value);  // exactly this number
    NodeId exact_constant(const Rational& value);
    NodeId constant(NamedConstant name);
    NodeId independent();
    NodeId jet(int unknown, int order);
    /// A parameter that can be set later (`tunable`), with the value it has now. For the calculus
    /// it is an unknown constant: nothing is folded, and nothing is proved from its value.
    NodeId parameter(int index, const Quad& value);
    /// The derivative of this order of an input: a function of one variable, given from outside.
    /// For the calculus it is unknown.
    NodeId input(int index, int order, NodeId argument);
    NodeId add(NodeId a, NodeId b);
    NodeId subtract(NodeId a, NodeId b);
    NodeId multiply(NodeId a, NodeId b);
    NodeId divide(NodeId a, NodeId b);
    NodeId negate(NodeId a);
    NodeId power(NodeId base, NodeId exponent);
    NodeId integer_power(NodeId base, int exponent);
    NodeId call(FunctionId function, NodeId a, NodeId b = 0);

    // Reading.
    const Node& operator[](NodeId id) const { return nodes_[id]; }
    std::size_t size() const { return nodes_.size(); }
    const Quad& value(NodeId id) const { return constants_[nodes_[id].a]; }
    /// The present value of a parameter node, and those of all parameters by index.
    const Quad& parameter_value(NodeId id) const { return parameters_[nodes_[id].a]; }
    const std::vector<Quad>& parameter_values() const { return parameters_; }
    void set_parameter_values(const std::vector<Quad>& values) { parameters_ = values; }
    /// The functions that inputs are, by index; null: not given.
    const InputFunctions& input_functions() const { return inputs_; }
    void set_input_function(int index, std::shared_ptr<const InputFunction> function);
    bool is_constant(NodeId id) const { return nodes_[id].op == Op::constant; }
    /// Whether it is exactly this integer.
    bool is_constant(NodeId id, int value) const;
    /// The fraction that a constant is; nothing where it is computed from others.
    std::optional<Rational> fraction(NodeId id) const;
    /// How a constant that is no fraction was computed: an operation on constants, or op = constant
    /// with the number of a NamedConstant as exponent.
    const Node& origin(NodeId id) const { return origins_[forms_[nodes_[id].a].index]; }

private:
    /// A node seen as coefficient · base; a constant has no base. The coefficient is a constant.
    struct Term {
        NodeId coefficient;
        NodeId base;
    };
    Term term(NodeId id);
    bool is_plain(NodeId id) const;
    bool is_negative(NodeId id) const;
    NodeId scaled(NodeId coefficient, NodeId base);
    NodeId scaled_over(NodeId coefficient, NodeId base, NodeId divisor);
    NodeId product(NodeId a, NodeId b);
    NodeId quotient_by_constant(NodeId a, NodeId divisor);
    NodeId opposite(NodeId constant);

    /// The value of an operation on constants as a constant, if it is finite: 1/0 stays an
    /// expression.
    NodeId exact_constant(const Rational& value, const Quad& nearest);
    std::optional<NodeId> fold(const Node& operation);
    std::optional<Rational> fold_exactly(const Node& operation) const;
    Quad fold_in_quad(const Node& operation) const;
    std::optional<NodeId> fold_angle(const Node& call);
    std::optional<Rational> parts_of_pi(NodeId id) const;
    bool is_integer(NodeId constant) const;

    /// What is known of a constant beside its value.
    struct Form {
        enum class Kind : std::uint8_t { value, fraction, computed };  // value: it is exact itself
        Kind kind = Kind::value;
        std::uint32_t index = 0;  // in fractions_ or origins_
    };
    const Form& form(NodeId id) const { return forms_[nodes_[id].a]; }
    std::uint64_t constant_hash(NodeId id) const;
    NodeId computed(const Quad& value, const Node& origin);
    template <class Same>
    NodeId intern_constant(std::uint64_t hash, const Quad& value, Form form, Same&& same);

    NodeId intern(const Node& node);
    NodeId intern_sorted(Op op, NodeId a, NodeId b);
    NodeId choice(FunctionId function, NodeId condition, NodeId v);
    NodeId condition(NodeId a);

    std::vector<Node> nodes_;
    std::vector<Quad> constants_;
    std::vector<Quad> parameters_;  // present values, by index
    InputFunctions inputs_;
    std::vector<Form> forms_;  // of the constants
    std::vector<std::shared_ptr<const Rational>> fractions_;
    std::vector<Node> origins_;
    InternTable ids_;           // of all nodes but constants
    InternTable constant_ids_;  // of constants
};

}  // namespace involute
