// SPDX-License-Identifier: Apache-2.0
// Polynomials with rational coefficients, as text for an algebra program and back. Variables are
// called v1, v2, .. there, so that no name of a model can have a special meaning.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "involute/expr/graph.hpp"
#include "involute/expr/print.hpp"

namespace involute {

/// What keeps an expression from being a polynomial over the rationals: "cos(a) is no polynomial".
std::optional<std::string> polynomial_obstacle(const Graph& graph, NodeId e, const Names& names);

bool is_polynomial(const Graph& graph, NodeId e);

/// Straight-line text that computes polynomials: definitions (`poly e3=e1*e2;`), a line each, and
/// then what each expression is called (e7, v2, 3/4). As long as the graph, however often parts
/// are shared.
struct PolynomialText {
    std::string definitions{};
    std::vector<std::string> results{};
};
PolynomialText write_polynomials(const Graph& graph, const std::vector<NodeId>& expressions,
                                 const std::vector<NodeId>& variables);

/// Reads "4*v2*v4+3*v1-3/2*v3^2+6"; nothing if it is anything else.
std::optional<NodeId> read_polynomial(Graph& graph, std::string_view text,
                                      const std::vector<NodeId>& variables);

}  // namespace involute
