// SPDX-License-Identifier: Apache-2.0
// State: what is written comes back to the last bit, and what does not fit is refused.
#include "involute/base/state.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "involute/base/error.hpp"

namespace involute {
namespace {

struct Memory {
    double number = 0;
    Quad full = 0;
    std::vector<double> list{};
    std::optional<long> count{};
    bool flag = false;
    std::string text{};
    std::vector<std::pair<int, double>> pairs{};

    void visit_state(State& state)
    {
        const State::Part part(state, "memory");
        state("number", number);
        state("full", full);
        state("list", list);
        state("count", count);
        state("flag", flag);
        state("text", text);
        state.list("pairs", pairs, [&](std::pair<int, double>& pair) { state("pair", pair); });
    }
};

TEST(State, ComesBackToTheLastBit)
{
    const double infinity = std::numeric_limits<double>::infinity();
    Memory before{.number = -0.0,
                  .full = Quad(1) / Quad(3),
                  .list = {0.1, -infinity, 5e-324, 1.7976931348623157e308},
                  .count = -7,
                  .flag = true,
                  .text = "a \"b\"\n",
                  .pairs = {{1, 0.5}, {2, -0.25}}};
    State written;
    before.visit_state(written);
    Memory after;
    State read(written.records());
    after.visit_state(read);
    read.require_end();
    EXPECT_TRUE(std::signbit(after.number));
    EXPECT_TRUE(after.full == before.full);
    EXPECT_EQ(after.list, before.list);
    EXPECT_EQ(after.count, before.count);
    EXPECT_EQ(after.flag, before.flag);
    EXPECT_EQ(after.text, before.text);
    EXPECT_EQ(after.pairs, before.pairs);
}

TEST(State, RefusesWhatDoesNotFit)
{
    Memory memory;
    State written;
    memory.visit_state(written);
    for (std::size_t k = 0; k < written.records().size(); ++k) {
        std::vector<StateRecord> renamed = written.records(), shortened = renamed;
        renamed[k].name += "?";
        shortened[k].words.clear();
        for (const auto& records : {renamed, shortened}) {
            State read(records);
            EXPECT_THROW(memory.visit_state(read), Error) << k;
        }
    }
    std::vector<StateRecord> longer = written.records();
    longer.push_back({"more", {}});
    State read(longer);
    memory.visit_state(read);
    EXPECT_THROW(read.require_end(), Error);
}

}  // namespace
}  // namespace involute
