// SPDX-License-Identifier: Apache-2.0
// Random expressions, the same on every machine.
#pragma once

#include <random>
#include <vector>

#include "involute/expr/functions.hpp"

namespace involute::testing {

struct Shape {
    int operations = 12;
    int unknowns = 3;
    int orders = 2;
    bool calls = true;
    bool choices = true;  // min and max
    bool powers = true;   // a^b with b not an integer
    bool exact = false;   // only what derivatives, too, fold to integers over powers of two
};

class RandomExpressions {
public:
    RandomExpressions(Graph& graph, unsigned seed, Shape shape)
        : graph_(graph), random_(seed), shape_(shape)
    {
    }

    int below(int n) { return int(random_() % unsigned(n)); }

    /// Operations on earlier results, so that subexpressions are shared.
    NodeId operator()()
    {
        std::vector<NodeId> made{graph_.independent()};
        for (int u = 0; u < shape_.unknowns; ++u)
            for (int l = 0; l < shape_.orders; ++l) made.push_back(graph_.jet(u, l));
        made.push_back(constant());
        made.push_back(constant());
        for (int i = 0; i < shape_.operations; ++i) {
            // The newest results are taken half of the time: deep and wide expressions.
            const auto pick = [&] {
                const int n = int(made.size());
                return made[std::size_t(below(2) ? n - 1 - below(std::min(n, 4)) : below(n))];
            };
            made.push_back(operation(pick(), pick()));
        }
        return made.back();
    }

private:
    /// Dyadic and small, so that folding is exact.
    NodeId constant()
    {
        const int numerator = below(15) - 7;
        return graph_.constant(Quad(numerator == 0 ? 3 : numerator) / (1 << below(3)));
    }

    NodeId operation(NodeId a, NodeId b)
    {
        switch (below(12)) {
            case 0:
            case 1:
                return graph_.add(a, b);
            case 2:
                return graph_.subtract(a, b);
            case 3:
            case 4:
                return graph_.multiply(a, b);
            case 5:
                if (shape_.exact && graph_[b].op == Op::divide) return a;
                if (graph_.is_constant(b) && (shape_.exact || graph_.is_constant(a))) return a;
                return graph_.divide(a, b);
            case 6:
                return graph_.divide(a, graph_.constant(1 << below(3)));
            case 7:
                return graph_.negate(a);
            case 8:
                return graph_.is_constant(a) ? a : graph_.integer_power(a, below(9) - 3);
            case 9:
                if (!shape_.powers || graph_.is_constant(b)) return graph_.add(a, constant());
                if (shape_.exact && graph_.is_constant(a)) return graph_.multiply(a, b);
                return graph_.power(a, b);
            default:
                return shape_.calls ? call(a, b) : graph_.multiply(a, constant());
        }
    }

    NodeId call(NodeId a, NodeId b)
    {
        // Those of the first table: later ones have tests of their own, and the expressions that
        // seeds stand for stay what they are.
        constexpr int first_functions = 17;
        const auto function = FunctionId(below(first_functions));
        const bool choice = function == min_function() || function == max_function();
        if (choice && !shape_.choices) return graph_.add(a, b);
        const bool unary = functions()[function].arity == 1;
        if (graph_.is_constant(a) && (unary || graph_.is_constant(b))) return a;
        return graph_.call(function, a, b);
    }

    Graph& graph_;
    std::mt19937 random_;
    Shape shape_;
};

}  // namespace involute::testing
