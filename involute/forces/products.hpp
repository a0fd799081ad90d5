// SPDX-License-Identifier: Apache-2.0
// An expression as a sum of products: coefficient · base₁^e₁ · base₂^e₂ · ..., with the power of
// one leaf kept apart. A base that is a sum is multiplied out only where it contains that leaf.
#pragma once

#include <vector>

#include "involute/system/system.hpp"

namespace involute {

struct Factor {
    NodeId base{};
    int exponent = 1;

    friend bool operator==(const Factor&, const Factor&) = default;
};

struct Product {
    Quad coefficient = 1;
    int power = 0;                  // of the leaf
    std::vector<Factor> factors{};  // ascending by base, each base once
};

/// product · base^exponent. a - b and b - a are treated as one base: both occur, at the two ends of
/// a spring.
void multiply_by(Graph& graph, Product& product, NodeId base, int exponent);

/// leaf: a node without operands.
std::vector<Product> sum_of_products(Graph& graph, NodeId e, NodeId leaf);

NodeId factor_node(Graph& graph, const Factor& factor);
/// The product with the power of the leaf.
NodeId product_node(Graph& graph, const Product& product, NodeId leaf);

/// The highest derivative of each unknown in all equations.
std::vector<int> highest_derivatives(const System& system);
/// The product contains one of these, of an unknown that is differentiated at all.
bool is_inertia(const Graph& graph, const Product& product, const std::vector<int>& orders);

}  // namespace involute
