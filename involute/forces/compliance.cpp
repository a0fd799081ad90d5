// SPDX-License-Identifier: Apache-2.0
#include "involute/forces/compliance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <unordered_set>

#include "involute/base/limits.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"
#include "involute/forces/strains.hpp"

namespace involute {
namespace {

bool is_jet(const Graph& graph, NodeId id)
{
    return graph[id].op == Op::jet;
}

class Conversion {
public:
    Conversion(System system, const SmallParameter& small)
        : made_{std::move(system), {}}, system_(made_.system), small_(small)
    {
    }

    ComplianceForm run()
    {
        drop_derivatives();
        orders_ = highest_derivatives(system_);
        find_explicit();
        recognise();
        const std::vector<Equation> author = system_.equations;
        split();
        carry(choose_strains(system_, std::move(strong_)));
        settle();
        if (system_.auxiliary == 0) return std::move(made_);
        for (const Equation& equation : author) {
            system_.written.push_back(equation);
            system_.written.back().f = settled(system_.graph, equation.f, small_);
        }
        return std::move(made_);
    }

private:
    /// The parameter is a constant, whatever is differentiated.
    void drop_derivatives()
    {
        Graph& graph = system_.graph;
        for (Equation& equation : system_.equations) {
            std::vector<NodeId> from;
            for (const NodeId leaf : leaves(graph, equation.f))
                if (is_jet(graph, leaf) && graph[leaf].a == graph[small_.node].a &&
                    graph[leaf].b > 0)
                    from.push_back(leaf);
            if (!from.empty())
                equation.f = substitute(graph, equation.f, from,
                                        std::vector<NodeId>(from.size(), graph.constant(0)));
        }
    }

    /// Unknowns that an equation of their own determines, such as points of suspension, x[0] = 0.
    /// They are replaced by their values in a strain; otherwise the compliance would be the
    /// vanishing entry of a row.
    void find_explicit()
    {
        Graph& graph = system_.graph;
        for (const Equation& equation : system_.equations) {
            NodeId jet = 0;
            int jets = 0;
            for (const NodeId leaf : leaves(graph, equation.f)) {
                if (!is_jet(graph, leaf)) continue;
                jet = leaf;
                ++jets;
            }
            if (jets != 1 || graph[jet].b != 0 || jet == small_.node) continue;
            const NodeId factor = differentiate(graph, equation.f, jet);
            if (!graph.is_constant(factor) || graph.is_constant(factor, 0)) continue;
            const NodeId rest = substitute(graph, equation.f, {jet}, {graph.constant(0)});
            explicit_jets_.push_back(jet);
            explicit_values_.push_back(graph.negate(graph.divide(rest, factor)));
        }
    }

    /// Finds rows that lose an undifferentiated unknown as the parameter vanishes.
    void recognise()
    {
        Graph& graph = system_.graph;
        const NodeId zero = graph.constant(0);
        std::vector<bool> used(orders_.size());
        for (int i = 0; i < int(system_.equations.size()); ++i) {
            const NodeId f = system_.equations[i].f;
            const std::vector<NodeId> all = leaves(graph, f);
            if (std::ranges::find(all, small_.node) == all.end()) continue;
            const NodeId limit = substitute(graph, f, {small_.node}, {zero});
            const std::vector<NodeId> left = leaves(graph, limit);
            if (std::ranges::none_of(left, [&](NodeId id) { return is_jet(graph, id); })) continue;
            for (const NodeId leaf : all) {
                if (!is_jet(graph, leaf) || leaf == small_.node) continue;
                const std::size_t unknown = graph[leaf].a;
                if (orders_[unknown] > 0 || used[unknown]) continue;
                if (std::ranges::find(left, leaf) != left.end()) continue;
                used[unknown] = true;
                system_.forces.push_back({int(unknown), i, small_.value * small_.value});
                break;
            }
        }
    }

    void split()
    {
        Graph& graph = system_.graph;
        weak_.resize(system_.equations.size());
        for (int i = 0; i < int(system_.equations.size()); ++i) {
            std::vector<Product> strong;
            for (Product& p : scaled_products(i)) {
                const bool inside = grows_inside(p);
                if (inside) complain(i, product_node(graph, p, small_.node));
                if (p.power == -1) complain_of_weakness(i);
                std::vector<Product>& kind = p.power < -1 && !inside ? strong : weak_[i];
                kind.push_back(std::move(p));
            }
            for (Product& p : gathered(graph, strong)) strong_.push_back({i, std::move(p)});
        }
    }

    /// The terms of an equation, divided by what multiplies its highest derivatives:
    /// ε^2 x'' = ... is written as often as x'' = .../ε^2.
    std::vector<Product> scaled_products(int i)
    {
        Graph& graph = system_.graph;
        std::vector<Product> products = sum_of_products(graph, system_.equations[i].f, small_.node);
        int power = 0;
        bool found = false;
        for (const Product& p : products) {
            if (!is_inertia(graph, p, orders_)) continue;
            power = found ? std::min(power, p.power) : p.power;
            found = true;
        }
        if (power >= 2)
            for (Product& p : products) p.power -= power;
        return products;
    }

    /// Whether the parameter occurs inside a factor that has no limit.
    bool grows_inside(const Product& product)
    {
        Graph& graph = system_.graph;
        for (const Factor& factor : product.factors) {
            const std::vector<NodeId> found = leaves(graph, factor.base);
            if (std::ranges::find(found, small_.node) == found.end()) continue;
            const NodeId node = factor_node(graph, factor);
            if (!isfinite(generic_value(node, 0)) && isfinite(generic_value(node, 1))) return true;
        }
        return false;
    }

    /// Its value with arbitrary, different values of the unknowns.
    Quad generic_value(NodeId e, const Quad& small) const
    {
        const auto leaf = [&](NodeId id) {
            const Node& node = system_.graph[id];
            if (id == small_.node) return small;
            return Quad(1) + Quad(1) / Quad(3 + 7 * int(node.a % 1000) + 11 * int(node.b));
        };
        return evaluate<Quad>(system_.graph, e, leaf);
    }

    void complain(int equation, NodeId term)
    {
        const std::string text =
            print(system_.graph, settled(system_.graph, term, small_), system_.names);
        made_.problems.push_back(
            {.message =
                 fmt::format("`{}` grows without bound as {} goes to 0, and no factor of it "
                             "can be carried as a force",
                             text.size() > 60 ? text.substr(0, 57) + "..." : text, small_.name),
             .hint = fmt::format("write the force as an unknown: `var F` and `{}^2*F = ...`",
                                 small_.name),
             .place = system_.equations[equation].place});
    }

    void complain_of_weakness(int equation)
    {
        made_.problems.push_back(
            {.message = fmt::format("this grows like 1/{0} as {0} goes to 0, and strong forces "
                                    "grow like 1/{0}^2",
                                    small_.name),
             .hint = fmt::format("remove `small {}`", small_.name),
             .place = system_.equations[equation].place});
    }

    void carry(const Strains& strains)
    {
        Graph& graph = system_.graph;
        const int first = system_.unknowns(), first_row = int(system_.equations.size());
        std::vector<NodeId> sums(system_.equations.size());
        std::vector<bool> touched(system_.equations.size());
        for (std::size_t i = 0; i < sums.size(); ++i) {
            sums[i] = graph.constant(0);
            for (const Product& p : weak_[i])
                sums[i] = graph.add(sums[i], product_node(graph, p, small_.node));
        }
        for (const StrongProduct& strong : strains.products) {
            if (strong.strain < 0) {
                const NodeId term = product_node(graph, strong.product, small_.node);
                complain(strong.equation, term);
                sums[strong.equation] = graph.add(sums[strong.equation], term);
                continue;
            }
            const Strain& strain = strains.chosen[strong.strain];
            Product rest = strong.product;
            rest.power = 0;
            std::erase(rest.factors, strain.factor);
            const NodeId force = graph.jet(first + strong.strain, 0);
            sums[strong.equation] =
                graph.add(sums[strong.equation],
                          graph.multiply(product_node(graph, rest, small_.node), force));
            touched[strong.equation] = true;
        }
        for (std::size_t i = 0; i < sums.size(); ++i)
            if (touched[i]) system_.equations[i].f = sums[i];
        std::vector<Place> places(strains.chosen.size());
        for (const StrongProduct& p : std::views::reverse(strains.products))
            if (p.strain >= 0) places[p.strain] = system_.equations[p.equation].place;
        for (int k = 0; k < int(strains.chosen.size()); ++k)
            add_force(strains.chosen[k], places[k], first + k, first_row + k);
        system_.auxiliary = int(strains.chosen.size());
    }

    void add_force(const Strain& strain, const Place& place, int unknown, int row)
    {
        Graph& graph = system_.graph;
        const NodeId compliance = graph.integer_power(small_.node, -strain.power);
        const NodeId g =
            substitute(graph, factor_node(graph, strain.factor), explicit_jets_, explicit_values_);
        const NodeId force = graph.jet(unknown, 0);
        system_.names.unknowns.push_back(free_name());
        system_.unknown_places.push_back(place);
        const NodeId left = graph.multiply(compliance, force);
        const auto text = [&](NodeId e) {
            return print(graph, settled(graph, e, small_), system_.names);
        };
        const std::string left_text =
            small_.name.empty() ? text(left)
                                : fmt::format("{}^{}*{}", small_.name, -strain.power, text(force));
        system_.equations.push_back(
            {graph.subtract(left, g), fmt::format("{} = {}", left_text, text(g)), place});
        system_.forces.push_back({unknown, row, pow(small_.value, -strain.power)});
    }

    std::string free_name()
    {
        if (taken_.empty()) {
            taken_.insert(system_.names.independent);
            taken_.insert(system_.names.unknowns.begin(), system_.names.unknowns.end());
            for (const Parameter& p : system_.parameters) taken_.insert(p.name);
        }
        for (;;)
            if (std::string name = fmt::format("force{}", ++last_number_);
                taken_.insert(name).second)
                return name;
    }

    void settle()
    {
        const auto settle_node = [&](NodeId& e) { e = settled(system_.graph, e, small_); };
        for (Equation& equation : system_.equations) settle_node(equation.f);
        for (Invariant& invariant : system_.invariants) settle_node(invariant.expression);
        for (Crossing& crossing : system_.crossings) settle_node(crossing.expression);
        for (Definition& definition : system_.definitions) settle_node(definition.expression);
        system_.small = small_.name;
    }

    ComplianceForm made_;
    System& system_;
    const SmallParameter& small_;
    std::vector<int> orders_{};
    std::vector<NodeId> explicit_jets_{}, explicit_values_{};
    std::vector<std::vector<Product>> weak_{};  // by equation
    std::vector<StrongProduct> strong_{};
    std::unordered_set<std::string> taken_{};
    int last_number_ = 0;
};

}  // namespace

NodeId settled(Graph& graph, NodeId e, const SmallParameter& small)
{
    std::vector<NodeId> from, to;
    for (const NodeId leaf : leaves(graph, e)) {
        const Node node = graph[leaf];
        if (node.op != Op::jet || node.a != graph[small.node].a) continue;
        from.push_back(leaf);
        to.push_back(graph.constant(node.b == 0 ? small.value : Quad(0)));
    }
    return from.empty() ? e : substitute(graph, e, from, to);
}

ComplianceForm to_compliance_form(System system, const SmallParameter& small)
{
    return Conversion(std::move(system), small).run();
}

System without_compliance(const System& system)
{
    require_unknowns(system);
    System limit = system;
    for (const StrongForce& force : system.forces) {
        NodeId& f = limit.equations[force.equation].f;
        f = substitute(limit.graph, f, {limit.graph.jet(force.unknown, 0)},
                       {limit.graph.constant(0)});
    }
    limit.forces.clear();
    limit.written.clear();
    limit.small.clear();
    return limit;
}

}  // namespace involute
