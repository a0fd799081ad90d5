// SPDX-License-Identifier: Apache-2.0
// Expressions as text of the model language.
#pragma once

#include <string>
#include <vector>

#include "involute/expr/graph.hpp"

namespace involute {

/// What leaves are called: jets, the independent variable, parameters that can be set; and inputs.
struct Names {
    std::string independent = "t";
    std::vector<std::string> unknowns{};
    std::vector<std::string> parameters{};  // by index; empty where none can be set
    std::vector<std::string> inputs{};      // by index
};

/// "x''" for (x, 2); "der(x, 5)" beyond four primes.
std::string jet_name(const Names& names, int unknown, int order);
std::string input_name(const Names& names, int input, int order);

/// The expression in the model language: parsing it gives the same node again.
std::string print(const Graph& graph, NodeId e, const Names& names);

/// The same for people: after about `most` characters it ends with "...". What is shared is written
/// out every time it occurs, so that a small graph can be a very long text.
std::string print_shortened(const Graph& graph, NodeId e, const Names& names, std::size_t most);

}  // namespace involute
