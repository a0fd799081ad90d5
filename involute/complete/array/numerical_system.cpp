// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/array/numerical_system.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "involute/complete/array/verdict_text.hpp"
#include "involute/complete/closure/closure.hpp"
#include "involute/complete/structural/affinity.hpp"
#include "involute/complete/structural/assignment.hpp"
#include "involute/complete/structural/blocks.hpp"
#include "involute/complete/structural/raising.hpp"
#include "involute/expr/calculus.hpp"
#include "involute/expr/evaluate.hpp"

namespace involute {

namespace {

// A derivative along solutions below this part of its terms is zero.
constexpr double stays_zero = 1e-9;

std::string row_name(const ChosenRow& row, const System& system)
{
    const ArrayTerm& term = row.terms.front();
    if (row.terms.size() > 1) return combination_text(row.terms);
    if (term.order == 0) return system.equations[term.equation].text;
    const std::string name = fmt::format("equation {} differentiated ", term.equation + 1);
    if (term.order == 1) return name + "once";
    if (term.order == 2) return name + "twice";
    return name + fmt::format("{} times", term.order);
}

// The jets of u2 in the rows: carried ones become unknowns, frozen ones numbers. Where the rows are
// affine in u2 and solved by linear algebra, any numbers do; else those of the reference, from
// where Newton's method need not go far.
class Substitution {
public:
    Substitution(System& system, const ChosenRows& rows, const std::vector<int>& below,
                 const JetPoint& reference)
        : graph_(system.graph)
    {
        Probe probe(system);
        const int unknowns = int(below.size());
        std::vector<NodeId> higher, tops;
        for (const auto* list : {&rows.carried, &rows.frozen})
            for (const auto& [j, s] : *list) higher.push_back(graph_.jet(j, s));
        for (int j = 0; j < unknowns; ++j) tops.push_back(graph_.jet(j, below[j] + 1));
        const bool affine = [&] {
            for (const ChosenRow& row : rows.closing)
                if (!occurring(row.node, higher).empty() || !occurring(row.node, tops).empty())
                    return false;
            for (const ChosenRow& row : rows.solved)
                if (nonlinear_pair(graph_, row.node, occurring(row.node, higher), probe))
                    return false;
            return true;
        }();
        from_ = std::move(higher);
        for (int q = 0; q < int(rows.carried.size()); ++q)
            to_.push_back(graph_.jet(unknowns + q, 0));
        for (const auto& [j, s] : rows.frozen)
            to_.push_back(graph_.constant(affine ? Quad(0) : reference.jets[j][s]));
    }

    NodeId operator()(NodeId e) { return substitute(graph_, e, from_, to_); }

private:
    std::vector<NodeId> occurring(NodeId e, const std::vector<NodeId>& jets) const
    {
        const std::vector<NodeId> in_e = leaves(graph_, e);
        std::vector<NodeId> both;
        for (NodeId jet : jets)
            if (std::binary_search(in_e.begin(), in_e.end(), jet)) both.push_back(jet);
        return both;
    }

    Graph& graph_;
    std::vector<NodeId> from_{}, to_{};
};

// The terms of a row that the square system does not have.
void note_neglected(System& made, const ChosenRow& row, const std::vector<JetPlace>& frozen,
                    Substitution& in_unknowns, const JetPoint& reference, const std::string& name)
{
    // Of a combination a coefficient may be what rounding leaves of terms that cancel.
    if (row.terms.size() > 1) return;
    auto left_out = row.left_out;
    for (const auto& [j, s] : frozen)
        left_out.push_back({{j, s}, differentiate(made.graph, row.node, made.graph.jet(j, s))});
    for (const auto& [jet, slope] : left_out) {
        // A jet that may have any value is not left out for a coefficient that is zero.
        // Nor is one that vanishes at this point alone: beside it, it must vanish too.
        JetPoint beside = reference;
        beside.x += Quad(0.17);
        for (std::size_t i = 0; i < beside.jets.size(); ++i)
            for (std::size_t l = 0; l < beside.jets[i].size(); ++l)
                beside.jets[i][l] += Quad(0.1) + Quad(0.013) * Quad(int(2 * i + 3 * l));
        const auto leaf = [&](NodeId id) { return beside(made.graph, id); };
        if (!(abs(evaluate<Quad>(made.graph, slope, leaf)) < stays_zero)) continue;
        const NodeId coefficient = in_unknowns(slope);
        if (made.graph.is_constant(coefficient)) continue;
        made.neglected.push_back({coefficient, jet.first, jet.second, in_unknowns(row.node), name});
    }
}

// Whether an expression contains a jet of order d_j or higher.
bool has_tops(const Graph& graph, NodeId e, const std::vector<int>& d)
{
    for (const NodeId leaf : leaves(graph, e)) {
        const Node node = graph[leaf];
        if (node.op == Op::jet && int(node.b) >= d[node.a]) return true;
    }
    return false;
}

bool is_affine_in_tops(Graph& graph, NodeId e, const std::vector<int>& d, Probe& probe)
{
    std::vector<NodeId> tops;
    for (const NodeId leaf : leaves(graph, e)) {
        const Node node = graph[leaf];
        if (node.op == Op::jet && int(node.b) == d[node.a]) tops.push_back(leaf);
    }
    return !nonlinear_pair(graph, e, tops, probe);
}

JetPoint point_of(const std::vector<int>& d, const ChosenRows& rows, const JetPoint& reference)
{
    JetPoint point{reference.x, {}};
    const int n = int(d.size() - rows.carried.size());
    for (int j = 0; j < int(d.size()); ++j) {
        const int first = j < n ? 0 : rows.carried[j - n].second;
        const auto& jets = reference.jets[j < n ? j : rows.carried[j - n].first];
        point.jets.emplace_back();
        for (int l = 0; l <= d[j]; ++l)
            point.jets.back().push_back(first + l < int(jets.size()) ? jets[first + l] : Quad(0));
    }
    return point;
}

// If B = ∂R/∂v varies, the rows S may fail to determine v = (u1, carried) at some points although R
// determines it there. Bᵗ R = 0 does not fail: where R vanishes, its derivative by v is Bᵗ B. Rows
// are weighted by their size at the reference.
std::vector<NodeId> normal_equations(Graph& graph, const std::vector<NodeId>& rows,
                                     const std::vector<int>& d, const JetPoint& reference)
{
    const auto leaf = [&](NodeId id) { return reference(graph, id); };
    std::vector<NodeId> sums(d.size(), graph.constant(0));
    for (const NodeId row : rows) {
        std::vector<NodeId> slopes;
        for (std::size_t j = 0; j < d.size(); ++j)
            slopes.push_back(differentiate(graph, row, graph.jet(int(j), d[j])));
        Quad size = 0;
        for (const Quad& slope : evaluate<Quad>(graph, slopes, leaf))
            size = std::max<Quad>(size, abs(slope));
        if (!(size > 0) || !isfinite(size)) continue;
        const NodeId weighted = graph.divide(row, graph.constant(size * size));
        for (std::size_t j = 0; j < d.size(); ++j)
            sums[j] = graph.add(sums[j], graph.multiply(slopes[j], weighted));
    }
    return sums;
}

// A transversal of the pattern: every entry counts the same.
std::vector<int> transversal(const std::vector<std::vector<int>>& pattern)
{
    Signature flat;
    for (const auto& row : pattern) {
        flat.emplace_back();
        for (int j : row) flat.back().push_back({j, 0});
    }
    const Assignment found = highest_value_transversal(flat, int(pattern.size()));
    return found.perfect ? found.match : std::vector<int>{};
}

// The structure with the given offsets, to which J belongs.
std::optional<Structure> forced_structure(System& system, const std::vector<int>& d, bool raised)
{
    Structure s;
    std::vector<NodeId> equations;
    for (const Equation& equation : system.equations) equations.push_back(equation.f);
    Probe probe(system);
    const TrueSignature known = true_signature(system.graph, equations, probe);
    s.signature = known.sigma;
    s.canonical_c.assign(equations.size(), 0);
    s.canonical_d = d;
    s.c.assign(equations.size(), raised ? 1 : 0);
    s.d = d;
    for (int& order : s.d) order += raised ? 1 : 0;
    s.pattern = tight_pattern(s.signature, s.c, s.d);
    s.match = transversal(s.pattern);
    if (s.match.empty()) return std::nullopt;
    s.blocks = matched_blocks(s.pattern, s.match);
    for (Block& block : s.blocks) block.raised = raised;
    for (std::size_t i = 0; i < equations.size(); ++i) {
        s.derivatives.push_back({known.equations[i]});
        if (raised)
            s.derivatives.back().push_back(total_derivative(system.graph, known.equations[i]));
    }
    return s;
}

bool is_regular(Graph& graph, const Structure& s, const JetPoint& point)
{
    const int n = int(s.d.size());
    MatrixOf<Quad> J = MatrixOf<Quad>::Zero(n, n);
    const auto leaf = [&](NodeId id) { return point(graph, id); };
    for (int i = 0; i < n; ++i)
        for (int j : s.pattern[i]) {
            const NodeId top = graph.jet(j, s.d[j] - s.c[i]);
            J(i, j) = evaluate<Quad>(graph, differentiate(graph, s.derivatives[i][0], top), leaf);
        }
    if (!J.allFinite()) return false;
    equilibrate(J);
    return staged_rank(J, std::vector<int>(n, 0), 1).ranks[0] == n;
}

// |De| against the sum of its terms ∂e/∂y^(l) · y^(l+1), where 0 has its natural size.
bool is_kept(Graph& graph, NodeId e, const JetPoint& point, const NaturalScale& scale)
{
    const auto leaf = [&](NodeId id) { return point(graph, id); };
    const Quad change = evaluate<Quad>(graph, total_derivative(graph, e), leaf);
    Quad size = 0;
    for (const NodeId in_e : leaves(graph, e)) {
        const Node node = graph[in_e];
        const Quad slope = evaluate<Quad>(graph, differentiate(graph, e, in_e), leaf);
        const int j = int(node.a), next = int(node.b) + 1;
        size += abs(slope) *
                (node.op == Op::jet ? abs(point.jets[j][next]) + scale.of(j, next) : Quad(1));
    }
    return abs(change) <= stays_zero * size;
}

}  // namespace

std::optional<SquareSystem> make_square(System system, const DerivativeArray& array,
                                        const ChosenRows& rows, const JetPoint& reference,
                                        SolvedWith with)
{
    SquareSystem square{std::move(system), {}, false};
    System& made = square.system;
    const int n = made.unknowns();
    const std::vector<Equation> author = made.equations;
    if (made.written.empty()) made.written = author;
    std::vector<int> d(n);
    for (int j = 0; j < n; ++j) d[j] = array.below()[j] + 1;
    for (const auto& [j, s] : rows.carried) {
        made.names.unknowns.push_back(fmt::format("{}^({})", made.names.unknowns[j], s));
        made.unknown_places.push_back({});
        d.push_back(0);
    }
    made.auxiliary += int(rows.carried.size());

    Substitution in_unknowns(made, rows, array.below(), reference);
    std::vector<std::string> names;
    for (const auto* list : {&rows.solved, &rows.closing})
        for (const ChosenRow& row : *list) names.push_back(row_name(row, made));
    std::vector<Equation> equations;
    for (const ChosenRow& row : rows.solved) {
        Equation equation{in_unknowns(row.node), row_name(row, made)};
        if (row.terms.size() == 1) equation.place = author[row.terms.front().equation].place;
        equations.push_back(std::move(equation));
    }
    std::vector<Invariant> closure;
    for (const ChosenRow& row : rows.closing)
        closure.push_back({.name = row_name(row, made),
                           .expression = in_unknowns(row.node),
                           .value = Quad(0),
                           .closure = true});
    made.equations = std::move(equations);

    Probe probe(made);
    for (const Equation& equation : made.equations)
        square.raised |= !is_affine_in_tops(made.graph, equation.f, d, probe);
    for (const Invariant& row : closure) square.raised |= has_tops(made.graph, row.expression, d);
    made.invariants.insert(made.invariants.end(), closure.begin(), closure.end());
    if (square.raised && with == SolvedWith::all_rows) {
        std::vector<NodeId> all;
        for (const Equation& equation : made.equations) all.push_back(equation.f);
        for (const Invariant& row : closure) all.push_back(row.expression);
        const std::vector<NodeId> sums =
            normal_equations(made.graph, all, d, point_of(d, rows, reference));
        made.equations.resize(sums.size());  // rows that close may solve for what others do not
        for (std::size_t j = 0; j < sums.size(); ++j)
            made.equations[j] = {sums[j],
                                 "all rows, solved for " + jet_name(made.names, int(j), d[j])};
    }

    if (made.equations.size() != d.size()) return std::nullopt;
    auto structure = forced_structure(made, d, square.raised);
    if (!structure) return std::nullopt;
    square.structure = std::move(*structure);
    for (const Invariant& row : closure)  // then ranks at one point have misled us
        if (has_tops(made.graph, row.expression, square.structure.d)) return std::nullopt;
    // Last, because normal forms depend on the order in which nodes were made.
    auto name = names.begin();
    for (const auto* list : {&rows.solved, &rows.closing})
        for (const ChosenRow& row : *list)
            note_neglected(made, row, rows.frozen, in_unknowns, reference, *name++);
    return square;
}

void suggest_start(SquareSystem& square, const ChosenRows& rows, const JetPoint& point)
{
    System& system = square.system;
    const JetPoint begin = point_of(square.structure.d, rows, point);
    for (int j = 0; j < int(begin.jets.size()); ++j)
        for (int l = 0; l < int(begin.jets[j].size()); ++l)
            system.suggestions.push_back({.unknown = j, .order = l, .value = begin.jets[j][l]});
}

std::optional<bool> is_sound(SquareSystem& square, const ChosenRows& rows,
                             const JetPoint& reference)
{
    Graph& graph = square.system.graph;
    const Structure& s = square.structure;
    std::vector<NodeId> closure;
    for (const Invariant& row : square.system.invariants)
        if (row.closure) closure.push_back(row.expression);
    const NaturalScale scale(square.system);
    const auto point =
        point_of_structure(square.system, s, closure, point_of(s.d, rows, reference), scale);
    if (!point) return std::nullopt;
    return is_regular(graph, s, *point) &&
           std::all_of(closure.begin(), closure.end(),
                       [&](NodeId e) { return is_kept(graph, e, *point, scale); });
}

}  // namespace involute
