// SPDX-License-Identifier: Apache-2.0
// What the names of a model mean.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "involute/forces/compliance.hpp"
#include "involute/system/parameters.hpp"
#include "involute/text/model.hpp"
#include "involute/text/source.hpp"

namespace involute {

/// What an expression evaluates to. A constant has its number, and its node where that knows more
/// than the number does: 0.1 is 1/10.
struct Value {
    static constexpr NodeId no_node = 0xffffffff;
    enum class Kind { unusable, constant, node };
    Kind kind = Kind::unusable;  // unusable: something was wrong and has been reported
    Quad number = 0;
    NodeId node = no_node;
    const Literal* literal = nullptr;  // of a constant without a node: what it is exactly, ...
    bool negative = false;             // ... but for this sign
    std::string_view alone{};          // "a number", "a parameter": it is nothing but that

    bool usable() const { return kind != Kind::unusable; }
    bool is_constant() const { return kind == Kind::constant; }
};

/// Exactly this number.
Value constant_value(const Quad& number);
/// The value of a node, as a number where the node is one.
Value value_of(const Graph& graph, NodeId node);

using Indices = std::vector<std::int64_t>;
struct HashOfIndices {
    std::size_t operator()(const Indices& indices) const;
};

struct Bounds {
    std::int64_t from = 1;
    std::int64_t to = 0;

    std::int64_t size() const { return to < from ? 0 : to - from + 1; }
    bool contains(std::int64_t i) const { return from <= i && i <= to; }
};

struct Symbol {
    enum class Kind {
        nothing,
        number,  // pi, a parameter, a loop variable
        independent,
        unknown,
        array,         // unknowns first_unknown, first_unknown + 1, ..., row by row
        listed_array,  // an array of which only the names of the elements are known
        definition,    // a `let`
        family,        // the elements of `let d[i]`
    };
    Kind kind = Kind::nothing;
    std::string_view role{};  // "a parameter", for messages
    Place place{};            // where it was declared
    bool contested = false;   // somebody took it for something else, and was told so
    Value value{};            // number, definition
    int first_unknown = 0;
    std::vector<Bounds> bounds{};
    std::unordered_map<Indices, Value, HashOfIndices> elements{};  // family
};

/// A function of the model.
struct DefinedFunction {
    const FunctionStatement* statement = nullptr;
    int number = 0;  // in the order of the text: it may use those before it
    bool called = false;
};

struct Scope {
    explicit Scope(std::size_t names) : symbols(names) {}

    std::vector<Symbol> symbols;                                     // by name
    std::unordered_map<std::uint32_t, DefinedFunction> functions{};  // by name
    std::optional<SmallParameter> small{};
    // For texts about an existing system (options), where nothing can be declared.
    std::unordered_map<std::string, int> listed_unknowns{};  // by the text of the element
    std::vector<std::string> listed_names{};
};

/// "p[3]", "q[3,1]"; the name alone without indices.
std::string element_name(std::string_view name, const Indices& indices);

/// "p[1..10]"
std::string array_text(std::string_view name, const std::vector<Bounds>& bounds);

}  // namespace involute
