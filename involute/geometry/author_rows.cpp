// SPDX-License-Identifier: Apache-2.0
#include "involute/geometry/author_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "involute/expr/calculus.hpp"

namespace involute {
namespace {

// As completion allows itself (CompletionOptions::max_nodes); what is beyond it is not looked at.
constexpr std::size_t most_nodes = 4'000'000;

std::string row_name(const std::string& text, int equation, int order)
{
    const std::string name = fmt::format("equation {} ({})", equation + 1, text);
    if (order == 0) return name;
    if (order == 1) return name + " differentiated once";
    return fmt::format("{} differentiated {} times", name, order);
}

}  // namespace

std::vector<int> held_unknowns(const System& author, const System& completed,
                               const std::vector<std::string>& replaced)
{
    std::unordered_map<std::string, int> number;
    for (int j = 0; j < completed.unknowns(); ++j)
        number.emplace(completed.names.unknowns[std::size_t(j)], j);
    for (const std::string& name : replaced) number.erase(name);
    std::vector<int> held;
    for (const std::string& name : author.names.unknowns) {
        const auto found = number.find(name);
        held.push_back(found == number.end() ? -1 : found->second);
    }
    return held;
}

AuthorRows::AuthorRows(const Author& author, const Layout& layout)
    : graph_(author.system->graph),
      held_(author.held),
      d_(layout.d),
      offset_(layout.offset),
      size_(layout.size),
      unknowns_(layout.unknowns)
{
    differentiate_equations(author);
    const std::vector<Invariant>& invariants = author.system->invariants;
    for (int k = 0; k < int(invariants.size()); ++k)
        rows.push_back({.f = invariants[std::size_t(k)].expression,
                        .name = fmt::format("invariant `{}`", invariants[std::size_t(k)].name),
                        .invariant = k});
    std::vector<NodeId> all;
    for (const AuthorRow& row : rows) all.push_back(row.f);
    for (const NodeId leaf : leaves(graph_, all))
        if (!is_held(leaf)) sought.push_back(leaf);
    for (std::size_t k = 0; k < sought.size(); ++k)
        place_of_sought_.set(sought[k], std::uint32_t(k));
    if (sought.empty()) return;
    for (AuthorRow& row : rows) {
        const std::vector<NodeId> in_row = leaves(graph_, row.f);
        row.seeks =
            std::any_of(in_row.begin(), in_row.end(), [&](NodeId leaf) { return !is_held(leaf); });
    }
}

bool AuthorRows::is_held(NodeId leaf) const
{
    const Node& node = graph_[leaf];
    if (node.op == Op::independent) return true;
    const int j = held_[node.a];
    return j >= 0 && int(node.b) <= d_[std::size_t(j)];
}

int AuthorRows::place(NodeId leaf) const
{
    const Node& node = graph_[leaf];
    if (node.op == Op::independent) return 0;
    if (!is_held(leaf)) return size_ + unknowns_ + int(place_of_sought_.find(leaf));
    const int j = held_[node.a], l = int(node.b);
    return l < d_[std::size_t(j)] ? offset_[std::size_t(j)] + l : size_ + j;
}

std::vector<AuthorJet> AuthorRows::jets() const
{
    std::vector<AuthorJet> all;
    for (int j = 0; j < int(held_.size()); ++j) {
        const int held = held_[std::size_t(j)];
        if (held < 0) continue;
        const int d = d_[std::size_t(held)];
        for (int l = 0; l <= d; ++l)
            all.push_back({j, l, l < d ? offset_[std::size_t(held)] + l : size_ + held});
    }
    for (std::size_t k = 0; k < sought.size(); ++k) {
        const Node& node = graph_[sought[k]];
        all.push_back({int(node.a), int(node.b), size_ + unknowns_ + int(k)});
    }
    return all;
}

/// The derivatives of an equation that contain nothing above the tops: min over its jets of
/// d_j - order, which is c_i on the structural route. What completion says may be more.
int AuthorRows::levels(const Author& author, int equation) const
{
    const NodeId f = author_equations(*author.system)[std::size_t(equation)].f;
    int allowed = std::numeric_limits<int>::max();
    bool has_jets = false;
    for (const NodeId leaf : leaves(graph_, f)) {
        const Node& node = graph_[leaf];
        if (node.op != Op::jet) continue;
        has_jets = true;
        const int j = held_[node.a];
        allowed = std::min(allowed, j < 0 ? 0 : d_[std::size_t(j)] - int(node.b));
    }
    if (!has_jets) return 0;
    const bool said = std::size_t(equation) < author.differentiated.size();
    const int asked = said ? author.differentiated[std::size_t(equation)] : 0;
    return std::max({0, allowed, asked});
}

void AuthorRows::differentiate_equations(const Author& author)
{
    NodeMap known;
    const std::vector<Equation>& equations = author_equations(*author.system);
    for (int i = 0; i < int(equations.size()); ++i) {
        const Equation& equation = equations[std::size_t(i)];
        const int last = levels(author, i);
        NodeId f = equation.f;
        for (int l = 0;; ++l) {
            rows.push_back(
                {.f = f, .name = row_name(equation.text, i, l), .equation = i, .order = l});
            if (l == last) break;
            const auto derivative = total_derivative(graph_, f, known, most_nodes);
            if (!derivative) break;
            f = *derivative;
        }
    }
}

Tape AuthorRows::write_settled()
{
    return write(false, nullptr);
}

AuthorRows::SeekingTape AuthorRows::write_seeking()
{
    SeekingTape made;
    made.tape = write(true, &made.columns);
    return made;
}

Tape AuthorRows::write(bool seeking, std::vector<std::vector<int>>* columns)
{
    // Make all derivatives first: the graph must not grow while the tape builder reads it.
    struct Partial {
        NodeId derivative{};
        int place = 0;
    };
    struct Row {
        NodeId f{};
        std::vector<Partial> partials{};
    };
    std::vector<Row> written;
    std::vector<NodeId> all;
    for (const AuthorRow& row : rows) {
        if (row.seeks != seeking) continue;
        Row made{row.f, {}};
        Partials partials(graph_, row.f);
        for (const NodeId leaf : partials.leaves())
            if (graph_[leaf].op == Op::jet)
                made.partials.push_back({partials.by(leaf), place(leaf)});
        written.push_back(std::move(made));
        all.push_back(row.f);
    }
    const int known = size_ + unknowns_;
    const int inputs = known + (seeking ? int(sought.size()) : 0);
    TapeBuilder tape(graph_, std::uint32_t(2 * inputs));
    for (const NodeId leaf : leaves(graph_, all))
        tape.bind(leaf, tape.input(std::uint32_t(place(leaf))));
    for (const Row& row : written) {
        tape.output(tape.emit(row.f));
        Slot sum = tape.constant(0);
        for (const auto& [derivative, at] : row.partials)
            sum = tape.add(sum, tape.multiply(tape.absolute(tape.emit(derivative)),
                                              tape.input(std::uint32_t(inputs + at))));
        tape.output(sum);
        if (!seeking) continue;
        columns->emplace_back();
        for (const auto& [derivative, at] : row.partials) {
            if (at < known) continue;
            tape.output(tape.emit(derivative));
            columns->back().push_back(at - known);
        }
    }
    return tape.finish();
}

}  // namespace involute
