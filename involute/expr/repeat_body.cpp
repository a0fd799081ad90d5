// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/repeat_body.hpp"

#include <algorithm>
#include <unordered_map>

namespace involute {
namespace {

/// Columns of values, each kept once.
class Columns {
public:
    std::uint32_t find_or_add(std::vector<Value> column)
    {
        std::uint64_t hash = 0;
        for (const Value v : column) hash = (hash + v) * 0x9e3779b97f4a7c15u;
        const auto [from, to] = numbers_.equal_range(hash);
        for (auto at = from; at != to; ++at)
            if (columns[at->second] == column) return at->second;
        const auto number = std::uint32_t(columns.size());
        numbers_.emplace(hash, number);
        columns.push_back(std::move(column));
        return number;
    }

    std::vector<std::vector<Value>> columns{};

private:
    std::unordered_multimap<std::uint64_t, std::uint32_t> numbers_{};
};

}  // namespace

std::vector<std::uint32_t> kinds_of_instructions(const Tape& tape, const Liveness& live)
{
    enum : std::uint32_t { input = 1, constant, varying, result, output };
    std::vector<std::uint8_t> places(live.values(), result);
    const std::uint32_t first_varying = live.first_temporary - tape.varying();
    std::fill_n(places.begin(), live.first_temporary, std::uint8_t(varying));
    std::fill_n(places.begin(), first_varying, std::uint8_t(constant));
    std::fill_n(places.begin(), tape.inputs, std::uint8_t(input));
    std::vector<bool> twice(live.values(), false);
    for (const Value v : live.outputs) {
        if (v < live.first_temporary) continue;
        if (places[v] == output) twice[v] = true;
        places[v] = output;
    }
    std::vector<std::uint32_t> kinds;
    kinds.reserve(tape.code.size());
    for (std::size_t i = 0; i < tape.code.size(); ++i) {
        const Instruction& p = tape.code[i];
        const bool binary = operand_count(p.code) == 2;
        if (twice[live.target(i)] || p.code == Code::input) {
            kinds.push_back(0);
            continue;
        }
        const std::uint32_t a = places[live.rows[i].a], b = binary ? places[live.rows[i].b] : 0;
        kinds.push_back(std::uint32_t(p.code) << 24 | std::uint32_t(p.function) << 16 | a << 8 |
                        b << 4 | places[live.target(i)]);
    }
    return kinds;
}

std::vector<std::uint32_t> last_uses(const Liveness& live)
{
    std::vector<std::uint32_t> last(live.values(), 0);
    for (std::size_t i = 0; i < live.rows.size(); ++i)
        last[live.rows[i].a] = last[live.rows[i].b] = std::uint32_t(i);
    for (const Value v : live.outputs) last[v] = Liveness::never;
    return last;
}

RepeatBody body_of(const Tape& tape, const Liveness& live,
                   const std::vector<std::uint32_t>& last_uses, const Repeat& repeat)
{
    struct Operand {
        bool inside = false;  // of the same body: the result of instruction `number`
        std::uint32_t number = 0;
    };
    const Value first = live.target(repeat.first), end = live.target(repeat.end());
    std::vector<bool> needed(repeat.period, false);
    const auto need = [&](Value v) {
        if (v >= first && v < end) needed[(v - first) % repeat.period] = true;
    };
    Columns columns;
    const auto operand = [&](std::uint32_t k, Value Liveness::Row::*which) -> Operand {
        const auto value = [&](std::uint32_t time) {
            return live.rows[repeat.first + time * repeat.period + k].*which;
        };
        const std::uint32_t before = value(0) - first;
        if (value(0) >= first && before < k) {
            std::uint32_t time = 1;
            while (time < repeat.times && value(time) == first + time * repeat.period + before)
                ++time;
            if (time == repeat.times) return {true, before};
        }
        std::vector<Value> column(repeat.times);
        for (std::uint32_t time = 0; time < repeat.times; ++time) need(column[time] = value(time));
        return {false, columns.find_or_add(std::move(column))};
    };
    std::vector<Operand> a, b;
    for (std::uint32_t k = 0; k < repeat.period; ++k) {
        a.push_back(operand(k, &Liveness::Row::a));
        const bool binary = operand_count(tape.code[repeat.first + k].code) == 2;
        b.push_back(binary ? operand(k, &Liveness::Row::b) : a.back());
    }
    for (Value v = first; v < end; ++v)
        if (last_uses[v] >= repeat.end()) need(v);

    RepeatBody body{.tape = {}, .inputs = std::move(columns.columns)};
    const auto inputs = std::uint32_t(body.inputs.size());
    const auto slot = [&](const Operand& at) { return at.inside ? inputs + at.number : at.number; };
    body.tape.inputs = inputs;
    body.tape.slots = inputs + repeat.period;
    for (std::uint32_t k = 0; k < repeat.period; ++k) {
        const Instruction& p = tape.code[repeat.first + k];
        body.tape.code.push_back({p.code, p.function, inputs + k, slot(a[k]), slot(b[k])});
        if (!needed[k]) continue;
        body.tape.outputs.push_back(inputs + k);
        std::vector<Value>& column = body.outputs.emplace_back(repeat.times);
        for (std::uint32_t time = 0; time < repeat.times; ++time)
            column[time] = first + time * repeat.period + k;
    }
    return body;
}

}  // namespace involute
