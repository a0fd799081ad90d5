// SPDX-License-Identifier: Apache-2.0
// Writes the tapes of a series program: the start tape for the coefficients up to stage 0, in full,
// and the stage tape for the coefficients of any later stage. Each is written by a source of its
// own, series_program_{start,stage}.cpp; where their numbers lie is decided in
// series_program_memory.cpp.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "involute/expr/series_program.hpp"
#include "involute/expr/series_program_layout.hpp"

namespace involute {

/// The coefficients 0..ahead of every node, as slots of a tape in which the leaves are bound.
class SeriesStart {
public:
    /// leaf(id, n): the coefficient n >= 1 of a leaf.
    SeriesStart(const SeriesPlan& plan, TapeBuilder& tape,
                const std::function<Slot(NodeId leaf, int order)>& leaf);

    Slot coefficient(int node, int order) const { return values_[node][order]; }
    Slot reciprocal(int node) const;  // 1 over the value

    TapeBuilder& tape() const { return tape_; }
    const SeriesPlan& plan() const { return plan_; }

private:
    friend struct StartRules;
    const SeriesPlan& plan_;
    TapeBuilder& tape_;
    std::vector<std::vector<Slot>> values_;
};

/// The newest coefficients of all nodes, k + ahead for a general k >= 1. Written twice: first
/// to learn what must be stored, then, after arrange(), with the final positions.
class SeriesStage {
public:
    explicit SeriesStage(const SeriesStart& start);

    /// Lays out the memory; `watched` numbers of the start tape are kept beside it, and a row ends
    /// with `results` numbers of the caller.
    void arrange(int watched, int results);
    const SeriesLayout& layout() const { return layout_; }

    /// Starts over, on an empty tape with inputs() inputs.
    void begin(TapeBuilder& tape);
    std::uint32_t inputs() const;

    /// A value of the start tape as an input of the stage tape; constants stay constants.
    Slot fixed(Slot of_start);
    Slot scalar(StageScalar::Kind kind, int shift, bool inverse);

    using Newest = std::vector<Slot>;
    /// The newest coefficients of all nodes, given those of the leaves.
    Newest advance(const std::function<Slot(NodeId leaf)>& leaf);
    /// The coefficient k + ahead of a node, from the newest or from an earlier row.
    Slot coefficient(const Newest& newest, int node, int ahead);

    /// The row of a stage, as outputs of its tape.
    void write_row(const Newest& newest, const std::vector<Slot>& results);
    /// Fixed values, watched ones and the rows up to 0, as outputs of the start tape.
    void write_start(const std::vector<Slot>& watched, const std::vector<Slot>& results) const;

private:
    friend struct StageRules;
    /// A sum of products with total order k + ahead.
    struct Sum {
        SeriesFactor a{}, b{};
        int ahead = 0;

        friend auto operator<=>(const Sum&, const Sum&) = default;
    };

    int ahead(int node) const { return start_.plan().nodes[node].ahead; }
    bool early(const SeriesFactor& f, int order_ahead) const { return ahead(f.node) > order_ahead; }
    Slot sum(SeriesFactor a, SeriesFactor b, int order_ahead);
    Slot earlier(int node, int order_ahead);
    SumGroup shape(const Sum& sum) const;
    void place_sums();
    int column(const SeriesFactor& factor);

    const SeriesStart& start_;
    TapeBuilder* tape_ = nullptr;
    SeriesLayout layout_{};
    bool arranged_ = false;
    // Everything asked for, numbered as it came; after arrange() the number is the position.
    std::map<Sum, int> sums_{};
    std::map<StageScalar, int> scalars_{};
    std::map<std::pair<int, int>, int> earlier_{};  // (node, ahead of the order)
    std::map<Slot, int> fixed_{};
    std::vector<SeriesFactor> columns_{};  // node -1: nothing
    std::map<SeriesFactor, int> column_of_{};
};

}  // namespace involute
