// SPDX-License-Identifier: Apache-2.0
// The elementary functions the language knows, as one table. The rows themselves, with values over
// any scalar and derivative rules, are in function_rows.hpp: a new function is one row there.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "involute/expr/graph.hpp"

namespace involute {

struct Function {
    std::string_view name{};
    int arity = 1;
    // The value: the pointer for the function's arity is set, the other is null. Interpreter and
    // native code both call these, so they agree to the last bit.
    double (*unary)(double) = nullptr;
    double (*binary)(double, double) = nullptr;
    Quad (*quad_unary)(const Quad&) = nullptr;
    Quad (*quad_binary)(const Quad&, const Quad&) = nullptr;
    /// The node of ∂f/∂(argument 0 or 1), given the node f itself and its arguments.
    NodeId (*partial)(Graph&, NodeId f, NodeId a, NodeId b, int argument) = nullptr;
};

/// All functions; FunctionId is the index.
std::span<const Function> functions();

std::optional<FunctionId> find_function(std::string_view name);

/// Whether a text can call it: one of the table, or made of one (expr/stairs.hpp).
bool is_function_name(std::string_view name);

// The functions that tapes and normal forms know by name.
FunctionId sin_function();
FunctionId cos_function();
FunctionId sqrt_function();
FunctionId abs_function();
FunctionId min_function();
FunctionId max_function();
FunctionId sign_function();
FunctionId floor_function();
FunctionId gate_function();
FunctionId otherwise_function();

/// One of the two that `if` is made of: texts cannot call it by a name.
bool is_choice(FunctionId function);

}  // namespace involute
