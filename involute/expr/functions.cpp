// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/functions.hpp"

#include "involute/expr/function_rows.hpp"

namespace involute {

namespace {

using namespace rows;

template <class Row>
constexpr Function function_of()
{
    Function f{.name = Row::name, .arity = Row::arity};
    if constexpr (Row::arity == 1) {
        f.unary = [](double x) { return Row::value(x); };
        f.quad_unary = &Row::template value<Quad>;
        f.partial = [](Graph& g, NodeId self, NodeId a, NodeId, int) {
            return Row::partial(g, self, a);
        };
    } else {
        f.binary = [](double a, double b) { return Row::value(a, b); };
        f.quad_binary = &Row::template value<Quad>;
        f.partial = &Row::partial;
    }
    return f;
}

template <class... Rows>
constexpr std::array<Function, sizeof...(Rows)> table_of(List<Rows...>)
{
    return {function_of<Rows>()...};
}

constexpr auto table = table_of(FunctionRows{});

}  // namespace

std::span<const Function> functions()
{
    return table;
}

std::optional<FunctionId> find_function(std::string_view name)
{
    for (std::size_t i = 0; i < table.size(); ++i)
        if (table[i].name == name) return FunctionId(i);
    return std::nullopt;
}

bool is_function_name(std::string_view name)
{
    return name == "ceil" || name == "mod" || find_function(name);
}

FunctionId sin_function()
{
    return id_of<Sin>;
}

FunctionId cos_function()
{
    return id_of<Cos>;
}

FunctionId sqrt_function()
{
    return id_of<Sqrt>;
}
FunctionId abs_function()
{
    return id_of<Abs>;
}
FunctionId min_function()
{
    return id_of<Min>;
}
FunctionId max_function()
{
    return id_of<Max>;
}

FunctionId sign_function()
{
    return id_of<Sign>;
}

FunctionId floor_function()
{
    return id_of<Floor>;
}

FunctionId gate_function()
{
    return id_of<Gate>;
}

FunctionId otherwise_function()
{
    return id_of<Otherwise>;
}

bool is_choice(FunctionId function)
{
    return function == id_of<Gate> || function == id_of<Otherwise>;
}

}  // namespace involute
