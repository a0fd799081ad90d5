// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/side_by_side.hpp"

#include <algorithm>
#include <unordered_map>

#include "involute/expr/functions.hpp"

namespace involute {
namespace {

using Place = std::uint32_t;  // in the code

class Order {
public:
    Order(const std::vector<Instruction>& code, const std::vector<bool>& needed, Place inputs)
        : code_(code), inputs_(inputs), written_(code.size())
    {
        for (Place i = 0; i < code.size(); ++i) written_[i] = !needed[i];
    }

    std::vector<Place> find()
    {
        find_batches();
        order_.reserve(code_.size());
        if (batches_.empty()) {
            for (Place i = 0; i < code_.size(); ++i)
                if (!written_[i]) order_.push_back(i);
        } else {
            for (Place i = 0; i < code_.size(); ++i) write_with_operands(i);
        }
        return std::move(order_);
    }

private:
    using Batch = std::vector<Place>;

    /// The instruction that computes the slot; past the end for what is known.
    Place place_of(Slot s) const
    {
        return s >= inputs_ && s - inputs_ < code_.size() ? s - inputs_ : Place(code_.size());
    }
    template <class F>
    void for_operands(Place i, F f) const
    {
        const Place a = place_of(code_[i].a);
        if (a < code_.size()) f(a);
        if (operand_count(code_[i].code) != 2) return;
        const Place b = place_of(code_[i].b);
        if (b < code_.size()) f(b);
    }

    /// Calls can stand together if none needs another: if as many follow from each other before
    /// each of them. They are taken as they come, up to the number of arguments of one call.
    void find_batches()
    {
        if (std::ranges::none_of(code_, is_sine_or_cosine)) return;
        struct Open {
            std::size_t batch = 0;
            int arguments = sines_at_once;
        };
        std::vector<std::uint32_t> level(code_.size());
        std::vector<Open> open;
        std::unordered_map<Slot, std::size_t> batch_of_argument;
        batch_of_.assign(code_.size(), none);
        for (Place i = 0; i < code_.size(); ++i) {
            if (written_[i]) continue;
            for_operands(i, [&](Place o) {
                level[i] = std::max(level[i], level[o] + is_sine_or_cosine(code_[o]));
            });
            if (!is_sine_or_cosine(code_[i])) continue;
            if (level[i] >= open.size()) open.resize(level[i] + 1);
            Open& at = open[level[i]];
            const auto [found, added] = batch_of_argument.try_emplace(code_[i].a, at.batch);
            if (added) {
                if (at.arguments == sines_at_once) {
                    at = {batches_.size(), 0};
                    batches_.emplace_back();
                }
                ++at.arguments;
                found->second = at.batch;
            }
            batch_of_[i] = found->second;
            batches_[found->second].push_back(i);
        }
    }

    /// Pushes what is needed first; whether there was anything.
    bool waits(Place i)
    {
        const std::size_t before = stack_.size();
        for_operands(i, [&](Place o) {
            if (!written_[o]) stack_.push_back(o);
        });
        return stack_.size() > before;
    }

    void write_with_operands(Place wanted)
    {
        stack_.assign(1, wanted);
        while (!stack_.empty()) {
            const Place i = stack_.back();
            if (written_[i]) {
                stack_.pop_back();
            } else if (batch_of_[i] == none) {
                if (!waits(i)) write(i);
            } else {
                const Batch& batch = batches_[batch_of_[i]];
                bool wait = false;
                for (const Place other : batch) wait = waits(other) || wait;
                if (wait) continue;
                for (const Place other : batch) write(other);
            }
        }
    }
    void write(Place i)
    {
        order_.push_back(i);
        written_[i] = true;
    }

    static constexpr std::size_t none = std::size_t(-1);
    const std::vector<Instruction>& code_;
    const Place inputs_;
    std::vector<bool> written_;
    std::vector<std::size_t> batch_of_{};
    std::vector<Batch> batches_{};
    std::vector<Place> order_{}, stack_{};
};

}  // namespace

bool is_sine_or_cosine(const Instruction& p)
{
    return p.code == Code::call1 && (p.function == sin_function() || p.function == cos_function());
}

std::vector<std::uint32_t> sines_side_by_side(const std::vector<Instruction>& code,
                                              const std::vector<bool>& needed, std::uint32_t inputs)
{
    return Order(code, needed, inputs).find();
}

}  // namespace involute
