// SPDX-License-Identifier: Apache-2.0
// The equations of a square system under repair: the author's, and combinations in their place,
// with their names and what they were made of.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "involute/complete/completion.hpp"
#include "involute/complete/structural/probe.hpp"
#include "involute/complete/structural/signature.hpp"

namespace involute {

struct RepairRow {
    NodeId f{};
    std::string name{};  // "equation 2", "combination 1"
    std::string text{};  // what it was made of
    std::vector<int>
        orders{};  // by equation of the author's: differentiated so often; -1: not used
    std::vector<std::pair<int, int>> sigma{};
    bool replaced = false;
};

class RepairRows {
public:
    /// The equations of result.system; what is made of them is noted in `result`, which must
    /// outlive the rows. `names` of equations that are not the author's.
    explicit RepairRows(Completion& result, const std::vector<std::string>& names = {});

    std::size_t size() const { return rows_.size(); }
    RepairRow& operator[](std::size_t i) { return rows_[i]; }
    const RepairRow& operator[](std::size_t i) const { return rows_[i]; }

    Graph& graph() { return result_.system.graph; }
    Probe& probe() { return probe_; }
    Signature signature() const;
    std::vector<NodeId> equations() const;

    /// A new combination, that uses nothing so far.
    RepairRow combination();
    /// It uses that row, differentiated so often.
    static void use(RepairRow& made, const RepairRow& row, int times);
    /// Finds what the row truly depends on.
    void clean(RepairRow& row);
    /// Cleaned, and noted with the equation it reads.
    RepairRow finished(RepairRow made);
    /// "3", "sin(x)", "(x + y)"
    std::string factor_text(NodeId factor);

private:
    Completion& result_;
    Probe probe_;
    std::vector<RepairRow> rows_{};
    int combinations_ = 0;
};

/// Takes the equations apart before combinations are searched for: multiples of equations that
/// stand in others are left out, and leading terms with numbers as factors eliminated.
void take_apart(RepairRows& rows);

}  // namespace involute
