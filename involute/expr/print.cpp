// SPDX-License-Identifier: Apache-2.0
// The text is written left to right with a stack of the pieces still to come, so a sum of 100,000
// terms needs no recursion. Normal forms (arithmetic.cpp) have minus signs only in front of terms.
#include "involute/expr/print.hpp"

#include <deque>
#include <string_view>
#include <utility>

#include "involute/expr/functions.hpp"
#include "involute/expr/subgraph.hpp"

namespace involute {

namespace {

/// Where an expression stands; later places bind tighter.
enum class Where {
    condition,  // of an `if`
    alone,
    sum_left,
    sum_right,
    negated,
    factor_left,
    factor_right,
    exponent,
    base
};

struct Piece {
    std::string_view text{};
    NodeId id = 0;
    Where where{};
};

bool is_sum(Op op)
{
    return op == Op::add || op == Op::subtract;
}
bool is_product(Op op)
{
    return op == Op::multiply || op == Op::divide;
}
bool is_power(Op op)
{
    return op == Op::power || op == Op::integer_power;
}

bool is_negative_number(const Graph& graph, NodeId id)
{
    return graph.is_constant(id) && graph.value(id) < 0;
}

class Printer {
public:
    Printer(const Graph& graph, const Names& names) : graph_(graph), names_(names) {}

    std::string print(NodeId e, std::size_t most)
    {
        push(e, Where::alone);
        while (!stack_.empty()) {
            if (text_.size() > most) return text_ + " ...";
            const Piece piece = stack_.back();
            stack_.pop_back();
            if (!piece.text.empty())
                text_ += piece.text;
            else
                write(piece.id, piece.where);
        }
        return std::move(text_);
    }

private:
    void push(std::string_view text) { stack_.push_back({.text = text}); }
    void push(NodeId id, Where where) { stack_.push_back({.id = id, .where = where}); }

    /// Pieces go on the stack last first.
    void write_binary(NodeId a, Where left, std::string_view sign, NodeId b, Where right)
    {
        push(b, right);
        push(sign);
        push(a, left);
    }

    /// Whether b is printed first: if it needs no brackets in front but would need them behind.
    bool goes_first(Op op, NodeId b, NodeId a) const
    {
        const auto chained = [&](NodeId id) {
            return op == Op::add ? is_sum(graph_[id].op) : is_product(graph_[id].op);
        };
        if (op == Op::multiply && graph_.is_constant(a)) return false;
        if (op == Op::add && graph_.is_constant(a)) return true;
        return chained(b) && !chained(a);
    }

    /// What a product is printed to begin with.
    NodeId first_factor(NodeId id) const
    {
        const Node& node = graph_[id];
        const bool swap = node.op == Op::multiply && goes_first(Op::multiply, node.b, node.a);
        return swap ? node.b : node.a;
    }

    NodeId leftmost_factor(NodeId id) const
    {
        while (is_product(graph_[id].op)) id = first_factor(id);
        return id;
    }

    /// Whether a product divides by the constant 0, as read from its left.
    bool is_over_zero(NodeId id) const
    {
        for (; is_product(graph_[id].op); id = first_factor(id)) {
            const Node& node = graph_[id];
            if (node.op == Op::divide && graph_.is_constant(node.b) && graph_.value(node.b) == 0)
                return true;
        }
        return false;
    }

    bool needs_brackets(NodeId id, Where where) const
    {
        const Op op = graph_[id].op;
        switch (where) {
            case Where::condition:
            case Where::alone:
            case Where::sum_left:
                return false;
            case Where::sum_right:
                return is_sum(op) || op == Op::negate || is_negative_number(graph_, id);
            case Where::negated: {
                // -(a - b)*c could be read as (b - a)*c and -2*x/3*y as (-2*x/3)*y: the same
                // numbers, other nodes.
                if (!is_product(op)) return is_sum(op);
                const NodeId first = leftmost_factor(id);
                return graph_[first].op == Op::subtract || graph_.is_constant(first);
            }
            case Where::factor_left:
                return is_sum(op) || op == Op::negate;
            case Where::factor_right:
                return is_sum(op) || op == Op::negate || is_product(op) ||
                       is_negative_number(graph_, id);
            case Where::exponent:
                return is_sum(op) || op == Op::negate || is_product(op) ||
                       is_negative_number(graph_, id);
            case Where::base:
                return is_sum(op) || op == Op::negate || is_product(op) || is_power(op) ||
                       is_negative_number(graph_, id);
        }
        return false;
    }

    void write(NodeId id, Where where)
    {
        if (needs_brackets(id, where)) {
            text_ += '(';
            push(")");
        }
        if (where == Where::condition)
            write_condition(id);
        else
            write_node(id);
    }

    void write_node(NodeId id)
    {
        const Node& node = graph_[id];
        switch (node.op) {
            case Op::constant:
                text_ += to_text(graph_.value(id));
                return;
            case Op::independent:
                text_ += names_.independent;
                return;
            case Op::jet:
                text_ += jet_name(names_, int(node.a), int(node.b));
                return;
            case Op::parameter:
                text_ += names_.parameters.at(node.a);
                return;
            case Op::add:
                if (write_whole_choice(node)) return;
                if (goes_first(Op::add, node.b, node.a))
                    return write_binary(node.b, Where::sum_left, " + ", node.a, Where::sum_right);
                return write_binary(node.a, Where::sum_left, " + ", node.b, Where::sum_right);
            case Op::subtract:
                return write_binary(node.a, Where::sum_left, " - ", node.b, Where::sum_right);
            case Op::multiply:
                return write_multiply(node);
            case Op::divide:
                return write_binary(node.a, Where::factor_left, "/", node.b, Where::factor_right);
            case Op::negate:
                text_ += '-';
                return push(node.a, Where::negated);
            case Op::power:
                return write_binary(node.a, Where::base, "^", node.b, Where::exponent);
            case Op::integer_power:
                push(exponent_text(node.exponent));
                return push(node.a, Where::base);
            case Op::call:
                return write_call(node);
            case Op::input:
                text_ += input_name(names_, int(node.b), node.exponent);
                return;
        }
    }

    void write_multiply(const Node& node)
    {
        if (goes_first(Op::multiply, node.b, node.a))
            return write_binary(node.b, Where::factor_left, "*", node.a, Where::factor_right);
        // A constant factor moves to the front of a product, so c*x/y is read as c*(x/y); but over
        // zero nothing is shortened, as 4*x/2 is before it.
        const bool opens = graph_.is_constant(node.a) && is_product(graph_[node.b].op) &&
                           !is_over_zero(node.b) && !graph_.is_constant(leftmost_factor(node.b));
        write_binary(node.a, Where::factor_left, "*", node.b,
                     opens ? Where::factor_left : Where::factor_right);
    }

    /// gate(c, a) + otherwise(c, b): both branches of an `if`.
    bool write_whole_choice(const Node& sum)
    {
        const Node *a = &graph_[sum.a], *b = &graph_[sum.b];
        if (a->op != Op::call || b->op != Op::call || a->a != b->a) return false;
        if (a->function == otherwise_function()) std::swap(a, b);
        if (a->function != gate_function() || b->function != otherwise_function()) return false;
        write_choice(a->a, &a->b, &b->b);
        return true;
    }

    /// if(c, a, b); a branch that is absent is 0.
    void write_choice(NodeId condition, const NodeId* a, const NodeId* b)
    {
        text_ += "if(";
        push(")");
        for (const NodeId* branch : {b, a}) {
            if (branch)
                push(*branch, Where::alone);
            else
                push("0");
            push(", ");
        }
        push(condition, Where::condition);
    }

    /// s > 0, c and d, not (c), not (c) and d (expr/choice.cpp).
    void write_condition(NodeId id)
    {
        const Node& node = graph_[id];
        if (!is_choice(node.function)) {
            push(" > 0");
            return push(node.a, Where::alone);
        }
        const bool denied = node.function == otherwise_function();
        if (!denied || !graph_.is_constant(node.b)) {
            push_bracketed(node.b, is_choice(graph_[node.b].function));
            push(" and ");
        }
        push_bracketed(node.a, denied || is_choice(graph_[node.a].function));
        if (denied) push("not ");
    }

    void push_bracketed(NodeId condition, bool brackets)
    {
        if (brackets) push(")");
        push(condition, Where::condition);
        if (brackets) push("(");
    }

    void write_call(const Node& node)
    {
        if (is_choice(node.function)) {
            const bool gate = node.function == gate_function();
            return write_choice(node.a, gate ? &node.b : nullptr, gate ? nullptr : &node.b);
        }
        const Function& f = functions()[node.function];
        text_ += f.name;
        text_ += '(';
        push(")");
        if (f.arity == 2) {
            push(node.b, Where::alone);
            push(", ");
        }
        push(node.a, Where::alone);
    }

    /// "^3" or "^(-2147483648)"; kept, because pieces only point to their text.
    std::string_view exponent_text(int exponent)
    {
        const std::string digits = std::to_string(exponent);
        exponents_.push_back(exponent < 0 ? "^(" + digits + ")" : "^" + digits);
        return exponents_.back();
    }

    const Graph& graph_;
    const Names& names_;
    std::vector<Piece> stack_{};
    std::string text_{};
    std::deque<std::string> exponents_{};
};

std::string derivative_name(const std::string& name, int order)
{
    if (order <= 4) return name + std::string(std::size_t(order), '\'');
    return "der(" + name + ", " + std::to_string(order) + ")";
}

}  // namespace

std::string jet_name(const Names& names, int unknown, int order)
{
    return derivative_name(names.unknowns.at(std::size_t(unknown)), order);
}

std::string input_name(const Names& names, int input, int order)
{
    const std::string& name = names.inputs.at(std::size_t(input));
    return order < 0 ? "breakpoints of " + name : derivative_name(name, order);
}

std::string print(const Graph& graph, NodeId e, const Names& names)
{
    return Printer(graph, names).print(e, std::string::npos);
}

std::string print_shortened(const Graph& graph, NodeId e, const Names& names, std::size_t most)
{
    return Printer(graph, names).print(e, most);
}

}  // namespace involute
