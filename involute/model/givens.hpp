// SPDX-License-Identifier: Apache-2.0
// Values at the start, one for a jet.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "involute/model/evaluate.hpp"
#include "involute/system/system.hpp"

namespace involute {

struct Givens {
    std::vector<Given> list{};
    std::unordered_map<std::uint64_t, std::size_t> position{};  // by key_of(given)
};

std::uint64_t key_of(const Given& given);

/// The jet or the independent variable that an expression is; reports one that is neither.
/// `what` names what it is wanted for ("a start value").
std::optional<Given> jet_of(Evaluator& evaluator, const Graph& graph, const Expression& expression,
                            const Names& names, std::string_view what);

/// Adds the assignments of a `start` or `guess`; two values for one jet are a mistake.
void add_givens(Evaluator& evaluator, const Graph& graph, const Names& names,
                const GivenStatement& statement, Givens& givens);

}  // namespace involute
