// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/series_program.hpp"

#include <algorithm>

#include "involute/expr/calculus.hpp"
#include "involute/expr/functions.hpp"
#include "involute/expr/input.hpp"

namespace involute {
namespace {

constexpr NodeId none = 0xffffffff;

/// A node's rule with operands that are still nodes of the graph.
struct Draft {
    SeriesRule rule{};
    NodeId a = none, b = none, wa = none, wb = none;
};

class Planner {
public:
    Planner(Graph& graph, SeriesPlan& plan) : graph_(graph), plan_(plan) {}

    /// Adds what e needs; partial derivatives wait in `partials`.
    void add(NodeId e)
    {
        std::vector<NodeId> stack{e};
        while (!stack.empty()) {
            const NodeId id = stack.back();
            if (known(id)) {
                stack.pop_back();
                continue;
            }
            const Draft draft = draft_of(id);
            const std::size_t before = stack.size();
            for (const NodeId operand : {draft.a, draft.b})
                if (operand != none && !known(operand)) stack.push_back(operand);
            if (stack.size() > before) continue;
            stack.pop_back();
            place(id, draft);
        }
    }

    void add_partials()
    {
        for (std::size_t i = 0; i < partials_.size(); ++i) {
            const Waiting waiting = partials_[i];
            add(waiting.partial);
            int& target =
                waiting.first ? plan_.nodes[waiting.node].wa : plan_.nodes[waiting.node].wb;
            target = plan_.at(waiting.partial);
        }
    }

private:
    struct Waiting {
        int node = 0;
        bool first = true;
        NodeId partial = 0;
    };

    bool known(NodeId id) const { return plan_.place.find(id) != NodeMap::absent; }
    bool frozen(NodeId id) const { return known(id) && plan_.frozen(plan_.at(id)); }

    void place(NodeId id, const Draft& draft)
    {
        const auto at = [&](NodeId operand) { return operand == none ? -1 : plan_.at(operand); };
        const int here = int(plan_.nodes.size());
        SeriesNode node{.rule = draft.rule,
                        .id = id,
                        .a = at(draft.a),
                        .b = at(draft.b),
                        .function = graph_[id].function};
        const bool operands_frozen =
            draft.a != none && frozen(draft.a) && (draft.b == none || frozen(draft.b));
        if (operands_frozen) node.rule = SeriesRule::frozen;
        if (node.rule == SeriesRule::product && frozen(draft.b)) std::swap(node.a, node.b);
        if (node.rule == SeriesRule::product && plan_.frozen(node.a)) node.rule = SeriesRule::scale;
        if (node.rule == SeriesRule::function) {
            partials_.push_back({here, true, draft.wa});
            if (draft.wb != none) partials_.push_back({here, false, draft.wb});
        }
        plan_.nodes.push_back(node);
        plan_.place.set(id, std::uint32_t(here));
    }

    /// a^n by repeated squaring, as tapes and Series do it.
    Draft integer_power(NodeId a, int n)
    {
        if (n < 0)
            return {SeriesRule::quotient, graph_.constant(1),
                    n == -1 ? a : graph_.integer_power(a, -n)};
        const Node base = graph_[a];
        if (n % 2 == 0 && base.op == Op::call && base.function == sqrt_function())
            return {SeriesRule::same, n == 2 ? base.a : graph_.integer_power(base.a, n / 2)};
        const NodeId half = n / 2 == 1 ? a : graph_.integer_power(a, n / 2);
        if (n % 2 == 0) return {SeriesRule::product, half, half};
        return {SeriesRule::product, a, graph_.integer_power(a, n - 1)};
    }

    Draft function(NodeId id, const Node& node)
    {
        if (node.function == sqrt_function()) return {SeriesRule::root, node.a};
        if (node.function == find_function("log")) return {SeriesRule::logarithm, node.a};
        if (node.function == sign_function() || node.function == floor_function())
            return {SeriesRule::frozen, node.a};
        if (is_choice(node.function)) return {SeriesRule::choice, node.a, node.b};
        const Function& f = functions()[node.function];
        const bool binary = f.arity == 2;
        return {SeriesRule::function, node.a, binary ? node.b : none,
                f.partial(graph_, id, node.a, node.b, 0),
                binary ? f.partial(graph_, id, node.a, node.b, 1) : none};
    }

    Draft power(const Node& node)
    {
        if (leaves(graph_, node.b).empty()) return {SeriesRule::power, node.a, node.b};
        const NodeId exponent = graph_.multiply(node.b, graph_.call(*find_function("log"), node.a));
        return {SeriesRule::same, graph_.call(*find_function("exp"), exponent)};
    }

    /// Its last derivative is constant between breakpoints, where steps end.
    Draft input(const Node& node)
    {
        const auto degree = graph_.input_functions()[node.b]->degree();
        if (degree && node.exponent >= *degree) return {SeriesRule::frozen, node.a};
        return {SeriesRule::function, node.a, none,
                graph_.input(int(node.b), node.exponent + 1, node.a)};
    }

    Draft draft_of(NodeId id)
    {
        const Node node = graph_[id];
        switch (node.op) {
            case Op::constant:
            case Op::parameter:
                return {SeriesRule::frozen};
            case Op::independent:
            case Op::jet:
                return {SeriesRule::leaf};
            case Op::add:
                return {SeriesRule::add, node.a, node.b};
            case Op::subtract:
                return {SeriesRule::subtract, node.a, node.b};
            case Op::negate:
                return {SeriesRule::negate, node.a};
            case Op::multiply:
                return {SeriesRule::product, node.a, node.b};
            case Op::divide:
                return {SeriesRule::quotient, node.a, node.b};
            case Op::power:
                return power(node);
            case Op::integer_power:
                return integer_power(node.a, node.exponent);
            case Op::call:
                return function(id, node);
            case Op::input:
                return input(node);
        }
        return {};
    }

    Graph& graph_;
    SeriesPlan& plan_;
    std::vector<Waiting> partials_{};
};

/// Every operand runs at least as far ahead as its users, partial derivatives included.
void propagate(SeriesPlan& plan)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t v = plan.nodes.size(); v-- > 0;) {
            if (plan.nodes[v].rule == SeriesRule::frozen) continue;
            for (const int operand :
                 {plan.nodes[v].a, plan.nodes[v].b, plan.nodes[v].wa, plan.nodes[v].wb}) {
                if (operand < 0 || plan.nodes[operand].ahead >= plan.nodes[v].ahead) continue;
                plan.nodes[operand].ahead = plan.nodes[v].ahead;
                changed = true;
            }
        }
    }
}

}  // namespace

int SeriesPlan::deepest() const
{
    int deepest = 0;
    for (const SeriesNode& node : nodes) deepest = std::max(deepest, node.ahead);
    return deepest;
}

SeriesPlan plan_series(Graph& graph, const std::vector<SeriesRoot>& roots,
                       const std::function<int(NodeId leaf)>& leaf_ahead)
{
    SeriesPlan plan;
    Planner planner(graph, plan);
    for (const SeriesRoot& root : roots) planner.add(root.id);
    planner.add_partials();
    for (const SeriesRoot& root : roots) {
        int& ahead = plan.nodes[plan.at(root.id)].ahead;
        ahead = std::max(ahead, root.ahead);
    }
    propagate(plan);
    for (SeriesNode& node : plan.nodes)
        if (node.rule == SeriesRule::leaf) node.ahead = std::max(node.ahead, leaf_ahead(node.id));
    return plan;
}

}  // namespace involute
