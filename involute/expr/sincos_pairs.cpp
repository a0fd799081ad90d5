// SPDX-License-Identifier: Apache-2.0
#include "involute/expr/sincos_pairs.hpp"

#include <unordered_map>

#include "involute/expr/functions.hpp"

namespace involute {

SincosPairs find_sincos_pairs(const Tape& tape, const Liveness& live)
{
    const FunctionId sine = *find_function("sin"), cosine = *find_function("cos");
    SincosPairs pairs;
    pairs.partner.assign(tape.code.size(), SincosPairs::none);
    pairs.number.assign(tape.code.size(), SincosPairs::none);
    std::unordered_map<Value, std::uint32_t> seen[2];  // by argument: the sine, the cosine
    for (std::uint32_t i = 0; i < tape.code.size(); ++i) {
        const Instruction& p = tape.code[i];
        if (p.code != Code::call1 || (p.function != sine && p.function != cosine)) continue;
        const bool is_cosine = p.function == cosine;
        seen[is_cosine][live.rows[i].a] = i;
        const auto other = seen[!is_cosine].find(live.rows[i].a);
        if (other == seen[!is_cosine].end()) continue;
        pairs.partner[i] = other->second;
        pairs.partner[other->second] = i;
        pairs.number[i] = pairs.number[other->second] = pairs.count++;
    }
    return pairs;
}

}  // namespace involute
