// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/structural/blocks.hpp"

#include <algorithm>

namespace involute {

namespace {

// Tarjan's algorithm on the graph row -> row that determines one of its unknowns. Components come
// out after everything they point to: that is the solving order. Iterative, because a chain of
// links is one path thousands of rows deep.
class Components {
public:
    Components(const std::vector<std::vector<int>>& pattern, const std::vector<int>& match)
        : pattern_(pattern),
          row_of_(match.size()),
          number_(match.size(), 0),
          low_(match.size(), 0),
          on_stack_(match.size(), 0)
    {
        for (int i = 0; i < int(match.size()); ++i) row_of_[match[i]] = i;
    }

    std::vector<std::vector<int>> find()
    {
        for (int i = 0; i < int(number_.size()); ++i)
            if (number_[i] == 0) walk_from(i);
        return std::move(found_);
    }

private:
    struct Visit {
        int row = 0;
        std::size_t next = 0;  // position in its pattern
    };

    void enter(int row)
    {
        number_[row] = low_[row] = ++counter_;
        stack_.push_back(row);
        on_stack_[row] = 1;
        path_.push_back({row, 0});
    }

    void walk_from(int start)
    {
        enter(start);
        while (!path_.empty()) {
            Visit& visit = path_.back();
            if (visit.next < pattern_[visit.row].size())
                look_at(visit.row, row_of_[pattern_[visit.row][visit.next++]]);
            else
                leave();
        }
    }

    void look_at(int row, int neighbour)
    {
        if (number_[neighbour] == 0)
            enter(neighbour);
        else if (on_stack_[neighbour])
            low_[row] = std::min(low_[row], number_[neighbour]);
    }

    void leave()
    {
        const int row = path_.back().row;
        path_.pop_back();
        if (!path_.empty()) low_[path_.back().row] = std::min(low_[path_.back().row], low_[row]);
        if (low_[row] == number_[row]) close_component(row);
    }

    void close_component(int root)
    {
        const auto begin = std::find(stack_.rbegin(), stack_.rend(), root).base() - 1;
        std::vector<int> rows(begin, stack_.end());
        stack_.erase(begin, stack_.end());
        for (int row : rows) on_stack_[row] = 0;
        std::sort(rows.begin(), rows.end());
        found_.push_back(std::move(rows));
    }

    const std::vector<std::vector<int>>& pattern_;
    std::vector<int> row_of_, number_, low_;
    std::vector<char> on_stack_;
    std::vector<int> stack_;
    std::vector<Visit> path_;
    std::vector<std::vector<int>> found_;
    int counter_ = 0;
};

}  // namespace

std::vector<std::vector<int>> block_triangular_form(const std::vector<std::vector<int>>& pattern,
                                                    const std::vector<int>& match)
{
    return Components(pattern, match).find();
}

std::vector<Block> matched_blocks(const std::vector<std::vector<int>>& pattern,
                                  const std::vector<int>& match)
{
    std::vector<Block> blocks;
    for (std::vector<int>& rows : block_triangular_form(pattern, match)) {
        Block block{std::move(rows), {}, false};
        for (int i : block.rows) block.columns.push_back(match[i]);
        blocks.push_back(std::move(block));
    }
    return blocks;
}

}  // namespace involute
