// SPDX-License-Identifier: Apache-2.0
#include "involute/algebra/on_component.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/algebra/forces.hpp"
#include "involute/expr/calculus.hpp"

namespace involute {
namespace {

class Restriction {
public:
    Restriction(const System& system, const Decomposition& decomposition, int component)
        : system_(system),
          decomposition_(decomposition),
          component_(decomposition.components[component]),
          is_constraint_(system.equations.size(), false)
    {
        for (const int i : decomposition.constraints) is_constraint_[i] = true;
        for (const NodeId leaf : decomposition.variables)
            if (system.graph[leaf].op == Op::jet) coordinates_.push_back(leaf);
    }

    OnComponent run()
    {
        std::vector<NodeId> g;
        for (const int i : decomposition_.constraints) g.push_back(system_.equations[i].f);
        const auto forces = constraint_forces(system_, g, coordinates_, is_constraint_);
        if (forces && may_replace(*forces))
            replace(*forces);
        else
            add();
        return {std::move(system_), std::move(notes_), std::move(replaced_)};
    }

private:
    Graph& graph() { return system_.graph; }

    Equation equation_of(NodeId f)
    {
        return {.f = f, .text = print(graph(), f, system_.names) + " = 0"};
    }

    /// Whether the multipliers occur in the forces only. If they do not keep their names, nothing
    /// else may use their values.
    bool may_replace(const ConstraintForces& forces)
    {
        if (forces.multipliers.size() == component_.equations.size()) return true;
        std::vector<NodeId> asked;
        for (const Invariant& invariant : system_.invariants) asked.push_back(invariant.expression);
        for (const Crossing& crossing : system_.crossings) asked.push_back(crossing.expression);
        return !contain_multiplier(forces, asked);
    }
    bool contain_multiplier(const ConstraintForces& forces, const std::vector<NodeId>& expressions)
    {
        const std::vector<NodeId> in = leaves(graph(), expressions);
        return std::any_of(in.begin(), in.end(), [&](NodeId leaf) {
            return graph()[leaf].op == Op::jet && is_multiplier(forces, int(graph()[leaf].a));
        });
    }
    static bool is_multiplier(const ConstraintForces& forces, int unknown)
    {
        return std::find(forces.multipliers.begin(), forces.multipliers.end(), unknown) !=
               forces.multipliers.end();
    }

    void replace(const ConstraintForces& forces)
    {
        const std::vector<NodeId> none(forces.multipliers.size(), graph().constant(0));
        std::vector<NodeId> old;
        for (const int unknown : forces.multipliers) old.push_back(graph().jet(unknown, 0));
        for (const int unknown : forces.multipliers)
            replaced_.push_back(system_.names.unknowns[unknown]);
        std::vector<NodeId> f;  // without the old forces
        for (const Equation& equation : system_.equations)
            f.push_back(substitute(graph(), equation.f, old, none));
        forget_values_of(forces);
        const std::vector<int> multipliers =
            forces.multipliers.size() == component_.equations.size() ? sorted(forces.multipliers)
                                                                     : rename(forces, f);
        for (const ConstraintForces::Row& row : forces.rows)
            for (std::size_t l = 0; l < multipliers.size(); ++l) {
                const NodeId slope =
                    differentiate(graph(), component_.equations[l], coordinates_[row.coordinate]);
                const NodeId force = graph().multiply(graph().jet(multipliers[l], 0), slope);
                f[row.equation] = graph().add(
                    f[row.equation], graph().multiply(graph().constant(row.factor), force));
            }
        put_equations(f, forces);
        std::string names;
        for (const int unknown : multipliers)
            names += (names.empty() ? "" : ", ") + system_.names.unknowns[unknown];
        notes_.push_back(fmt::format(
            "the multipliers {} belong to the equations of the component, not to the constraints "
            "as written",
            names));
    }

    static std::vector<int> sorted(std::vector<int> numbers)
    {
        std::sort(numbers.begin(), numbers.end());
        return numbers;
    }

    /// Drops what is said of the old multipliers: it does not apply to the new ones.
    void forget_values_of(const ConstraintForces& forces)
    {
        const auto belongs = [&](const auto& item) { return is_multiplier(forces, item.unknown); };
        if (std::erase_if(system_.starts, belongs) > 0)
            notes_.push_back(
                "start values of multipliers are not used: those of the component are "
                "others");
        std::erase_if(system_.guesses, belongs);
        std::erase_if(system_.expectations, belongs);
        std::erase_if(system_.definitions, [&](const Definition& d) {
            return contain_multiplier(forces, {d.expression});
        });
    }

    /// Takes the old multipliers out of the unknowns and appends one for every equation of the
    /// component; f and everything else is renumbered.
    std::vector<int> rename(const ConstraintForces& forces, std::vector<NodeId>& f)
    {
        std::vector<int> now(system_.unknowns(), -1);
        Names names{.independent = system_.names.independent};
        std::vector<Place> places;
        for (int u = 0; u < system_.unknowns(); ++u) {
            if (is_multiplier(forces, u)) continue;
            now[u] = int(names.unknowns.size());
            names.unknowns.push_back(system_.names.unknowns[u]);
            places.push_back(u < int(system_.unknown_places.size()) ? system_.unknown_places[u]
                                                                    : Place{});
        }
        renumber(now, f);
        std::vector<int> multipliers;
        const std::string name = free_name(names);
        for (std::size_t l = 0; l < component_.equations.size(); ++l) {
            multipliers.push_back(int(names.unknowns.size()));
            names.unknowns.push_back(fmt::format("{}[{}]", name, l + 1));
            places.emplace_back();
        }
        system_.names = std::move(names);
        system_.unknown_places = std::move(places);
        return multipliers;
    }
    static std::string free_name(const Names& names)
    {
        std::string name = "mu";
        const auto taken = [&](const std::string& other) {
            return other == name || other.starts_with(name + "[");
        };
        while (std::any_of(names.unknowns.begin(), names.unknowns.end(), taken)) name += "_";
        return name;
    }
    void renumber(const std::vector<int>& now, std::vector<NodeId>& f)
    {
        std::vector<NodeId*> nodes;
        for (NodeId& e : f) nodes.push_back(&e);
        for (NodeId& e : component_.equations) nodes.push_back(&e);
        for (NodeId& e : coordinates_) nodes.push_back(&e);
        for (Invariant& invariant : system_.invariants) nodes.push_back(&invariant.expression);
        for (Crossing& crossing : system_.crossings) nodes.push_back(&crossing.expression);
        for (Definition& definition : system_.definitions) nodes.push_back(&definition.expression);
        std::vector<NodeId> all, from, to;
        for (const NodeId* e : nodes) all.push_back(*e);
        for (const NodeId leaf : leaves(graph(), all)) {
            const Node node = graph()[leaf];
            if (node.op != Op::jet || now[node.a] < 0) continue;
            from.push_back(leaf);
            to.push_back(graph().jet(now[node.a], int(node.b)));
        }
        for (NodeId* e : nodes) *e = substitute(graph(), *e, from, to);
        const auto move = [&](auto& list) {
            for (auto& item : list)
                if (item.unknown >= 0) item.unknown = now[item.unknown];
        };
        move(system_.starts);
        move(system_.guesses);
        move(system_.expectations);
    }

    /// Equations without force as they are, those with one anew, then those of the component.
    void put_equations(const std::vector<NodeId>& f, const ConstraintForces& forces)
    {
        std::vector<Equation> equations;
        for (std::size_t i = 0; i < f.size(); ++i) {
            if (is_constraint_[i]) continue;
            Equation equation = system_.equations[i];
            equation.f = f[i];
            if (std::any_of(forces.rows.begin(), forces.rows.end(),
                            [&](const auto& row) { return row.equation == int(i); }))
                equation.text = equation_of(f[i]).text;
            equations.push_back(std::move(equation));
        }
        for (const NodeId h : component_.equations) equations.push_back(equation_of(h));
        system_.equations = std::move(equations);
    }

    void add()
    {
        for (const NodeId h : component_.equations) system_.equations.push_back(equation_of(h));
        notes_.push_back(
            "the constraints have no multipliers that act along their gradients: the equations of "
            "the component are added to the system, which is as singular as before where the "
            "branches cross");
    }

    System system_;
    const Decomposition& decomposition_;
    Component component_;
    std::vector<bool> is_constraint_;
    std::vector<NodeId> coordinates_;
    std::vector<std::string> notes_, replaced_;
};

}  // namespace

OnComponent on_component(const System& system, const Decomposition& decomposition, int component)
{
    return Restriction(system, decomposition, component).run();
}

}  // namespace involute
