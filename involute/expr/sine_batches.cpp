// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/sine_batches.hpp"

#include <algorithm>

#include "involute/expr/functions.hpp"

namespace involute {

SineBatches find_sine_batches(const Tape& tape, const Liveness& live, bool single_wanted,
                              std::span<const Repeat> repeats)
{
    SineBatches found;
    found.result.assign(tape.code.size(), SineBatches::none);
    const auto size = std::uint32_t(tape.code.size());
    auto repeat = repeats.begin();
    for (std::uint32_t i = 0; i < size; ++i) {
        if (repeat != repeats.end() && i == repeat->first) {
            i = (repeat++)->end() - 1;
            continue;
        }
        const std::uint32_t stop = repeat != repeats.end() ? repeat->first : size;
        if (!is_sine_or_cosine(tape.code[i])) continue;
        SineBatches::Batch batch{.first = i, .results = found.space};
        std::vector<Value>& arguments = batch.arguments;
        for (; i < stop && is_sine_or_cosine(tape.code[i]); ++i) {
            const Value a = live.rows[i].a;
            if (a >= live.target(batch.first)) break;  // needs another of them
            if (std::ranges::find(arguments, a) != arguments.end()) continue;
            if (arguments.size() == sines_at_once) break;
            arguments.push_back(a);
        }
        batch.end = i--;
        if (batch.end == batch.first + 1 && !single_wanted) continue;
        for (std::uint32_t k = batch.first; k < batch.end; ++k) {
            const auto argument = std::ranges::find(arguments, live.rows[k].a) - arguments.begin();
            const bool cosine = tape.code[k].function == cos_function();
            found.result[k] = batch.results + std::uint32_t(argument) + cosine * batch.room();
        }
        found.space += 2 * batch.room();
        found.batches.push_back(std::move(batch));
    }
    return found;
}

}  // namespace involute
