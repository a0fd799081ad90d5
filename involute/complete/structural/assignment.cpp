// SPDX-License-Identifier: Apache-2.0
#include "involute/complete/structural/assignment.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <queue>

namespace involute {

namespace {

constexpr int none = -1;
constexpr int unreached = std::numeric_limits<int>::max();

// Rows and columns carry c and d with slack d_j - c_i - sigma_ij >= 0, zero on matched pairs. A
// search from a free row finds the nearest free column, with slack as length; then the offsets of
// what was reached before it rise, so that the path becomes tight, and the pairs along it change.
class Matcher {
public:
    Matcher(const Signature& sigma, int columns)
        : sigma_(sigma),
          row_of_(columns, none),
          parent_(columns, none),
          distance_(columns, unreached),
          settled_(columns, 0),
          dead_(columns, 0)
    {
        result_.match.assign(sigma.size(), none);
        result_.d.assign(columns, 0);
        result_.c.assign(sigma.size(), 0);
    }

    Assignment run()
    {
        start_offsets();
        for (int i = 0; i < rows(); ++i) match_tight(i);
        for (int i = 0; i < rows(); ++i)
            if (result_.match[i] == none) search_from(i);
        result_.perfect = std::count(result_.match.begin(), result_.match.end(), none) == 0 &&
                          std::count(row_of_.begin(), row_of_.end(), none) == 0;
        if (!result_.perfect) result_.violator = violator();
        return std::move(result_);
    }

private:
    struct Arrival {
        int distance = 0;
        long order = 0;  // first come, first served: short paths first
        int column = 0;
        friend bool operator>(const Arrival& a, const Arrival& b)
        {
            return a.distance != b.distance ? a.distance > b.distance : a.order > b.order;
        }
    };

    int rows() const { return int(sigma_.size()); }
    int slack(int row, int column, int order) const
    {
        return result_.d[column] - result_.c[row] - order;
    }

    // d_j the largest sigma of its column, c_i the largest that leaves no negative slack.
    void start_offsets()
    {
        for (const auto& row : sigma_)
            for (const auto& [j, order] : row) result_.d[j] = std::max(result_.d[j], order);
        for (int i = 0; i < rows(); ++i) {
            int least = unreached;
            for (const auto& [j, order] : sigma_[i]) least = std::min(least, result_.d[j] - order);
            result_.c[i] = sigma_[i].empty() ? 0 : least;
        }
    }

    void match_tight(int row)
    {
        for (const auto& [j, order] : sigma_[row]) {
            ++result_.work;
            if (row_of_[j] == none && slack(row, j, order) == 0) return pair(row, j);
        }
    }

    void pair(int row, int column)
    {
        result_.match[row] = column;
        row_of_[column] = row;
    }

    void search_from(int start)
    {
        queue_ = {};
        now_.clear();
        reached_.clear();
        settled_columns_.clear();
        expand(start, 0);
        int end = next_column();
        while (end != none && row_of_[end] != none) {
            expand(row_of_[end], distance_[end]);
            end = next_column();
        }
        if (end != none) {
            raise_offsets(start, distance_[end]);
            augment(start, end);
        } else {
            // No free column can be reached from here, now or later: exclude these from later
            // searches.
            for (int j : reached_) dead_[j] = 1;
        }
        for (int j : reached_) {
            distance_[j] = unreached;
            settled_[j] = 0;
        }
    }

    void expand(int row, int distance)
    {
        for (const auto& [j, order] : sigma_[row]) {
            ++result_.work;
            if (settled_[j] || dead_[j]) continue;
            const int through = distance + slack(row, j, order);
            if (through >= distance_[j]) continue;
            if (distance_[j] == unreached) reached_.push_back(j);
            distance_[j] = through;
            parent_[j] = row;
            if (through > distance)
                queue_.push({through, ++arrivals_, j});
            else if (row_of_[j] == none)
                now_.push_front(j);
            else
                now_.push_back(j);
        }
    }

    // The nearest column not yet settled: those at the present distance before the queue.
    int next_column()
    {
        while (!now_.empty() || !queue_.empty()) {
            int j = 0;
            if (!now_.empty()) {
                j = now_.front();
                now_.pop_front();
            } else {
                j = queue_.top().column;
                queue_.pop();
            }
            if (settled_[j]) continue;
            settled_[j] = 1;
            settled_columns_.push_back(j);
            return j;
        }
        return none;
    }

    void raise_offsets(int start, int length)
    {
        result_.c[start] += length;
        for (int j : settled_columns_) {
            const int rise = length - distance_[j];
            if (rise == 0) continue;
            result_.d[j] += rise;
            result_.c[row_of_[j]] += rise;
        }
    }

    void augment(int start, int end)
    {
        for (int j = end; j != none;) {
            const int row = parent_[j];
            const int next = row == start ? none : result_.match[row];
            pair(row, j);
            j = next;
        }
    }

    // From a free row along all alternating paths: the rows met have only the columns met, one
    // fewer. The same from a free column.
    HallViolator violator() const
    {
        HallViolator found;
        const auto free_row = std::find(result_.match.begin(), result_.match.end(), none);
        if (free_row != result_.match.end())
            grow(sigma_columns(), row_of_, int(free_row - result_.match.begin()), found.rows,
                 found.their_columns);
        const auto free_column = std::find(row_of_.begin(), row_of_.end(), none);
        if (free_column != row_of_.end())
            grow(sigma_rows(), result_.match, int(free_column - row_of_.begin()), found.columns,
                 found.their_rows);
        return found;
    }

    using Lists = std::vector<std::vector<int>>;

    Lists sigma_columns() const
    {
        Lists lists(sigma_.size());
        for (int i = 0; i < rows(); ++i)
            for (const auto& entry : sigma_[i]) lists[i].push_back(entry.first);
        return lists;
    }

    Lists sigma_rows() const
    {
        Lists lists(row_of_.size());
        for (int i = 0; i < rows(); ++i)
            for (const auto& entry : sigma_[i]) lists[entry.first].push_back(i);
        return lists;
    }

    static void grow(const Lists& others_of, const std::vector<int>& partner, int start,
                     std::vector<int>& ours, std::vector<int>& theirs)
    {
        std::vector<char> seen(partner.size(), 0);
        ours = {start};
        for (std::size_t k = 0; k < ours.size(); ++k)
            for (int other : others_of[ours[k]]) {
                if (seen[other]) continue;
                seen[other] = 1;
                theirs.push_back(other);
                ours.push_back(partner[other]);
            }
        std::sort(ours.begin(), ours.end());
        std::sort(theirs.begin(), theirs.end());
    }

    const Signature& sigma_;
    Assignment result_;
    std::vector<int> row_of_;    // column -> row
    std::vector<int> parent_;    // column -> the row it was reached from
    std::vector<int> distance_;  // column -> length of the shortest path found so far
    std::vector<char> settled_, dead_;
    std::vector<int> reached_, settled_columns_;
    std::deque<int> now_;
    std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> queue_;
    long arrivals_ = 0;
};

}  // namespace

Assignment highest_value_transversal(const Signature& sigma, int columns)
{
    return Matcher(sigma, columns).run();
}

}  // namespace involute
