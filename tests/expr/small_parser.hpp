// SPDX-License-Identifier: Apache-2.0
// A reader of expressions for tests of printing, with the two customary places of the unary minus:
// -a*b as -(a*b) or as (-a)*b. Printed text must mean the same node under both.
#pragma once

#include <cctype>
#include <string>
#include <string_view>

#include "involute/expr/functions.hpp"
#include "involute/expr/print.hpp"

namespace involute::testing {

enum class Minus { before_product, before_factor };

class SmallParser {
public:
    SmallParser(Graph& graph, const Names& names, std::string_view text, Minus minus)
        : graph_(graph), names_(names), text_(text), minus_(minus)
    {
    }

    NodeId parse() { return sum(); }

private:
    bool take(std::string_view token)
    {
        while (!text_.empty() && text_[0] == ' ') text_.remove_prefix(1);
        if (!text_.starts_with(token)) return false;
        text_.remove_prefix(token.size());
        return true;
    }

    NodeId sum()
    {
        const bool negative = minus_ == Minus::before_product && take("-");
        NodeId left = product();
        if (negative) left = graph_.negate(left);
        while (true) {
            if (take("+"))
                left = graph_.add(left, product());
            else if (take("-"))
                left = graph_.subtract(left, product());
            else
                return left;
        }
    }
    NodeId product()
    {
        NodeId left = factor();
        while (true) {
            if (take("*"))
                left = graph_.multiply(left, factor());
            else if (take("/"))
                left = graph_.divide(left, factor());
            else
                return left;
        }
    }
    NodeId factor()
    {
        if (minus_ == Minus::before_factor && take("-")) return graph_.negate(factor());
        const NodeId base = atom();
        return take("^") ? graph_.power(base, factor()) : base;
    }
    NodeId atom()
    {
        if (take("(")) {
            const NodeId inside = sum();
            take(")");
            return inside;
        }
        take("");
        if (std::isdigit(static_cast<unsigned char>(text_[0]))) return number();
        const std::string name = word();
        if (name == "der") {
            take("(");
            const std::string unknown = word();
            take(",");
            const NodeId order = number();
            take(")");
            return jet(unknown, static_cast<int>(graph_.value(order)));
        }
        if (const auto function = find_function(name)) return call(*function);
        if (name == names_.independent) return graph_.independent();
        int order = 0;
        while (take("'")) ++order;
        return jet(name, order);
    }
    NodeId call(FunctionId function)
    {
        take("(");
        const NodeId a = sum();
        const NodeId b = take(",") ? sum() : 0;
        take(")");
        return graph_.call(function, a, b);
    }
    NodeId jet(const std::string& name, int order)
    {
        int unknown = 0;
        while (names_.unknowns[std::size_t(unknown)] != name) ++unknown;
        return graph_.jet(unknown, order);
    }
    NodeId number()
    {
        take("");
        std::size_t n = 0;
        const auto part_of_number = [&](std::size_t i) {
            const char c = text_[i];
            const bool sign = (c == '+' || c == '-') && i > 0 && text_[i - 1] == 'e';
            return std::isdigit(static_cast<unsigned char>(c)) || c == '.' || c == 'e' || sign;
        };
        while (n < text_.size() && part_of_number(n)) ++n;
        const Quad value(std::string(text_.substr(0, n)));
        text_.remove_prefix(n);
        return graph_.constant(value);
    }
    std::string word()
    {
        take("");
        std::size_t n = 0;
        while (n < text_.size() && std::isalnum(static_cast<unsigned char>(text_[n]))) ++n;
        const std::string found(text_.substr(0, n));
        text_.remove_prefix(n);
        return found;
    }

    Graph& graph_;
    const Names& names_;
    std::string_view text_;
    Minus minus_;
};

}  // namespace involute::testing
