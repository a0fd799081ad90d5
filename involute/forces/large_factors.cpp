// SPDX-License-Identifier: Apache-2.0
#include "involute/forces/large_factors.hpp"

#include <algorithm>

#include "involute/base/limits.hpp"
#include "involute/expr/subgraph.hpp"
#include "involute/forces/compliance.hpp"
#include "involute/forces/products.hpp"
#include "involute/system/parameters.hpp"

namespace involute {
namespace {

class LargeFactors {
public:
    explicit LargeFactors(const System& system)
        : system_(system), leaf_(system_.graph.jet(int(limits::unknowns.value), 0))
    {
        const std::vector<int> orders = highest_derivatives(system_);
        for (const Equation& equation : system_.equations) {
            Quad most = 0;
            for (const Product& p : sum_of_products(system_.graph, equation.f, leaf_))
                if (is_inertia(system_.graph, p, orders)) most = std::max(most, abs(p.coefficient));
            thresholds_.push_back(most * Quad(large_factor));
        }
    }

    System run()
    {
        for (std::size_t i = 0; i < thresholds_.size(); ++i) rewrite(i);
        if (largest_ == 0) return std::move(system_);
        unit_ = 1 / largest_;
        for (std::size_t i = 0; i < thresholds_.size(); ++i) system_.equations[i].f = rewrite(i);
        return to_compliance_form(std::move(system_), {"", leaf_, sqrt(unit_), {}}).system;
    }

private:
    bool is_large(const Quad& c)
    {
        if (threshold_ == 0 || abs(c) < threshold_) return false;
        largest_ = std::max<Quad>(largest_, abs(c) / threshold_ * Quad(large_factor));
        return true;
    }

    /// c with the power of the leaf it stands for.
    NodeId factor(const Quad& c)
    {
        Graph& graph = system_.graph;
        if (!is_large(c)) return graph.constant(c);
        return graph.divide(graph.constant(c * unit_), graph.integer_power(leaf_, 2));
    }

    /// Equation i with large constants replaced wherever they multiply; not inside of functions.
    NodeId rewrite(std::size_t i)
    {
        Graph& graph = system_.graph;
        threshold_ = thresholds_[i];
        const Subgraph part = subgraph(graph, {system_.equations[i].f});
        std::vector<NodeId> made;
        for (const Visit& visit : part.visits) {
            const Node node = graph[visit.id];
            const int operands = operand_count(node);
            const NodeId a = operands > 0 ? made[visit.a] : 0, b = operands > 1 ? made[visit.b] : 0;
            made.push_back(rebuilt(visit.id, node, a, b));
        }
        return made[part.roots[0]];
    }

    NodeId rebuilt(NodeId id, const Node& node, NodeId a, NodeId b)
    {
        Graph& graph = system_.graph;
        switch (node.op) {
            case Op::add:
                return graph.add(a, b);
            case Op::subtract:
                return graph.subtract(a, b);
            case Op::negate:
                return graph.negate(a);
            case Op::integer_power:
                return graph.integer_power(a, node.exponent);
            case Op::multiply:
                if (graph.is_constant(node.a)) return graph.multiply(factor(graph.value(a)), b);
                return graph.multiply(a, b);
            case Op::divide:
                if (graph.is_constant(node.b) && graph.value(b) != 0)
                    return graph.multiply(factor(1 / graph.value(b)), a);
                if (graph.is_constant(node.a)) return graph.divide(factor(graph.value(a)), b);
                return graph.divide(a, b);
            default:
                return id;
        }
    }

    System system_;
    NodeId leaf_;
    std::vector<Quad> thresholds_{};  // by equation; 0: it has no highest derivatives
    Quad threshold_ = 0;
    Quad largest_ = 0;  // in units of the coefficient of the highest derivatives
    Quad unit_ = 1;     // ε^2
};

}  // namespace

System with_large_factors_as_forces(const System& asked)
{
    const System system = with_folded_parameters(asked);  // numbers decide what is large
    require_unknowns(system);
    System made = LargeFactors(system).run();
    return made.forces.empty() ? system : made;
}

}  // namespace involute
