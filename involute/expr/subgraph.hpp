// SPDX-License-Identifier: Apache-2.0
// The part of a graph that some expressions reach, operands first. The cost of working on an
// expression depends on this part only, not on the whole graph: models with thousands of bodies
// share one arena.
#pragma once

#include <cstdint>
#include <vector>

#include "involute/expr/graph.hpp"

namespace involute {

/// NodeId -> 32-bit value. Not a std::unordered_map: half of the instructions of an analysis are
/// lookups here, and with one `involute analyze` of Andrews' mechanism takes 35 % more of them (220
/// instead of 163 million).
class NodeMap {
public:
    static constexpr std::uint32_t absent = 0xffffffff;

    std::uint32_t find(NodeId key) const
    {
        if (entries_.empty()) return absent;
        return entries_[position(key)].value;
    }

    void set(NodeId key, std::uint32_t value)
    {
        if (2 * (count_ + 1) > entries_.size()) grow();
        Entry& entry = entries_[position(key)];
        if (entry.key != key) ++count_;
        entry = {key, value};
    }

private:
    struct Entry {
        NodeId key = 0xffffffff;
        std::uint32_t value = absent;
    };

    std::size_t position(NodeId key) const
    {
        const std::size_t mask = entries_.size() - 1;
        std::size_t i = (key * std::uint64_t{0x9e3779b97f4a7c15}) >> 32 & mask;
        while (entries_[i].key != key && entries_[i].key != 0xffffffff) i = (i + 1) & mask;
        return i;
    }

    void grow()
    {
        std::vector<Entry> old(entries_.empty() ? 32 : 2 * entries_.size());
        old.swap(entries_);
        for (const Entry& entry : old)
            if (entry.key != 0xffffffff) entries_[position(entry.key)] = entry;
    }

    std::vector<Entry> entries_{};
    std::size_t count_ = 0;
};

/// The number of operands of a node that are nodes: 0, 1 or 2.
int operand_count(const Node& node);

/// One node of a subgraph; a and b are the places of its operands in Subgraph::visits.
struct Visit {
    NodeId id = 0;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

struct Subgraph {
    std::vector<Visit> visits{};         // operands before the nodes that use them
    std::vector<std::uint32_t> roots{};  // places of the expressions asked for
};

Subgraph subgraph(const Graph& graph, const std::vector<NodeId>& roots);

}  // namespace involute
