// SPDX-License-Identifier: Apache-2.0
// The author's equations as conditions on a row of values, in a graph of their own: nothing that
// completion does to equations (strike out jets, combine, replace, restrict to a component, carry
// forces) can reach them. Completion decides which numbers a row holds, and no more.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "involute/expr/tape.hpp"
#include "involute/geometry/layout.hpp"
#include "involute/system/system.hpp"

namespace involute {

/// Whose equations are checked, and where the values of the unknowns stand.
struct Author {
    std::shared_ptr<const System> system{};  // exactly as it was given
    std::vector<int> held{};  // by unknown: its number in the completed system; -1: has no value
    std::vector<int> differentiated{};  // by equation: at least so often; empty: as rows allow
};

/// Where the unknowns of a system stand in another one, by their names; -1 for those in `replaced`.
std::vector<int> held_unknowns(const System& author, const System& completed,
                               const std::vector<std::string>& replaced);

struct AuthorRow {
    NodeId f{};
    std::string name{};  // "equation 3 (x^2 + y^2 = 1) differentiated once"
    int equation = -1;   // of the author's; -1: an invariant
    int order = 0;       // differentiated so often
    int invariant = -1;  // of the author's
    bool seeks = false;  // contains jets that no row holds
};

/// A jet of the author's that has a number, and where: in (p, z, sought).
struct AuthorJet {
    int unknown = 0;
    int order = 0;
    int place = 0;
};

/// f_i^(l) for l up to where a row holds every jet, or up to Author::differentiated; then the
/// declared invariants. On the structural route that is l <= c_i, and nothing is sought.
class AuthorRows {
public:
    AuthorRows(const Author& author, const Layout& layout);

    std::vector<AuthorRow> rows{};
    std::vector<NodeId> sought{};  // jets that no row holds, in order of unknowns

    const Graph& graph() const { return graph_; }
    int point_size() const { return size_; }
    /// Where a jet stands in (p, z, sought), z_j at size + j; x is 0.
    int place(NodeId leaf) const;
    /// Every jet that is held or sought.
    std::vector<AuthorJet> jets() const;
    /// Whether a sought jet belongs to an unknown of which a row holds others.
    bool is_beyond(int k) const { return held_[graph_[sought[std::size_t(k)]].a] >= 0; }
    /// The place of the top of that unknown.
    int top_of(int k) const { return size_ + held_[graph_[sought[std::size_t(k)]].a]; }

    /// (p, z, their scales) -> for every row that seeks nothing f and Σ |∂f/∂jet| scale(jet).
    Tape write_settled();
    /// (p, z, sought, their scales) -> the same for the rows that seek, and after each its
    /// derivatives by the sought jets it contains.
    struct SeekingTape {
        Tape tape{};
        std::vector<std::vector<int>> columns{};  // by row that seeks: the sought jets in it
    };
    SeekingTape write_seeking();

private:
    void differentiate_equations(const Author& author);
    int levels(const Author& author, int equation) const;
    bool is_held(NodeId leaf) const;
    Tape write(bool seeking, std::vector<std::vector<int>>* columns);

    Graph graph_;
    std::vector<int> held_;
    std::vector<int> d_, offset_;  // of the layout
    int size_ = 1, unknowns_ = 0;
    NodeMap place_of_sought_{};
};

}  // namespace involute
